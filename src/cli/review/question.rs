use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    lock::{Lock, fingerprint},
    model::{Candidate, Listing, Outline, Verdict, WorkId},
    sync::Listed,
};

/// A listing that a person must look at, with the works it may mean.
#[derive(Debug, Clone)]
pub(super) struct Question {
    /// Its place over all inputs, from 0, as in the report.
    pub(super) index: usize,
    /// Its places: an input and a publication in it. Several where the list repeats itself.
    pub(super) places: Vec<(usize, usize)>,
    pub(super) listing: Listing,
    /// The listed fields, as they are shown.
    pub(super) listed: Outline,
    /// The key it has in the bibliography.
    pub(super) key: String,
    /// What contradicts the list.
    pub(super) conflict: Option<String>,
    /// Whether it is ambiguous; otherwise the person answers without being asked.
    pub(super) ambiguous: bool,
    /// Best first.
    pub(super) candidates: Vec<Candidate>,
}

impl Question {
    /// Returns the numbers, from 1, of the candidates that can be chosen. One without an identifier
    /// can't be pinned.
    pub(super) fn choices(&self) -> Vec<usize> {
        let numbered = (1..).zip(&self.candidates);
        let named = numbered.filter(|(_, candidate)| !candidate.ids.is_empty());
        named.map(|(number, _)| number).collect()
    }
}

/// Returns the ambiguous listings in order, each once, and the number of listings that the lock
/// does not cover. An answer changes its listing, which is then not asked about again.
pub(super) fn questions(lists: &[Listed], lock: &Lock) -> (Vec<Question>, usize) {
    let mut out: Vec<Question> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut unknown = 0;
    for (index, question) in each(lists, lock).enumerate() {
        let (print, question) = question;
        let Some(question) = question else {
            unknown += 1;
            continue;
        };
        if !matches!(question.verdict, Verdict::Ambiguous { .. }) {
            continue;
        }
        if let Some(at) = known.get(&print) {
            out[*at].places.push(question.place);
            continue;
        }
        known.insert(print, out.len());
        out.push(question.asked(index));
    }
    (out, unknown)
}

/// Returns the listing at `index` as a question, whatever its verdict; `None` when there is none.
pub(super) fn any(index: usize, lists: &[Listed], lock: &Lock) -> Option<Question> {
    let (_, found) = each(lists, lock).nth(index)?;
    if let Some(found) = found {
        return Some(found.asked(index));
    }
    let mut places = lists.iter().enumerate().flat_map(|(list, listed)| {
        let person = &listed.person;
        let numbered = listed.publications.iter().enumerate();
        numbered.map(move |(at, listing)| (list, at, person, listing))
    });
    let (list, at, person, listing) = places.nth(index)?;
    Some(Question {
        index,
        places: vec![(list, at)],
        listing: listing.clone(),
        listed: Outline::of_listing(listing, person),
        key: String::new(),
        conflict: None,
        ambiguous: false,
        candidates: Vec::new(),
    })
}

/// A listing with the lock's decision about it.
struct Decided<'a> {
    place: (usize, usize),
    listing: &'a Listing,
    listed: Outline,
    key: &'a str,
    verdict: &'a Verdict,
}

impl Decided<'_> {
    fn asked(&self, index: usize) -> Question {
        let candidates = match self.verdict {
            Verdict::Matched { candidates } | Verdict::Ambiguous { candidates } => candidates,
            Verdict::Unmatched { near, .. } => near,
        };
        Question {
            index,
            places: vec![self.place],
            listing: self.listing.clone(),
            listed: self.listed.clone(),
            key: self.key.to_owned(),
            conflict: self.verdict.conflict().map(str::to_owned),
            ambiguous: matches!(self.verdict, Verdict::Ambiguous { .. }),
            candidates: candidates.clone(),
        }
    }
}

fn each<'a>(
    lists: &'a [Listed],
    lock: &'a Lock,
) -> impl Iterator<Item = (String, Option<Decided<'a>>)> {
    let decided = lock.by_fingerprint();
    lists.iter().enumerate().flat_map(move |(list, listed)| {
        let mut out = Vec::with_capacity(listed.publications.len());
        for (at, listing) in listed.publications.iter().enumerate() {
            let print = fingerprint(listing, &listed.person);
            let found = decided.get(print.as_str()).map(|locked| Decided {
                place: (list, at),
                listing,
                listed: Outline::of_listing(listing, &listed.person),
                key: locked.key.as_str(),
                verdict: &locked.verdict,
            });
            out.push((print, found));
        }
        out
    })
}

/// A question as JSON. Programs rely on its names and shapes.
#[derive(Serialize)]
struct PrintedQuestion<'a> {
    index: usize,
    title: &'a str,
    listed: &'a Outline,
    key: &'a str,
    conflict: Option<&'a str>,
    candidates: Vec<PrintedCandidate<'a>>,
}

#[derive(Serialize)]
struct PrintedCandidate<'a> {
    /// Its name in `--accept`.
    number: usize,
    title: &'a str,
    outline: Option<&'a Outline>,
    ids: Vec<String>,
    url: Option<String>,
    confidence: f64,
    remarks: &'a [String],
}

/// Returns the questions as JSON: a list of objects.
pub(super) fn json(questions: &[Question]) -> Result<String, serde_json::Error> {
    let printed: Vec<PrintedQuestion<'_>> = questions
        .iter()
        .map(|question| PrintedQuestion {
            index: question.index,
            title: &question.listing.title,
            listed: &question.listed,
            key: &question.key,
            conflict: question.conflict.as_deref(),
            candidates: (1..)
                .zip(&question.candidates)
                .map(|(number, candidate)| {
                    let ids = WorkId::all_of(&candidate.ids);
                    PrintedCandidate {
                        number,
                        title: &candidate.title,
                        outline: candidate.outline.as_ref(),
                        url: ids.first().map(WorkId::url),
                        ids: ids.iter().map(ToString::to_string).collect(),
                        confidence: candidate.confidence.value(),
                        remarks: &candidate.evidence.remarks,
                    }
                })
                .collect(),
        })
        .collect();
    let mut text = serde_json::to_string_pretty(&printed)?;
    text.push('\n');
    Ok(text)
}
