//! From decisions to works, keys and a lock. Pure.

use std::collections::{BTreeMap, BTreeSet};

use super::resolve::{Item, Listed};
use crate::{
    enrich::{Merged, as_listed, merge},
    export::keys::{KeyOrder, KeyRequest, aliases, assign, base_key},
    lock::{Lock, LockedListing, fingerprint},
    matching::{Decision, venues_differ},
    model::{
        Kind, Listing, Metadata, Outline, Person, SourceName, Unmatched, Verdict, Work, WorkStatus,
    },
    text::{
        fold::{is_stop_word, squeeze, words},
        names::likeness,
    },
};

/// Works with their keys, and which work answers each listing.
pub(super) struct Settled {
    pub(super) items: Vec<Item>,
    pub(super) works: Vec<Work>,
}

struct Draft {
    merged: Merged,
    status: WorkStatus,
    /// Whether it bears an identifier whose record is another work's.
    conflict: bool,
    fields: BTreeMap<String, String>,
    wanted_key: Option<String>,
    kept_key: Option<String>,
}

/// Makes works of decisions; two listings of one work share one. Of a listing that is `standing`,
/// by its place, what `old` says stays; and so it does where a source that is `silent` leaves a
/// listing unmatched, or with less than `old` has from it.
pub(super) fn settle(
    lists: &[Listed],
    decisions: Vec<Decision>,
    standing: &BTreeSet<usize>,
    silent: &BTreeSet<SourceName>,
    search_failed: bool,
    old: Option<&Lock>,
    key_pattern: &str,
) -> Settled {
    let mut drafts: Vec<Draft> = Vec::new();
    let mut places: BTreeMap<String, Vec<usize>> = BTreeMap::new();
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
        let earlier = locked
            .filter(|_| standing.contains(&index) || !silent.is_empty())
            .filter(|locked| matches!(locked.verdict, Verdict::Matched { .. }))
            .and_then(|locked| Some((locked, *exported.get(locked.key.as_str())?)))
            .filter(|(_, work)| {
                standing.contains(&index)
                    || !matches!(decision.verdict, Verdict::Matched { .. })
                    || has_less(&decision, work, silent)
            });
        let (draft, verdict, upgraded, from_lock) = match earlier {
            Some((locked, work)) => (
                of_work(work, listing),
                locked.verdict.clone(),
                locked.upgraded,
                !standing.contains(&index),
            ),
            None => (
                of_decision(&decision, listing, person),
                decision.verdict,
                decision.upgraded,
                false,
            ),
        };
        let verdict = match verdict {
            Verdict::Unmatched {
                reason: Unmatched::NotFound | Unmatched::PinUnknown | Unmatched::NotSearched,
                near,
            } if search_failed => Verdict::Unmatched {
                reason: Unmatched::SourceFailed,
                near,
            },
            verdict => verdict,
        };
        let draft = Draft {
            kept_key: locked
                .map(|l| l.key.clone())
                .or_else(|| keys.of_work(&draft.merged.meta).filter(|_| !draft.conflict))
                .or_else(|| keys.of_title(&listing.title)),
            ..draft
        };
        let handles = handles(&draft.merged.meta);
        let alike: BTreeSet<usize> = handles
            .iter()
            .filter_map(|handle| places.get(handle))
            .flatten()
            .copied()
            .collect();
        let known = alike
            .into_iter()
            .find(|at| is_one_work(&drafts[*at], &draft));
        let at = known.unwrap_or(drafts.len());
        for handle in handles {
            places.entry(handle).or_default().push(at);
        }
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
            expected: listing.lookup && !listing.says_unpublished(),
        };
        items.push((item, at));
    }
    let works = with_keys(drafts, key_pattern, &exported);
    let items = items
        .into_iter()
        .map(|(item, at)| Item {
            key: works[at].key.clone(),
            ..item
        })
        .collect();
    Settled { items, works }
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
        let mut merged = as_listed(listing, person);
        // A reader of the list must see that no source vouches for the entry.
        if status != WorkStatus::Matched && merged.meta.note.is_none() {
            merged.meta.note = Some(remark(listing, status, conflict));
        }
        merged
    });
    Draft {
        merged,
        status,
        conflict,
        fields: listing.fields.clone(),
        wanted_key: listing.key.clone(),
        kept_key: None,
    }
}

