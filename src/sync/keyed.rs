use std::collections::{BTreeMap, BTreeSet};

use super::{same::shares_id, settle::Draft};
use crate::{
    export::keys::{KeyOrder, KeyRequest, aliases, assign, base_key},
    model::Work,
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

/// The drafts as works with their keys, none of them one that `reserved` keeps for another title, and of which of their keys it
/// must be told that they are other ones now. `exported` are the works of the earlier run.
pub(super) fn with_keys(
    drafts: Vec<Draft>,
    pattern: &str,
    reserved: &BTreeMap<String, String>,
    exported: &BTreeMap<&str, &Work>,
) -> (Vec<Work>, Vec<Rekeyed>) {
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
    let keys = assign(&requests, reserved);
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
        })
        .collect();
    (works, rekeyed)
}
