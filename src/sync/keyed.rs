use std::collections::{BTreeMap, BTreeSet};

use super::{same::shares_id, settle::Draft};
use crate::{
    export::keys::{KeyHolder, KeyOrder, KeyRequest, aliases, assign, base_key},
    lock::Lock,
    model::Work,
    text::fold::squeeze,
};

/// A key under which a work is not to be found any longer, though the list or an earlier run says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rekeyed {
    /// The key it was given.
    pub was: String,
    /// The key it has.
    pub now: String,
    /// Whether another work has that key now.
    pub taken: bool,
}

/// The drafts as works with their keys, and which keys of theirs are other ones now. No work has a key
/// that is another work's of the `old` run, or another entry's of `holders`.
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
            // Of several the key under which this very work was exported.
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

/// The keys of works of an earlier run, those included that they had before: a key belongs to its work
/// for good, listed or not, unless the person gives it to another.
fn holders_of_old(works: &BTreeMap<&str, &Work>) -> BTreeMap<String, KeyHolder> {
    let keys = works.values().flat_map(|work| {
        let keys = std::iter::once(&work.key).chain(&work.aliases);
        keys.map(move |key| (key, &work.meta.title))
    });
    keys.map(|(key, title)| {
        let holder = KeyHolder {
            title: squeeze(&title.text()),
            yields: true,
        };
        (key.clone(), holder)
    })
    .collect()
}
