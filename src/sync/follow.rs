//! What identifiers lead to: those that a list pins, and those of what is matched.

use std::collections::{BTreeMap, BTreeSet};

use super::{event::Phase, gather::Gatherer};
use crate::{
    enrich::{is_dblp_record, pending_lookups},
    model::{Ids, Record, SourceName},
    sources::{Found, Id, Reply},
};

/// Identifiers, and which lists ask for them.
type Wants = BTreeMap<Id, BTreeSet<usize>>;

impl Gatherer<'_> {
    /// What the lists pin by identifier, from whoever gives it out.
    pub(super) async fn pinned(&mut self) {
        let mut dblp = Wants::new();
        let mut crossref = Wants::new();
        let mut arxiv = Wants::new();
        for (wanted, decision) in self.wanted.iter().zip(&self.decisions) {
            if !wanted.listing.is_searched() || !wanted.listing.is_pinned() {
                continue;
            }
            let from = |source| decision.records.iter().filter(move |r| r.source == source);
            let pins = wanted.listing.pinned_ids();
            let bears = |record: &Record| pins.iter().any(|pin| pin.is_in(&record.meta.ids));
            // A pin that is in conflict is known as well as it will be.
            let is_known = decision.records.iter().any(bears)
                && decision.records.len() > from(SourceName::Library).count();
            if is_known || decision.verdict.conflict().is_some() {
                continue;
            }
            // What this disk holds of DBLP need not be asked for there.
            let filed = from(SourceName::Library).any(is_dblp_record);
            let want = |of: &mut Wants, id: Id| {
                of.entry(id).or_default().insert(wanted.list);
            };
            for id in pins {
                match &id {
                    Id::Doi(_) => want(&mut crossref, id.clone()),
                    Id::Arxiv(_) => want(&mut arxiv, id.clone()),
                    Id::Dblp(_) => {}
                }
                if !filed {
                    want(&mut dblp, id);
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
    async fn fetch(&mut self, dblp: Wants, crossref: Wants, arxiv: Wants) {
        let ask = async |name: SourceName, wants: &Wants| match self.source(name) {
            Some(source) if !wants.is_empty() => {
                let ids: Vec<Id> = wants.keys().cloned().collect();
                source.by_ids(&ids).await
            }
            _ => Reply::default(),
        };
        let (from_dblp, from_crossref, from_arxiv) = tokio::join!(
            ask(SourceName::Dblp, &dblp),
            ask(SourceName::Crossref, &crossref),
            ask(SourceName::Arxiv, &arxiv),
        );
        let arxiv_failed =
            !from_arxiv.failures.is_empty() || self.source(SourceName::Arxiv).is_none();
        for (name, wants, reply) in [
            (SourceName::Dblp, &dblp, from_dblp),
            (SourceName::Crossref, &crossref, from_crossref),
        ] {
            let found = self.take(name, reply);
            self.hear(name, wants, found);
        }
        self.hear(SourceName::Arxiv, &arxiv, from_arxiv.found);
        if !arxiv_failed {
            return;
        }
        // One request a paper: only for those of which no source has said anything.
        let pools = &self.pools;
        let is_unknown = |id: &Id, list: usize| {
            let Id::Arxiv(id) = id else { return false };
            let mut records = pools.list(list).records().iter();
            !records.any(|record| record.meta.ids.arxiv.as_ref() == Some(id))
        };
        let unknown: Wants = arxiv
            .into_iter()
            .map(|(id, lists)| {
                let lists = lists.into_iter().filter(|list| is_unknown(&id, *list));
                let lists = lists.collect();
                (id, lists)
            })
            .filter(|(_, lists): &(Id, BTreeSet<usize>)| !lists.is_empty())
            .collect();
        if let Some(source) = self
            .source(SourceName::Datacite)
            .filter(|_| !unknown.is_empty())
        {
            let ids: Vec<Id> = unknown.keys().cloned().collect();
            let reply = source.by_ids(&ids).await;
            let found = self.take(SourceName::Datacite, reply);
            self.hear(SourceName::Datacite, &unknown, found);
        }
        self.failed(SourceName::Arxiv, from_arxiv.failures);
    }

    /// Gives what came to the lists that asked, and remembers it for those that will.
    fn hear(&mut self, name: SourceName, wants: &Wants, found: Vec<Found>) {
        let asked: Vec<(&Id, &BTreeSet<usize>)> = wants.iter().collect();
        for it in &found {
            for (id, _) in it.asked.iter().filter_map(|at| asked.get(*at)) {
                let heard = self.heard.entry((name, (*id).clone())).or_default();
                heard.push(it.record.clone());
            }
        }
        let lists = |at: usize| asked[at].1.iter().copied();
        self.pools.give(found, lists);
    }

    /// Follows the identifiers of what is matched.
    pub(super) async fn follow(&mut self) {
        let mut dblp = Wants::new();
        let mut crossref = Wants::new();
        let mut arxiv = Wants::new();
        for (wanted, decision) in self.wanted.iter().zip(&self.decisions) {
            let want = |of: &mut Wants, id: Id| {
                of.entry(id).or_default().insert(wanted.list);
            };
            let ask = pending_lookups(&decision.records);
            for doi in ask.dois {
                want(&mut crossref, Id::Doi(doi));
            }
            for id in ask.arxiv {
                want(&mut arxiv, Id::Arxiv(id));
            }
            for id in ask.dblp.into_iter().filter_map(best_for_dblp) {
                want(&mut dblp, id);
            }
        }
        let all = [
            (SourceName::Dblp, &mut dblp),
            (SourceName::Crossref, &mut crossref),
            (SourceName::Arxiv, &mut arxiv),
        ];
        for (name, wants) in all {
            self.go_on(name, wants);
        }
        self.decide_all();
        if dblp.is_empty() && crossref.is_empty() && arxiv.is_empty() {
            return;
        }
        self.begin(Phase::Follow);
        self.fetch(dblp, crossref, arxiv).await;
        self.decide_all();
    }

    /// Leaves of `wants` what a source has not been asked for: one that did not know an identifier
    /// the first time is not asked twice, and what another list has heard is there.
    fn go_on(&mut self, name: SourceName, wants: &mut Wants) {
        wants.retain(|id, lists| {
            let question = (name, id.clone());
            for record in self.heard.get(&question).into_iter().flatten() {
                for list in lists.iter() {
                    self.pools.add(*list, [record.clone()]);
                }
            }
            self.followed.insert(question)
        });
    }
}

/// The one identifier by which DBLP is most likely to know a work.
fn best_for_dblp(ids: Ids) -> Option<Id> {
    ids.dblp
        .map(Id::Dblp)
        .or(ids.doi.map(Id::Doi))
        .or(ids.arxiv.map(Id::Arxiv))
}
