//! By which names a file may speak of a work.

use std::collections::BTreeMap;

use super::{compose::title_of_work, marks::work_code, successors::Successors};
use crate::{
    lock::{Lock, is_other_work},
    model::Work,
};

/// The names that marks may have for works, by the keys of now: of each work what an earlier run, or this
/// one, would say of it. A key alone names no work, since it may have been another's.
#[derive(Debug, Default)]
pub(super) struct Named(BTreeMap<String, Vec<Name>>);

/// A name: the title that a work had, and the code of its key with that.
#[derive(Debug)]
struct Name {
    title: String,
    code: String,
}

impl Named {
    pub(super) fn between(old: &Lock, new: &Lock, successors: &Successors) -> Self {
        let mut out = Self::default();
        let mut now: BTreeMap<&str, &Work> = BTreeMap::new();
        for work in works(new) {
            out.add(&work.key, work);
            now.insert(&work.key, work);
        }
        for work in works(old) {
            let key = successors.of(&work.key);
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
            names.push(Name { title, code });
        }
    }

    /// Whether this code means the work that has this key now.
    pub(super) fn is_meant(&self, key: &str, code: &str) -> bool {
        let mut names = self.0.get(key).into_iter().flatten();
        names.any(|name| name.code == code)
    }

    /// Whether the work that has this key now had this title.
    pub(super) fn is_titled(&self, key: &str, title: &str) -> bool {
        let mut names = self.0.get(key).into_iter().flatten();
        names.any(|name| name.title == title)
    }
}

fn works(lock: &Lock) -> impl Iterator<Item = &Work> {
    let former = lock.former.iter().map(|former| &former.work);
    lock.works.iter().chain(former)
}
