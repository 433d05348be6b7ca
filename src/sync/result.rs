//! The result of a run.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use super::{
    input::{Listed, targets},
    keys::Rekeyed,
    locked::LockedSet,
    refresh::PreviousRun,
};
use crate::{
    lock::Lock,
    matching::{ANOTHER_VENUE, are_two_venues},
    model::{SourceName, Verdict, Work},
    text::publication_state::is_expected,
};

/// The result for one listing.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[non_exhaustive]
pub struct Item {
    /// Its number over all inputs, from 0.
    pub index: usize,
    /// The number of its input, from 0.
    pub list: usize,
    /// The title as listed.
    pub title: String,
    /// What identifies the listing in the lock.
    pub fingerprint: String,
    /// The key of the work that answers it.
    pub key: String,
    /// The decision.
    pub verdict: Verdict,
    /// Whether a preprint or submission was answered with its publication.
    pub upgraded: bool,
    /// Whether the answer is an earlier run's, because a source failed in this one.
    pub from_lock: bool,
    /// Whether the answer is an earlier run's, because no source holds its record any longer.
    pub gone: bool,
    /// Whether it counts as missing when it is not found: it is searched for, and does not say of
    /// itself that it is not published yet.
    pub expected: bool,
}

impl Item {
    /// Whether the match rests on title, people and year, and the `work` appeared at another venue than the `listed`
    /// one. Of many venues the names can't be compared: both are known by theirs here.
    #[must_use]
    pub fn is_found_elsewhere(&self, listed: &str, work: &Work) -> bool {
        let best = self.verdict.candidates().first();
        let pieces = best.into_iter().flat_map(|best| &best.evidence.pieces);
        let mut pieces = pieces.filter(|piece| piece.odds < 0.0);
        let full = work.meta.venue.as_ref().map(ToString::to_string);
        let mut names = full.iter().chain(&work.meta.venue_short);
        pieces.any(|piece| piece.what.starts_with(ANOTHER_VENUE))
            && names.any(|name| are_two_venues(listed, name))
    }
}

/// The result of a run.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Resolved {
    /// The result for each listing, in the order of the inputs.
    pub items: Vec<Item>,
    /// The lock to be written, with the distinct works by key.
    pub lock: Lock,
    /// The failures by source, each message once.
    pub failures: BTreeMap<SourceName, Vec<String>>,
    /// Whether the run was interrupted before every question was answered.
    pub interrupted: bool,
    /// The number of listings that lack what a failed source would have given.
    pub lacking: usize,
    /// The keys by which works are not to be found any longer.
    pub rekeyed: Vec<Rekeyed>,
    /// What a later run may know beyond the lock.
    pub for_next_run: Option<PreviousRun>,
}

impl Resolved {
    /// Whether any listing is matched.
    #[must_use]
    pub fn has_matches(&self) -> bool {
        let matched = |item: &Item| matches!(item.verdict, Verdict::Matched { .. });
        self.items.iter().any(matched)
    }

    /// Returns the result of an earlier run: its lock, and what [`by_lock`] returns.
    #[must_use]
    pub fn earlier(items: Vec<Item>, lock: Lock) -> Self {
        Self {
            items,
            lock,
            failures: BTreeMap::new(),
            interrupted: false,
            lacking: 0,
            rekeyed: Vec::new(),
            for_next_run: None,
        }
    }

    /// Counts the listings by verdict.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let count = |status: &str| {
            let items = self.items.iter();
            items.filter(|item| item.verdict.status() == status).count()
        };
        let keys: BTreeSet<&str> = self.items.iter().map(|item| item.key.as_str()).collect();
        Tally {
            matched: count("matched"),
            ambiguous: count("ambiguous"),
            unmatched: count("unmatched"),
            duplicates: self.items.len() - keys.len(),
        }
    }

    /// Counts the listings that are in conflict with an identifier that the list pins for them.
    #[must_use]
    pub fn conflicts(&self) -> usize {
        let items = self.items.iter();
        items.filter(|it| it.verdict.conflict().is_some()).count()
    }
}

/// The numbers of listings with each verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Tally {
    /// The listings of which the work is known.
    pub matched: usize,
    /// The listings of which several works may be meant.
    pub ambiguous: usize,
    /// The listings of which no work was found.
    pub unmatched: usize,
    /// The listings that name a work which an earlier one names.
    pub duplicates: usize,
}

/// The lock does not cover all listings.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "the lock does not cover {count} of the listings, the first being `{title}` in {file}; run without --locked to look them up"
)]
pub struct NotCovered {
    /// The number of listings that it does not cover.
    pub count: usize,
    /// The first one's title.
    pub title: String,
    /// The file of the first one.
    pub file: String,
}

/// Returns the result for each listing by the lock of an earlier run alone.
///
/// # Errors
/// When the lock does not cover every listing.
pub fn by_lock(lists: &[Listed], lock: &Lock) -> Result<Vec<Item>, NotCovered> {
    let targets = targets(lists);
    let entries = LockedSet::of(&targets, Some(lock));
    let mut items = Vec::new();
    let mut missing = targets.iter().filter(|it| entries.get(it.index).is_none());
    if let Some(first) = missing.next() {
        return Err(NotCovered {
            count: 1 + missing.count(),
            title: first.listing.title.clone(),
            file: lists[first.list].file.clone(),
        });
    }
    for entry in entries.iter() {
        let (target, locked) = (entry.target, entry.locked);
        items.push(Item {
            index: target.index,
            list: target.list,
            title: target.listing.title.clone(),
            fingerprint: target.fingerprint.clone(),
            key: locked.key.clone(),
            verdict: locked.verdict.clone(),
            upgraded: locked.upgraded,
            from_lock: true,
            gone: locked.gone,
            expected: is_expected(target.listing),
        });
    }
    Ok(items)
}
