use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use futures_util::future::join_all;
use jiff::civil::Date;
use serde_json::value::RawValue;
use url::Url;

use super::{
    query::{self, Extent},
    wire,
};
use crate::{
    formats::crossref::{notices, record},
    http::{ApiResponse, RequestError},
    model::{Authority, Doi, Record, SourceName, WorkIdKind},
    sources::{
        Capabilities, Fetcher, FoundRecord, Id, IdLookup, Load, Price, Registration, Reply,
        ReplyFuture, Source, TitleQuery, TitleSearch, batches,
        registrar::is_datacites,
        stored_answers::{self, Answered, Asked},
    },
};

/// The number of concurrent requests that the polite pool allows (`x-concurrency-limit`).
pub(super) const CONCURRENCY: usize = 3;

/// Works as they came, with their DOIs; `None` where there is none.
type RawWorks = Vec<(Doi, Option<Box<RawValue>>)>;

/// The DOI registration agency of most publishers, <https://www.crossref.org>.
pub struct Crossref {
    pub(super) fetcher: Arc<dyn Fetcher>,
    pub(super) base: Url,
}

impl std::fmt::Debug for Crossref {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Crossref")
            .field("base", &self.base.as_str())
            .finish_non_exhaustive()
    }
}

impl Crossref {
    /// Returns Crossref at the address `base` (`https://api.crossref.org`).
    #[must_use]
    pub fn new(fetcher: Arc<dyn Fetcher>, base: Url) -> Self {
        Self { fetcher, base }
    }

    async fn records(&self, ids: &[Id]) -> Reply<FoundRecord> {
        let mut dois: BTreeMap<&Doi, Vec<usize>> = BTreeMap::new();
        for (at, id) in ids.iter().enumerate() {
            if let Id::Doi(doi) = id {
                dois.entry(doi).or_default().push(at);
            }
        }
        let (works, mut reply) = self.works(dois.keys().copied().collect()).await;
        reply.found = works
            .iter()
            .filter_map(|(doi, work)| {
                Some(FoundRecord {
                    record: record_of(work.get(), self.learned(doi))?,
                    asked: dois.get(doi)?.clone(),
                })
            })
            .collect();
        reply
    }

    /// The day on which the answer for a work came.
    fn learned(&self, doi: &Doi) -> Option<Date> {
        stored_answers::day(&*self.fetcher, &query::WORK, doi.as_str())
    }

    /// Returns the registrations of those DOIs that can be asked for many at a time.
    async fn registered(&self, dois: &[Doi]) -> Reply<Registration> {
        let dois = dois.iter().filter(|doi| query::fits_filter(doi));
        let (works, mut reply) = self.works(dois.collect()).await;
        reply.found = works
            .into_iter()
            .map(|(doi, work)| Registration {
                record: record_of(work.get(), self.learned(&doi)),
                notices: wire::work(work.get()).map_or_else(Vec::new, |work| notices(&work)),
                doi,
            })
            .collect();
        reply
    }

    /// Returns the works with these DOIs as they came, and the failures.
    async fn works<T>(&self, dois: BTreeSet<&Doi>) -> (BTreeMap<Doi, Box<RawValue>>, Reply<T>) {
        let dois: Vec<Doi> = dois.into_iter().cloned().collect();
        let registered = dois.into_iter().filter(|doi| !is_datacites(doi));
        let ask = |dois| -> Asked<'_, Doi, Box<RawValue>> { Box::pin(self.ask(dois)) };
        let answered = stored_answers::answered(
            &*self.fetcher,
            &query::WORK,
            registered,
            Doi::to_string,
            ask,
        );
        let mut reply = Reply::default();
        let works = reply.absorb(answered.await).into_iter();
        let works = works.filter_map(|(doi, work)| Some((doi, work?)));
        (works.collect(), reply)
    }

    async fn ask(&self, dois: Vec<Doi>) -> Answered<Doi, Box<RawValue>> {
        let mut reply = Reply::default();
        let (together, alone): (Vec<Doi>, Vec<Doi>) =
            dois.into_iter().partition(query::fits_filter);
        let batches: Vec<&[Doi]> = batches::of(&together, query::BATCH);
        for wave in batches.chunks(CONCURRENCY) {
            let answers = join_all(wave.iter().map(|dois| self.batch(dois))).await;
            if take(&mut reply, answers) {
                return reply;
            }
        }
        for wave in alone.chunks(CONCURRENCY) {
            let answers = join_all(wave.iter().map(|doi| self.single(doi))).await;
            if take(&mut reply, answers) {
                break;
            }
        }
        reply
    }

