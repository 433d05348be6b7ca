//! Asking the sources, in the order that costs least.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::{
    event::{Event, Phase, Watch},
    pools::Pools,
    resolve::Listed,
    search::title_query,
};
use crate::{
    http::Failed,
    matching::{Decision, decide, resolve_shared_claims},
    model::{DblpPid, Listing, Person, Record, SourceName, Unmatched, Verdict},
    sources::{Id, Reply, Source, TitleQuery},
};

/// Everything the sources gave.
pub(super) struct Gathered {
    /// The decision for each listing, in order.
    pub(super) decisions: Vec<Decision>,
    /// All records that came.
    pub(super) pools: Pools,
    /// The pages in DBLP that are the people's own.
    pub(super) own: BTreeSet<DblpPid>,
    /// What failed, by source.
    pub(super) failures: Vec<(SourceName, Failed)>,
}

/// A listing and whose list it stands in.
pub(super) struct Wanted<'a> {
    pub(super) list: usize,
    pub(super) listing: &'a Listing,
}

pub(super) struct Gatherer<'a> {
    pub(super) lists: &'a [Listed],
    pub(super) wanted: Vec<Wanted<'a>>,
    sources: &'a [Box<dyn Source>],
    watch: &'a dyn Watch,
    pub(super) pools: Pools,
    pub(super) own: Vec<BTreeSet<DblpPid>>,
    failures: Vec<(SourceName, Failed)>,
    pub(super) decisions: Vec<Decision>,
    pub(super) followed: BTreeSet<(SourceName, Id)>,
    /// What sources gave by identifiers.
    pub(super) heard: BTreeMap<(SourceName, Id), Vec<Record>>,
    pub(super) unasked: BTreeSet<usize>,
    /// What the decisions rest on: how many records, how many pages believed.
    decided_on: Option<(usize, usize)>,
}

impl<'a> Gatherer<'a> {
    pub(super) fn new(
        lists: &'a [Listed],
        sources: &'a [Box<dyn Source>],
        watch: &'a dyn Watch,
    ) -> Self {
        let wanted: Vec<Wanted<'a>> = lists
            .iter()
            .enumerate()
            .flat_map(|(list, listed)| {
                listed
                    .publications
                    .iter()
                    .map(move |listing| Wanted { list, listing })
            })
            .collect();
        Self {
            lists,
            wanted,
            sources,
            watch,
            pools: Pools::of(lists.len()),
            own: vec![BTreeSet::new(); lists.len()],
            failures: Vec::new(),
            decisions: Vec::new(),
            followed: BTreeSet::new(),
            heard: BTreeMap::new(),
            unasked: BTreeSet::new(),
            decided_on: None,
        }
    }

    pub(super) async fn run(mut self) -> Gathered {
        self.decide_all();
        self.library().await;
        self.people(SourceName::Library).await;
        self.people(SourceName::Dblp).await;
        self.pinned().await;
        self.titles(SourceName::Dblp).await;
        self.titles(SourceName::Crossref).await;
        self.follow().await;
        // What was followed may name more: a preprint its publication, a DOI its record.
        self.follow().await;
        for at in &self.unasked {
            if let Verdict::Unmatched {
                reason: reason @ (Unmatched::NotFound | Unmatched::NearOnly),
                ..
            } = &mut self.decisions[*at].verdict
            {
                *reason = Unmatched::NotSearched;
            }
        }
        self.watch.saw(&Event::Finished);
        Gathered {
            decisions: self.decisions,
            pools: self.pools,
            own: self.own.into_iter().flatten().collect(),
            failures: self.failures,
        }
    }

