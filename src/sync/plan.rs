//! Which listings a run searches for.

use std::collections::BTreeSet;

use super::{
    input::Target,
    locked::{LockedEntry, LockedSet},
};

/// What a run has to do for a listing.
#[derive(Debug, Clone, Copy)]
pub(super) enum Need<'a> {
    /// Search for its record.
    Search,
    /// Nothing: the person does not want it searched for.
    Excluded,
    /// Nothing: the lock's answer is still right.
    Current(LockedEntry<'a>),
}

/// The listings of a run, each with its need.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    pub(super) targets: &'a [Target<'a>],
    needs: Vec<Need<'a>>,
    /// Whether each list is asked about as if it were alone, where a title takes a request.
    pub(super) is_list_by_list: bool,
}

impl<'a> Plan<'a> {
    /// Plans a run in which the answers in `locked` to the listings with these numbers are `current`.
    pub(super) fn new(
        targets: &'a [Target<'a>],
        locked: &LockedSet<'a>,
        current: &BTreeSet<usize>,
    ) -> Self {
        let need = |target: &Target<'_>| {
            let entry = locked.get(target.index);
            match entry.filter(|_| current.contains(&target.index)) {
                Some(entry) => Need::Current(entry),
                None if target.listing.is_searched() => Need::Search,
                None => Need::Excluded,
            }
        };
        Self {
            targets,
            needs: targets.iter().map(need).collect(),
            is_list_by_list: false,
        }
    }

    /// Plans a run of which the lists are looked up one by one afterwards.
    pub(super) fn list_by_list(self) -> Self {
        Self {
            is_list_by_list: true,
            ..self
        }
    }

    /// Plans a run without an earlier one: everything is searched for that the person wants searched.
    pub(super) fn whole(targets: &'a [Target<'a>]) -> Self {
        Self::new(targets, &LockedSet::default(), &BTreeSet::new())
    }

    /// The listings with their needs.
    pub(super) fn needs(&self) -> impl Iterator<Item = (&'a Target<'a>, Need<'a>)> {
        self.targets.iter().zip(self.needs.iter().copied())
    }

    /// The listings to be searched for.
    pub(super) fn searched(&self) -> impl Iterator<Item = &'a Target<'a>> {
        let needs = self.needs();
        needs.filter_map(|(target, need)| matches!(need, Need::Search).then_some(target))
    }

    pub(super) fn is_searched(&self, index: usize) -> bool {
        matches!(self.needs.get(index), Some(Need::Search))
    }

    /// The number of listings of a list.
    pub(super) fn listed(&self, list: usize) -> usize {
        self.targets.iter().filter(|it| it.list == list).count()
    }

    /// The number of lists that have listings, and of those before them.
    pub(super) fn lists(&self) -> usize {
        self.targets.last().map_or(0, |target| target.list + 1)
    }
}
