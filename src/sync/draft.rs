//! A work on its way from answers to a bibliography: several listings may name it.

use std::collections::BTreeMap;

use super::{
    locked::LockedEntry,
    same_work::{Handles, looks_same, shares_id},
};
use crate::{
    enrich::{MergedMetadata, Precedence, listed_metadata, merge},
    matching::Decision,
    model::{Listing, Person, Verdict, WorkStatus},
    text::publication_state::is_manuscript,
};

/// A work before it has its key.
pub(super) struct Draft {
    pub(super) merged: MergedMetadata,
    /// What `merged` is recognised by.
    pub(super) handles: Handles,
    pub(super) status: WorkStatus,
    /// Whether it bears an identifier whose record is another work's.
    has_conflict: bool,
    pub(super) fields: BTreeMap<String, String>,
    /// The keys that the person gave its listings.
    pub(super) wanted_keys: Vec<String>,
    /// The keys that its listings had in an earlier run.
    pub(super) kept_keys: Vec<String>,
}

impl Draft {
    /// Makes the work of a decision. One without records is as the list states it.
    pub(super) fn of_decision(
        decision: &Decision,
        listing: &Listing,
        person: &Person,
        precedence: &Precedence,
    ) -> Self {
        let has_conflict = decision.verdict.conflict().is_some();
        let status = match decision.verdict {
            Verdict::Matched { .. } => WorkStatus::Matched,
            Verdict::Ambiguous { .. } => WorkStatus::Ambiguous,
            Verdict::Unmatched { .. } => WorkStatus::Unmatched,
        };
        let merged = merge(&decision.records, listing, precedence).unwrap_or_else(|| {
            let mut merged = listed_metadata(listing, person);
            if status != WorkStatus::Matched && merged.meta.note.is_none() && !has_conflict {
                merged.meta.note = publication_state(listing);
            }
            merged
        });
        Self {
            handles: Handles::of(&merged.meta),
            merged,
            status,
            has_conflict,
            fields: listing.fields.clone(),
            wanted_keys: listing.key.clone().into_iter().collect(),
            kept_keys: Vec::new(),
        }
    }

    /// Takes the work of a lock.
    pub(super) fn of_lock(entry: LockedEntry<'_>) -> Self {
        let (work, listing) = (entry.work, entry.target.listing);
        Self {
            handles: Handles::of(&work.meta),
            merged: MergedMetadata {
                meta: work.meta.clone(),
                origins: work.origins.clone(),
                editions: work.editions.clone(),
            },
            status: work.status,
            has_conflict: false,
            fields: listing.fields.clone(),
            wanted_keys: listing.key.clone().into_iter().collect(),
            kept_keys: vec![work.key.clone()],
        }
    }

    pub(super) fn has_conflict(&self) -> bool {
        self.has_conflict
    }

    /// Whether two drafts are of one work.
    pub(super) fn is_one_work(&self, other: &Self) -> bool {
        let (a, b) = (&self.merged.meta, &other.merged.meta);
        let looks_same = || looks_same((a, &self.handles), (b, &other.handles));
        if self.has_conflict || other.has_conflict {
            // The identifier that is pinned by mistake is rightly another entry's.
            return self.has_conflict == other.has_conflict && looks_same();
        }
        if shares_id(a, b) {
            return true;
        }
        // A matched work is its record: it is another's only by an identifier, unless neither record
        // has one. What is listed and not found is never taken for a work that was found.
        let is_matched = |draft: &Self| draft.status == WorkStatus::Matched;
        is_matched(self) == is_matched(other)
            && (!is_matched(self) || a.ids.doi == b.ids.doi && a.ids.dblp == b.ids.dblp)
            && looks_same()
    }

    /// Adds a second listing of the same work. A matched work replaces one that is as listed, and a
    /// publication its preprint; the person's fields and all keys are kept.
    pub(super) fn join(&mut self, other: Self) {
        let rank = |draft: &Self| {
            let is_published = draft.merged.meta.kind.is_published();
            (draft.status == WorkStatus::Matched, is_published)
        };
        let is_better = rank(&other) > rank(self);
        for (name, value) in other.fields {
            self.fields.entry(name).or_insert(value);
        }
        self.wanted_keys.extend(other.wanted_keys);
        self.kept_keys.extend(other.kept_keys);
        if is_better {
            self.merged = other.merged;
            self.handles = other.handles;
            self.status = other.status;
        }
    }
}

/// The state of a work that is not published yet, which its readers have to know, in the list's own
/// words.
fn publication_state(listing: &Listing) -> Option<String> {
    let status = listing.status.as_deref().map(str::trim);
    match status.filter(|status| !status.is_empty()) {
        Some(listed) => {
            let mut letters = listed.chars();
            let first = letters.next()?;
            Some(first.to_uppercase().chain(letters).collect())
        }
        // "Submitted to ICML 2026" has no other place in the entry.
        None if is_manuscript(listing) => listing.venue.clone(),
        None => None,
    }
}
