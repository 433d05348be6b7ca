use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use jiff::civil::Date;
use serde_json::value::RawValue;
use url::Url;

use super::{
    query::{self, Extent},
    wire,
};
use crate::{
    http::{Answer, Failed},
    model::{Doi, Record, SourceName},
    shapes::crossref::{notices, record},
    sources::{
        Asker, Asking, Id, Load, Price, Reply, Source, Standing, TitleQuery, batches, near::Near,
        registrar::is_datacites,
    },
    text::{
        byline::{Byline, Titles, years_apart},
        fold::squeeze,
        similarity,
    },
};

/// How many questions are under way at once, as the polite pool allows (`x-concurrency-limit`).
const CONCURRENCY: usize = 3;

/// After so many searches in a row that failed or brought nothing near, the rest is not searched for. Where
/// Crossref knows a person's works at all, it knows more than one in eight of them.
const FRUITLESS: usize = 8;

/// From this many titles of one person on, the person's works are asked for first: one request
/// that may save as many.
const BY_NAME: usize = 4;

/// Works as they came, each under its DOI.
type Works = Vec<(Doi, Arc<str>)>;

/// The DOI registration agency of most publishers, <https://www.crossref.org>.
pub struct Crossref {
    asker: Arc<dyn Asker>,
    base: Url,
}

impl std::fmt::Debug for Crossref {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Crossref")
            .field("base", &self.base.as_str())
            .finish_non_exhaustive()
    }
}

impl Crossref {
    /// Crossref behind the address `base` (`https://api.crossref.org`).
    #[must_use]
    pub fn new(asker: Arc<dyn Asker>, base: Url) -> Self {
        Self { asker, base }
    }

    async fn records(&self, ids: &[Id]) -> Reply<Record> {
        let dois: BTreeSet<&Doi> = ids
            .iter()
            .filter_map(|id| match id {
                Id::Doi(doi) => Some(doi),
                _ => None,
            })
            .collect();
        let (works, mut reply) = self.works(dois).await;
        reply.found = works
            .iter()
            .filter_map(|(doi, work)| {
                let learned = self.asker.day(&query::WORK, doi.as_str());
                said(work, learned)
            })
            .collect();
        reply
    }

    /// How the works stand that can be asked for many at a time.
    async fn stand(&self, dois: &[Doi]) -> Reply<Standing> {
        let dois = dois.iter().filter(|doi| query::fits_filter(doi));
        let (works, mut reply) = self.works(dois.collect()).await;
        reply.found = works
            .into_iter()
            .map(|(doi, work)| {
                let learned = self.asker.day(&query::WORK, doi.as_str());
                Standing {
                    record: said(&work, learned),
                    notices: wire::work(&work).map_or_else(Vec::new, |work| notices(&work)),
                    doi,
                }
            })
            .collect();
        reply
    }

    /// The works with these DOIs as they came, and what failed.
    async fn works<T>(&self, dois: BTreeSet<&Doi>) -> (BTreeMap<Doi, Arc<str>>, Reply<T>) {
        let mut reply = Reply::default();
        let mut works: BTreeMap<Doi, Arc<str>> = BTreeMap::new();
        let (mut together, mut alone) = (Vec::new(), Vec::new());
        for doi in dois.into_iter().filter(|doi| !is_datacites(doi)) {
            match self.asker.recall(&query::WORK, doi.as_str()) {
                Some(Answer::Body(body)) if wire::work(&body).is_some() => {
                    works.insert(doi.clone(), body);
                    continue;
                }
                // What can't be read any more is asked for again.
                Some(Answer::Body(_)) => tracing::debug!(%doi, "a kept work is unreadable"),
                Some(Answer::Absent) => continue,
                None => {}
            }
            if query::fits_filter(doi) {
                together.push(doi.clone());
            } else {
                alone.push(doi.clone());
            }
        }
        let batches: Vec<&[Doi]> = batches::of(&together, query::BATCH);
        for wave in batches.chunks(CONCURRENCY) {
            let answers = batches::together(wave.iter().map(|dois| self.batch(dois))).await;
            if take(&mut reply, &mut works, answers) {
                return (works, reply);
            }
        }
        for wave in alone.chunks(CONCURRENCY) {
            let answers = batches::together(wave.iter().map(|doi| self.single(doi))).await;
            if take(&mut reply, &mut works, answers) {
                break;
            }
        }
        (works, reply)
    }

