//! What becomes of the text between entries: what one side changed is taken from it, what both changed is
//! merged by lines.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    between::{macros, merge_text},
    changes::{Changes, Hunk},
    conflict::Markers,
    side::{Part, Side},
};

/// The merged text, as changes of our sequence of parts.
pub(super) struct TextMerge {
    /// Parts of our side that are no longer there, or are in a group.
    pub(super) gone: BTreeSet<usize>,
    /// Parts of their side that are added.
    pub(super) added: Vec<usize>,
    pub(super) groups: Vec<Group>,
}

/// Text that both sides changed.
pub(super) struct Group {
    pub(super) ours: Vec<usize>,
    pub(super) theirs: Vec<usize>,
    pub(super) text: String,
    pub(super) conflicts: usize,
}

/// The versions of the file, and what either side changed.
pub(super) struct Versions<'a> {
    pub(super) base: &'a Side<'a>,
    pub(super) ours: &'a Side<'a>,
    pub(super) theirs: &'a Side<'a>,
    pub(super) mine: Changes,
    pub(super) other: Changes,
}

impl TextMerge {
    pub(super) fn of(versions: &Versions<'_>, markers: &Markers) -> Self {
        let Versions { mine, other, .. } = versions;
        let removed = other.hunks.iter().flat_map(|hunk| &hunk.removed);
        let mut out = Self {
            gone: removed
                .filter_map(|at| mine.kept.get(*at).copied().flatten())
                .collect(),
            added: Vec::new(),
            groups: Vec::new(),
        };
        let mut settled: BTreeSet<usize> = BTreeSet::new();
        for meeting in meetings(&mine.hunks, &other.hunks) {
            out.settle(versions, &meeting, &mut settled, markers);
        }
        out.settle_macros(versions, &mut settled, markers);
        let added = other.hunks.iter().flat_map(|hunk| &hunk.added);
        out.added = added.copied().filter(|at| !settled.contains(at)).collect();
        out.added.sort_unstable();
        out
    }

    pub(super) fn conflicts(&self) -> usize {
        self.groups.iter().map(|it| it.conflicts).sum()
    }

    /// Merges text that both sides changed. What of their side needs no more care goes into `settled`.
    fn settle(
        &mut self,
        versions: &Versions<'_>,
        meeting: &Meeting,
        settled: &mut BTreeSet<usize>,
        markers: &Markers,
    ) {
        let Versions { mine, other, .. } = versions;
        let ours = now(meeting, &mine.hunks, &meeting.ours, &mine.kept);
        let theirs = now(meeting, &other.hunks, &meeting.theirs, &other.kept);
        let is_added = |hunks: &[Hunk], list: &BTreeSet<usize>| {
            let mut list = list.iter().filter_map(|at| hunks.get(*at));
            list.any(|hunk| !hunk.added.is_empty())
        };
        if !is_added(&mine.hunks, &meeting.ours) && !is_added(&other.hunks, &meeting.theirs) {
            return;
        }
        settled.extend(&theirs);
        let base: Vec<usize> = meeting.base.iter().copied().collect();
        let sources = |side: &Side<'_>, list: &[usize]| -> Vec<String> {
            let parts = list.iter().filter_map(|at| side.parts.get(*at));
            parts.map(|part| part.source.to_owned()).collect()
        };
        if sources(versions.ours, &ours) == sources(versions.theirs, &theirs) {
            for at in &ours {
                self.gone.remove(at);
            }
            return;
        }
        self.add_group(versions, &base, ours, theirs, markers);
    }

    fn add_group(
        &mut self,
        versions: &Versions<'_>,
        base: &[usize],
        ours: Vec<usize>,
        theirs: Vec<usize>,
        markers: &Markers,
    ) {
        let (text, conflicts) = merge_text(
            &joined(versions.base, base),
            &joined(versions.ours, &ours),
            &joined(versions.theirs, &theirs),
            markers,
        );
        self.gone.extend(&ours);
        self.groups.push(Group {
            ours,
            theirs,
            text: text.trim().to_owned(),
            conflicts,
        });
    }

    /// Marks macros that both sides add with different values, wherever they stand; two of one value are
    /// one.
    fn settle_macros(
        &mut self,
        versions: &Versions<'_>,
        settled: &mut BTreeSet<usize>,
        markers: &Markers,
    ) {
        let mut known: BTreeMap<String, (usize, String)> = BTreeMap::new();
        for at in blocks(versions.ours, &versions.mine) {
            let Some(part) = versions
                .ours
                .parts
                .get(at)
                .filter(|_| !self.gone.contains(&at))
            else {
                continue;
            };
            for (name, value) in macros(part.source) {
                known.insert(name, (at, value));
            }
        }
        for at in blocks(versions.theirs, &versions.other) {
            let Some(part) = versions
                .theirs
                .parts
                .get(at)
                .filter(|_| !settled.contains(&at))
            else {
                continue;
            };
            let both: Vec<(bool, usize)> = macros(part.source)
                .iter()
                .filter_map(|(name, value)| {
                    let (mine, other) = known.get(name)?;
                    Some((value == other, *mine))
                })
                .collect();
            let differs = both.iter().find(|(is_equal, _)| !is_equal);
            if let Some((_, mine)) = differs {
                settled.insert(at);
                if !self.gone.contains(mine) {
                    self.add_group(versions, &[], vec![*mine], vec![at], markers);
                }
            } else if !both.is_empty() && both.len() == macros(part.source).len() {
                settled.insert(at);
            }
        }
    }
}

