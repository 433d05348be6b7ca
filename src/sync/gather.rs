//! Asking the sources, in the order that costs least.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::{
    event::{Event, Phase, Watch},
    resolve::Listed,
};
use crate::{
    enrich::{is_of_dblp, still_to_ask},
    http::Failed,
    matching::{Decision, Pool, decide, listed_kind, part_claims},
    model::{DblpPid, Doi, Ids, Kind, Listing, Person, Record, SourceName, Unmatched, Verdict},
    sources::{Basis, Id, PersonQuery, Reply, Source, TitleQuery},
    text::fold::{is_stop_word, squeeze, words},
};

/// A person found by name is believed from this many listed titles on their page on
/// (one may be a namesake's chance hit).
const BELIEVED: usize = 2;

/// Crossref is searched for one title a request. A list of 100 works gets this many such requests,
/// so that with the rest it stays below 20 in all; longer lists get a fifth of their length less
/// what the rest costs.
const SEARCHES: usize = 12;

/// Everything the sources gave.
pub(super) struct Gathered {
    /// The decision for each listing, in order.
    pub(super) decisions: Vec<Decision>,
    /// What failed, by source.
    pub(super) failures: Vec<(SourceName, Failed)>,
}

/// A listing and whose list it stands in.
pub(super) struct Wanted<'a> {
    pub(super) list: usize,
    pub(super) listing: &'a Listing,
}

