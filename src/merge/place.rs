//! Where the parts that only their side has stand among ours.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    same::SameEntries,
    text::{TextMerge, Versions},
};

/// Their parts by the number of our part before which they stand, each list in their order.
pub(super) type Slots = BTreeMap<usize, Vec<usize>>;

/// What is needed to find places.
pub(super) struct Places<'a> {
    versions: &'a Versions<'a>,
    same: &'a SameEntries,
    /// Their entries that only they have.
    entries: &'a BTreeSet<usize>,
    /// The slots of those, by their parts.
    slots: BTreeMap<usize, usize>,
}

impl<'a> Places<'a> {
    /// Finds the places of the entries that only their side has, by the numbers of those entries.
    pub(super) fn of(
        versions: &'a Versions<'a>,
        same: &'a SameEntries,
        entries: &'a BTreeSet<usize>,
    ) -> Self {
        let mut out = Self {
            versions,
            same,
            entries,
            slots: BTreeMap::new(),
        };
        let mut behind = None;
        for (at, part) in versions.theirs.parts.iter().enumerate() {
            if let Some(ours) = out.in_ours(at) {
                behind = Some(out.behind_ours(ours + 1));
            } else if part.entry.is_some_and(|it| entries.contains(&it)) {
                let slot = behind.unwrap_or_else(|| out.above_next(at));
                out.slots.insert(at, slot);
                behind = Some(slot);
            }
        }
        out
    }

    /// Returns the places of all parts that only their side has, and of the groups that our side has no
    /// text for. What both sides added in one place is taken from ours.
    pub(super) fn slots(&self, text: &TextMerge) -> Slots {
        let mut all: Vec<(usize, usize)> =
            self.slots.iter().map(|(at, slot)| (*at, *slot)).collect();
        for group in &text.groups {
            if let (true, Some(first)) = (group.ours.is_empty(), group.theirs.first()) {
                all.push((*first, self.of_text(*first)));
            }
        }
        let replaced = self.replaced();
        let mut taken: BTreeSet<usize> = BTreeSet::new();
        for run in text.added.chunk_by(|a, b| a + 1 == *b) {
            let placed: Vec<(usize, usize)> = run
                .iter()
                .map(|at| {
                    (
                        *at,
                        replaced
                            .get(at)
                            .copied()
                            .unwrap_or_else(|| self.of_text(*at)),
                    )
                })
                .collect();
            let mut alone = placed.clone();
            alone.retain(|(at, slot)| match self.twin(*at, *slot, text, &taken) {
                Some(twin) => !taken.insert(twin),
                None => true,
            });
            // A line of dashes is no news in itself, and needed by what stands between two of them.
            let is_said = |at: usize| {
                let part = self.versions.theirs.parts.get(at);
                part.is_some_and(|it| it.source.contains(char::is_alphanumeric))
            };
            if !alone.is_empty() {
                let rest = placed
                    .iter()
                    .filter(|it| alone.contains(it) || !is_said(it.0));
                all.extend(rest);
            }
        }
        all.sort_unstable();
        let mut out = Slots::new();
        for (at, slot) in all {
            out.entry(slot).or_default().push(at);
        }
        out
    }

    /// Returns the place of a part of their side in ours.
    pub(super) fn in_ours(&self, at: usize) -> Option<usize> {
        let Versions {
            ours,
            theirs,
            mine,
            other,
            ..
        } = self.versions;
        match theirs.parts.get(at)?.entry {
            Some(entry) => {
                let entry = self.same.in_ours.get(&entry)?;
                Some(ours.entries.get(*entry)?.part)
            }
            None => mine.kept.get((*other.from.get(at)?)?).copied()?,
        }
    }

    /// Whether only our side has a part of ours.
    fn is_only_ours(&self, at: usize) -> bool {
        let Versions { ours, mine, .. } = self.versions;
        match ours.parts.get(at).map(|it| it.entry) {
            Some(Some(entry)) => {
                !self.same.ours.contains_key(&entry) && !self.same.in_theirs.contains_key(&entry)
            }
            Some(None) => mine.from.get(at) == Some(&None),
            None => false,
        }
    }

    /// Returns the slot behind the rest of the line, and behind the entries that our side added there.
    fn behind_ours(&self, slot: usize) -> usize {
        let parts = &self.versions.ours.parts;
        let is_rest = |at: usize| {
            let part = parts.get(at);
            part.is_some_and(|it| it.entry.is_none() && it.continues_line())
        };
        let rest = (slot..parts.len()).take_while(|at| is_rest(*at));
        let start = slot + rest.count();
        let added = (start..).take_while(|at| self.is_only_ours(*at));
        let entries = added.filter(|at| parts.get(*at).is_some_and(|it| it.entry.is_some()));
        entries.last().map_or(start, |at| at + 1)
    }

