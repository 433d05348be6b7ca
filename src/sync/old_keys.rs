//! The keys of an earlier run, found again by what a work says.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    resolve::Listed,
    same::{handles, looks_same, shares_id},
};
use crate::{
    lock::{Lock, fingerprint},
    model::{Metadata, Work},
    text::fold::squeeze,
};

/// The keys of an earlier run, found by what a work says.
pub(super) struct OldKeys<'a> {
    works: BTreeMap<String, Vec<&'a Work>>,
    titles: BTreeMap<String, &'a str>,
    /// Keys that unchanged listings hold: nobody else may have them.
    held: BTreeSet<&'a str>,
}

impl<'a> OldKeys<'a> {
    pub(super) fn of(old: Option<&'a Lock>, lists: &[Listed]) -> Self {
        let mut out = Self {
            works: BTreeMap::new(),
            titles: BTreeMap::new(),
            held: BTreeSet::new(),
        };
        let Some(old) = old else { return out };
        for work in &old.works {
            for handle in handles(&work.meta) {
                out.works.entry(handle).or_default().push(work);
            }
        }
        for listing in &old.listings {
            out.titles
                .entry(squeeze(&listing.title))
                .or_insert(&listing.key);
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
        out.held = old
            .listings
            .iter()
            .filter(|listing| prints.contains(&listing.fingerprint))
            .map(|listing| listing.key.as_str())
            .collect();
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
}
