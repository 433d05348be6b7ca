//! The keys of an earlier run, found again by what a work says.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    resolve::Listed,
    same::{handles, looks_same, shares_id},
};
use crate::{
    lock::{Lock, LockedListing, fingerprint},
    model::{Metadata, Work, WorkId},
    text::{
        fold::{squeeze, words},
        similarity::letters,
    },
};

/// The keys of an earlier run, found by what a work says.
pub(super) struct OldKeys<'a> {
    works: BTreeMap<String, Vec<&'a Work>>,
    titles: BTreeMap<String, &'a str>,
    /// Keys that unchanged listings hold: nobody else may have them.
    held: BTreeSet<&'a str>,
    /// The listings that no list has any longer as they were.
    changed: Vec<&'a LockedListing>,
    listed: BTreeMap<&'a str, &'a Work>,
}

impl<'a> OldKeys<'a> {
    pub(super) fn of(old: Option<&'a Lock>, lists: &[Listed]) -> Self {
        let mut out = Self {
            works: BTreeMap::new(),
            titles: BTreeMap::new(),
            held: BTreeSet::new(),
            changed: Vec::new(),
            listed: BTreeMap::new(),
        };
        let Some(old) = old else { return out };
        let former = old.former.iter().map(|former| &former.work);
        for work in old.works.iter().chain(former) {
            for handle in handles(&work.meta) {
                out.works.entry(handle).or_default().push(work);
            }
        }
        for listing in &old.listings {
            out.titles
                .entry(squeeze(&listing.title))
                .or_insert(&listing.key);
        }
        for former in &old.former {
            for title in &former.titles {
                let key = &former.work.key;
                out.titles.entry(squeeze(title)).or_insert(key);
            }
        }
        let prints: BTreeSet<String> = lists
            .iter()
            .flat_map(|listed| {
                listed
                    .publications
                    .iter()
                    .map(|listing| fingerprint(listing, &listed.person))
            })
            .collect();
        let (unchanged, changed): (Vec<_>, Vec<_>) = old
            .listings
            .iter()
            .partition(|listing| prints.contains(&listing.fingerprint));
        out.held = unchanged.iter().map(|it| it.key.as_str()).collect();
        out.changed = changed;
        out.listed = old.by_key();
        out
    }

    /// The key of the work that bears one of this one's identifiers, or its title and people.
    pub(super) fn of_work(&self, meta: &Metadata) -> Option<String> {
        let alike = || {
            handles(meta)
                .into_iter()
                .filter_map(|handle| self.works.get(&handle))
                .flatten()
        };
        alike()
            .find(|work| shares_id(&work.meta, meta))
            .or_else(|| alike().find(|work| looks_same(&work.meta, meta)))
            .map(|work| work.key.clone())
            .filter(|key| !self.held.contains(key.as_str()))
    }

    /// The key under which a listing of this title was exported: what is pinned or corrected since
    /// must not move it.
    pub(super) fn of_title(&self, title: &str) -> Option<String> {
        let key = *self.titles.get(&squeeze(title))?;
        (!self.held.contains(key)).then(|| key.to_owned())
    }

    /// The key of the listing whose title this one corrects: a slip of the pen less, and a work that has
    /// no other identifiers.
    pub(super) fn of_correction(&self, title: &str, meta: &Metadata) -> Option<String> {
        let ids = WorkId::all_of(&meta.ids);
        let mut corrected = self.changed.iter().filter(|listing| {
            let work = self.listed.get(listing.key.as_str());
            let had = work.map_or_else(Vec::new, |work| WorkId::all_of(&work.meta.ids));
            let is_other =
                !ids.is_empty() && !had.is_empty() && !had.iter().any(|id| ids.contains(id));
            !is_other
                && !self.held.contains(listing.key.as_str())
                && is_correction(&listing.title, title)
        });
        let found = corrected.next()?;
        // Of two that are as near neither is meant for sure.
        corrected.next().is_none().then(|| found.key.clone())
    }
}

/// How alike the letters of a title and its correction are at the least: a slip in one word of ten.
const CORRECTED: f64 = 0.9;

/// Whether two titles differ by slips of the pen and not by what tells works apart: numbers, and short
/// words such as `II`.
fn is_correction(before: &str, now: &str) -> bool {
    let numbers = |title: &str| -> Vec<String> {
        let telling =
            |word: &String| word.chars().count() <= 3 || word.chars().any(|c| c.is_ascii_digit());
        words(title).into_iter().filter(telling).collect()
    };
    letters(before, now) >= CORRECTED && numbers(before) == numbers(now)
}

#[cfg(test)]
mod tests {
    use super::is_correction;

    #[test]
    fn a_slip_is_corrected_and_a_part_is_another_work() {
        let title = "Garbage Collection for Persistent Heaps";
        assert!(is_correction(
            "Garbage Colection for Persistent Heaps",
            title
        ));
        for other in [
            "Garbage Trucks and Their Routes",
            "Garbage Collection for Persistent Heaps II",
            "Kernel Garbage Collection for Persistent Heaps",
        ] {
            assert!(!is_correction(other, title), "{other}");
        }
    }
}
