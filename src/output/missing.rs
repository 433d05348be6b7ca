//! Which entries a person took out of the file.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    compose::title_of_work,
    marks::{is_of_digest, work_code},
    named::Named,
    read_back::Output,
    successors::Successors,
};
use crate::lock::Lock;

/// Whether the entry of a work that is not in the file was taken out by the person, beyond doubt. An
/// entry that is missing because the file is older than the work, from another branch or cut off is
/// not.
pub(super) struct Removals<'a> {
    output: &'a Output,
    old: Option<&'a Lock>,
    successors: &'a Successors,
    named: &'a Named,
    /// The codes of works that were in the file, as the marks have it.
    written: BTreeSet<&'a str>,
    /// Keys of the stretches that are missing as one, between two entries as the lock has them.
    stretches: BTreeSet<&'a str>,
}

impl<'a> Removals<'a> {
    pub(super) fn of(
        output: &'a Output,
        old: Option<&'a Lock>,
        successors: &'a Successors,
        named: &'a Named,
    ) -> Self {
        let left_behind = output.orphans.iter().map(|mark| mark.work.as_str());
        let mut out = Self {
            output,
            old,
            successors,
            named,
            written: output.vouched().into_iter().chain(left_behind).collect(),
            stretches: BTreeSet::new(),
        };
        out.stretches = old.map(|old| out.stretches_in(old)).unwrap_or_default();
        out
    }

    /// Whether the person took out the entry of the work that has this key now.
    pub(super) fn includes(&self, key: &str) -> bool {
        self.successors.former(key).any(|was| {
            let is_left_out = |old: &Lock| old.by_hand.left_out.contains(was);
            let is_known = |old: &Lock| {
                old.written.contains_key(was) || old.earlier.contains_key(was) || is_left_out(old)
            };
            let said = self.output.without.get(was);
            said.is_some_and(|title| {
                self.named.is_titled(key, title) || self.old.is_some_and(is_left_out)
            }) || self.old.is_some_and(is_known)
                && self.output.is_complete()
                && (self.was_written(key) || self.stretches.contains(was))
        })
    }

    /// Whether the file says that the entry of this work was in it.
    fn was_written(&self, key: &str) -> bool {
        let mut codes = self.named.codes(key);
        codes.any(|code| self.written.contains(code))
    }

    /// Where several entries in a row were taken out with their marks, only the first of them is named by
    /// the entry before. The others are those that the lock has up to the next entry: if all that the file
    /// still says of itself is as the lock has it.
    fn stretches_in(&self, old: &'a Lock) -> BTreeSet<&'a str> {
        if !self.output.orphans.is_empty() {
            // Marks that were left behind name each one.
            return BTreeSet::new();
        }
        let works = old.works.iter();
        let works = works.filter(|work| old.written.contains_key(&work.key));
        let works: Vec<(&str, String)> = works
            .map(|work| {
                (
                    work.key.as_str(),
                    work_code(&work.key, &title_of_work(work)),
                )
            })
            .collect();
        let places: BTreeMap<&str, usize> = works
            .iter()
            .enumerate()
            .map(|(at, (key, _))| (*key, at))
            .collect();
        let none = work_code("", "");
        let code_at = |at: Option<usize>| {
            let work = at.and_then(|at| works.get(at));
            work.map_or(none.as_str(), |(_, code)| code)
        };
        let mut marked = BTreeSet::new();
        let mut present = BTreeSet::new();
        for written in &self.output.entries {
            let at = places.get(written.entry.key.as_str()).copied();
            present.extend(at);
            let Some(mark) = &written.mark else { continue };
            let is_as_in_lock = at.is_some_and(|at| {
                let (key, code) = &works[at];
                let digest = old.written.get(*key);
                digest.is_some_and(|digest| is_of_digest(&mark.text, digest))
                    && mark.before == code_at(at.checked_sub(1))
                    && mark.work == *code
                    && mark.next == code_at(Some(at + 1))
            });
            if !is_as_in_lock {
                return BTreeSet::new();
            }
            marked.extend(at);
        }
        let is_begun = self.output.begin.as_deref() == Some(code_at(Some(0)));
        let is_ended = self.output.last.as_deref() == Some(code_at(works.len().checked_sub(1)));
        if !is_begun || !is_ended {
            return BTreeSet::new();
        }
        let mut out = BTreeSet::new();
        let mut at = 0_usize;
        while at < works.len() {
            let absent = (at..works.len()).take_while(|at| !present.contains(at));
            let end = at + absent.count();
            let is_firm = |at: Option<usize>| at.is_none_or(|at| marked.contains(&at));
            if is_firm(at.checked_sub(1)) && is_firm(Some(end).filter(|end| *end < works.len())) {
                out.extend(works[at..end].iter().map(|(key, _)| *key));
            }
            at = end + 1;
        }
        out
    }
}
