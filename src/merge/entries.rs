//! What becomes of each entry.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    conflict::{Markers, MergedEntry},
    entry::{merge_entry, whole},
    same::SameEntries,
    side::SideEntry,
    text::Versions,
};
use crate::patch::FileManner;

/// The entries of the result.
pub(super) struct Entries {
    /// By the numbers of our side; what is missing was removed.
    pub(super) ours: BTreeMap<usize, MergedEntry>,
    /// Those that only their side has, by its numbers.
    pub(super) theirs: BTreeMap<usize, MergedEntry>,
}

impl Entries {
    pub(super) fn of(
        versions: &Versions<'_>,
        same: &SameEntries,
        manner: &FileManner,
        markers: &Markers,
    ) -> Self {
        let Versions {
            base, ours, theirs, ..
        } = versions;
        let mut out = Self {
            ours: BTreeMap::new(),
            theirs: BTreeMap::new(),
        };
        let mut owners = Owners::new();
        let mut own = |before, mine, other, owner| {
            let key = result_key(before, mine, other).to_lowercase();
            if !key.is_empty() {
                owners.entry(key).or_default().push(owner);
            }
        };
        for (at, mine) in ours.entries.iter().enumerate() {
            let before = same.ours.get(&at).and_then(|it| base.entries.get(*it));
            let other = same
                .in_theirs
                .get(&at)
                .and_then(|it| theirs.entries.get(*it));
            let merged = match (before, other) {
                (before, Some(other)) => {
                    own(before, mine, other, Owner::Ours(at));
                    merge_entry(before, mine, other, manner, markers)
                }
                (Some(before), None) if before.says_what(mine) => continue,
                (Some(_), None) => whole(mine.source, "", markers),
                (None, None) => {
                    own(None, mine, mine, Owner::Ours(at));
                    (mine.source.to_owned(), 0)
                }
            };
            out.ours.insert(at, merged);
        }
        for (at, other) in theirs.entries.iter().enumerate() {
            if same.in_ours.contains_key(&at) {
                continue;
            }
            let before = same.theirs.get(&at).and_then(|it| base.entries.get(*it));
            let merged = match before {
                Some(before) if before.says_what(other) => continue,
                Some(_) => whole("", other.source, markers),
                None => {
                    own(None, other, other, Owner::Theirs(at));
                    (other.source.to_owned(), 0)
                }
            };
            out.theirs.insert(at, merged);
        }
        out.part_namesakes(&owners, versions, same, markers);
        out
    }

    /// Makes a conflict of each entry whose key another one has since both sides are one file.
    fn part_namesakes(
        &mut self,
        owners: &Owners,
        versions: &Versions<'_>,
        same: &SameEntries,
        markers: &Markers,
    ) {
        let count = |entries: &[SideEntry<'_>], key: &str| {
            let same = entries
                .iter()
                .filter(|it| it.view.key.to_lowercase() == key);
            same.count()
        };
        let Versions { ours, theirs, .. } = versions;
        for (key, owners) in owners.iter().filter(|(_, owners)| owners.len() > 1) {
            let had = count(&ours.entries, key).max(count(&theirs.entries, key));
            let mut owners = owners.clone();
            // The one that is new on one side alone gives way to the one that both know.
            owners.sort_by_key(|owner| match owner {
                Owner::Ours(at) => usize::from(!same.in_theirs.contains_key(at)),
                Owner::Theirs(_) => 2,
            });
            for owner in owners.iter().skip(had.max(1)) {
                let (mine, other) = match owner {
                    Owner::Ours(at) => (
                        ours.entries.get(*at),
                        same.in_theirs
                            .get(at)
                            .and_then(|it| theirs.entries.get(*it)),
                    ),
                    Owner::Theirs(at) => (None, theirs.entries.get(*at)),
                };
                let source = |entry: Option<&SideEntry<'_>>| {
                    entry.map_or_else(String::new, |it| it.source.to_owned())
                };
                let markers = markers.because(&format!("another entry has the key {key}"));
                let marked = whole(&source(mine), &source(other), &markers);
                match owner {
                    Owner::Ours(at) => self.ours.insert(*at, marked),
                    Owner::Theirs(at) => self.theirs.insert(*at, marked),
                };
            }
        }
    }

    /// Returns the numbers of the entries that only their side has.
    pub(super) fn only_theirs(&self) -> BTreeSet<usize> {
        self.theirs.keys().copied().collect()
    }

    pub(super) fn conflicts(&self) -> usize {
        let all = self.ours.values().chain(self.theirs.values());
        all.map(|(_, conflicts)| conflicts).sum()
    }

    pub(super) fn count(&self) -> usize {
        self.ours.len() + self.theirs.len()
    }
}

/// An entry of the result.
#[derive(Clone, Copy)]
enum Owner {
    Ours(usize),
    Theirs(usize),
}

/// The entries of the result by their keys in lower case, as BibTeX compares them. What one side deleted and
/// the other changed is not among them: it is in conflict anyway.
type Owners = BTreeMap<String, Vec<Owner>>;

fn result_key<'a>(
    before: Option<&SideEntry<'a>>,
    mine: &SideEntry<'a>,
    other: &SideEntry<'a>,
) -> &'a str {
    let is_as_before = before.is_some_and(|it| it.view.key == mine.view.key);
    if is_as_before {
        other.view.key
    } else {
        mine.view.key
    }
}
