//! Searches for works by title: by the name of a person where several of their titles are open, and one by one.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::future::join_all;

use super::{
    query,
    source::{CONCURRENCY, Crossref, record_of},
    wire,
};
use crate::{
    http::{ApiResponse, RequestError},
    model::{Doi, Record},
    sources::{FoundRecord, Reply, TitleQuery, batches, title_index::TitleIndex},
    text::{
        byline::{Byline, Titles, years_apart},
        fold::fold_without_blanks,
        similarity,
    },
};

/// The number of searches in a row that failed or found nothing similar, after which the rest is
/// not searched for. Where Crossref has works of a person at all, it has more than one in eight of
/// them.
const FRUITLESS: usize = 8;

/// The number of titles of one person from which on the works of that person are requested first:
/// one request that may save as many.
const BY_NAME: usize = 4;

/// Whether requests may be sent for what no stored answer tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sending {
    Allowed,
    StoredOnly,
}

impl Crossref {
    /// Finds titles among the works of people of whom several are open, in one request for each person.
    pub(super) async fn named(&self, titles: &[TitleQuery]) -> Reply<FoundRecord> {
        let mut reply = Reply::default();
        self.by_author(titles, Sending::Allowed, &mut reply).await;
        reply
    }

    /// Finds titles among the works of people. Returns the places of the titles that this settles.
    async fn by_author(
        &self,
        titles: &[TitleQuery],
        sending: Sending,
        reply: &mut Reply<FoundRecord>,
    ) -> BTreeSet<usize> {
        let mut of_one: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, title) in titles.iter().enumerate() {
            if let Some(person) = &title.person {
                of_one.entry(person).or_default().push(at);
            }
        }
        let mut settled = BTreeSet::new();
        let mut over = false;
        for (person, places) in of_one {
            let ask = query::by_author(&self.base, person);
            let may_send = sending == Sending::Allowed && places.len() >= BY_NAME && !over;
            if !may_send && !self.fetcher.is_cached(&ask) {
                continue;
            }
            let body = match self.fetcher.request(&ask).await {
                Ok(ApiResponse::Body(body)) => body,
                Ok(ApiResponse::NotFound) => continue,
                Err(failed) => {
                    over |= batches::is_over(&failed);
                    reply.failures.push(failed);
                    continue;
                }
            };
            let near = TitleIndex::of(places.iter().map(|at| titles[*at].title.as_str()));
            let learned = self.fetcher.retrieved_on(&ask.caching, &ask.key());
            for record in wire::items(&body)
                .iter()
                .filter_map(|item| record_of(item.get(), learned))
            {
                let title = record.meta.title.text();
                let asked: Vec<usize> = near.places(&title).iter().map(|at| places[*at]).collect();
                if !asked.is_empty() {
                    let found = fold_without_blanks(&title);
                    let places = places.iter();
                    settled.extend(
                        places.filter(|at| fold_without_blanks(&titles[**at].title) == found),
                    );
                    reply.found.push(FoundRecord { record, asked });
                }
            }
        }
        settled
    }

    async fn search(&self, title: &TitleQuery) -> Result<Vec<Record>, RequestError> {
        let ask = query::search(&self.base, title);
        let ApiResponse::Body(body) = self.fetcher.request(&ask).await? else {
            return Ok(Vec::new());
        };
        let learned = self.fetcher.retrieved_on(&ask.caching, &ask.key());
        let near = TitleIndex::of([title.title.as_str()]);
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
            .filter_map(|item| record_of(item.get(), learned))
            .filter(is_wanted)
            .collect())
    }

    /// Searches for the titles that no stored list of a person's works settles, in their order, a few at the same
    /// time, and stops after a run of
    /// searches without a result. A wave is no longer than the run may still become, so that the
    /// order of the answers does not change what is asked. Stored answers are always used.
    pub(super) async fn searches(&self, titles: &[TitleQuery]) -> Reply<FoundRecord> {
        let mut reply = Reply::default();
        let settled = self
            .by_author(titles, Sending::StoredOnly, &mut reply)
            .await;
        let mut found = ByDoi::default();
        for it in reply.found.drain(..) {
            found.add(it.record, &it.asked);
        }
        let askable = |at: &usize| !settled.contains(at) && query::is_askable(&titles[*at]);
        let mut left = self.questions(titles, (0..titles.len()).filter(askable));
        let mut fruitless = 0;
        let mut over = false;
        while !left.is_empty() && fruitless < FRUITLESS && !over {
            let length = CONCURRENCY.min(FRUITLESS - fruitless).min(left.len());
            let rest = left.split_off(length);
            let wave = std::mem::replace(&mut left, rest);
            let answers = wave.iter().map(|places| self.search(&titles[places[0]]));
            for (answer, places) in join_all(answers).await.into_iter().zip(&wave) {
                match answer {
                    Ok(records) => {
                        fruitless = if records.is_empty() { fruitless + 1 } else { 0 };
                        for record in records {
                            found.add(record, places);
                        }
                    }
                    Err(failed) => {
                        fruitless += 1;
                        // A rejected search would be rejected for every title.
                        over |= batches::is_over(&failed)
                            || matches!(failed, RequestError::Rejected { .. });
                        reply.failures.push(failed);
                    }
                }
            }
        }
        for places in left {
            let first = &titles[places[0]];
            if !self.fetcher.is_cached(&query::search(&self.base, first)) {
                reply.unasked.extend(places);
                continue;
            }
            for record in self.search(first).await.unwrap_or_default() {
                found.add(record, &places);
            }
        }
        reply.unasked.sort_unstable();
        reply.found = found.0.into_values().collect();
        reply
    }

    /// The places of the titles that one search covers, in the order of the first ones.
    fn questions(
        &self,
        titles: &[TitleQuery],
        places: impl Iterator<Item = usize>,
    ) -> Vec<Vec<usize>> {
        let mut questions: Vec<Vec<usize>> = Vec::new();
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for at in places {
            let key = query::search(&self.base, &titles[at]).key();
            let question = *known.entry(key).or_insert(questions.len());
            match questions.get_mut(question) {
                Some(places) => places.push(at),
                None => questions.push(vec![at]),
            }
        }
        questions
    }
}

/// The works that searches found, each once.
#[derive(Default)]
struct ByDoi(BTreeMap<Doi, FoundRecord>);

impl ByDoi {
    fn add(&mut self, record: Record, asked: &[usize]) {
        let Some(doi) = record.meta.ids.doi.clone() else {
            return;
        };
        let found = self.0.entry(doi).or_insert(FoundRecord {
            record,
            asked: Vec::new(),
        });
        found.asked.extend(asked);
    }
}
