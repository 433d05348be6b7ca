//! The entries that a person removed from the file.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    compose::title_of_work,
    key_changes::KeyChanges,
    marks::{EntryMark, is_of_digest, work_code},
    parse::ParsedOutput,
    work_names::WorkNames,
};
use crate::lock::Lock;

/// The current keys of the works whose entries the person has certainly removed from the file.
pub(super) struct RemovedEntries(BTreeSet<String>);

impl RemovedEntries {
    /// Finds the removed entries.
    ///
    /// An entry may also be missing because the file is older than the work, comes from another branch, was
    /// truncated or merged. So a missing entry counts as removed only if every mark of the file is what the
    /// run wrote that made the lock. Earlier removals have lines of their own in the file.
    pub(super) fn of(
        output: &ParsedOutput,
        old: Option<&Lock>,
        key_changes: &KeyChanges,
        work_names: &WorkNames,
    ) -> Self {
        let mut out = BTreeSet::new();
        for (was, title) in &output.without {
            let now = key_changes.current(was);
            let is_removed = old.is_some_and(|old| old.manual_edits.removed.contains(was));
            if is_removed || work_names.has_title(now, title) {
                out.insert(now.to_owned());
            }
        }
        // A file without any entry or mark of an entry was emptied by accident more likely than on purpose.
        let is_emptied = output.entries.is_empty() && output.orphans.is_empty();
        let is_whole = output.is_complete() && !is_emptied;
        if let Some(old) = old.filter(|old| is_whole && is_of_lock(output, old)) {
            let entries = output.entries.iter();
            let present: BTreeSet<&str> = entries.map(|it| it.entry.key.as_str()).collect();
            let absent = old
                .written
                .keys()
                .filter(|key| !present.contains(key.as_str()));
            out.extend(absent.map(|key| key_changes.current(key).to_owned()));
        }
        Self(out)
    }

    /// Returns whether the person removed the entry of the work that has this key now.
    pub(super) fn includes(&self, key: &str) -> bool {
        self.0.contains(key)
    }
}

/// Returns whether all marks of a file are those of the run that wrote the lock.
fn is_of_lock(output: &ParsedOutput, lock: &Lock) -> bool {
    let works = lock.works.iter();
    let works = works.filter_map(|work| Some((work, lock.written.get(&work.key)?)));
    let works: Vec<(String, &str)> = works
        .map(|(work, digest)| {
            let code = work_code(&work.key, &title_of_work(work));
            (code, digest.as_str())
        })
        .collect();
    let codes = works.iter().enumerate();
    let places: BTreeMap<&str, usize> = codes.map(|(at, (code, _))| (code.as_str(), at)).collect();
    let none = work_code("", "");
    let code_at = |at: Option<usize>| {
        let work = at.and_then(|at| works.get(at));
        work.map_or(none.as_str(), |(code, _)| code)
    };
    let is_as_written = |mark: &EntryMark| {
        places.get(mark.work.as_str()).is_some_and(|at| {
            is_of_digest(&mark.text, works[*at].1)
                && mark.before == code_at(at.checked_sub(1))
                && mark.next == code_at(Some(at + 1))
        })
    };
    let marks = output.entries.iter().filter_map(|it| it.mark.as_ref());
    let begin = output.begin.as_deref();
    begin.is_none_or(|code| code == code_at(Some(0)))
        && output.last.as_deref() == Some(code_at(works.len().checked_sub(1)))
        && marks.chain(&output.orphans).all(is_as_written)
}