/// Returns the blocks that a side adds.
fn blocks(side: &Side<'_>, changes: &Changes) -> Vec<usize> {
    let added = changes.hunks.iter().flat_map(|hunk| &hunk.added);
    let is_block = |at: &usize| side.parts.get(*at).is_some_and(Part::is_block);
    added.copied().filter(is_block).collect()
}

/// Changes of both sides that have a part of the base in common.
#[derive(Default)]
struct Meeting {
    /// The parts of the base.
    base: BTreeSet<usize>,
    ours: BTreeSet<usize>,
    theirs: BTreeSet<usize>,
}

/// Groups changes that meet. Those of one side are in the order of the base, so that one pass suffices.
fn meetings(mine: &[Hunk], other: &[Hunk]) -> Vec<Meeting> {
    let by_part = |hunks: &[Hunk]| -> BTreeMap<usize, usize> {
        let numbered = hunks.iter().enumerate();
        numbered
            .flat_map(|(number, hunk)| hunk.removed.iter().map(move |part| (*part, number)))
            .collect()
    };
    let (mine_by_part, other_by_part) = (by_part(mine), by_part(other));
    let mut out: Vec<Meeting> = Vec::new();
    for (part, my_hunk) in &mine_by_part {
        let Some(their_hunk) = other_by_part.get(part) else {
            continue;
        };
        let is_new = out
            .last()
            .is_none_or(|last| !last.ours.contains(my_hunk) && !last.theirs.contains(their_hunk));
        if is_new {
            out.push(Meeting::default());
        }
        if let Some(meeting) = out.last_mut() {
            for (hunks, at) in [(mine, my_hunk), (other, their_hunk)] {
                meeting
                    .base
                    .extend(hunks.get(*at).iter().flat_map(|it| &it.removed));
            }
            meeting.ours.insert(*my_hunk);
            meeting.theirs.insert(*their_hunk);
        }
    }
    out
}

/// Returns what a side has in place of the parts of the base.
fn now(
    meeting: &Meeting,
    hunks: &[Hunk],
    list: &BTreeSet<usize>,
    kept: &[Option<usize>],
) -> Vec<usize> {
    let kept = meeting
        .base
        .iter()
        .filter_map(|at| kept.get(*at).copied().flatten());
    let added = list
        .iter()
        .filter_map(|at| hunks.get(*at))
        .flat_map(|it| &it.added);
    let mut out: Vec<usize> = kept.chain(added.copied()).collect();
    out.sort_unstable();
    out
}

/// Joins parts of a side as they stand there, each on lines of its own.
fn joined(side: &Side<'_>, list: &[usize]) -> String {
    let mut out = String::new();
    for part in list.iter().filter_map(|at| side.parts.get(*at)) {
        if !out.is_empty() {
            out.push_str(if part.continues_line() {
                "\n"
            } else {
                part.lead
            });
        }
        out.push_str(part.source);
    }
    out
}
