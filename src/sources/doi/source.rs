use std::{collections::BTreeMap, sync::Arc};

use url::Url;

use super::query;
use crate::{
    http::ApiResponse,
    model::{Doi, SourceName, WorkIdKind},
    sources::{
        Capabilities, Existence, Fetcher, Id, Reply, ReplyFuture, Source, batches,
        registrar::doi_of_arxiv,
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
        let mut reply = Reply::default();
        for (doi, ids) in dois {
            match self
                .fetcher
                .request(&query::existence(&self.base, &doi))
                .await
            {
                Ok(answer) => reply.found.extend(ids.into_iter().map(|id| Existence {
                    id: id.clone(),
                    exists: answer != ApiResponse::NotFound,
                })),
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
            fake::{Fake, body, refused},
        },
    };

    fn doi(text: &str) -> Id {
        Id::Doi(Doi::parse(text).unwrap())
    }

    #[tokio::test]
    async fn each_identifier_is_asked_once_by_its_doi() {
        let fake = Arc::new(Fake::new(|ask| {
            if ask.url.path().contains("2309.13254") {
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
        let reply = proxy.existence(&ids).await;
        let mut found: Vec<(String, bool)> = reply
            .found
            .iter()
            .map(|it| (it.id.to_string(), it.exists))
            .collect();
        found.sort();
        assert_eq!(found.len(), 3);
        assert_eq!(found.iter().filter(|(_, exists)| *exists).count(), 2);
        let asked: Vec<String> = fake
            .asked
            .lock()
            .unwrap()
            .iter()
            .map(|ask| ask.url.to_string())
            .collect();
        assert_eq!(
            asked,
            [
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
