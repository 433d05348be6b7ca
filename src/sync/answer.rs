//! The answer to a listing: decided by the records of this run, or kept from the lock.

use std::collections::BTreeSet;

use super::{
    evidence::GatheredEvidence,
    locked::{LockedEntry, LockedSet},
    plan::Plan,
    same_work::shares_any_id,
    source_set::SourceSet,
};
use crate::{
    matching::Decision,
    model::{SourceName, Verdict, Work, WorkId},
};

/// The answer to a listing.
#[derive(Debug, Clone)]
pub(super) enum Answer<'a> {
    /// Decided by the records of this run.
    Decided(Decision),
    /// Kept from the lock.
    Kept(LockedEntry<'a>, KeepReason),
}

/// Why an answer of the lock is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeepReason {
    /// It is still right: nothing was searched for.
    Current,
    /// No source has its record any longer.
    Gone,
    /// A source failed that had contributed to it.
    SourceFailed,
}

impl Answer<'_> {
    pub(super) fn decision(&self) -> Option<&Decision> {
        match self {
            Self::Decided(decision) => Some(decision),
            Self::Kept(..) => None,
        }
    }

    pub(super) fn is_current(&self) -> bool {
        matches!(self, Self::Kept(_, KeepReason::Current))
    }

    /// Whether a source failed and the lock's answer takes the place of its own.
    pub(super) fn is_from_lock(&self) -> bool {
        matches!(self, Self::Kept(_, KeepReason::SourceFailed))
    }
}

/// Keeps answers of the lock where this run has no better one: where every source answered and none
/// has the record any longer, and where one of the `silent` sources had contributed to the answer.
pub(super) fn keep<'a>(
    plan: &Plan<'a>,
    answers: Vec<Answer<'a>>,
    locked: &LockedSet<'a>,
    evidence: &GatheredEvidence,
    sources: &SourceSet<'_>,
    silent: &BTreeSet<SourceName>,
) -> Vec<Answer<'a>> {
    let held: BTreeSet<WorkId> = evidence
        .records()
        .flat_map(|record| WorkId::all_of(&record.meta.ids))
        .collect();
    let keep = |(target, answer): (_, Answer<'a>)| {
        let target: &super::input::Target<'_> = target;
        let (Answer::Decided(decision), Some(entry)) = (&answer, locked.get(target.index)) else {
            return answer;
        };
        let reason = if silent.is_empty() {
            let is_gone =
                plan.is_searched(target.index) && is_gone(decision, entry, &held, sources);
            is_gone.then_some(KeepReason::Gone)
        } else {
            let is_kept = entry.is_matched() && lacks(decision, entry.work, silent);
            is_kept.then_some(KeepReason::SourceFailed)
        };
        match reason {
            Some(reason) => Answer::Kept(entry, reason),
            None => answer,
        }
    };
    plan.targets.iter().zip(answers).map(keep).collect()
}

pub(super) fn is_matched(decision: &Decision) -> bool {
    matches!(decision.verdict, Verdict::Matched { .. })
}

/// Whether a listing was matched in the lock and no source has a record of its work any longer. A work
/// known from this disk alone was removed on purpose.
fn is_gone(
    decision: &Decision,
    entry: LockedEntry<'_>,
    held: &BTreeSet<WorkId>,
    sources: &SourceSet<'_>,
) -> bool {
    let mut origins = entry.work.origins.values();
    let is_of_service = origins.any(|origin| {
        origin.source != SourceName::LISTING
            && origin.source != SourceName::LIBRARY
            && !sources.is_local(origin.source)
    });
    let ids = WorkId::all_of(&entry.work.meta.ids);
    entry.is_matched()
        && is_of_service
        && !is_matched(decision)
        && !ids.is_empty()
        && !ids.iter().any(|id| held.contains(id))
}

/// Whether a decision finds nothing, or the same work without what a silent source contributed.
fn lacks(decision: &Decision, work: &Work, silent: &BTreeSet<SourceName>) -> bool {
    let mut records = decision.records.iter();
    let is_same = records.any(|record| shares_any_id(&record.meta.ids, &work.meta.ids));
    let has = |source: &SourceName| decision.records.iter().any(|r| r.source == *source);
    let had = |source: &SourceName| work.origins.values().any(|from| from.source == *source);
    !is_matched(decision) || is_same && silent.iter().any(|source| had(source) && !has(source))
}
