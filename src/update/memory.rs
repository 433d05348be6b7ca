//! What is remembered of a file in the lock beside it.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::{
    answer::{Answer, Remembered},
    file::{BibFile, BibItem},
};
use crate::{
    lock::{Lock, LockedListing, fingerprint},
    model::{Listing, Outline, Person, Unmatched, Verdict, Work},
};

/// Returns what a lock remembers of the entries of a file as they are now.
#[must_use]
pub fn remembered(file: &BibFile, lock: Option<&Lock>) -> Remembered {
    let Some(lock) = lock else {
        return Remembered::default();
    };
    // By key, and not by what is listed: two entries may list the same.
    let listings = lock.listings.iter().map(|it| (it.key.as_str(), it));
    let listings: BTreeMap<&str, &LockedListing> = listings.collect();
    let renamed = renamed(file, lock);
    let works = lock.by_key();
    let items = file.items.par_iter().enumerate();
    let answers = items.filter_map(|(at, item)| {
        let known = match listings.get(item.lock_key.as_str()) {
            Some(known) => known,
            None => renamed.get(&at)?,
        };
        let work = works.get(known.key.as_str())?;
        let now = fingerprint(item.listing()?, &Person::default());
        let answer = || Answer {
            verdict: known.verdict.clone(),
            upgraded: known.upgraded,
            gone: known.gone,
            work: (*work).clone(),
        };
        (known.fingerprint == now).then(|| (at, answer()))
    });
    let answers = answers.collect();
    let mut refused = lock.refused.clone();
    for (at, listing) in &renamed {
        if let Some(item) = file.items.get(*at)
            && let Some(values) = refused.remove(&listing.key)
        {
            refused.insert(item.lock_key.clone(), values);
        }
    }
    Remembered {
        answers,
        refused,
        done: BTreeMap::new(),
    }
}

/// Returns the listings, by the numbers of the entries, of those that have a key that the lock does not know, and
/// list what another key listed that the file no longer has: their keys were changed.
fn renamed<'a>(file: &BibFile, lock: &'a Lock) -> BTreeMap<usize, &'a LockedListing> {
    let keys: BTreeSet<&str> = file.items.iter().map(|it| it.lock_key.as_str()).collect();
    let mut former: BTreeMap<&str, Vec<&LockedListing>> = BTreeMap::new();
    for listing in &lock.listings {
        if !keys.contains(listing.key.as_str()) {
            let same = former.entry(listing.fingerprint.as_str()).or_default();
            same.push(listing);
        }
    }
    if former.is_empty() {
        return BTreeMap::new();
    }
    let known: BTreeSet<&str> = lock.listings.iter().map(|it| it.key.as_str()).collect();
    let mut out: BTreeMap<usize, &LockedListing> = BTreeMap::new();
    for (at, item) in file.items.iter().enumerate() {
        if known.contains(item.lock_key.as_str()) {
            continue;
        }
        let Some(listing) = item.listing() else {
            continue;
        };
        let print = fingerprint(listing, &Person::default());
        let same = former.get_mut(print.as_str());
        if let Some(listing) = same.and_then(Vec::pop) {
            out.insert(at, listing);
        }
    }
    out
}

/// Returns the numbers of the entries that are to be looked up and have no answer yet.
#[must_use]
pub fn open_items(file: &BibFile, known: &Remembered) -> Vec<usize> {
    let items = file.items.par_iter().enumerate();
    let is_known = |at: &usize, item: &BibItem| {
        known.answers.contains_key(at) || known.done.contains_key(&item.lock_key)
    };
    items
        .filter(|(at, item)| !is_known(at, item) && item.listing().is_some())
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

/// Makes the lock of a file as it is after the changes, without the entries that are done. What is `known` is by
/// the numbers of the entries, which are the same before and after. Of entries without an answer what the `old`
/// lock has is kept. Returns `None` if the blocks of an entry that is done can't stay as they are.
#[must_use]
pub fn memory(name: &str, file: &BibFile, known: &Remembered, old: Option<&Lock>) -> Option<Lock> {
    let before = if open_items(file, known).is_empty() {
        BTreeMap::new()
    } else {
        remembered(file, old).answers
    };
    let items = file.items.par_iter().enumerate();
    let decided = items.filter_map(|(at, item)| {
        if known.done.contains_key(&item.lock_key) {
            return None;
        }
        let answer = known.answers.get(&at).or_else(|| before.get(&at))?;
        let listing = item.listing()?;
        is_settled(&answer.verdict).then(|| locked(item, listing, answer))
    });
    let (listings, works): (Vec<LockedListing>, Vec<Work>) = decided.unzip();
    let mut lock = Lock::new(listings, works);
    lock.output_settings.inputs = vec![name.to_owned()];
    lock.refused.clone_from(&known.refused);
    let keys: BTreeSet<&str> = lock.works.iter().map(|work| work.key.as_str()).collect();
    lock.refused
        .retain(|key, refused| keys.contains(key.as_str()) && !refused.is_empty());
    if let Some(old) = old {
        let order: Vec<&str> = file.items.iter().map(|it| it.lock_key.as_str()).collect();
        if !lock.place_beside(old, &known.done, &order) {
            return None;
        }
    }
    Some(lock)
}

/// Returns what is known of a file if the entries that are done are read too, from the whole lock.
#[must_use]
pub fn with_done(known: &Remembered, file: &BibFile, whole: &Lock) -> Remembered {
    let is_done = |item: &BibItem| known.done.contains_key(&item.lock_key);
    let mut out = remembered(file, Some(whole));
    out.answers
        .retain(|at, _| file.items.get(*at).is_some_and(is_done));
    out.refused.retain(|key, _| known.done.contains_key(key));
    out.answers.extend(known.answers.clone());
    out.refused.extend(known.refused.clone());
    out
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
