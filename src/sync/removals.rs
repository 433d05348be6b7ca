//! How many of its listings a list has lost. Pure.

use std::collections::BTreeSet;

use super::input::{Listed, targets};
use crate::{
    lock::{Lock, LockedListing},
    model::WorkId,
    text::fold::fold_without_blanks,
};

/// The listings of an earlier run that are gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Removals {
    /// The number of listings before.
    pub before: usize,
    /// The number of listings now, new ones included.
    pub now: usize,
    /// The number of listings before that are not listed any longer, neither under their title nor
    /// under an identifier.
    pub gone: usize,
}

/// The number of listings that may go at once without a question, whatever the length of the list.
const FEW: usize = 2;

impl Removals {
    /// Returns what `lists` have lost since `old` was made of them.
    #[must_use]
    pub fn of(lists: &[Listed], old: &Lock) -> Self {
        let targets = targets(lists);
        let mut names: BTreeSet<String> = BTreeSet::new();
        for target in &targets {
            names.insert(target.fingerprint.clone());
            names.insert(target.title.key.clone());
            let pins = target.listing.pinned_ids().into_iter();
            names.extend(pins.map(|id| id.to_string()));
            names.extend(target.listing.key.clone());
        }
        let is_gone = |locked: &&LockedListing| {
            let pins = WorkId::all_of(&locked.pins);
            !names.contains(&locked.fingerprint)
                && !names.contains(&fold_without_blanks(&locked.title))
                && !names.contains(&locked.key)
                && !pins.iter().any(|id| names.contains(&id.to_string()))
        };
        Self {
            before: old.listings.len(),
            now: targets.len(),
            gone: old.listings.iter().filter(is_gone).count(),
        }
    }

    /// Whether nothing, or little, is left, as after a failed download or a slip in an editor.
    #[must_use]
    pub fn look_like_a_mishap(&self) -> bool {
        let lost_most = 2 * self.gone > self.before && 2 * self.now < self.before;
        self.lost_all() || self.gone > FEW && lost_most
    }

    /// Whether nothing is left of what was listed, perhaps because another list has its place.
    #[must_use]
    pub fn lost_all(&self) -> bool {
        let is_empty = self.before > 0 && self.now == 0;
        is_empty || self.before > FEW && self.gone == self.before
    }
}

#[cfg(test)]
mod tests {
    use super::Removals;

    #[test]
    fn losing_all_or_most_looks_like_a_mishap() {
        for (before, now, gone, is_mishap) in [
            (0, 0, 0, false),
            (1, 0, 1, true),
            (40, 0, 40, true),
            (40, 12, 28, true),
            (40, 30, 10, false),
            (2, 1, 1, false),
            (2, 2, 2, false),
            // Another list in its place.
            (40, 45, 40, true),
            (40, 45, 38, false),
        ] {
            let removals = Removals { before, now, gone };
            assert_eq!(removals.look_like_a_mishap(), is_mishap, "{removals:?}");
        }
    }
}