fn of_work(work: &Work, listing: &Listing) -> Draft {
    Draft {
        merged: Merged {
            meta: work.meta.clone(),
            origins: work.origins.clone(),
            editions: work.editions.clone(),
        },
        status: work.status,
        conflict: false,
        fields: listing.fields.clone(),
        wanted_key: listing.key.clone(),
        kept_key: Some(work.key.clone()),
    }
}

fn remark(listing: &Listing, status: WorkStatus, conflict: bool) -> String {
    let verdict = match status {
        // What is pinned is not what is listed: nothing of its record is taken.
        _ if conflict => return "conflict, as listed".to_owned(),
        WorkStatus::Ambiguous => "ambiguous",
        WorkStatus::Matched | WorkStatus::Unmatched => "unmatched",
    };
    match listing
        .status
        .as_deref()
        .map(str::trim)
        .filter(|status| !status.is_empty())
    {
        Some(listed) => {
            let mut letters = listed.chars();
            letters.next().map_or_else(String::new, |first| {
                first.to_uppercase().chain(letters).collect::<String>()
            })
        }
        // "Submitted to ICML 2026" has no other place in the entry.
        None if listing.says_unpublished() => listing.venue.clone().unwrap_or_default(),
        None => format!("{verdict}, as listed"),
    }
}

/// The keys of an earlier run, found by what a work says.
struct OldKeys<'a> {
    works: BTreeMap<String, Vec<&'a Work>>,
    titles: BTreeMap<String, &'a str>,
    /// Keys that unchanged listings hold: nobody else may have them.
    held: BTreeSet<&'a str>,
}

impl<'a> OldKeys<'a> {
    fn of(old: Option<&'a Lock>, lists: &[Listed]) -> Self {
        let mut out = Self {
            works: BTreeMap::new(),
            titles: BTreeMap::new(),
            held: BTreeSet::new(),
        };
        let Some(old) = old else { return out };
        for work in &old.works {
            for handle in handles(&work.meta) {
                out.works.entry(handle).or_default().push(work);
            }
        }
        for listing in &old.listings {
            out.titles
                .entry(squeeze(&listing.title))
                .or_insert(&listing.key);
        }
        let prints: BTreeSet<String> = lists
            .iter()
            .flat_map(|listed| {
                listed
                    .publications
                    .iter()
                    .map(|listing| fingerprint(listing, &listed.person))
            })
            .collect();
        out.held = old
            .listings
            .iter()
            .filter(|listing| prints.contains(&listing.fingerprint))
            .map(|listing| listing.key.as_str())
            .collect();
        out
    }

    /// The key of the work that bears one of this one's identifiers, or its title and people.
    fn of_work(&self, meta: &Metadata) -> Option<String> {
        let alike = || {
            handles(meta)
                .into_iter()
                .filter_map(|handle| self.works.get(&handle))
                .flatten()
        };
        alike()
            .find(|work| shares_id(&work.meta, meta))
            .or_else(|| alike().find(|work| looks_same(&work.meta, meta)))
            .map(|work| work.key.clone())
            .filter(|key| !self.held.contains(key.as_str()))
    }

    /// The key under which a listing of this title was exported: what is pinned or corrected since
    /// must not move it.
    fn of_title(&self, title: &str) -> Option<String> {
        let key = *self.titles.get(&squeeze(title))?;
        (!self.held.contains(key)).then(|| key.to_owned())
    }
}

