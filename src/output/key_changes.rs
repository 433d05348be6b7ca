//! The current keys of the works of the last run.

use std::collections::BTreeMap;

use crate::{
    lock::{Fields, Lock, ManualEdits, is_other_work},
    model::{Work, WorkId},
    text::fold::fold_without_blanks,
};

/// A map from keys of the last run to the keys that the same works have now.
#[derive(Debug, Default)]
pub(super) struct KeyChanges(BTreeMap<String, String>);

impl KeyChanges {
    /// Compares two locks. A key is left out if its work keeps it, or is not in `new`.
    pub(super) fn between(old: &Lock, new: &Lock) -> Self {
        let has: BTreeMap<&str, &Work> = works(new).map(|it| (it.key.as_str(), it)).collect();
        let mut by_name: BTreeMap<String, &str> = BTreeMap::new();
        let mut by_alias: BTreeMap<&str, &str> = BTreeMap::new();
        for work in works(new) {
            for name in identities(work) {
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
                    identities(work)
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

    /// Returns the current key of the work that had `key`.
    pub(super) fn current<'a>(&'a self, key: &'a str) -> &'a str {
        self.0.get(key).map_or(key, String::as_str)
    }

    /// Returns the keys that the work with this current key had, the current one included unless it was
    /// another work's.
    pub(super) fn former<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        let former = self.0.iter().filter(move |(_, now)| *now == key);
        let own = std::iter::once(key).filter(|key| !self.0.contains_key(*key));
        own.chain(former.map(|(was, _)| was.as_str()))
    }

    /// Returns the edits under current keys.
    pub(super) fn rekey(&self, earlier: &ManualEdits) -> ManualEdits {
        let now = |key: &String| self.current(key).to_owned();
        let rekey = |fields: &BTreeMap<String, Fields>| {
            let mut out: BTreeMap<String, Fields> = BTreeMap::new();
            for (key, edited) in fields {
                let known = out.entry(now(key)).or_default();
                for (name, value) in edited {
                    known.entry(name.clone()).or_insert_with(|| value.clone());
                }
            }
            out
        };
        ManualEdits {
            removed: earlier.removed.iter().map(now).collect(),
            own_blocks: earlier.own_blocks.clone(),
            fields: rekey(&earlier.fields),
            expressions: rekey(&earlier.expressions),
        }
    }
}

fn works(lock: &Lock) -> impl Iterator<Item = &Work> {
    let former = lock.former.iter().map(|former| &former.work);
    lock.works.iter().chain(former)
}

/// Returns what identifies a work across runs: its identifiers and its folded title.
fn identities(work: &Work) -> Vec<String> {
    let ids = WorkId::all_of(&work.meta.ids).into_iter();
    let title = format!("title:{}", fold_without_blanks(&work.meta.title.text()));
    ids.map(|id| id.to_string())
        .chain(std::iter::once(title))
        .collect()
}