    /// Fetches the works of a batch. A rejected batch is sent again in a form that is known to be
    /// accepted.
    async fn batch(&self, dois: &[Doi]) -> Result<RawWorks, RequestError> {
        match self.request(dois, Extent::Selected).await {
            Err(RequestError::Rejected { .. } | RequestError::TooComplex { .. }) => {
                let mut works = Vec::new();
                for dois in batches::of(dois, query::SURE) {
                    works.extend(self.request(dois, Extent::Whole).await?);
                }
                Ok(works)
            }
            answer => answer,
        }
    }

    /// Fetches the works of one request. Each work, and the absence of one, is stored under its
    /// DOI.
    async fn request(&self, dois: &[Doi], extent: Extent) -> Result<RawWorks, RequestError> {
        let ask = query::batch(&self.base, dois, extent);
        let ApiResponse::Body(body) = self.fetcher.request(&ask).await? else {
            return Ok(Vec::new());
        };
        let mut absent: BTreeSet<&Doi> = dois.iter().collect();
        let mut works = Vec::new();
        for item in wire::items(&body) {
            let doi = wire::work(item.get()).and_then(|work| Doi::parse(&work.doi).ok());
            if let Some(doi) = doi {
                absent.remove(&doi);
                self.keep(&doi, Some(&*item));
                works.push((doi, Some(item)));
            }
        }
        for doi in absent {
            self.keep(doi, None);
            works.push((doi.clone(), None));
        }
        Ok(works)
    }

    async fn single(&self, doi: &Doi) -> Result<RawWorks, RequestError> {
        let answer = self
            .fetcher
            .request(&query::single(&self.base, doi))
            .await?;
        let work = match &answer {
            ApiResponse::Body(body) => wire::message(body),
            ApiResponse::NotFound => None,
        };
        self.keep(doi, work.as_deref());
        Ok(vec![(doi.clone(), work)])
    }

    fn keep(&self, doi: &Doi, work: Option<&RawValue>) {
        stored_answers::keep(&*self.fetcher, &query::WORK, doi.as_str(), work);
    }
}

/// What Crossref can be asked. Publishers register the full names of venues and of people with it.
pub(super) const CAPABILITIES: Capabilities = Capabilities {
    ids: IdLookup::Registry(&[WorkIdKind::Doi]),
    titles: TitleSearch::Single,
    finds_by_name: true,
    has_notices: true,
    authority: Authority {
        published: 30,
        venues: 10,
        imprints: 30,
        short_names: 30,
        preprints: 50,
        spells_names: true,
        own_fields: &[],
    },
    ..Capabilities::service("Crossref")
};

impl Source for Crossref {
    fn name(&self) -> SourceName {
        SourceName::CROSSREF
    }

    fn capabilities(&self) -> Capabilities {
        CAPABILITIES
    }

    fn price(&self, load: &Load) -> Price {
        let mut price = Price::exactly(load.ids.div_ceil(query::BATCH));
        price += Price {
            least: load.titles.min(load.people.max(1)),
            most: load.titles + if load.titles > 0 { load.people } else { 0 },
        };
        price
    }

    fn by_ids<'a>(&'a self, ids: &'a [Id]) -> ReplyFuture<'a, FoundRecord> {
        Box::pin(self.records(ids))
    }

    fn by_titles<'a>(&'a self, titles: &'a [TitleQuery]) -> ReplyFuture<'a, FoundRecord> {
        Box::pin(self.searches(titles))
    }

    fn by_names<'a>(&'a self, titles: &'a [TitleQuery]) -> ReplyFuture<'a, FoundRecord> {
        Box::pin(self.named(titles))
    }

    fn kept_titles(&self, titles: &[TitleQuery]) -> BTreeSet<usize> {
        let is_cached = |title| self.fetcher.is_cached(&query::search(&self.base, title));
        let titles = titles.iter().enumerate();
        let kept = titles.filter(|(_, title)| is_cached(title));
        kept.map(|(at, _)| at).collect()
    }

    fn registrations<'a>(&'a self, dois: &'a [Doi]) -> ReplyFuture<'a, Registration> {
        Box::pin(self.registered(dois))
    }
}

/// Returns the record of a work, with the day on which its answer came.
pub(super) fn record_of(work: &str, learned: Option<Date>) -> Option<Record> {
    let record = record(&wire::work(work)?, SourceName::CROSSREF)?;
    Some(Record { learned, ..record })
}

/// Adds the answers of a wave. Returns whether further requests are useless.
fn take(
    reply: &mut Answered<Doi, Box<RawValue>>,
    answers: Vec<Result<RawWorks, RequestError>>,
) -> bool {
    let mut over = false;
    for answer in answers {
        match answer {
            Ok(found) => reply.found.extend(found),
            Err(failed) => {
                over |= batches::is_over(&failed);
                reply.failures.push(failed);
            }
        }
    }
    over
}

#[cfg(test)]
mod tests;