/// What two statements on one work have in common at the least: an identifier or the title.
fn handles(meta: &Metadata) -> Vec<String> {
    let ids = &meta.ids;
    let mut out = vec![format!("title:{}", squeeze(&meta.title.text()))];
    out.extend(ids.doi.as_ref().map(|id| format!("doi:{id}")));
    out.extend(ids.dblp.as_ref().map(|id| format!("dblp:{id}")));
    out.extend(ids.arxiv.as_ref().map(|id| format!("arxiv:{id}")));
    out
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

/// Whether both bear an identifier of one work, and none that tells two publications apart.
fn shares_id(a: &Metadata, b: &Metadata) -> bool {
    let (x, y) = (&a.ids, &b.ids);
    let both_published = a.kind.is_published() && b.kind.is_published();
    let apart = both_published
        && (differ(x.doi.as_ref(), y.doi.as_ref()) || differ(x.dblp.as_ref(), y.dblp.as_ref()));
    !apart
        && (equal(x.doi.as_ref(), y.doi.as_ref())
            || equal(x.dblp.as_ref(), y.dblp.as_ref())
            || equal(x.arxiv.as_ref(), y.arxiv.as_ref()))
}

/// Whether title, people, year, kind and venue all allow that both are one work.
fn looks_same(a: &Metadata, b: &Metadata) -> bool {
    let class = |kind: Kind| (kind.is_thesis(), kind == Kind::Book, kind == Kind::Patent);
    let title = squeeze(&a.title.text());
    let both_published = a.kind.is_published() && b.kind.is_published();
    !title.is_empty()
        && title == squeeze(&b.title.text())
        && class(a.kind) == class(b.kind)
        && (a.kind == b.kind || !both_published)
        && a.year().zip(b.year()).is_none_or(|(x, y)| x == y)
        && same_people(a, b)
        && !(both_published && venues_differ(a, b))
}

fn differ<T: PartialEq>(a: Option<&T>, b: Option<&T>) -> bool {
    a.zip(b).is_some_and(|(a, b)| a != b)
}

fn equal<T: PartialEq>(a: Option<&T>, b: Option<&T>) -> bool {
    a.is_some() && a == b
}

/// Whether the first authors are one person. Where neither names anyone, the title must say
/// enough: every journal has an "Editorial".
fn same_people(a: &Metadata, b: &Metadata) -> bool {
    match (a.authors.first(), b.authors.first()) {
        (Some(a), Some(b)) => likeness(&a.name, &b.name) >= 0.75,
        (None, None) => {
            words(&a.title.text())
                .iter()
                .filter(|word| !is_stop_word(word))
                .count()
                >= 4
        }
        _ => false,
    }
}

/// Puts a second listing of one work to the first: found before listed, published before
/// preprint, the person's own fields and key kept.
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
    into.wanted_key = into.wanted_key.take().or(other.wanted_key);
    into.kept_key = into.kept_key.take().or(other.kept_key);
    if better {
        into.merged = other.merged;
        into.status = other.status;
    }
}

fn with_keys(drafts: Vec<Draft>, pattern: &str, exported: &BTreeMap<&str, &Work>) -> Vec<Work> {
    let requests: Vec<KeyRequest> = drafts
        .iter()
        .map(|draft| {
            let meta = &draft.merged.meta;
            KeyRequest {
                wanted: draft.wanted_key.clone(),
                kept: draft.kept_key.clone(),
                base: base_key(meta, pattern),
                order: KeyOrder {
                    year: meta.year(),
                    doi: meta.ids.doi.as_ref().map(ToString::to_string),
                    title: meta.title.text(),
                },
            }
        })
        .collect();
    let keys = assign(&requests);
    let former = |draft: &Draft| {
        let kept = draft.kept_key.clone().into_iter();
        let work = draft
            .kept_key
            .as_ref()
            .and_then(|key| exported.get(key.as_str()));
        kept.chain(work.into_iter().flat_map(|work| work.aliases.clone()))
            .collect()
    };
    let aliases = aliases(&keys, drafts.iter().map(former).collect());
    drafts
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
        .collect()
}

/// The lock of what was settled.
pub(super) fn lock_of(lists: &[Listed], items: &[Item], works: &[Work]) -> Lock {
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
            upgraded: item.upgraded,
            verdict: item.verdict.clone(),
        })
        .collect();
    Lock::new(listings, works.to_vec())
}