    pub(super) fn source(&self, name: SourceName) -> Option<&'a dyn Source> {
        self.sources
            .iter()
            .find(|source| source.name() == name)
            .map(AsRef::as_ref)
    }

    pub(super) fn begin(&self, phase: Phase) {
        let settled = self
            .decisions
            .iter()
            .filter(|d| matches!(d.verdict, Verdict::Matched { .. }))
            .count();
        self.watch.saw(&Event::Began {
            phase,
            settled,
            listed: self.wanted.len(),
        });
    }

    pub(super) fn failed(&mut self, source: SourceName, failures: Vec<Failed>) {
        for failure in failures {
            self.watch.saw(&Event::Failed {
                source,
                message: failure.to_string(),
            });
            self.failures.push((source, failure));
        }
    }

    pub(super) fn take<T>(&mut self, source: SourceName, reply: Reply<T>) -> Vec<T> {
        self.failed(source, reply.failures);
        reply.found
    }

    pub(super) fn person(&self, list: usize) -> &'a Person {
        &self.lists[list].person
    }

    /// Decides every listing anew, unless nothing has come since the last time.
    pub(super) fn decide_all(&mut self) {
        let ground = (
            self.pools.records().count(),
            self.own.iter().map(BTreeSet::len).sum(),
        );
        if self.decided_on.replace(ground) == Some(ground) {
            return;
        }
        let (pools, lists, own) = (&self.pools, self.lists, &self.own);
        self.decisions = self
            .wanted
            .par_iter()
            .map(|wanted| {
                let person = &lists[wanted.list].person;
                let near = pools.list(wanted.list).candidates(wanted.listing, person);
                decide(wanted.listing, person, &own[wanted.list], &near)
            })
            .collect();
        let mut rest = self.decisions.as_mut_slice();
        for one_list in self.wanted.chunk_by(|a, b| a.list == b.list) {
            let (own, others) = rest.split_at_mut(one_list.len());
            rest = others;
            let listings = one_list.iter().map(|wanted| wanted.listing);
            resolve_shared_claims(&mut listings.zip(own).collect::<Vec<_>>());
        }
        if self.put_together() {
            // A page more is a person's: what lay between namesakes may be clear now.
            self.decide_all();
        }
    }

    /// The places of listings that are to be looked up and not answered yet.
    pub(super) fn open(&self) -> Vec<usize> {
        (0..self.wanted.len())
            .filter(|at| {
                let listing = self.wanted[*at].listing;
                listing.is_searched() && !is_answered(&self.decisions[*at], listing)
            })
            .collect()
    }

    async fn library(&mut self) {
        let Some(source) = self.source(SourceName::Library) else {
            return;
        };
        self.begin(Phase::Library);
        let (ids, of_ids): (Vec<Id>, Vec<usize>) = self
            .wanted
            .iter()
            .flat_map(|wanted| {
                wanted
                    .listing
                    .pinned_ids()
                    .into_iter()
                    .map(|id| (id, wanted.list))
            })
            .unzip();
        let found = source.by_ids(&ids).await;
        let found = self.take(SourceName::Library, found);
        self.pools.give(found, |at| [of_ids[at]]);
        let (queries, of_titles): (Vec<TitleQuery>, Vec<usize>) = self
            .wanted
            .iter()
            .filter(|wanted| wanted.listing.is_searched())
            .map(|wanted| {
                let query = title_query(wanted.listing, self.person(wanted.list));
                (query, wanted.list)
            })
            .unzip();
        let found = source.by_titles(&queries).await;
        let found = self.take(SourceName::Library, found);
        self.pools.give(found, |at| [of_titles[at]]);
        self.decide_all();
    }
}

/// Whether a decision needs no further search: matched, with more than a preprint, and not by a
/// dataset alone that is older than the year listed.
pub(super) fn is_answered(decision: &Decision, listing: &Listing) -> bool {
    let old = |record: &Record| {
        let day = record.edition.as_ref().and_then(|edition| edition.date);
        day.zip(listing.year)
            .is_some_and(|(day, year)| i32::from(day.year()) < year)
    };
    matches!(decision.verdict, Verdict::Matched { .. })
        && (decision.records.is_empty()
            || decision
                .records
                .iter()
                .any(|record| record.meta.kind.is_published() && !old(record)))
}

/// The failures by source for a closing summary. Questions that failed for one cause, such as a
/// refusal, are one failure.
pub(super) fn by_source<'a>(
    failures: impl Iterator<Item = &'a (SourceName, Failed)>,
) -> BTreeMap<SourceName, Vec<String>> {
    let mut out: BTreeMap<SourceName, Vec<&Failed>> = BTreeMap::new();
    for (source, failure) in failures {
        let known = out.entry(*source).or_default();
        if !known.iter().any(|other| other.has_cause_of(failure)) {
            known.push(failure);
        }
    }
    let words = |failures: Vec<&Failed>| failures.iter().map(ToString::to_string).collect();
    out.into_iter()
        .map(|(source, failures)| (source, words(failures)))
        .collect()
}
