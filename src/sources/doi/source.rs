use std::{collections::BTreeMap, sync::Arc};

use url::Url;

use super::{query, wire};
use crate::{
    http::{ApiResponse, RequestError},
    model::{Doi, SourceName, WorkIdKind},
    sources::{
        Capabilities, Existence, Fetcher, Id, Reply, ReplyFuture, Source, batches,
        registrar::doi_of_arxiv,
        stored_answers::{self, Answered, Asked},
    },
};

/// The proxy of the DOI system, <https://doi.org>.
pub struct DoiProxy {
    fetcher: Arc<dyn Fetcher>,
    base: Url,
}

impl std::fmt::Debug for DoiProxy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DoiProxy")
            .field("base", &self.base.as_str())
            .finish_non_exhaustive()
    }
}

impl DoiProxy {
    /// Returns the proxy at the address `base` (`https://doi.org`).
    #[must_use]
    pub fn new(fetcher: Arc<dyn Fetcher>, base: Url) -> Self {
        Self { fetcher, base }
    }

    async fn each(&self, ids: &[Id]) -> Reply<Existence> {
        let mut dois: BTreeMap<Doi, Vec<&Id>> = BTreeMap::new();
        for id in ids {
            let doi = match id {
                Id::Doi(doi) => doi.clone(),
                Id::Arxiv(id) => doi_of_arxiv(id),
                Id::Dblp(_) | Id::Pmid(_) => continue,
            };
            dois.entry(doi).or_default().push(id);
        }
        let ask = |dois| -> Asked<'_, Doi, bool> { Box::pin(self.ask(dois)) };
        let questions: Vec<Doi> = dois.keys().cloned().collect();
        let answered = stored_answers::answered(
            &*self.fetcher,
            &query::REGISTERED,
            questions,
            Doi::to_string,
            ask,
        );
        let mut reply = Reply::default();
        for (doi, exists) in reply.absorb(answered.await) {
            let ids = dois.remove(&doi).unwrap_or_default().into_iter();
            reply.found.extend(ids.map(|id| Existence {
                id: id.clone(),
                exists: exists.is_some(),
            }));
        }
        reply
    }

    /// Asks for many DOIs at once, and then one by one for those on which there is no answer.
    async fn ask(&self, dois: Vec<Doi>) -> Answered<Doi, bool> {
        let mut reply = Reply::default();
        let mut left = Vec::new();
        let mut is_offered = true;
        for batch in batches::of(&dois, query::BATCH) {
            let known = if is_offered && batch.len() > 1 {
                match self.agencies(batch).await {
                    Ok(known) => known,
                    Err(failed) if batches::is_over(&failed) => {
                        reply.failures.push(failed);
                        return reply;
                    }
                    // The service may be gone; each DOI has its record.
                    Err(failed) => {
                        tracing::debug!(%failed, "DOIs are asked for one by one");
                        is_offered = false;
                        BTreeMap::new()
                    }
                }
            } else {
                BTreeMap::new()
            };
            for doi in batch {
                match known.get(doi) {
                    Some(exists) => reply.found.push(self.keep(doi, *exists)),
                    None => left.push(doi),
                }
            }
        }
        for doi in left {
            let answer = self
                .fetcher
                .request(&query::existence(&self.base, doi))
                .await;
            match answer {
                Ok(answer) => reply
                    .found
                    .push(self.keep(doi, answer != ApiResponse::NotFound)),
                Err(failed) => {
                    let is_over = batches::is_over(&failed);
                    reply.failures.push(failed);
                    if is_over {
                        break;
                    }
                }
            }
        }
        reply
    }

    async fn agencies(&self, dois: &[Doi]) -> Result<BTreeMap<Doi, bool>, RequestError> {
        match self
            .fetcher
            .request(&query::agencies(&self.base, dois))
            .await?
        {
            ApiResponse::Body(body) => Ok(wire::registered(&body)),
            ApiResponse::NotFound => Ok(BTreeMap::new()),
        }
    }

    /// Stores whether a DOI is registered.
    fn keep(&self, doi: &Doi, exists: bool) -> (Doi, Option<bool>) {
        let answer = exists.then_some(true);
        stored_answers::keep(
            &*self.fetcher,
            &query::REGISTERED,
            doi.as_str(),
            answer.as_ref(),
        );
        (doi.clone(), answer)
    }
}

