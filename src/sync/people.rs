//! Which pages in DBLP are a person's own.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    answer::Answer, evidence::GatheredEvidence, input::Target, plan::Plan, questions::Questions,
};
use crate::{
    matching::bears_name,
    model::{DblpPid, Person, Verdict},
    sources::{Basis, PersonPage, PersonQuery, Source},
    text::fold::{FoldedTitle, fold_without_blanks},
};

/// A page that was found by name is the person's from this many listed titles on: one alone may be a
/// namesake's by chance.
const BELIEVED: usize = 2;

/// Returns the questions for the pages of the people in whose lists something is `open`.
pub(super) fn questions<'a>(
    source: &'a dyn Source,
    plan: &Plan<'a>,
    open: &[&Target<'_>],
) -> Questions<'a> {
    let open: BTreeSet<usize> = open.iter().map(|target| target.list).collect();
    let mut titles: BTreeMap<usize, (&Person, Vec<String>)> = BTreeMap::new();
    for target in plan.searched().filter(|it| open.contains(&it.list)) {
        let (_, titles) = titles
            .entry(target.list)
            .or_insert_with(|| (target.person, Vec::new()));
        titles.push(target.listing.title.clone());
    }
    let mut questions = Questions::none(source);
    for (list, (person, titles)) in titles {
        let is_pinned = is_pinned(person, source);
        // Fewer titles than it takes to believe a name are cheaper to search for.
        if is_pinned || person.name.is_some() && titles.len() >= BELIEVED {
            questions.people.push((list, query(person, titles)));
        }
    }
    questions
}

/// Whether the profile has an identifier of the person that may be of use to the source.
fn is_pinned(person: &Person, source: &dyn Source) -> bool {
    person.dblp.is_some() || person.orcid.is_some() || (source.capabilities().has_page_of)(person)
}

fn query(person: &Person, titles: Vec<String>) -> PersonQuery {
    let names = person.name.iter().chain(&person.aliases);
    PersonQuery {
        pid: person.dblp.clone(),
        orcid: person.orcid.clone(),
        openalex: person.openalex.clone(),
        names: names.map(ToString::to_string).collect(),
        titles,
        whole: false,
    }
}

/// Whether a page is that of the person with this list: the profile pins it, or it has enough of the
/// titles that are searched for.
pub(super) fn is_believed(page: &PersonPage, list: usize, plan: &Plan<'_>) -> bool {
    let on_page: BTreeSet<String> = page
        .records
        .iter()
        .map(|record| fold_without_blanks(&record.meta.title.text()))
        .collect();
    // The same title listed twice is one title.
    let shared: BTreeSet<&String> = plan
        .searched()
        .filter(|target| target.list == list && is_distinctive(&target.title))
        .map(|target| &target.title.key)
        .filter(|title| on_page.contains(*title))
        .collect();
    page.basis == Basis::Pinned || shared.len() >= BELIEVED
}

/// Returns further pages, by list, that the answers show to be the person's: DBLP may have split one
/// person's works over two pages, of which only one was found or pinned. A page counts for each listed
/// title that is matched, with a second listed author, to a record that the owner of the page signed
/// with the person's name.
pub(super) fn pages_shown(
    plan: &Plan<'_>,
    evidence: &GatheredEvidence,
    answers: &[Answer<'_>],
) -> BTreeMap<usize, Vec<DblpPid>> {
    let mut titles: BTreeMap<(usize, DblpPid), BTreeSet<&String>> = BTreeMap::new();
    for (target, answer) in plan.targets.iter().zip(answers) {
        for pid in signers(target, answer) {
            if !evidence.list(target.list).own_pages.contains(pid) {
                let titles = titles.entry((target.list, pid.clone())).or_default();
                titles.insert(&target.title.key);
            }
        }
    }
    let mut pages: BTreeMap<usize, Vec<DblpPid>> = BTreeMap::new();
    for ((list, pid), titles) in titles {
        // Beside a page that is known to be the person's, one such title is enough.
        let has_page = !evidence.list(list).own_pages.is_empty();
        if titles.len() >= if has_page { 1 } else { BELIEVED } {
            pages.entry(list).or_default().push(pid);
        }
    }
    pages
}

/// The pages of those who signed the matched records with the person's name, where title and authors
/// leave no doubt about the match.
fn signers<'r>(target: &Target<'_>, answer: &'r Answer<'_>) -> Vec<&'r DblpPid> {
    let listing = target.listing;
    let Some(decision) = answer.decision() else {
        return Vec::new();
    };
    let Verdict::Matched { candidates } = &decision.verdict else {
        return Vec::new();
    };
    let is_plain = candidates.first().is_some_and(|best| {
        let evidence = &best.evidence;
        evidence.title >= 1.0 && evidence.authors.is_some_and(|authors| authors >= 0.75)
    });
    if !is_plain || listing.authors.len() < 2 || !is_distinctive(&target.title) {
        return Vec::new();
    }
    let authors = decision
        .records
        .iter()
        .flat_map(|record| &record.meta.authors);
    authors
        .filter(|author| bears_name(target.person, author))
        .filter_map(|author| author.pid.as_ref())
        .collect()
}

/// Whether a title has more than one content word: `Editorial` is the title of many works.
fn is_distinctive(title: &FoldedTitle) -> bool {
    title.content_words() > 1
}
