use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use thiserror::Error;

use super::{
    again::{Again, Known, Outlook, look, without},
    event::Watch,
    gather::{Gathered, Gatherer, by_source},
    keyed::Rekeyed,
    notices,
    pools::Pools,
    settle::{Kept, former_works, lock_of, settle, unexported},
    unlisted::unlisted,
};
use crate::{
    export::keys::KeyHolder,
    http::Failed,
    lock::{Lock, fingerprint},
    matching::Decision,
    model::{Listing, Notice, Person, SourceName, Unmatched, Verdict, WorkId},
    sources::Source,
};

/// One input: whose list it is, and what it lists.
#[derive(Debug, Clone, Default)]
pub struct Listed {
    /// The file as the person named it.
    pub file: String,
    /// Whose list it is.
    pub person: Person,
    /// What is listed, in order.
    pub publications: Vec<Listing>,
}

/// How to resolve.
#[derive(Debug, Clone)]
pub struct Options {
    /// The pattern of new citation keys, `{author}{year}{word}`.
    pub key_pattern: String,
    /// Keys of entries that the lock does not know, with their titles: no other work may have them.
    pub holders: BTreeMap<String, KeyHolder>,
    /// The day.
    pub today: Date,
    /// Ask only for what may have changed since the lock was written: what is not matched,
    /// preprints, publications of this year and the last that lack pages or DOI, and what sources
    /// say otherwise than they did.
    pub again: Option<Again>,
}

/// What became of one listing.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Item {
    /// Its place over all inputs, from 0.
    pub index: usize,
    /// Which input it is from, counted from 0.
    pub list: usize,
    /// The title as listed.
    pub title: String,
    /// What identifies the listing in the lock.
    pub fingerprint: String,
    /// The key of the work that answers it.
    pub key: String,
    /// What was decided.
    pub verdict: Verdict,
    /// Whether a preprint or submission was answered with its publication.
    pub upgraded: bool,
    /// Whether the answer is an earlier run's, because a source failed in this one.
    pub from_lock: bool,
    /// Whether the answer is an earlier run's, because no source holds its record any longer.
    pub gone: bool,
    /// Whether it counts as missing when it is not found: it is looked up, and does not say of
    /// itself that it is not published yet.
    pub expected: bool,
}

/// Everything a run found out.
#[derive(Debug, Clone)]
pub struct Resolved {
    /// What became of each listing, in the order of the inputs.
    pub items: Vec<Item>,
    /// The lock to be written, with the distinct works by key.
    pub lock: Lock,
    /// What failed, by source, each message once.
    pub failures: BTreeMap<SourceName, Vec<String>>,
    /// Whether the run was interrupted before every question was answered.
    pub interrupted: bool,
    /// How many listings lack what a failed source would have given.
    pub lacking: usize,
    /// Keys by which works are not to be found any longer.
    pub rekeyed: Vec<Rekeyed>,
    /// What a later run may know beyond the lock.
    pub known: Option<Known>,
}

impl Resolved {
    /// Whether anything is matched.
    #[must_use]
    pub fn has_matches(&self) -> bool {
        let matched = |item: &Item| matches!(item.verdict, Verdict::Matched { .. });
        self.items.iter().any(matched)
    }

    /// The result of an earlier run: its lock, and what [`by_lock`] says.
    #[must_use]
    pub fn earlier(items: Vec<Item>, lock: Lock) -> Self {
        Self {
            items,
            lock,
            failures: BTreeMap::new(),
            interrupted: false,
            lacking: 0,
            rekeyed: Vec::new(),
            known: None,
        }
    }
}

/// A listing that the lock says nothing of.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "the lock does not cover {count} of the listings, the first being `{title}` in {file}; run without --locked to look them up"
)]
pub struct NotCovered {
    /// How many.
    pub count: usize,
    /// The first one's title.
    pub title: String,
    /// The file it is in.
    pub file: String,
}

