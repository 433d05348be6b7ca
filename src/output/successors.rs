//! Under which keys the works of an earlier run are known now.

use std::collections::BTreeMap;

use crate::{
    lock::{ByHand, Fields, Lock, is_other_work},
    model::{Work, WorkId},
    text::fold::squeeze,
};

/// The keys of an earlier run with those that their works have now.
#[derive(Debug, Default)]
pub(super) struct Successors(BTreeMap<String, String>);

impl Successors {
    /// From `old` to `new`. A key whose work is not to be found is its own successor.
    pub(super) fn between(old: &Lock, new: &Lock) -> Self {
        let has: BTreeMap<&str, &Work> = works(new).map(|it| (it.key.as_str(), it)).collect();
        let mut by_name: BTreeMap<String, &str> = BTreeMap::new();
        let mut by_alias: BTreeMap<&str, &str> = BTreeMap::new();
        for work in works(new) {
            for name in names(work) {
                by_name.entry(name).or_insert(&work.key);
            }
            for alias in &work.aliases {
                by_alias.entry(alias).or_insert(&work.key);
            }
        }
        let mut out = BTreeMap::new();
        for work in works(old) {
            let key = work.key.as_str();
            let stays = has.get(key).is_some_and(|now| !is_other_work(work, now));
            let now = if stays {
                None
            } else {
                let named = || {
                    names(work)
                        .iter()
                        .find_map(|name| by_name.get(name).copied())
                };
                by_alias.get(key).copied().or_else(named)
            };
            if let Some(now) = now.filter(|now| *now != key) {
                out.insert(key.to_owned(), now.to_owned());
            }
        }
        Self(out)
    }

    /// The key now.
    pub(super) fn of<'a>(&'a self, key: &'a str) -> &'a str {
        self.0.get(key).map_or(key, String::as_str)
    }

    /// The keys that the work with this one had, this one included unless it was another's.
    pub(super) fn former<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        let former = self.0.iter().filter(move |(_, now)| *now == key);
        let own = std::iter::once(key).filter(|key| !self.0.contains_key(*key));
        own.chain(former.map(|(was, _)| was.as_str()))
    }

    /// What was done by hand, under the keys of now.
    pub(super) fn follow(&self, earlier: &ByHand) -> ByHand {
        let now = |key: &String| self.of(key).to_owned();
        let follow = |fields: &BTreeMap<String, Fields>| {
            let mut out: BTreeMap<String, Fields> = BTreeMap::new();
            for (key, edited) in fields {
                let known = out.entry(now(key)).or_default();
                for (name, value) in edited {
                    known.entry(name.clone()).or_insert_with(|| value.clone());
                }
            }
            out
        };
        ByHand {
            left_out: earlier.left_out.iter().map(now).collect(),
            own: earlier.own.clone(),
            fields: follow(&earlier.fields),
            expressions: follow(&earlier.expressions),
        }
    }
}

fn works(lock: &Lock) -> impl Iterator<Item = &Work> {
    let former = lock.former.iter().map(|former| &former.work);
    lock.works.iter().chain(former)
}

/// By what a work is known again: its identifiers, else its title.
fn names(work: &Work) -> Vec<String> {
    let ids = WorkId::all_of(&work.meta.ids).into_iter();
    let title = format!("title:{}", squeeze(&work.meta.title.text()));
    ids.map(|id| id.to_string())
        .chain(std::iter::once(title))
        .collect()
}