pub(super) struct Gatherer<'a> {
    lists: &'a [Listed],
    wanted: Vec<Wanted<'a>>,
    sources: &'a [Box<dyn Source>],
    watch: &'a dyn Watch,
    pool: Pool,
    own: Vec<BTreeSet<DblpPid>>,
    failures: Vec<(SourceName, Failed)>,
    decisions: Vec<Decision>,
    followed: BTreeSet<(SourceName, Id)>,
    unasked: BTreeSet<usize>,
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
            pool: Pool::default(),
            own: vec![BTreeSet::new(); lists.len()],
            failures: Vec::new(),
            decisions: Vec::new(),
            followed: BTreeSet::new(),
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
            } = &mut self.decisions[*at].verdict
            {
                *reason = Unmatched::NotSearched;
            }
        }
        self.watch.saw(&Event::Finished);
        Gathered {
            decisions: self.decisions,
            failures: self.failures,
        }
    }

    fn source(&self, name: SourceName) -> Option<&'a dyn Source> {
        self.sources
            .iter()
            .find(|source| source.name() == name)
            .map(AsRef::as_ref)
    }

    fn begin(&self, phase: Phase) {
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

    fn failed(&mut self, source: SourceName, failures: Vec<Failed>) {
        for failure in failures {
            self.watch.saw(&Event::Failed {
                source,
                message: failure.to_string(),
            });
            self.failures.push((source, failure));
        }
    }

    fn take<T>(&mut self, source: SourceName, reply: Reply<T>) -> Vec<T> {
        self.failed(source, reply.failures);
        reply.found
    }

    fn person(&self, list: usize) -> &'a Person {
        &self.lists[list].person
    }

    /// Decides every listing anew, unless nothing has come since the last time.
    fn decide_all(&mut self) {
        let ground = (
            self.pool.records().len(),
            self.own.iter().map(BTreeSet::len).sum(),
        );
        if self.decided_on.replace(ground) == Some(ground) {
            return;
        }
        let (pool, lists, own) = (&self.pool, self.lists, &self.own);
        self.decisions = self
            .wanted
            .par_iter()
            .map(|wanted| {
                let near = pool.near(&wanted.listing.title, &pinned_ids(wanted.listing));
                let person = &lists[wanted.list].person;
                decide(wanted.listing, person, &own[wanted.list], &near)
            })
            .collect();
        let mut rest = self.decisions.as_mut_slice();
        for one_list in self.wanted.chunk_by(|a, b| a.list == b.list) {
            let (own, others) = rest.split_at_mut(one_list.len());
            rest = others;
            let listings = one_list.iter().map(|wanted| wanted.listing);
            part_claims(&mut listings.zip(own).collect::<Vec<_>>());
        }
    }

    /// The places of listings that are to be looked up and not answered yet.
    fn open(&self) -> Vec<usize> {
        (0..self.wanted.len())
            .filter(|at| {
                let listing = self.wanted[*at].listing;
                listing.lookup && !is_answered(&self.decisions[*at], listing)
            })
            .collect()
    }

    async fn library(&mut self) {
        let Some(source) = self.source(SourceName::Library) else {
            return;
        };
        self.begin(Phase::Library);
        let ids: Vec<Id> = self.wanted.iter().flat_map(|w| pinned(w.listing)).collect();
        let found = source.by_ids(&ids).await;
        let found = self.take(SourceName::Library, found);
        self.pool.add(found);
        let queries: Vec<TitleQuery> = self
            .wanted
            .iter()
            .filter(|wanted| wanted.listing.lookup)
            .map(|wanted| title_query(wanted.listing, self.person(wanted.list)))
            .collect();
        let found = source.by_titles(&queries).await;
        let found = self.take(SourceName::Library, found);
        self.pool.add(found);
        self.decide_all();
    }

    /// The pages of everyone in whose list something is still open, in one go.
    async fn people(&mut self, name: SourceName) {
        let Some(source) = self.source(name) else {
            return;
        };
        let open: BTreeSet<usize> = self.open().iter().map(|at| self.wanted[*at].list).collect();
        let mut queries = Vec::new();
        let mut lists = Vec::new();
        for (list, listed) in self.lists.iter().enumerate() {
            let titles: Vec<String> = listed
                .publications
                .iter()
                .filter(|listing| listing.lookup)
                .map(|listing| listing.title.clone())
                .collect();
            let person = &listed.person;
            let is_pinned = person.dblp.is_some() || person.orcid.is_some();
            // Fewer titles than it takes to believe a name are cheaper to search for.
            if titles.is_empty()
                || !open.contains(&list)
                || !is_pinned && (person.name.is_none() || titles.len() < BELIEVED)
            {
                continue;
            }
            queries.push(PersonQuery {
                pid: person.dblp.clone(),
                orcid: person.orcid.clone(),
                names: person
                    .name
                    .iter()
                    .chain(&person.aliases)
                    .map(ToString::to_string)
                    .collect(),
                titles,
                whole: false,
            });
            lists.push(list);
        }
        if queries.is_empty() {
            return;
        }
        self.begin(Phase::People);
        let reply = source.by_person(&queries).await;
        for page in self.take(name, reply) {
            let Some(list) = lists.get(page.query).copied() else {
                continue;
            };
            let titles: BTreeSet<String> = page
                .records
                .iter()
                .map(|r| squeeze(&r.meta.title.text()))
                .collect();
            // The same title listed twice is one title, and `Editorial` is none.
            let on_page: BTreeSet<String> = queries[page.query]
                .titles
                .iter()
                .filter(|title| words(title).iter().filter(|w| !is_stop_word(w)).count() > 1)
                .map(|title| squeeze(title))
                .filter(|title| titles.contains(title))
                .collect();
            if page.basis == Basis::Pinned || on_page.len() >= BELIEVED {
                self.own[list].insert(page.pid);
            }
            // A namesake's record is still a record: it is judged by its own evidence.
            self.pool.add(page.records);
        }
        self.decide_all();
    }

    /// What the lists pin by identifier, from whoever gives it out.
    async fn pinned(&mut self) {
        let mut dblp = Vec::new();
        let mut crossref = Vec::new();
        let mut arxiv = Vec::new();
        for (wanted, decision) in self.wanted.iter().zip(&self.decisions) {
            if !wanted.listing.lookup || !wanted.listing.is_pinned() {
                continue;
            }
            let from = |source| decision.records.iter().filter(move |r| r.source == source);
            if decision.records.len() > from(SourceName::Library).count() {
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

    /// Searches by title for what is still open.
    async fn titles(&mut self, name: SourceName) {
        let Some(source) = self.source(name) else {
            return;
        };
        let open: Vec<usize> = self
            .open()
            .into_iter()
            .filter(|at| name == SourceName::Dblp || is_worth_a_request(self.wanted[*at].listing))
            .collect();
        if open.is_empty() {
            return;
        }
        self.begin(Phase::Titles);
        let mut seen = BTreeSet::new();
        let mut asked: Vec<usize> = open
            .into_iter()
            .filter(|at| seen.insert(squeeze(&self.wanted[*at].listing.title)))
            .collect();
        if name == SourceName::Crossref {
            let budget = SEARCHES.max((self.wanted.len() / 5).saturating_sub(8));
            self.unasked
                .extend(asked.split_off(budget.min(asked.len())));
        }
        let queries: Vec<TitleQuery> = asked
            .iter()
            .map(|at| &self.wanted[*at])
            .map(|wanted| title_query(wanted.listing, self.person(wanted.list)))
            .collect();
        let reply = source.by_titles(&queries).await;
        self.unasked
            .extend(reply.unasked.iter().filter_map(|at| asked.get(*at)));
        let found = self.take(name, reply);
        self.pool.add(found);
        self.decide_all();
    }

    /// Follows the identifiers of what is matched.
    async fn follow(&mut self) {
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

/// Whether a decision needs no further search: matched, with more than a preprint, and not by a
/// dataset alone that is older than the year listed.
fn is_answered(decision: &Decision, listing: &Listing) -> bool {
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

/// Whether Crossref may have what a listing means: it registers publications, one request each.
fn is_worth_a_request(listing: &Listing) -> bool {
    !listing.says_unpublished()
        && !matches!(
            listed_kind(listing),
            Some(Kind::Patent | Kind::Web | Kind::Preprint)
        )
}

fn title_query(listing: &Listing, person: &Person) -> TitleQuery {
    TitleQuery {
        title: listing.title.clone(),
        authors: listing.author_names(person).into_iter().flatten().collect(),
        year: listing.year,
        person: person.name.as_ref().map(ToString::to_string),
    }
}

fn pinned(listing: &Listing) -> Vec<Id> {
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

fn pinned_ids(listing: &Listing) -> Ids {
    Ids {
        dblp: listing.dblp.clone(),
        doi: listing.doi.clone().filter(|doi| doi.arxiv().is_none()),
        arxiv: listing
            .arxiv
            .clone()
            .or_else(|| listing.doi.as_ref().and_then(Doi::arxiv)),
    }
}

/// The one identifier by which DBLP is most likely to know a work.
fn best_for_dblp(ids: Ids) -> Option<Id> {
    ids.dblp
        .map(Id::Dblp)
        .or(ids.doi.map(Id::Doi))
        .or(ids.arxiv.map(Id::Arxiv))
}

/// The failures, each source once, for a closing summary.
pub(super) fn by_source(failures: &[(SourceName, Failed)]) -> BTreeMap<SourceName, Vec<String>> {
    let mut out: BTreeMap<SourceName, Vec<String>> = BTreeMap::new();
    for (source, failure) in failures {
        let messages = out.entry(*source).or_default();
        let message = failure.to_string();
        if !messages.contains(&message) {
            messages.push(message);
        }
    }
    out
}
