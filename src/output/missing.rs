//! Which entries a person took out of the file.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    compose::title_of_work,
    marks::{Mark, is_of_digest, work_code},
    named::Named,
    read_back::Output,
    successors::Successors,
};
use crate::lock::Lock;

/// The works whose entries are not in the file because the person took them out, beyond doubt, by their
/// keys now.
pub(super) struct Removals(BTreeSet<String>);

impl Removals {
    /// An entry that is missing because the file is older than the work, from another branch, cut off or
    /// merged was not taken out: only a file that is, in all that it still says of itself, what the run
    /// wrote that made the lock tells what it lacks. What was taken out before is said in the file.
    pub(super) fn of(
        output: &Output,
        old: Option<&Lock>,
        successors: &Successors,
        named: &Named,
    ) -> Self {
        let mut out = BTreeSet::new();
        for (was, title) in &output.without {
            let now = successors.of(was);
            let is_left_out = old.is_some_and(|old| old.by_hand.left_out.contains(was));
            if is_left_out || named.is_titled(now, title) {
                out.insert(now.to_owned());
            }
        }
        if let Some(old) = old.filter(|old| output.is_complete() && is_of_lock(output, old)) {
            let entries = output.entries.iter();
            let present: BTreeSet<&str> = entries.map(|it| it.entry.key.as_str()).collect();
            let absent = old
                .written
                .keys()
                .filter(|key| !present.contains(key.as_str()));
            out.extend(absent.map(|key| successors.of(key).to_owned()));
        }
        Self(out)
    }

    /// Whether the person took out the entry of the work that has this key now.
    pub(super) fn includes(&self, key: &str) -> bool {
        self.0.contains(key)
    }
}

/// Whether all marks of a file are those that the run wrote that made the lock.
fn is_of_lock(output: &Output, lock: &Lock) -> bool {
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
    let is_as_written = |mark: &Mark| {
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
