//! The failures of sources, and what a run lacks because of them.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    answer::{Answer, is_matched},
    input::Target,
    source_set::SourceSet,
};
use crate::{
    http::RequestError,
    matching::Decision,
    model::{SourceName, Unmatched, WorkIdKind},
    sources::{IdLookup, Source, TitleSearch},
    text::publication_state::is_expected,
};

/// The failures of a run.
pub(super) struct Failures {
    /// The sources that did not answer as they should. What they contributed to earlier answers is kept.
    pub(super) silent: BTreeSet<SourceName>,
    /// The failures, without questions that were not put because the run is offline.
    faults: Vec<(SourceName, RequestError)>,
    is_offline: bool,
}

impl Failures {
    pub(super) fn of(all: Vec<(SourceName, RequestError)>, sources: &SourceSet<'_>) -> Self {
        let broken = sources.all().filter(|source| !source.is_whole());
        let failed = all.iter().map(|(source, _)| *source);
        let silent = failed.chain(broken.map(Source::name)).collect();
        // The person asked for an offline run: that is no failure.
        let (offline, faults): (Vec<_>, Vec<_>) = all
            .into_iter()
            .partition(|(_, failure)| matches!(failure, RequestError::Offline { .. }));
        Self {
            silent,
            faults,
            is_offline: !offline.is_empty(),
        }
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.faults.iter().any(|(_, it)| is_interruption(it))
    }

    /// Returns why what was not found was not searched for everywhere, if it was not.
    pub(super) fn reason(&self, sources: &SourceSet<'_>) -> Option<Unmatched> {
        if self.is_interrupted() {
            Some(Unmatched::Interrupted)
        } else if self.has_search_failed(sources) {
            Some(Unmatched::SourceFailed)
        } else {
            self.is_offline.then_some(Unmatched::Offline)
        }
    }

    /// Returns the messages by source. Questions that failed for one cause, such as a refusal, are one
    /// failure.
    pub(super) fn messages(&self) -> BTreeMap<SourceName, Vec<String>> {
        let mut causes: BTreeMap<SourceName, Vec<&RequestError>> = BTreeMap::new();
        for (source, failure) in self.faults.iter().filter(|(_, it)| !is_interruption(it)) {
            let known = causes.entry(*source).or_default();
            if !known.iter().any(|other| other.has_cause_of(failure)) {
                known.push(failure);
            }
        }
        let words =
            |failures: Vec<&RequestError>| failures.iter().map(ToString::to_string).collect();
        causes
            .into_iter()
            .map(|(source, failures)| (source, words(failures)))
            .collect()
    }

    /// Whether a listing lacks what a failed source would have given.
    pub(super) fn is_lacking(
        &self,
        target: &Target<'_>,
        answer: &Answer<'_>,
        sources: &SourceSet<'_>,
    ) -> bool {
        let Answer::Decided(decision) = answer else {
            return false;
        };
        let is_on_arxiv = target.listing.pins().arxiv.is_some();
        let is_asked = self.has_search_failed(sources) || !self.faults.is_empty() && is_on_arxiv;
        is_asked
            && is_expected(target.listing)
            && (!is_matched(decision) || self.is_thin(decision, sources))
    }

    fn has_failed(&self, source: &dyn Source) -> bool {
        self.faults.iter().any(|(name, _)| *name == source.name())
    }

    /// Whether a service failed that searches for titles.
    fn has_search_failed(&self, sources: &SourceSet<'_>) -> bool {
        let mut services = sources.services();
        services.any(|source| {
            source.capabilities().titles != TitleSearch::None && self.has_failed(source)
        })
    }

    /// Whether a match has a DOI of which the failed registry would have said more.
    fn is_thin(&self, decision: &Decision, sources: &SourceSet<'_>) -> bool {
        let mut registries = sources.services().filter(|source| {
            let lookup = source.capabilities().ids;
            matches!(lookup, IdLookup::Registry(kinds) if kinds.contains(&WorkIdKind::Doi))
        });
        let records = &decision.records;
        let has_doi = records.iter().any(|record| record.meta.ids.doi.is_some());
        let has_record_of = |source: &dyn Source| {
            let mut records = records.iter();
            records.any(|record| record.source == source.name() || sources.is_local(record.source))
        };
        records.is_empty()
            || has_doi && registries.any(|it| self.has_failed(it) && !has_record_of(it))
    }
}

fn is_interruption(failure: &RequestError) -> bool {
    matches!(failure, RequestError::Interrupted { .. })
}
