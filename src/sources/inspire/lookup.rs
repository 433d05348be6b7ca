use std::{collections::BTreeSet, sync::Arc};

use url::Url;

use super::{
    map,
    query::{self, RecordRef},
    service::SERVICE,
    wire::{self, Paper},
};
use crate::{
    http::{ApiRequest, ApiResponse, RequestError},
    model::{ArxivId, Doi, Record},
    sources::{
        Fetcher, Reply, batches,
        stored_answers::{self, Answered, Asked},
    },
};

/// Looks up records.
pub(super) struct Lookup {
    pub(super) fetcher: Arc<dyn Fetcher>,
    pub(super) base: Url,
}

impl Lookup {
    /// Returns the records with these identifiers, each with the identifier that it was asked for by.
    pub(super) async fn records(&self, ids: BTreeSet<RecordRef>) -> Reply<(RecordRef, Record)> {
        let ask = |ids| -> Asked<'_, RecordRef, Paper> { Box::pin(self.ask(ids)) };
        let answered =
            stored_answers::answered(&*self.fetcher, &query::RECORDS, ids, RecordRef::term, ask);
        let mut reply = Reply::default();
        let papers = reply.absorb(answered.await).into_iter();
        let records = papers.filter_map(|(id, paper)| {
            let record = map::record(&paper?)?;
            let learned = stored_answers::day(&*self.fetcher, &query::RECORDS, &id.term());
            Some((id, Record { learned, ..record }))
        });
        reply.found = records.collect();
        reply
    }

    async fn ask(&self, ids: Vec<RecordRef>) -> Answered<RecordRef, Paper> {
        let (together, alone): (Vec<RecordRef>, Vec<RecordRef>) =
            ids.into_iter().partition(RecordRef::fits_search);
        let found = batches::in_turn_sifted(batches::of(&together, query::BATCH), |ids| {
            Box::pin(self.batch(ids))
        });
        let mut reply = found.await;
        if !reply.failures.iter().any(batches::is_over) {
            let found = batches::in_turn(batches::of(&alone, 1), |ids| Box::pin(self.each(ids)));
            let papers = reply.absorb(found.await);
            reply.found.extend(papers);
        }
        reply
    }

    async fn batch(
        &self,
        ids: &[RecordRef],
    ) -> Result<Vec<(RecordRef, Option<Paper>)>, RequestError> {
        let papers = self.search(&query::by_ids(&self.base, ids)).await?;
        let answers = ids.iter().map(|id| {
            let own = papers.iter().find(|paper| bears(paper, id)).cloned();
            self.keep(id, own.as_ref());
            (id.clone(), own)
        });
        Ok(answers.collect())
    }

    async fn each(
        &self,
        ids: &[RecordRef],
    ) -> Result<Vec<(RecordRef, Option<Paper>)>, RequestError> {
        let mut found = Vec::new();
        for id in ids {
            let RecordRef::Doi(doi) = id else {
                continue;
            };
            let paper = match self
                .fetcher
                .request(&query::single(&self.base, doi))
                .await?
            {
                ApiResponse::Body(body) => wire::record(&body),
                ApiResponse::NotFound => None,
            };
            self.keep(id, paper.as_ref());
            found.push((id.clone(), paper));
        }
        Ok(found)
    }

    fn keep(&self, id: &RecordRef, paper: Option<&Paper>) {
        stored_answers::keep(&*self.fetcher, &query::RECORDS, &id.term(), paper);
    }

    /// Sends a search. One with more results than an answer holds says nothing of what it lacks.
    pub(super) async fn search(&self, ask: &ApiRequest) -> Result<Vec<Paper>, RequestError> {
        let ApiResponse::Body(body) = self.fetcher.request(ask).await? else {
            return Ok(Vec::new());
        };
        let (papers, total) = wire::papers(&body);
        if total > papers.len() {
            return Err(RequestError::TooComplex {
                service: SERVICE,
                url: ask.address(),
                cause: format!("{} of {total} records came", papers.len()),
            });
        }
        Ok(papers)
    }
}

fn bears(paper: &Paper, id: &RecordRef) -> bool {
    match id {
        RecordRef::Doi(doi) => {
            let mut own = paper.dois.iter();
            own.any(|it| Doi::parse(&it.value).is_ok_and(|own| own == *doi))
        }
        RecordRef::Arxiv(id) => {
            let mut own = paper.arxiv_eprints.iter();
            own.any(|it| ArxivId::parse(&it.value).is_ok_and(|own| own == *id))
        }
        RecordRef::Number(number) => paper.control_number == *number,
    }
}
