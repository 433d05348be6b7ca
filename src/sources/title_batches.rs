//! Titles that are searched for many in a request. The answer to each is stored under its own key.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Serialize, de::DeserializeOwned};

use super::{
    Fetcher, FoundRecord, Reply, TitleIndex, TitleQuery,
    batches::{self, Batch},
    stored_answers::{self, Asked},
};
use crate::{http::ItemCache, model::Record};

/// How a service is searched for titles. `A` is a work as the service describes it.
pub(super) struct TitleBatches<'a, A> {
    pub(super) fetcher: &'a dyn Fetcher,
    /// Where the answers are stored, by their terms.
    pub(super) shelf: &'a ItemCache,
    /// The most titles in a request.
    pub(super) size: usize,
    /// Returns the part of a search that finds a title; `None` for one that would find too much.
    pub(super) term: fn(&TitleQuery) -> Option<String>,
    /// Returns a work's record.
    pub(super) record: fn(&A) -> Option<Record>,
}

impl<A: Clone + Serialize + DeserializeOwned + Send + Sync> TitleBatches<'_, A> {
    /// Returns the works with titles near those that are asked for. `search` sends the search for some
    /// terms.
    pub(super) async fn records<'s>(
        &self,
        titles: &[TitleQuery],
        search: impl Fn(&[String]) -> Batch<'s, A> + Send + Sync,
    ) -> Reply<FoundRecord> {
        let mut reply = Reply::default();
        let mut asked: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, title) in titles.iter().enumerate() {
            match (self.term)(title) {
                Some(term) => asked.entry(term).or_default().push(at),
                None => reply.unasked.push(at),
            }
        }
        let title_of = |term: &String| Some(titles[*asked.get(term)?.first()?].title.as_str());
        let ask = |terms: Vec<String>| -> Asked<'_, String, Vec<A>> {
            let (title_of, search) = (&title_of, &search);
            Box::pin(async move {
                let batches = batches::of(&terms, self.size);
                let asked = batches::in_turn_sifted(batches, |terms| {
                    let named: Vec<(&String, &str)> = terms
                        .iter()
                        .filter_map(|term| Some((term, title_of(term)?)))
                        .collect();
                    let sent = search(terms);
                    Box::pin(async move {
                        let works = sent.await?;
                        let answers = named.into_iter().map(|(term, title)| {
                            let own = self.near(title, &works);
                            let known = (!own.is_empty()).then_some(&own);
                            stored_answers::keep(self.fetcher, self.shelf, term, known);
                            (term.clone(), Some(own))
                        });
                        Ok(answers.collect())
                    })
                });
                asked.await
            })
        };
        let terms = asked.keys().cloned();
        let answered = stored_answers::answered(self.fetcher, self.shelf, terms, Clone::clone, ask);
        let answers = reply.absorb(answered.await).into_iter();
        let answers = answers.map(|(term, works)| (term, works.unwrap_or_default()));
        let answers: Vec<(String, Vec<A>)> = answers.collect();
        let answered: BTreeSet<&String> = answers.iter().map(|(term, _)| term).collect();
        let left = asked.iter().filter(|(term, _)| !answered.contains(term));
        let left: Vec<usize> = left.flat_map(|(_, places)| places).copied().collect();
        reply.unasked.extend(left);
        reply.unasked.sort_unstable();
        for (term, works) in &answers {
            let places = asked.get(term).cloned().unwrap_or_default();
            let learned = stored_answers::day(self.fetcher, self.shelf, term);
            let records = works.iter().filter_map(self.record);
            reply.found.extend(records.map(|record| FoundRecord {
                record: Record { learned, ..record },
                asked: places.clone(),
            }));
        }
        reply
    }

    /// Returns the works with titles near this one.
    fn near(&self, title: &str, works: &[A]) -> Vec<A> {
        let near = TitleIndex::of([title]);
        let is_near = |work: &&A| {
            let record = (self.record)(work);
            record.is_some_and(|record| near.any(&record.meta.title.text()))
        };
        works.iter().filter(is_near).cloned().collect()
    }
}
