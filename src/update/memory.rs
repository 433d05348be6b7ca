//! What is remembered of a file in the lock beside it.

use std::collections::{BTreeMap, BTreeSet};

use super::{answer::Answer, file::BibFile};
use crate::{
    lock::{Lock, LockedListing, fingerprint},
    model::{Outline, Person, Unmatched, Verdict},
};

/// What a lock remembers of a file.
#[derive(Debug, Clone, Default)]
pub struct Remembered {
    /// The answers, by the numbers of the entries.
    pub answers: BTreeMap<usize, Answer>,
    /// The values that were refused, by key and then by the name of the proposal.
    pub refused: BTreeMap<String, BTreeMap<String, String>>,
}

/// Returns what a lock remembers of the entries of a file as they are now.
#[must_use]
pub fn remembered(file: &BibFile, lock: Option<&Lock>) -> Remembered {
    let Some(lock) = lock else {
        return Remembered::default();
    };
    let (listings, works) = (lock.by_fingerprint(), lock.by_key());
    let mut answers = BTreeMap::new();
    for (at, item) in file.items.iter().enumerate() {
        let Some(listing) = &item.listing else {
            continue;
        };
        let known = listings.get(fingerprint(listing, &Person::default()).as_str());
        let work = known.and_then(|known| works.get(known.key.as_str()));
        if let (Some(known), Some(work)) = (known, work)
            && known.key == item.key
        {
            let answer = Answer {
                verdict: known.verdict.clone(),
                upgraded: known.upgraded,
                gone: known.gone,
                work: (*work).clone(),
            };
            answers.insert(at, answer);
        }
    }
    Remembered {
        answers,
        refused: lock.refused.clone(),
    }
}

/// Returns the numbers of the entries that are to be looked up and have no answer yet.
#[must_use]
pub fn open_items(file: &BibFile, known: &BTreeMap<usize, Answer>) -> Vec<usize> {
    let items = file.items.iter().enumerate();
    items
        .filter(|(at, item)| item.listing.is_some() && !known.contains_key(at))
        .map(|(at, _)| at)
        .collect()
}

/// Whether an answer is one that another run would get too: not one for which a source was not asked.
fn is_settled(verdict: &Verdict) -> bool {
    let passing = [
        Unmatched::Offline,
        Unmatched::SourceFailed,
        Unmatched::Interrupted,
        Unmatched::NotSearched,
    ];
    !passing
        .iter()
        .any(|reason| verdict.is_unmatched_for(*reason))
}

/// Makes the lock of a file as it is after the changes. `answers` are by the numbers of the entries, which
/// are the same before and after. Of entries without an answer what the `old` lock has is kept.
#[must_use]
pub fn memory(
    name: &str,
    file: &BibFile,
    answers: &BTreeMap<usize, Answer>,
    refused: BTreeMap<String, BTreeMap<String, String>>,
    old: Option<&Lock>,
) -> Lock {
    let before = remembered(file, old).answers;
    let (mut listings, mut works) = (Vec::new(), Vec::new());
    let mut keys: BTreeSet<&str> = BTreeSet::new();
    for (at, item) in file.items.iter().enumerate() {
        let answer = answers.get(&at).or_else(|| before.get(&at));
        let (Some(listing), Some(answer)) = (&item.listing, answer) else {
            continue;
        };
        if !is_settled(&answer.verdict) || item.repeats_key || !keys.insert(item.key.as_str()) {
            continue;
        }
        listings.push(LockedListing {
            fingerprint: fingerprint(listing, &Person::default()),
            title: listing.title.clone(),
            key: item.key.clone(),
            place: 0,
            listed: Some(Outline::of_listing(listing, &Person::default())),
            pins: listing.pins(),
            upgraded: answer.upgraded,
            gone: answer.gone,
            verdict: answer.verdict.clone(),
        });
        let mut work = answer.work.clone();
        work.key.clone_from(&item.key);
        work.aliases.clear();
        work.fields.clear();
        works.push(work);
    }
    let mut lock = Lock::new(listings, works);
    lock.output_settings.inputs = vec![name.to_owned()];
    lock.refused = refused
        .into_iter()
        .filter(|(key, refused)| keys.contains(key.as_str()) && !refused.is_empty())
        .collect();
    if let Some(old) = old {
        lock.place_as_in(old);
    }
    lock
}