    /// The works of a batch; one that is turned down is put again as is known to pass.
    async fn batch(&self, dois: &[Doi]) -> Result<Works, Failed> {
        match self.part(dois, Extent::Selected).await {
            Err(Failed::Rejected { .. } | Failed::TooHard { .. }) => {
                let mut works = Vec::new();
                for dois in batches::of(dois, query::SURE) {
                    works.extend(self.part(dois, Extent::Whole).await?);
                }
                Ok(works)
            }
            answer => answer,
        }
    }

    /// The works of one request; each is remembered under its own DOI, and so is that one is absent.
    async fn part(&self, dois: &[Doi], extent: Extent) -> Result<Works, Failed> {
        let ask = query::batch(&self.base, dois, extent);
        let Answer::Body(body) = self.asker.ask(&ask).await? else {
            return Ok(Vec::new());
        };
        let mut absent: BTreeSet<&Doi> = dois.iter().collect();
        let mut works = Vec::new();
        for item in wire::items(&body) {
            let doi = wire::work(item.get()).and_then(|work| Doi::parse(&work.doi).ok());
            if let Some(doi) = doi {
                absent.remove(&doi);
                self.asker
                    .remember(&query::WORK, doi.as_str(), Some(item.get()));
                works.push((doi, item.get().into()));
            }
        }
        for doi in absent {
            self.asker.remember(&query::WORK, doi.as_str(), None);
        }
        Ok(works)
    }

    async fn single(&self, doi: &Doi) -> Result<Works, Failed> {
        let answer = self.asker.ask(&query::single(&self.base, doi)).await?;
        let work = match &answer {
            Answer::Body(body) => wire::message(body),
            Answer::Absent => None,
        };
        let work = work.as_deref().map(RawValue::get);
        self.asker.remember(&query::WORK, doi.as_str(), work);
        Ok(work
            .map(|work| (doi.clone(), work.into()))
            .into_iter()
            .collect())
    }

