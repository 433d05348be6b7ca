//! The listings of a run that a lock has an answer for.

use super::input::Target;
use crate::{
    lock::{Lock, LockedListing},
    model::{Verdict, Work},
};

/// A lock's answer to a listing.
#[derive(Debug, Clone, Copy)]
pub(super) struct LockedEntry<'a> {
    pub(super) target: &'a Target<'a>,
    pub(super) locked: &'a LockedListing,
    pub(super) work: &'a Work,
}

impl LockedEntry<'_> {
    pub(super) fn is_matched(&self) -> bool {
        matches!(self.locked.verdict, Verdict::Matched { .. })
    }

    /// Whether the listing is to be searched for and has no certain answer.
    pub(super) fn is_open(&self) -> bool {
        self.target.listing.is_searched() && !self.is_matched()
    }
}

/// The answers of a lock to the listings of a run, by the numbers of the listings.
#[derive(Debug, Default)]
pub(super) struct LockedSet<'a>(Vec<Option<LockedEntry<'a>>>);

impl<'a> LockedSet<'a> {
    pub(super) fn of(targets: &'a [Target<'a>], lock: Option<&'a Lock>) -> Self {
        let Some(lock) = lock else {
            return Self::default();
        };
        let (listings, works) = (lock.by_fingerprint(), lock.by_key());
        let entry = |target: &'a Target<'a>| {
            let locked = *listings.get(target.fingerprint.as_str())?;
            let work = works.get(locked.key.as_str())?;
            Some(LockedEntry {
                target,
                locked,
                work,
            })
        };
        Self(targets.iter().map(entry).collect())
    }

    /// Returns the answers of several lists, each with a lock of its own or none.
    pub(super) fn of_each(targets: &'a [Target<'a>], locks: &[Option<&'a Lock>]) -> Self {
        let of_list = targets.chunk_by(|a, b| a.list == b.list);
        let answers = of_list.flat_map(|targets| {
            let list = targets.first().map_or(0, |target| target.list);
            let mut own = Self::of(targets, locks.get(list).copied().flatten()).0;
            own.resize(targets.len(), None);
            own
        });
        Self(answers.collect())
    }

    pub(super) fn get(&self, index: usize) -> Option<LockedEntry<'a>> {
        self.0.get(index).copied().flatten()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = LockedEntry<'a>> {
        self.0.iter().copied().flatten()
    }
}
