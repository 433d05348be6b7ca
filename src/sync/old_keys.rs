//! Finds the key that a work had in an earlier run.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    input::Target,
    same_work::{Handles, looks_same, shares_id},
};
use crate::{
    lock::{Lock, LockedListing},
    model::{Metadata, Work, WorkId},
    text::{
        fold::{FoldedTitle, fold_without_blanks, words},
        similarity::letters,
    },
};

/// The keys of an earlier run, by what identifies their works.
pub(super) struct OldKeys<'a> {
    works: Vec<(&'a Work, Handles)>,
    /// The positions of works, by their handles.
    places: BTreeMap<String, Vec<usize>>,
    titles: BTreeMap<String, &'a str>,
    /// The keys of unchanged listings: no other work may have them.
    held: BTreeSet<&'a str>,
    /// The listings that no list has unchanged.
    changed: Vec<&'a LockedListing>,
    listed: BTreeMap<&'a str, &'a Work>,
}

impl<'a> OldKeys<'a> {
    pub(super) fn of(old: Option<&'a Lock>, targets: &[Target<'_>]) -> Self {
        let mut out = Self {
            works: Vec::new(),
            places: BTreeMap::new(),
            titles: BTreeMap::new(),
            held: BTreeSet::new(),
            changed: Vec::new(),
            listed: BTreeMap::new(),
        };
        let Some(old) = old else { return out };
        let former = old.former.iter().map(|former| &former.work);
        for work in old.works.iter().chain(former) {
            let handles = Handles::of(&work.meta);
            for handle in &handles.all {
                let places = out.places.entry(handle.clone()).or_default();
                places.push(out.works.len());
            }
            out.works.push((work, handles));
        }
        for listing in &old.listings {
            out.titles
                .entry(fold_without_blanks(&listing.title))
                .or_insert(&listing.key);
        }
        for former in &old.former {
            for title in &former.titles {
                let key = &former.work.key;
                out.titles.entry(fold_without_blanks(title)).or_insert(key);
            }
        }
        let fingerprints: BTreeSet<&str> =
            targets.iter().map(|it| it.fingerprint.as_str()).collect();
        let (unchanged, changed): (Vec<_>, Vec<_>) = old
            .listings
            .iter()
            .partition(|listing| fingerprints.contains(listing.fingerprint.as_str()));
        out.held = unchanged.iter().map(|it| it.key.as_str()).collect();
        out.changed = changed;
        out.listed = old.by_key();
        out
    }

    /// Returns the key of the work that bears one of these identifiers, or this title and these people.
    pub(super) fn of_work(&self, meta: &Metadata, handles: &Handles) -> Option<String> {
        let alike = || {
            let places = handles.all.iter().filter_map(|it| self.places.get(it));
            places.flatten().filter_map(|at| self.works.get(*at))
        };
        let looks_same =
            |(work, known): &&(&Work, Handles)| looks_same((&work.meta, known), (meta, handles));
        alike()
            .find(|(work, _)| shares_id(&work.meta, meta))
            .or_else(|| alike().find(looks_same))
            .map(|(work, _)| work.key.clone())
            .filter(|key| !self.held.contains(key.as_str()))
    }

    /// Returns the key under which a listing of this title was exported. An identifier that is pinned
    /// or corrected later must not change it.
    pub(super) fn of_title(&self, title: &FoldedTitle) -> Option<String> {
        let key = *self.titles.get(&title.key)?;
        (!self.held.contains(key)).then(|| key.to_owned())
    }

    /// Returns the key of the listing whose title this one corrects by a few letters, unless the work
    /// has other identifiers.
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
        // Where there are two, neither is certain.
        corrected.next().is_none().then(|| found.key.clone())
    }
}

/// The least similarity of the letters of a title and its correction: a slip in one word of ten.
const CORRECTED: f64 = 0.9;

/// Whether two titles differ by slips only, and not in what distinguishes works: numbers, and short words
/// such as `II`.
fn is_correction(before: &str, now: &str) -> bool {
    let numbers = |title: &str| -> Vec<String> {
        let is_number =
            |word: &String| word.chars().count() <= 3 || word.chars().any(|c| c.is_ascii_digit());
        words(title).into_iter().filter(is_number).collect()
    };
    letters(before, now) >= CORRECTED && numbers(before) == numbers(now)
}

#[cfg(test)]
mod tests {
    use super::is_correction;

    #[test]
    fn slips_are_corrections_and_parts_are_not() {
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
