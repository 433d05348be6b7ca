//! What identifiers lead to: those that a list pins, and those of what is matched.

use std::collections::BTreeSet;

use super::{event::Phase, gather::Gatherer};
use crate::{
    enrich::{is_of_dblp, still_to_ask},
    model::{Ids, Listing, SourceName},
    sources::{Id, Reply},
};

impl Gatherer<'_> {
    /// What the lists pin by identifier, from whoever gives it out.
    pub(super) async fn pinned(&mut self) {
        let mut dblp = Vec::new();
        let mut crossref = Vec::new();
        let mut arxiv = Vec::new();
        for (wanted, decision) in self.wanted.iter().zip(&self.decisions) {
            if !wanted.listing.lookup || !wanted.listing.is_pinned() {
                continue;
            }
            let from = |source| decision.records.iter().filter(move |r| r.source == source);
            // A pin that is in conflict is known as well as it will be.
            if decision.records.len() > from(SourceName::Library).count()
                || decision.verdict.conflict().is_some()
            {
                continue;
            }
            // What this disk holds of DBLP need not be asked for there.
            let filed = from(SourceName::Library).any(is_of_dblp);
            for id in pinned(wanted.listing) {
                match &id {
                    Id::Doi(_) => crossref.push(id.clone()),
                    Id::Arxiv(_) => arxiv.push(id.clone()),
                    Id::Dblp(_) => {}
                }
                if !filed {
                    dblp.push(id);
                }
            }
        }
        if dblp.is_empty() && crossref.is_empty() && arxiv.is_empty() {
            return;
        }
        self.begin(Phase::Pinned);
        self.fetch(dblp, crossref, arxiv).await;
        self.decide_all();
    }

    /// Fetches by identifier from the three services at once; what arXiv fails to give is asked of
    /// DataCite, which registers its DOIs.
    async fn fetch(&mut self, dblp: Vec<Id>, crossref: Vec<Id>, arxiv: Vec<Id>) {
        let ask = async |name: SourceName, ids: &[Id]| match self.source(name) {
            Some(source) if !ids.is_empty() => source.by_ids(ids).await,
            _ => Reply::default(),
        };
        let (dblp, crossref, from_arxiv) = tokio::join!(
            ask(SourceName::Dblp, &dblp),
            ask(SourceName::Crossref, &crossref),
            ask(SourceName::Arxiv, &arxiv),
        );
        let arxiv_failed =
            !from_arxiv.failures.is_empty() || self.source(SourceName::Arxiv).is_none();
        for (name, reply) in [(SourceName::Dblp, dblp), (SourceName::Crossref, crossref)] {
            let found = self.take(name, reply);
            self.pool.add(found);
        }
        self.pool.add(from_arxiv.found);
        if !arxiv_failed {
            return;
        }
        // One request a paper: only for those of which no source has said anything.
        let unknown: Vec<Id> = arxiv
            .into_iter()
            .filter(|id| {
                let Id::Arxiv(id) = id else { return false };
                !self
                    .pool
                    .records()
                    .iter()
                    .any(|r| r.meta.ids.arxiv.as_ref() == Some(id))
            })
            .collect();
        if let Some(source) = self
            .source(SourceName::Datacite)
            .filter(|_| !unknown.is_empty())
        {
            let reply = source.by_ids(&unknown).await;
            let found = self.take(SourceName::Datacite, reply);
            self.pool.add(found);
        }
        self.failed(SourceName::Arxiv, from_arxiv.failures);
    }

    /// Follows the identifiers of what is matched.
    pub(super) async fn follow(&mut self) {
        let mut dblp = BTreeSet::new();
        let mut crossref = BTreeSet::new();
        let mut arxiv = BTreeSet::new();
        for decision in &self.decisions {
            let ask = still_to_ask(&decision.records);
            crossref.extend(ask.dois.into_iter().map(Id::Doi));
            arxiv.extend(ask.arxiv.into_iter().map(Id::Arxiv));
            for ids in ask.dblp {
                dblp.extend(best_for_dblp(ids));
            }
        }
        // A source that did not know an identifier the first time is not asked twice.
        dblp.retain(|id| self.followed.insert((SourceName::Dblp, id.clone())));
        crossref.retain(|id| self.followed.insert((SourceName::Crossref, id.clone())));
        arxiv.retain(|id| self.followed.insert((SourceName::Arxiv, id.clone())));
        if dblp.is_empty() && crossref.is_empty() && arxiv.is_empty() {
            return;
        }
        self.begin(Phase::Follow);
        let list = |set: BTreeSet<Id>| set.into_iter().collect::<Vec<_>>();
        self.fetch(list(dblp), list(crossref), list(arxiv)).await;
        self.decide_all();
    }
}

pub(super) fn pinned(listing: &Listing) -> Vec<Id> {
    let mut out: Vec<Id> = Vec::new();
    out.extend(listing.dblp.clone().map(Id::Dblp));
    match listing.doi.as_ref().map(|doi| (doi, doi.arxiv())) {
        Some((_, Some(arxiv))) => out.push(Id::Arxiv(arxiv)),
        Some((doi, None)) => out.push(Id::Doi(doi.clone())),
        None => {}
    }
    out.extend(listing.arxiv.clone().map(Id::Arxiv));
    out
}

/// The one identifier by which DBLP is most likely to know a work.
fn best_for_dblp(ids: Ids) -> Option<Id> {
    ids.dblp
        .map(Id::Dblp)
        .or(ids.doi.map(Id::Doi))
        .or(ids.arxiv.map(Id::Arxiv))
}
