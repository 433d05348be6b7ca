//! How much of what was listed a list has lost. Pure.

use std::collections::BTreeSet;

use super::resolve::Listed;
use crate::{
    lock::{Lock, fingerprint},
    model::WorkId,
    text::fold::squeeze,
};

/// How many of the listings of an earlier run are gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Removals {
    /// How many there were.
    pub before: usize,
    /// How many there are now, new ones included.
    pub now: usize,
    /// How many of those before are not listed any longer, neither under their title nor under an
    /// identifier.
    pub gone: usize,
}

/// So many listings may go at once without a question, whatever the length of the list.
const FEW: usize = 2;

impl Removals {
    /// What `lists` have lost since `old` was made of them.
    #[must_use]
    pub fn of(lists: &[Listed], old: &Lock) -> Self {
        let listings = lists.iter().flat_map(|listed| {
            let publications = listed.publications.iter();
            publications.map(move |listing| (listing, &listed.person))
        });
        let mut names: BTreeSet<String> = BTreeSet::new();
        let mut now = 0;
        for (listing, person) in listings {
            now += 1;
            names.insert(fingerprint(listing, person));
            names.insert(squeeze(&listing.title));
            let pins = listing.pinned_ids().into_iter();
            names.extend(pins.map(|id| id.to_string()));
            names.extend(listing.key.clone());
        }
        let is_gone = |locked: &&crate::lock::LockedListing| {
            let pins = WorkId::all_of(&locked.pins);
            !names.contains(&locked.fingerprint)
                && !names.contains(&squeeze(&locked.title))
                && !names.contains(&locked.key)
                && !pins.iter().any(|id| names.contains(&id.to_string()))
        };
        Self {
            before: old.listings.len(),
            now,
            gone: old.listings.iter().filter(is_gone).count(),
        }
    }

    /// Whether nothing, or little, is left: a list that was emptied by a failed download or a slip of
    /// an editor looks like that.
    #[must_use]
    pub fn look_like_a_mishap(&self) -> bool {
        let is_empty = self.before > 0 && self.now == 0;
        is_empty || self.gone > FEW && 2 * self.gone > self.before && 2 * self.now < self.before
    }
}

#[cfg(test)]
mod tests {
    use super::Removals;

    #[test]
    fn what_loses_all_or_most_looks_like_a_mishap() {
        for (before, now, gone, is_mishap) in [
            (0, 0, 0, false),
            (1, 0, 1, true),
            (40, 0, 40, true),
            (40, 12, 28, true),
            (40, 30, 10, false),
            (2, 1, 1, false),
            // Another list in its place.
            (1, 1, 1, false),
            (40, 45, 40, false),
        ] {
            let removals = Removals { before, now, gone };
            assert_eq!(removals.look_like_a_mishap(), is_mishap, "{removals:?}");
        }
    }
}