    /// The works of people of whom several titles are looked for, in one request each. Returns the
    /// places of the titles that this settles.
    async fn by_author(&self, titles: &[TitleQuery], reply: &mut Reply<Record>) -> BTreeSet<usize> {
        let mut of_one: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, title) in titles.iter().enumerate() {
            if let Some(person) = &title.person {
                of_one.entry(person).or_default().push(at);
            }
        }
        let mut settled = BTreeSet::new();
        for (person, places) in of_one {
            if places.len() < BY_NAME {
                continue;
            }
            let ask = query::by_author(&self.base, person);
            let body = match self.asker.ask(&ask).await {
                Ok(Answer::Body(body)) => body,
                Ok(Answer::Absent) => continue,
                Err(failed) => {
                    let over = batches::is_over(&failed);
                    reply.failures.push(failed);
                    if over {
                        break;
                    }
                    continue;
                }
            };
            let near = Near::of(places.iter().map(|at| titles[*at].title.as_str()));
            let learned = self.asker.day(&ask.keep, &ask.key());
            for record in wire::items(&body)
                .iter()
                .filter_map(|item| said(item.get(), learned))
            {
                let title = record.meta.title.text();
                if near.any(&title) {
                    let found = squeeze(&title);
                    settled.extend(
                        places
                            .iter()
                            .filter(|at| squeeze(&titles[**at].title) == found),
                    );
                    reply.found.push(record);
                }
            }
        }
        settled
    }

    async fn search(&self, title: &TitleQuery) -> Result<Vec<Record>, Failed> {
        let ask = query::search(&self.base, title);
        let Answer::Body(body) = self.asker.ask(&ask).await? else {
            return Ok(Vec::new());
        };
        let learned = self.asker.day(&ask.keep, &ask.key());
        let near = Near::of([title.title.as_str()]);
        let byline = Byline::of(&title.authors);
        let is_wanted = |record: &Record| {
            let found = record.meta.title.text();
            near.any(&found)
                || byline
                    .common(&Byline::under(&record.meta))
                    .may_be_renamed(|| Titles {
                        letters: similarity::letters(&title.title, &found),
                        share_word: similarity::common_words(&title.title, &found) > 0.0,
                        years_apart: years_apart(record.meta.date, title.year),
                    })
        };
        Ok(wire::items(&body)
            .iter()
            .filter_map(|item| said(item.get(), learned))
            .filter(is_wanted)
            .collect())
    }

    /// Searches in the titles' order, a few at once, and stops asking when the answer keeps being
    /// no. Each wave is no longer than the run of noes may still become, so that what is asked
    /// does not depend on which answer comes first.
    async fn searches(&self, titles: &[TitleQuery]) -> Reply<Record> {
        let mut reply = Reply::default();
        let mut found: BTreeMap<Doi, Record> = BTreeMap::new();
        let settled = self.by_author(titles, &mut reply).await;
        for record in reply.found.drain(..) {
            if let Some(doi) = record.meta.ids.doi.clone() {
                found.insert(doi, record);
            }
        }
        let askable = |at: &usize| !settled.contains(at) && query::is_askable(&titles[*at]);
        let mut left: Vec<usize> = (0..titles.len()).filter(askable).collect();
        let mut fruitless = 0;
        while !left.is_empty() && fruitless < FRUITLESS {
            let length = CONCURRENCY.min(FRUITLESS - fruitless).min(left.len());
            let rest = left.split_off(length);
            let wave = std::mem::replace(&mut left, rest);
            let answers = wave.iter().map(|at| self.search(&titles[*at]));
            let mut over = false;
            for answer in batches::together(answers).await {
                match answer {
                    Ok(records) => {
                        fruitless = if records.is_empty() { fruitless + 1 } else { 0 };
                        for record in records {
                            if let Some(doi) = record.meta.ids.doi.clone() {
                                found.insert(doi, record);
                            }
                        }
                    }
                    Err(failed) => {
                        fruitless += 1;
                        // A search called wrong is wrong for every title.
                        over |=
                            batches::is_over(&failed) || matches!(failed, Failed::Rejected { .. });
                        reply.failures.push(failed);
                    }
                }
            }
            if over {
                break;
            }
        }
        reply.found = found.into_values().collect();
        reply.unasked = left;
        reply
    }
}

impl Source for Crossref {
    fn name(&self) -> SourceName {
        SourceName::Crossref
    }

    fn price(&self, load: &Load) -> Price {
        let mut price = Price::exactly(load.ids.div_ceil(query::BATCH));
        price += Price {
            least: load.titles.min(load.people.max(1)),
            most: load.titles + if load.titles > 0 { load.people } else { 0 },
        };
        price
    }

    fn by_ids<'a>(&'a self, ids: &'a [Id]) -> Asking<'a, Record> {
        Box::pin(self.records(ids))
    }

    fn by_titles<'a>(&'a self, titles: &'a [TitleQuery]) -> Asking<'a, Record> {
        Box::pin(self.searches(titles))
    }

    fn standing<'a>(&'a self, dois: &'a [Doi]) -> Asking<'a, Standing> {
        Box::pin(self.stand(dois))
    }
}

/// What Crossref says of a work, and on which day it said so.
fn said(work: &str, learned: Option<Date>) -> Option<Record> {
    let record = record(&wire::work(work)?, SourceName::Crossref)?;
    Some(Record { learned, ..record })
}

/// Adds what a wave of questions gave; whether asking on makes no sense.
fn take<T>(
    reply: &mut Reply<T>,
    works: &mut BTreeMap<Doi, Arc<str>>,
    answers: Vec<Result<Works, Failed>>,
) -> bool {
    let mut over = false;
    for answer in answers {
        match answer {
            Ok(found) => works.extend(found),
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