    /// Returns the slot of an entry that stands before all that both sides have. It doesn't come between
    /// our new remark and its entry, unless the remark is the first line of the file.
    fn above_next(&self, at: usize) -> usize {
        let parts = &self.versions.ours.parts;
        let count = self.versions.theirs.parts.len();
        let next = (at + 1..count).find_map(|at| self.in_ours(at));
        let next = next.unwrap_or(parts.len());
        let is_remark = |at: &usize| {
            let below = parts.get(*at + 1);
            parts.get(*at).is_some_and(|it| it.entry.is_none())
                && self.is_only_ours(*at)
                && below.is_some_and(super::side::Part::is_close)
        };
        let remarks = (0..next).rev().take_while(is_remark).count();
        if remarks == next {
            next
        } else {
            next - remarks
        }
    }

    /// Returns the slots of text that replaces some of ours.
    fn replaced(&self) -> BTreeMap<usize, usize> {
        let Versions { mine, other, .. } = self.versions;
        let mut out = BTreeMap::new();
        for hunk in &other.hunks {
            let kept = |at: &usize| mine.kept.get(*at).copied().flatten();
            if let Some(place) = hunk.removed.iter().find_map(kept) {
                out.extend(hunk.added.iter().map(|at| (*at, place)));
            }
        }
        out
    }

    /// Returns the slot of a text of theirs: with the text before it, or above the entry to which it belongs.
    fn of_text(&self, at: usize) -> usize {
        let (theirs, ours) = (&self.versions.theirs.parts, &self.versions.ours.parts);
        let is_new_text = |at: &usize| {
            theirs.get(*at).is_some_and(|it| it.entry.is_none()) && self.in_ours(*at).is_none()
        };
        let before = (0..at).rev().find(|at| !is_new_text(at));
        let behind = before.and_then(|it| {
            let place = self.in_ours(it).map(|it| it + 1);
            place.or_else(|| self.slots.get(&it).copied())
        });
        let is_entry = |at: usize| theirs.get(at).is_some_and(|it| it.entry.is_some());
        let continues = theirs
            .get(at)
            .is_some_and(super::side::Part::continues_line);
        let next = (at + 1..theirs.len()).find_map(|next| {
            let slot = self
                .slots
                .get(&next)
                .copied()
                .or_else(|| self.in_ours(next))?;
            Some((next, slot))
        });
        let (next, above) = next.unwrap_or((theirs.len(), ours.len()));
        match (before, behind) {
            (Some(before), Some(behind)) if is_entry(before) => {
                if continues && before + 1 == at {
                    behind
                } else {
                    above
                }
            }
            (Some(_), Some(behind)) if !self.belongs_to(at, next) => {
                let added = (behind..).take_while(|at| {
                    self.is_only_ours(*at) && ours.get(*at).is_some_and(|it| it.entry.is_none())
                });
                behind + added.count()
            }
            _ => above,
        }
    }

    /// Whether a text of theirs is a remark close above an entry.
    fn belongs_to(&self, at: usize, entry: usize) -> bool {
        let parts = &self.versions.theirs.parts;
        parts.get(entry).is_some_and(|it| it.entry.is_some())
            && (at..entry).all(|at| parts.get(at).is_some_and(|it| !it.is_block()))
            && (at + 1..=entry).all(|at| parts.get(at).is_some_and(super::side::Part::is_close))
    }

    /// Returns the same text that our side added near a slot, if it isn't about an entry of its own.
    fn twin(
        &self,
        at: usize,
        slot: usize,
        text: &TextMerge,
        taken: &BTreeSet<usize>,
    ) -> Option<usize> {
        let (theirs, ours) = (&self.versions.theirs.parts, &self.versions.ours.parts);
        let source = theirs.get(at)?.source;
        let is_known = |at: &usize| {
            ours.get(*at).is_some_and(|it| it.entry.is_some()) && !self.is_only_ours(*at)
        };
        let before = (0..slot).rev().take_while(|at| !is_known(at));
        let behind = (slot..ours.len()).take_while(|at| !is_known(at));
        let mut near = before.chain(behind);
        near.find(|it| {
            let part = ours.get(*it);
            part.is_some_and(|part| part.entry.is_none() && part.source == source)
                && self.is_only_ours(*it)
                && !taken.contains(it)
                && !text.gone.contains(it)
                && !self.are_about_two(at, *it)
        })
    }

    /// Whether texts of both sides stand above entries that only these sides have: they are about those.
    fn are_about_two(&self, theirs: usize, ours: usize) -> bool {
        let other = self.versions.theirs.parts.get(theirs + 1);
        let mine = self.versions.ours.parts.get(ours + 1);
        let is_new = other
            .and_then(|it| it.entry)
            .is_some_and(|it| self.entries.contains(&it));
        is_new
            && other.is_some_and(super::side::Part::is_close)
            && mine.is_some_and(|it| it.entry.is_some() && it.is_close())
            && self.is_only_ours(ours + 1)
    }
}
