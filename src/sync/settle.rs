//! From decisions to works, keys and a lock. Pure.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    keyed::{Rekeyed, with_keys},
    old_keys::OldKeys,
    resolve::{Item, Listed, Options},
    same::{Places, equal, handles, looks_same, shares_id},
};
use crate::{
    enrich::{MergedMetadata, listed_metadata, merge},
    lock::{FormerWork, Lock, LockedListing, fingerprint, free_key, is_other_work},
    matching::Decision,
    model::{Listing, Outline, Person, SourceName, Unmatched, Verdict, Work, WorkStatus},
};

/// Works with their keys, and which work answers each listing.
pub(super) struct Settled {
    pub(super) items: Vec<Item>,
    pub(super) works: Vec<Work>,
    pub(super) rekeyed: Vec<Rekeyed>,
}

pub(super) struct Draft {
    pub(super) merged: MergedMetadata,
    pub(super) status: WorkStatus,
    /// Whether it bears an identifier whose record is another work's.
    conflict: bool,
    pub(super) fields: BTreeMap<String, String>,
    /// The keys that the person gave its listings.
    pub(super) wanted_keys: Vec<String>,
    /// The keys that its listings had in an earlier run.
    pub(super) kept_keys: Vec<String>,
}

/// Of which listings, by their places, an earlier run's answer may stay.
pub(super) struct Kept<'a> {
    /// Those that were not asked for again.
    pub(super) standing: &'a BTreeSet<usize>,
    /// Those whose record no source holds any longer.
    pub(super) gone: &'a BTreeSet<usize>,
    /// Sources that did not answer. What they leave unmatched, or with less than they gave before,
    /// stays too.
    pub(super) silent: &'a BTreeSet<SourceName>,
}

