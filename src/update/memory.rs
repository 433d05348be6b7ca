//! What is remembered of a file in the lock beside it.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::{
    answer::Answer,
    file::{BibFile, BibItem},
    filter::FieldFilter,
    plan::{EntryPlan, Upgrades, plan},
};
use crate::{
    lock::{Lock, LockedListing, fingerprint},
    model::{Listing, Outline, Person, Unmatched, Verdict, Work},
};

/// What a lock remembers of a file.
#[derive(Debug, Clone, Default)]
pub struct Remembered {
    /// The answers, by the numbers of the entries.
    pub answers: BTreeMap<usize, Answer>,
    /// The values that were refused, by the key in the lock and then by the name of the proposal.
    pub refused: BTreeMap<String, BTreeMap<String, String>>,
}

/// Returns what a lock remembers of the entries of a file as they are now.
#[must_use]
pub fn remembered(file: &BibFile, lock: Option<&Lock>) -> Remembered {
    let Some(lock) = lock else {
        return Remembered::default();
    };
    // By key, and not by what is listed: two entries may list the same.
    let listings = lock.listings.iter().map(|it| (it.key.as_str(), it));
    let listings: BTreeMap<&str, &LockedListing> = listings.collect();
    let works = lock.by_key();
    let items = file.items.par_iter().enumerate();
    let answers = items.filter_map(|(at, item)| {
        let known = listings.get(item.lock_key.as_str())?;
        let work = works.get(item.lock_key.as_str())?;
        let now = fingerprint(item.listing.as_ref()?, &Person::default());
        let answer = || Answer {
            verdict: known.verdict.clone(),
            upgraded: known.upgraded,
            gone: known.gone,
            work: (*work).clone(),
        };
        (known.fingerprint == now).then(|| (at, answer()))
    });
    let answers = answers.collect();
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
    let before = if open_items(file, answers).is_empty() {
        BTreeMap::new()
    } else {
        remembered(file, old).answers
    };
    let items = file.items.par_iter().enumerate();
    let decided = items.filter_map(|(at, item)| {
        let answer = answers.get(&at).or_else(|| before.get(&at))?;
        let listing = item.listing.as_ref()?;
        is_settled(&answer.verdict).then(|| locked(item, listing, answer))
    });
    let (listings, works): (Vec<LockedListing>, Vec<Work>) = decided.unzip();
    let mut lock = Lock::new(listings, works);
    lock.output_settings.inputs = vec![name.to_owned()];
    lock.refused = refused;
    let keys: BTreeSet<&str> = lock.works.iter().map(|work| work.key.as_str()).collect();
    lock.refused
        .retain(|key, refused| keys.contains(key.as_str()) && !refused.is_empty());
    if let Some(old) = old {
        lock.place_as_in(old);
    }
    lock
}

/// Whether the next run would have nothing to ask about and nothing to propose, whatever its options are.
#[must_use]
pub fn is_done(file: &BibFile, lock: &Lock) -> bool {
    let Remembered { answers, refused } = remembered(file, Some(lock));
    let is_empty = |plan: &EntryPlan| plan.proposals.is_empty();
    let plan = || {
        plan(
            file,
            &answers,
            &FieldFilter::default(),
            Upgrades::All,
            &refused,
        )
    };
    !file.items.is_empty() && open_items(file, &answers).is_empty() && plan().iter().all(is_empty)
}

/// Returns what the lock says of an entry.
fn locked(item: &BibItem, listing: &Listing, answer: &Answer) -> (LockedListing, Work) {
    let locked = LockedListing {
        fingerprint: fingerprint(listing, &Person::default()),
        title: listing.title.clone(),
        key: item.lock_key.clone(),
        place: 0,
        listed: Some(Outline::of_listing(listing, &Person::default())),
        pins: listing.pins(),
        upgraded: answer.upgraded,
        gone: answer.gone,
        verdict: answer.verdict.clone(),
    };
    let work = Work {
        key: item.lock_key.clone(),
        aliases: Vec::new(),
        fields: BTreeMap::new(),
        ..answer.work.clone()
    };
    (locked, work)
}
