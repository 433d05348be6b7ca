use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use thiserror::Error;

use super::{
    again::{standing, without},
    event::Watch,
    gather::{Gathered, Gatherer, by_source},
    notices,
    settle::{lock_of, settle},
};
use crate::{
    http::Failed,
    lock::{Lock, fingerprint},
    model::{Listing, Notice, Person, SourceName, Verdict, Work},
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
    /// Ask only for what may have changed since the lock was written, as of this day: what is not
    /// matched, preprints, and publications of this year and the last that lack pages or DOI.
    pub only_unsettled: Option<Date>,
    /// Ask for retractions and corrections of what is found.
    pub notices: bool,
}

/// What became of one listing.
#[derive(Debug, Clone, PartialEq)]
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
    /// Whether it counts as missing when it is not found: it is looked up, and does not say of
    /// itself that it is not published yet.
    pub expected: bool,
}

/// Everything a run found out.
#[derive(Debug, Clone)]
pub struct Resolved {
    /// What became of each listing, in the order of the inputs.
    pub items: Vec<Item>,
    /// The distinct works, by key.
    pub works: Vec<Work>,
    /// The lock to be written.
    pub lock: Lock,
    /// What failed, by source, each message once.
    pub failures: BTreeMap<SourceName, Vec<String>>,
    /// How many listings lack what a failed source would have given.
    pub lacking: usize,
}

impl Resolved {
    /// Whether anything is matched.
    #[must_use]
    pub fn has_matches(&self) -> bool {
        let matched = |item: &Item| matches!(item.verdict, Verdict::Matched { .. });
        self.items.iter().any(matched)
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
    let standing = match (options.only_unsettled, old) {
        (Some(today), Some(lock)) => standing(lists, lock, today),
        _ => BTreeSet::new(),
    };
    let asked = without(lists, &standing);
    let Gathered {
        decisions,
        failures,
    } = Gatherer::new(&asked, sources, watch).run().await;
    let mut silent: BTreeSet<SourceName> = failures.iter().map(|(source, _)| *source).collect();
    let broken = sources.iter().filter(|source| !source.is_whole());
    silent.extend(broken.map(|source| source.name()));
    // Being offline is the person's wish, no failure.
    let failures: Vec<(SourceName, Failed)> = failures
        .into_iter()
        .filter(|(_, failure)| !matches!(failure, Failed::Offline { .. }))
        .collect();
    let crossref_failed = failures
        .iter()
        .any(|(source, _)| *source == SourceName::Crossref);
    let thin: Vec<bool> = decisions
        .iter()
        .map(|decision| {
            let has = |source| decision.records.iter().any(|r| r.source == source);
            let registered = decision.records.iter().any(|r| r.meta.ids.doi.is_some());
            decision.records.is_empty()
                || crossref_failed
                    && registered
                    && !has(SourceName::Crossref)
                    && !has(SourceName::Library)
        })
        .collect();
    let withdrawn: Vec<Option<Notice>> = decisions.iter().map(notices::withdrawal).collect();
    let settled = settle(
        lists,
        decisions,
        &standing,
        &silent,
        failures
            .iter()
            .any(|(source, _)| matches!(source, SourceName::Dblp | SourceName::Crossref)),
        old,
        &options.key_pattern,
    );
    let search_failed = failures
        .iter()
        .any(|(source, _)| matches!(source, SourceName::Dblp | SourceName::Crossref));
    let pinned_to_arxiv: Vec<bool> = lists
        .iter()
        .flat_map(|listed| &listed.publications)
        .map(|listing| {
            listing.arxiv.is_some()
                || listing
                    .doi
                    .as_ref()
                    .is_some_and(|doi| doi.arxiv().is_some())
        })
        .collect();
    let lacking = settled
        .items
        .iter()
        .zip(thin)
        .filter(|(item, thin)| {
            let matched = matches!(item.verdict, Verdict::Matched { .. });
            let asked = search_failed || !failures.is_empty() && pinned_to_arxiv[item.index];
            let settled = item.from_lock || standing.contains(&item.index);
            asked && item.expected && !settled && (!matched || *thin)
        })
        .count();
    let found = if options.notices {
        notices::ask(&settled.works, sources).await
    } else {
        None
    };
    let (works, items) = (&settled.works, &settled.items);
    let lock = Lock {
        notices: notices::of(works, items, &withdrawn, found.as_deref(), old),
        ..lock_of(lists, items, works)
    };
    Resolved {
        items: settled.items,
        works: lock.works.clone(),
        lock,
        failures: by_source(&failures),
        lacking,
    }
}

/// The result of an earlier run, from its lock alone.
///
/// # Errors
/// When the lock does not cover every listing.
pub fn from_lock(lists: &[Listed], lock: &Lock) -> Result<Resolved, NotCovered> {
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
                    expected: listing.lookup && !listing.says_unpublished(),
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
    if let Some(missing) = missing {
        return Err(missing);
    }
    // A listing taken off the list since is no longer exported.
    let keys: BTreeSet<&str> = items.iter().map(|item| item.key.as_str()).collect();
    let works: Vec<Work> = lock
        .works
        .iter()
        .filter(|work| keys.contains(work.key.as_str()))
        .cloned()
        .collect();
    Ok(Resolved {
        items,
        works,
        lock: lock.clone(),
        failures: BTreeMap::new(),
        lacking: 0,
    })
}
