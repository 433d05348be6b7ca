//! The names by which a file may refer to a work.

use std::collections::BTreeMap;

use super::{compose::title_of_work, key_changes::KeyChanges, marks::work_code};
use crate::{
    lock::{Lock, is_other_work},
    model::Work,
};

/// The names that marks may use for each work, by the work's current key: the names that the last run and this
/// one give it. A key alone does not identify a work, because the key may have been another work's.
#[derive(Debug, Default)]
pub(super) struct WorkNames(BTreeMap<String, Vec<WorkName>>);

/// The title of a work in one run, with the code of its key and title.
#[derive(Debug)]
struct WorkName {
    title: String,
    code: String,
}

impl WorkNames {
    /// Collects the names of the works of the last run and of this one.
    pub(super) fn between(old: &Lock, new: &Lock, key_changes: &KeyChanges) -> Self {
        let mut out = Self::default();
        let mut now: BTreeMap<&str, &Work> = BTreeMap::new();
        for work in works(new) {
            out.add(&work.key, work);
            now.insert(&work.key, work);
        }
        for work in works(old) {
            let key = key_changes.current(&work.key);
            let is_other = now.get(key).is_some_and(|now| is_other_work(work, now));
            if !is_other {
                out.add(key, work);
            }
        }
        out
    }

    fn add(&mut self, now: &str, work: &Work) {
        let title = title_of_work(work);
        let code = work_code(&work.key, &title);
        let names = self.0.entry(now.to_owned()).or_default();
        if names.iter().all(|name| name.code != code) {
            names.push(WorkName { title, code });
        }
    }

    /// Returns whether a work has this key now.
    pub(super) fn has_names(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// Returns whether a mark's code refers to the work that has this key now.
    pub(super) fn has_code(&self, key: &str, code: &str) -> bool {
        let mut names = self.0.get(key).into_iter().flatten();
        names.any(|name| name.code == code)
    }

    /// Returns whether the work that has this key now has, or had, this folded title.
    pub(super) fn has_title(&self, key: &str, title: &str) -> bool {
        let mut names = self.0.get(key).into_iter().flatten();
        names.any(|name| name.title == title)
    }
}

fn works(lock: &Lock) -> impl Iterator<Item = &Work> {
    let former = lock.former.iter().map(|former| &former.work);
    lock.works.iter().chain(former)
}
