//! Gives works their citation keys. Pure.

use std::collections::{BTreeMap, BTreeSet};

use super::{draft::Draft, same_work::shares_id};
use crate::{
    export::keys::{KeyHolder, KeyOrder, KeyRequest, aliases, assign, base_key},
    lock::Lock,
    model::Work,
    text::fold::fold_without_blanks,
};

/// A key that the list or an earlier run gave a work, and that the work does not have now.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rekeyed {
    /// The key that it was given.
    pub was: String,
    /// The key that it has.
    pub now: String,
    /// Whether another work has that key now.
    pub taken: bool,
}

/// Returns the drafts as works with their keys, and the keys that changed. No work gets a key that
/// belongs to another work of the `old` run or to another entry in `holders`.
pub(super) fn with_keys(
    drafts: Vec<Draft>,
    pattern: &str,
    holders: &BTreeMap<String, KeyHolder>,
    old: Option<&Lock>,
) -> (Vec<Work>, Vec<Rekeyed>) {
    let former = old.into_iter().flat_map(|old| &old.former);
    let former = former.map(|former| (former.work.key.as_str(), &former.work));
    let listed = old.map(Lock::by_key).unwrap_or_default();
    let exported: BTreeMap<&str, &Work> = former.chain(listed).collect();
    let requests: Vec<KeyRequest> = drafts
        .iter()
        .map(|draft| {
            let meta = &draft.merged.meta;
            // Of several keys, the one under which this very work was exported.
            let is_its_own = |key: &&String| {
                let work = exported.get(key.as_str());
                work.is_some_and(|work| shares_id(&work.meta, meta))
            };
            let kept = draft.kept_keys.iter();
            KeyRequest {
                wanted: draft.wanted_keys.first().cloned(),
                kept: kept
                    .clone()
                    .find(is_its_own)
                    .or(draft.kept_keys.first())
                    .cloned(),
                base: base_key(meta, pattern),
                order: KeyOrder::of(meta),
            }
        })
        .collect();
    let mut all_holders = holders_of_old(&exported);
    for draft in &drafts {
        for key in &draft.kept_keys {
            all_holders.remove(key);
        }
    }
    all_holders.extend(
        holders
            .iter()
            .map(|(key, holder)| (key.clone(), holder.clone())),
    );
    let keys = assign(&requests, &all_holders);
    let former = |draft: &Draft| {
        let kept = draft.kept_keys.iter();
        let before = kept
            .clone()
            .filter_map(|key| exported.get(key.as_str()))
            .flat_map(|work| &work.aliases);
        let wanted = draft.wanted_keys.iter().skip(1);
        kept.chain(wanted).chain(before).cloned().collect()
    };
    let aliases = aliases(&keys, drafts.iter().map(former).collect());
    let all: BTreeSet<&String> = keys.iter().collect();
    let rekeyed = drafts.iter().zip(&keys).flat_map(|(draft, now)| {
        let given: BTreeSet<&String> = draft.wanted_keys.iter().chain(&draft.kept_keys).collect();
        let others = given.into_iter().filter(move |was| *was != now);
        others.map(|was| Rekeyed {
            was: was.clone(),
            now: now.clone(),
            taken: all.contains(was),
        })
    });
    let rekeyed = rekeyed.collect();
    let works = drafts
        .into_iter()
        .zip(keys)
        .zip(aliases)
        .map(|((draft, key), aliases)| Work {
            key,
            aliases,
            status: draft.status,
            meta: draft.merged.meta,
            fields: draft.fields,
            origins: draft.merged.origins,
            editions: draft.merged.editions,
            expressions: std::collections::BTreeMap::new(),
        })
        .collect();
    (works, rekeyed)
}

/// The keys of the works of an earlier run, and those that they had before. A key belongs to its work
/// for good, listed or not, unless the person gives it to another.
fn holders_of_old(works: &BTreeMap<&str, &Work>) -> BTreeMap<String, KeyHolder> {
    let keys = works.values().flat_map(|work| {
        let keys = std::iter::once(&work.key).chain(&work.aliases);
        keys.map(move |key| (key, &work.meta.title))
    });
    keys.map(|(key, title)| {
        let holder = KeyHolder {
            title: fold_without_blanks(&title.text()),
            yields: true,
        };
        (key.clone(), holder)
    })
    .collect()
}
