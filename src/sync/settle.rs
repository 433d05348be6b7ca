//! Makes works, keys and a lock of answers. Pure.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    answer::{Answer, KeepReason},
    draft::Draft,
    input::Target,
    keys::{Rekeyed, with_keys},
    old_keys::OldKeys,
    options::Options,
    result::Item,
    same_work::{Handles, WorkIndex, looks_same, shares_id},
};
use crate::{
    enrich::Precedence,
    lock::{FormerWork, Lock, LockedListing, free_key, is_other_work},
    model::{Outline, Unmatched, Verdict, Work},
    text::publication_state::is_expected,
};

/// Works with their keys, and which work answers each listing.
pub(super) struct Settlement {
    pub(super) items: Vec<Item>,
    pub(super) works: Vec<Work>,
    pub(super) rekeyed: Vec<Rekeyed>,
}

/// Makes works of answers; listings of one work share it. `unsearched` is the reason why what was not
/// found could not be searched for everywhere.
pub(super) fn settle(
    targets: &[Target<'_>],
    answers: Vec<Answer<'_>>,
    precedence: &Precedence,
    unsearched: Option<Unmatched>,
    old: Option<&Lock>,
    options: &Options,
) -> Settlement {
    let keys = OldKeys::of(old, targets);
    let locked = old.map(Lock::by_fingerprint).unwrap_or_default();
    let mut drafts: Vec<Draft> = Vec::new();
    let mut index = WorkIndex::default();
    let mut items: Vec<(Item, usize)> = Vec::new();
    for (target, answer) in targets.iter().zip(answers) {
        let locked = locked.get(target.fingerprint.as_str()).copied();
        let item = item(target, &answer, unsearched);
        let mut draft = match answer {
            Answer::Decided(decision) => {
                Draft::of_decision(&decision, target.listing, target.person, precedence)
            }
            Answer::Kept(entry, _) => Draft::of_lock(entry),
        };
        let key = locked
            .map(|locked| locked.key.clone())
            .or_else(|| {
                let key = keys.of_work(&draft.merged.meta, &draft.handles);
                key.filter(|_| !draft.has_conflict())
            })
            .or_else(|| keys.of_title(&target.title))
            .or_else(|| keys.of_correction(&target.listing.title, &draft.merged.meta));
        draft.kept_keys = key.into_iter().collect();
        let alike = index.alike(&draft.handles).into_iter();
        let known = alike.into_iter().find(|at| drafts[*at].is_one_work(&draft));
        let at = known.unwrap_or(drafts.len());
        index.add(&draft.handles, at);
        if known.is_some() {
            drafts[at].join(draft);
        } else {
            drafts.push(draft);
        }
        items.push((item, at));
    }
    let (works, rekeyed) = with_keys(drafts, &options.key_pattern, &options.holders, old);
    let items = items
        .into_iter()
        .map(|(item, at)| Item {
            key: works[at].key.clone(),
            ..item
        })
        .collect();
    Settlement {
        items,
        works,
        rekeyed,
    }
}

/// The result for a listing, without its key.
fn item(target: &Target<'_>, answer: &Answer<'_>, unsearched: Option<Unmatched>) -> Item {
    let (verdict, upgraded, gone) = match answer {
        Answer::Decided(decision) => (decision.verdict.clone(), decision.upgraded, false),
        Answer::Kept(entry, reason) => {
            let gone = match reason {
                KeepReason::Current => entry.locked.gone,
                KeepReason::Gone => true,
                KeepReason::SourceFailed => false,
            };
            (entry.locked.verdict.clone(), entry.locked.upgraded, gone)
        }
    };
    Item {
        index: target.index,
        list: target.list,
        title: target.listing.title.clone(),
        fingerprint: target.fingerprint.clone(),
        key: String::new(),
        verdict: with_reason(verdict, unsearched),
        upgraded,
        from_lock: answer.is_from_lock(),
        gone,
        expected: is_expected(target.listing),
    }
}

/// The verdict, with the reason why not everything was searched where that matters.
fn with_reason(verdict: Verdict, unsearched: Option<Unmatched>) -> Verdict {
    match (verdict, unsearched) {
        (
            Verdict::Unmatched {
                reason: Unmatched::NotFound | Unmatched::PinUnknown | Unmatched::NotSearched,
                near,
            },
            Some(reason),
        ) => Verdict::Unmatched { reason, near },
        (verdict, _) => verdict,
    }
}

/// Returns the keys of works that the lists keep out of the bibliography: those of which every listing
/// says so.
pub(super) fn unexported(targets: &[Target<'_>], items: &[Item]) -> BTreeSet<String> {
    let (exported, kept_out): (Vec<_>, Vec<_>) = items
        .iter()
        .zip(targets)
        .partition(|(_, target)| target.listing.export);
    let exported: BTreeSet<&str> = exported.iter().map(|(item, _)| item.key.as_str()).collect();
    let kept_out = kept_out.into_iter().map(|(item, _)| item.key.clone());
    kept_out
        .filter(|key| !exported.contains(key.as_str()))
        .collect()
}

/// Returns the works that `old` has and `works` lacks, with what it takes to recognise them again.
pub(super) fn former_works(old: &Lock, works: &[Work]) -> Vec<FormerWork> {
    let now: BTreeSet<&str> = works
        .iter()
        .flat_map(|work| std::iter::once(&work.key).chain(&work.aliases))
        .map(String::as_str)
        .collect();
    let by_key: BTreeMap<&str, &Work> = works.iter().map(|it| (it.key.as_str(), it)).collect();
    let handles: Vec<Handles> = works.iter().map(|work| Handles::of(&work.meta)).collect();
    let mut known: BTreeMap<&str, Vec<(&Work, &Handles)>> = BTreeMap::new();
    for (work, handles) in works.iter().zip(&handles) {
        for handle in &handles.all {
            known.entry(handle).or_default().push((work, handles));
        }
    }
    let is_listed = |work: &Work| {
        let handles = Handles::of(&work.meta);
        let alike = handles.all.iter().filter_map(|it| known.get(it.as_str()));
        alike.flatten().any(|(it, known)| {
            shares_id(&it.meta, &work.meta) || looks_same((&it.meta, known), (&work.meta, &handles))
        })
    };
    let mut titles: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for listing in &old.listings {
        let titles = titles.entry(&listing.key).or_default();
        titles.insert(listing.title.clone());
    }
    let gone = old.works.iter().map(|work| FormerWork {
        titles: titles.get(work.key.as_str()).cloned().unwrap_or_default(),
        work: Work {
            origins: BTreeMap::new(),
            editions: BTreeSet::new(),
            ..work.clone()
        },
    });
    let mut taken: BTreeSet<String> = now.iter().map(|key| (*key).to_owned()).collect();
    let mut out: Vec<FormerWork> = Vec::new();
    for mut former in old.former.iter().cloned().chain(gone) {
        let key = former.work.key.clone();
        let is_known = match by_key.get(key.as_str()) {
            Some(work) => !is_other_work(&former.work, work) || is_listed(&former.work),
            None => now.contains(key.as_str()) || is_listed(&former.work),
        };
        if is_known {
            continue;
        }
        if taken.contains(&key) {
            // The person gave its key to another work.
            former.work.key = free_key(&key, &taken);
        }
        taken.insert(former.work.key.clone());
        out.push(former);
    }
    out.sort_by(|a, b| a.work.key.cmp(&b.work.key));
    out
}

/// Returns the lock of what was settled.
pub(super) fn lock_of(targets: &[Target<'_>], items: &[Item], works: Vec<Work>) -> Lock {
    let listings = items
        .iter()
        .zip(targets)
        .map(|(item, target)| LockedListing {
            listed: Some(Outline::of_listing(target.listing, target.person)),
            pins: target.listing.pins(),
            fingerprint: item.fingerprint.clone(),
            title: item.title.clone(),
            key: item.key.clone(),
            place: 0,
            upgraded: item.upgraded,
            gone: item.gone,
            verdict: item.verdict.clone(),
        })
        .collect();
    Lock::new(listings, works)
}