/// Makes works of decisions; two listings of one work share one. What `old` says stays of those
/// that are `kept`, and `unsearched` is why what was not found could not be searched for everywhere.
pub(super) fn settle(
    lists: &[Listed],
    decisions: Vec<Decision>,
    kept: &Kept<'_>,
    unsearched: Option<Unmatched>,
    old: Option<&Lock>,
    options: &Options,
) -> Settled {
    let mut drafts: Vec<Draft> = Vec::new();
    let mut places = Places::default();
    let mut items: Vec<(Item, usize)> = Vec::new();
    let keys = OldKeys::of(old, lists);
    let decided = old.map(Lock::by_fingerprint).unwrap_or_default();
    let exported = old.map(Lock::by_key).unwrap_or_default();
    let wanted = lists.iter().enumerate().flat_map(|(list, listed)| {
        listed
            .publications
            .iter()
            .map(move |listing| (list, &listed.person, listing))
    });
    for (index, ((list, person, listing), decision)) in wanted.zip(decisions).enumerate() {
        let print = fingerprint(listing, person);
        let locked = decided.get(print.as_str()).copied();
        let standing = kept.standing.contains(&index);
        let gone = kept.gone.contains(&index);
        let earlier = locked
            .and_then(|locked| Some((locked, *exported.get(locked.key.as_str())?)))
            .filter(|(locked, work)| {
                let matched = |verdict: &Verdict| matches!(verdict, Verdict::Matched { .. });
                standing
                    || gone
                    || !kept.silent.is_empty()
                        && matched(&locked.verdict)
                        && (!matched(&decision.verdict) || has_less(&decision, work, kept.silent))
            });
        let (draft, verdict, upgraded, from_lock) = match earlier {
            Some((locked, work)) => (
                of_work(work, listing),
                locked.verdict.clone(),
                locked.upgraded,
                !standing && !gone,
            ),
            None => (
                of_decision(&decision, listing, person),
                decision.verdict,
                decision.upgraded,
                false,
            ),
        };
        let verdict = with_reason(verdict, unsearched);
        let draft = Draft {
            kept_keys: locked
                .map(|l| l.key.clone())
                .or_else(|| keys.of_work(&draft.merged.meta).filter(|_| !draft.conflict))
                .or_else(|| keys.of_title(&listing.title))
                .or_else(|| keys.of_correction(&listing.title, &draft.merged.meta))
                .into_iter()
                .collect(),
            ..draft
        };
        let alike = places.alike(&draft.merged.meta);
        let known = alike
            .into_iter()
            .find(|at| is_one_work(&drafts[*at], &draft));
        let at = known.unwrap_or(drafts.len());
        places.add(&draft.merged.meta, at);
        if known.is_some() {
            join(&mut drafts[at], draft);
        } else {
            drafts.push(draft);
        }
        let item = Item {
            index,
            list,
            title: listing.title.clone(),
            fingerprint: print,
            key: String::new(),
            verdict,
            upgraded,
            from_lock,
            gone: gone || standing && locked.is_some_and(|locked| locked.gone),
            expected: listing.is_expected(),
        };
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
    Settled {
        items,
        works,
        rekeyed,
    }
}

/// The verdict, with the reason why not everything was searched where that counts.
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

/// Whether the decision is for the work that was had before, without what a silent source gave.
fn has_less(decision: &Decision, work: &Work, silent: &BTreeSet<SourceName>) -> bool {
    let same = decision.records.iter().any(|record| {
        let (found, had) = (&record.meta.ids, &work.meta.ids);
        equal(found.doi.as_ref(), had.doi.as_ref())
            || equal(found.dblp.as_ref(), had.dblp.as_ref())
            || equal(found.arxiv.as_ref(), had.arxiv.as_ref())
    });
    let has = |source: &SourceName| decision.records.iter().any(|r| r.source == *source);
    let had = |source: &SourceName| work.origins.values().any(|from| from.source == *source);
    same && silent.iter().any(|source| had(source) && !has(source))
}

fn of_decision(decision: &Decision, listing: &Listing, person: &Person) -> Draft {
    let conflict = decision.verdict.conflict().is_some();
    let status = match decision.verdict {
        Verdict::Matched { .. } => WorkStatus::Matched,
        Verdict::Ambiguous { .. } => WorkStatus::Ambiguous,
        Verdict::Unmatched { .. } => WorkStatus::Unmatched,
    };
    let merged = merge(&decision.records, listing).unwrap_or_else(|| {
        let mut merged = listed_metadata(listing, person);
        if status != WorkStatus::Matched && merged.meta.note.is_none() && !conflict {
            merged.meta.note = state_of(listing);
        }
        merged
    });
    Draft {
        merged,
        status,
        conflict,
        fields: listing.fields.clone(),
        wanted_keys: listing.key.clone().into_iter().collect(),
        kept_keys: Vec::new(),
    }
}

fn of_work(work: &Work, listing: &Listing) -> Draft {
    Draft {
        merged: MergedMetadata {
            meta: work.meta.clone(),
            origins: work.origins.clone(),
            editions: work.editions.clone(),
        },
        status: work.status,
        conflict: false,
        fields: listing.fields.clone(),
        wanted_keys: listing.key.clone().into_iter().collect(),
        kept_keys: vec![work.key.clone()],
    }
}

/// What a reader of the list must know of a work that is not published yet: its state, in the list's own
/// words.
fn state_of(listing: &Listing) -> Option<String> {
    let status = listing.status.as_deref().map(str::trim);
    match status.filter(|status| !status.is_empty()) {
        Some(listed) => {
            let mut letters = listed.chars();
            let first = letters.next()?;
            Some(first.to_uppercase().chain(letters).collect())
        }
        // "Submitted to ICML 2026" has no other place in the entry.
        None if listing.says_unpublished() => listing.venue.clone(),
        None => None,
    }
}

fn is_one_work(a: &Draft, b: &Draft) -> bool {
    let (x, y) = (&a.merged.meta, &b.merged.meta);
    if a.conflict || b.conflict {
        // The identifier pinned by mistake is another entry's by right.
        return a.conflict == b.conflict && looks_same(x, y);
    }
    if shares_id(x, y) {
        return true;
    }
    // A matched work is its record: it is another's only by an identifier, unless neither record
    // has one. What is listed and not found is never taken for a work that was found.
    let matched = |draft: &Draft| draft.status == WorkStatus::Matched;
    matched(a) == matched(b)
        && (!matched(a) || x.ids.doi == y.ids.doi && x.ids.dblp == y.ids.dblp)
        && looks_same(x, y)
}

/// Puts a second listing of one work to the first: found before listed, published before
/// preprint, the person's own fields and every key kept.
fn join(into: &mut Draft, other: Draft) {
    let rank = |draft: &Draft| {
        (
            draft.status == WorkStatus::Matched,
            draft.merged.meta.kind.is_published(),
        )
    };
    let better = rank(&other) > rank(into);
    for (name, value) in other.fields {
        into.fields.entry(name).or_insert(value);
    }
    into.wanted_keys.extend(other.wanted_keys);
    into.kept_keys.extend(other.kept_keys);
    if better {
        into.merged = other.merged;
        into.status = other.status;
    }
}

/// The keys of works that the lists keep out of the bibliography: those of which every listing says so.
pub(super) fn unexported(lists: &[Listed], items: &[Item]) -> BTreeSet<String> {
    let listings = lists.iter().flat_map(|listed| &listed.publications);
    let (exported, kept_out): (Vec<_>, Vec<_>) = items
        .iter()
        .zip(listings)
        .partition(|(_, listing)| listing.export);
    let exported: BTreeSet<&str> = exported.iter().map(|(item, _)| item.key.as_str()).collect();
    let kept_out = kept_out.into_iter().map(|(item, _)| item.key.clone());
    kept_out
        .filter(|key| !exported.contains(key.as_str()))
        .collect()
}

/// The works that `old` has and `works` has not, with what is needed to know them again.
pub(super) fn former_works(old: &Lock, works: &[Work]) -> Vec<FormerWork> {
    let now: BTreeSet<&str> = works
        .iter()
        .flat_map(|work| std::iter::once(&work.key).chain(&work.aliases))
        .map(String::as_str)
        .collect();
    let by_key: BTreeMap<&str, &Work> = works.iter().map(|it| (it.key.as_str(), it)).collect();
    let mut known: BTreeMap<String, Vec<&Work>> = BTreeMap::new();
    for work in works {
        for handle in handles(&work.meta) {
            known.entry(handle).or_default().push(work);
        }
    }
    let is_listed = |work: &Work| {
        let handles = handles(&work.meta);
        let mut alike = handles.iter().filter_map(|it| known.get(it)).flatten();
        alike.any(|it| shares_id(&it.meta, &work.meta) || looks_same(&it.meta, &work.meta))
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

/// The lock of what was settled.
pub(super) fn lock_of(lists: &[Listed], items: &[Item], works: Vec<Work>) -> Lock {
    let listed = lists.iter().flat_map(|listed| {
        let person = &listed.person;
        listed.publications.iter().map(move |one| (person, one))
    });
    let listings = items
        .iter()
        .zip(listed)
        .map(|(item, (person, listing))| LockedListing {
            listed: Some(Outline::of_listing(listing, person)),
            pins: listing.pins(),
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