/// What the proxy can be asked: no records, but whether identifiers exist.
pub(super) const CAPABILITIES: Capabilities = Capabilities {
    registers: &[WorkIdKind::Doi, WorkIdKind::Arxiv],
    ..Capabilities::service("doi.org")
};

impl Source for DoiProxy {
    fn name(&self) -> SourceName {
        SourceName::DOI
    }

    fn capabilities(&self) -> Capabilities {
        CAPABILITIES
    }

    fn existence<'a>(&'a self, ids: &'a [Id]) -> ReplyFuture<'a, Existence> {
        Box::pin(self.each(ids))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::ArxivId,
        sources::{
            doi::SERVICE,
            fake::{Fake, body, refused, rejected},
        },
    };

    fn doi(text: &str) -> Id {
        Id::Doi(Doi::parse(text).unwrap())
    }

    /// Returns whether each identifier exists, sorted by identifier.
    async fn known(proxy: &DoiProxy, ids: &[Id]) -> Vec<bool> {
        let reply = proxy.existence(ids).await;
        let found = reply.found.iter();
        let known: BTreeMap<String, bool> =
            found.map(|it| (it.id.to_string(), it.exists)).collect();
        known.into_values().collect()
    }

    /// Returns the addresses that were asked.
    fn asked(fake: &Fake) -> Vec<String> {
        let asked = fake.asked.lock().unwrap();
        asked.iter().map(|ask| ask.url.to_string()).collect()
    }

    #[tokio::test]
    async fn identifiers_are_asked_for_together_and_stored_alone() {
        let fake = Arc::new(Fake::new(|_| {
            body(
                r#"[{"DOI":"10.1000/a,b","status":"DOI does not exist"},{"DOI":"10.48550/arXiv.2309.13254","RA":"DataCite"}]"#,
            )
        }));
        let proxy = DoiProxy::new(fake.clone(), Url::parse("https://doi.example").unwrap());
        let ids = [doi("10.1000/a,b"), doi("10.48550/arXiv.2309.13254")];
        for _ in 0..2 {
            assert_eq!(known(&proxy, &ids).await, [false, true]);
        }
        assert_eq!(
            asked(&fake),
            ["https://doi.example/doiRA/10.1000/a%2Cb,10.48550/arxiv.2309.13254"]
        );
    }

    #[tokio::test]
    async fn each_identifier_is_asked_once_by_its_doi_where_agencies_are_not_told() {
        let fake = Arc::new(Fake::new(|ask| {
            if ask.url.path().starts_with("/doiRA/") {
                Err(rejected(SERVICE))
            } else if ask.url.path().contains("2309.13254") {
                body(r#"{"responseCode":1,"handle":"10.48550/arxiv.2309.13254"}"#)
            } else {
                Ok(ApiResponse::NotFound)
            }
        }));
        let proxy = DoiProxy::new(fake.clone(), Url::parse("https://doi.example").unwrap());
        let ids = [
            Id::Arxiv(ArxivId::parse("2309.13254").unwrap()),
            doi("10.48550/arXiv.2309.13254"),
            doi("10.1002/(SICI)1097<1::AID-X#1>3.0.CO;2-2"),
        ];
        let known = known(&proxy, &ids).await;
        assert_eq!(known.len(), 3);
        assert_eq!(known.iter().filter(|exists| **exists).count(), 2);
        assert_eq!(
            asked(&fake),
            [
                "https://doi.example/doiRA/10.1002/(sici)1097%3C1::aid-x%231%3E3.0.co;2-2,10.48550/arxiv.2309.13254",
                "https://doi.example/api/handles/10.1002/(sici)1097%3C1::aid-x%231%3E3.0.co;2-2?type=URL",
                "https://doi.example/api/handles/10.48550/arxiv.2309.13254?type=URL",
            ]
        );
    }

    #[tokio::test]
    async fn refusal_ends_the_questions_and_tells_nothing() {
        let fake = Arc::new(Fake::new(|_| Err(refused(SERVICE))));
        let proxy = DoiProxy::new(fake.clone(), Url::parse("https://doi.example").unwrap());
        let reply = proxy.existence(&[doi("10.1145/1"), doi("10.1145/2")]).await;
        assert!(reply.found.is_empty());
        assert_eq!((reply.failures.len(), fake.count()), (1, 1));
    }
}
