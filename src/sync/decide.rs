//! Decides all listings by the evidence so far.

use rayon::prelude::*;

use super::{
    answer::{Answer, KeepReason},
    evidence::GatheredEvidence,
    input::Target,
    people::pages_shown,
    plan::{Need, Plan},
};
use crate::{
    matching::{self, Decision},
    model::{Listing, Record, Verdict},
};

/// Decides all listings. Where the decisions show that another page in DBLP is a person's, it is added
/// to the evidence and all is decided again: it may distinguish namesakes.
pub(super) fn decide<'a>(
    plan: &Plan<'a>,
    evidence: GatheredEvidence,
) -> (GatheredEvidence, Vec<Answer<'a>>) {
    let mut evidence = evidence;
    loop {
        let answers = decide_once(plan, &evidence);
        let pages = pages_shown(plan, &evidence, &answers);
        if pages.is_empty() {
            return (evidence, answers);
        }
        for (list, pages) in pages {
            evidence.add_pages(list, pages);
        }
    }
}

fn decide_once<'a>(plan: &Plan<'a>, evidence: &GatheredEvidence) -> Vec<Answer<'a>> {
    let needs: Vec<(&Target<'_>, Need<'a>)> = plan.needs().collect();
    let mut answers: Vec<Answer<'a>> = needs
        .par_iter()
        .map(|(target, need)| match need {
            Need::Current(entry) => Answer::Kept(*entry, KeepReason::Current),
            Need::Search | Need::Excluded => {
                let known = evidence.list(target.list);
                let (listing, person) = (target.listing, target.person);
                let near = known.records.candidates(listing, &target.title, person);
                Answer::Decided(matching::decide(listing, person, &known.own_pages, &near))
            }
        })
        .collect();
    let mut rest = answers.as_mut_slice();
    for list in plan.targets.chunk_by(|a, b| a.list == b.list) {
        let (own, others) = rest.split_at_mut(list.len());
        rest = others;
        let claims = list
            .iter()
            .zip(own)
            .filter_map(|(target, answer)| match answer {
                Answer::Decided(decision) => Some((target.listing, decision)),
                Answer::Kept(..) => None,
            });
        matching::resolve_shared_claims(&mut claims.collect::<Vec<_>>());
    }
    answers
}

/// Returns the listings that are to be searched for and not answered yet.
pub(super) fn open<'a>(plan: &Plan<'a>, answers: &[Answer<'_>]) -> Vec<&'a Target<'a>> {
    let is_answered = |target: &Target<'_>| {
        let decision = answers.get(target.index).and_then(Answer::decision);
        decision.is_some_and(|decision| is_final(decision, target.listing))
    };
    let searched = plan.searched();
    searched.filter(|target| !is_answered(target)).collect()
}

/// Whether a decision needs no further search: the listing is matched to more than a preprint, and not
/// by a dataset alone that is older than the listed year.
fn is_final(decision: &Decision, listing: &Listing) -> bool {
    let is_old = |record: &Record| {
        let day = record.edition.as_ref().and_then(|edition| edition.date);
        day.zip(listing.year)
            .is_some_and(|(day, year)| i32::from(day.year()) < year)
    };
    let is_published = |record: &Record| record.meta.kind.is_published() && !is_old(record);
    matches!(decision.verdict, Verdict::Matched { .. })
        && (decision.records.is_empty() || decision.records.iter().any(is_published))
}