/// Resolves `lists` against `sources`, cheapest questions first.
///
/// Never fails: what a source can't give is missing from the result and said in it.
pub async fn resolve(
    lists: &[Listed],
    sources: &[Box<dyn Source>],
    old: Option<&Lock>,
    options: &Options,
    watch: &dyn Watch,
) -> Resolved {
    let mut outlook = match (&options.again, old) {
        (Some(again), Some(lock)) => look(lists, sources, lock, again).await,
        _ => Outlook {
            looks: true,
            searches: true,
            ..Outlook::default()
        },
    };
    let asked = without(lists, &outlook.standing);
    let Gathered {
        decisions,
        pools,
        own,
        failures,
    } = Gatherer::new(&asked, sources, watch).run().await;
    drop(asked);
    let failures = [std::mem::take(&mut outlook.failures), failures].concat();
    let mut silent: BTreeSet<SourceName> = failures.iter().map(|(source, _)| *source).collect();
    let broken = sources.iter().filter(|source| !source.is_whole());
    silent.extend(broken.map(|source| source.name()));
    // Being offline is the person's wish, no failure.
    let is_offline = |failure: &Failed| matches!(failure, Failed::Offline { .. });
    let offline = failures.iter().any(|(_, failure)| is_offline(failure));
    let failures: Vec<(SourceName, Failed)> = failures
        .into_iter()
        .filter(|(_, failure)| !is_offline(failure))
        .collect();
    let is_interrupted = |failure: &Failed| matches!(failure, Failed::Interrupted { .. });
    let interrupted = failures.iter().any(|(_, failure)| is_interrupted(failure));
    let shortfall = Shortfall::of(lists, &decisions, &failures);
    let withdrawn: Vec<Option<Notice>> = decisions.iter().map(notices::withdrawal).collect();
    let gone = match old.filter(|_| silent.is_empty()) {
        Some(old) => gone(lists, old, &decisions, &pools),
        None => BTreeSet::new(),
    };
    drop(pools);
    let gone = &gone - &outlook.standing;
    let kept = Kept {
        standing: &outlook.standing,
        gone: &gone,
        silent: &silent,
    };
    let unsearched = if interrupted {
        Some(Unmatched::Interrupted)
    } else if shortfall.search_failed {
        Some(Unmatched::SourceFailed)
    } else {
        offline.then_some(Unmatched::Offline)
    };
    let settled = settle(lists, decisions, &kept, unsearched, old, options);
    let lacking = settled
        .items
        .iter()
        .filter(|item| shortfall.has(item) && !outlook.standing.contains(&item.index))
        .count();
    let items = settled.items;
    let mut lock = lock_of(lists, &items, settled.works);
    let works = &lock.works;
    let fresh: BTreeSet<&str> = items
        .iter()
        .filter(|item| !outlook.standing.contains(&item.index))
        .map(|item| item.key.as_str())
        .collect();
    let fresh = works.iter().filter(|it| fresh.contains(it.key.as_str()));
    let found = if silent.contains(&SourceName::Crossref) {
        outlook.notices.take().unwrap_or_default()
    } else {
        notices::ask(fresh, sources, outlook.notices.take()).await
    };
    lock.notices = notices::of(works, &items, &withdrawn, &found, old);
    lock.unexported = unexported(lists, &items);
    lock.unlisted = unlisted(outlook.overview.as_ref(), lists, &items, works, old);
    if let Some(old) = old {
        lock.place_as_in(old);
        lock.former = former_works(old, &lock.works);
    }
    let of_lock = old.and_then(Known::of);
    let again = options.again.as_ref();
    let known = again.and_then(|again| again.known.clone().or(of_lock));
    lock.pages.clone_from(&own);
    let known = outlook
        .known(known, options.today, own, sources)
        .filter(|_| silent.is_empty());
    let refreshed = known.as_ref().filter(|_| again.is_some());
    remember(&mut lock, refreshed, outlook.searches, old);
    Resolved {
        items,
        lock,
        failures: by_source(failures.iter().filter(|(_, it)| !is_interrupted(it))),
        interrupted,
        lacking,
        rekeyed: settled.rekeyed,
        known,
    }
}

/// Notes in the lock what a refresh on another machine must know. How far this one went is noted only
/// with something else that changed, or after a search for everything, so that a lock of which nothing is
/// new stays as it is.
fn remember(lock: &mut Lock, refreshed: Option<&Known>, is_search: bool, old: Option<&Lock>) {
    let Some(old) = old else { return };
    lock.pages.extend(old.pages.iter().cloned());
    lock.refreshed.clone_from(&old.refreshed);
    let Some(known) = refreshed else { return };
    let last = known.for_lock();
    let is_changed = lock.listings != old.listings
        || lock.works != old.works
        || lock.notices != old.notices
        || lock.unlisted != old.unlisted
        || lock.pages != old.pages;
    if is_search || is_changed {
        lock.refreshed = Some(last);
    }
}

/// What a failed source may have kept from a run.
struct Shortfall {
    search_failed: bool,
    any_failed: bool,
    thin: Vec<bool>,
    pinned_to_arxiv: Vec<bool>,
}

impl Shortfall {
    fn of(lists: &[Listed], decisions: &[Decision], failures: &[(SourceName, Failed)]) -> Self {
        let failed = |names: &[SourceName]| failures.iter().any(|(name, _)| names.contains(name));
        let crossref_failed = failed(&[SourceName::Crossref]);
        let thin = |decision: &Decision| {
            let has = |source| decision.records.iter().any(|r| r.source == source);
            let registered = decision.records.iter().any(|r| r.meta.ids.doi.is_some());
            decision.records.is_empty()
                || crossref_failed
                    && registered
                    && !has(SourceName::Crossref)
                    && !has(SourceName::Library)
        };
        let listings = lists.iter().flat_map(|listed| &listed.publications);
        let pinned_to_arxiv = |listing: &Listing| listing.pins().arxiv.is_some();
        Self {
            search_failed: failed(&[SourceName::Dblp, SourceName::Crossref]),
            any_failed: !failures.is_empty(),
            thin: decisions.iter().map(thin).collect(),
            pinned_to_arxiv: listings.map(pinned_to_arxiv).collect(),
        }
    }

    fn has(&self, item: &Item) -> bool {
        let matched = matches!(item.verdict, Verdict::Matched { .. });
        let asked = self.search_failed || self.any_failed && self.pinned_to_arxiv[item.index];
        asked && item.expected && !item.from_lock && (!matched || self.thin[item.index])
    }
}

/// The places of listings that `old` has matched, of whose work no source holds a record any longer.
fn gone(lists: &[Listed], old: &Lock, decisions: &[Decision], pools: &Pools) -> BTreeSet<usize> {
    let (decided, works) = (old.by_fingerprint(), old.by_key());
    let held: BTreeSet<WorkId> = pools
        .records()
        .flat_map(|record| WorkId::all_of(&record.meta.ids))
        .collect();
    let listings = lists.iter().flat_map(|listed| {
        let publications = listed.publications.iter();
        publications.map(move |listing| (listing, &listed.person))
    });
    listings
        .zip(decisions)
        .enumerate()
        .filter(|(_, ((listing, person), decision))| {
            let locked = decided.get(fingerprint(listing, person).as_str());
            let matched = |verdict: &Verdict| matches!(verdict, Verdict::Matched { .. });
            let Some(locked) = locked.filter(|locked| matched(&locked.verdict)) else {
                return false;
            };
            let Some(work) = works.get(locked.key.as_str()) else {
                return false;
            };
            // What stood on this disk alone was taken away on purpose.
            let disk = [SourceName::Library, SourceName::Listing];
            let told = work.origins.values().any(|it| !disk.contains(&it.source));
            let ids = WorkId::all_of(&work.meta.ids);
            told && listing.is_searched()
                && !matched(&decision.verdict)
                && !ids.is_empty()
                && !ids.iter().any(|id| held.contains(id))
        })
        .map(|(at, _)| at)
        .collect()
}

/// What became of each listing in an earlier run, by its lock alone.
///
/// # Errors
/// When the lock does not cover every listing.
pub fn by_lock(lists: &[Listed], lock: &Lock) -> Result<Vec<Item>, NotCovered> {
    let mut items = Vec::new();
    let mut missing: Option<NotCovered> = None;
    let (decided, exported) = (lock.by_fingerprint(), lock.by_key());
    for (list, listed) in lists.iter().enumerate() {
        for listing in &listed.publications {
            let print = fingerprint(listing, &listed.person);
            match decided
                .get(print.as_str())
                .filter(|locked| exported.contains_key(locked.key.as_str()))
            {
                Some(locked) => items.push(Item {
                    index: items.len(),
                    list,
                    title: listing.title.clone(),
                    fingerprint: print,
                    key: locked.key.clone(),
                    verdict: locked.verdict.clone(),
                    upgraded: locked.upgraded,
                    from_lock: true,
                    gone: locked.gone,
                    expected: listing.is_expected(),
                }),
                None => match &mut missing {
                    Some(missing) => missing.count += 1,
                    None => {
                        missing = Some(NotCovered {
                            count: 1,
                            title: listing.title.clone(),
                            file: listed.file.clone(),
                        });
                    }
                },
            }
        }
    }
    match missing {
        Some(missing) => Err(missing),
        None => Ok(items),
    }
}
