use std::{collections::BTreeMap, sync::Arc};

use futures_util::future::join_all;
use url::Url;

use super::{map, query, service::SERVICE, wire};
use crate::{
    http::{ApiResponse, RequestError},
    model::{ArxivId, Authority, Doi, Record, SourceName, WorkIdKind},
    sources::{
        Capabilities, Fetcher, FoundRecord, Id, IdLookup, Load, Price, Reply, ReplyFuture, Source,
        batches,
        registrar::{doi_of_arxiv, is_datacites},
    },
};

/// The number of concurrent requests.
const CONCURRENCY: usize = 4;

/// The DOI registration agency of arXiv and of many repositories, <https://datacite.org>.
pub struct Datacite {
    fetcher: Arc<dyn Fetcher>,
    base: Url,
}

impl std::fmt::Debug for Datacite {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Datacite")
            .field("base", &self.base.as_str())
            .finish_non_exhaustive()
    }
}

impl Datacite {
    /// Returns DataCite at the address `base` (`https://api.datacite.org`).
    #[must_use]
    pub fn new(fetcher: Arc<dyn Fetcher>, base: Url) -> Self {
        Self { fetcher, base }
    }

    async fn records(&self, ids: &[Id]) -> Reply<FoundRecord> {
        // Each DOI with the arXiv ids that it stands for, `None` for one that is not of arXiv, and
        // the places of the questions.
        let mut dois: BTreeMap<Doi, BTreeMap<Option<ArxivId>, Vec<usize>>> = BTreeMap::new();
        for (at, id) in ids.iter().enumerate() {
            let (doi, arxiv) = match id {
                Id::Arxiv(id) => (doi_of_arxiv(id), Some(id.clone())),
                Id::Doi(doi) if is_datacites(doi) => match doi.arxiv() {
                    Some(id) => (doi_of_arxiv(&id), Some(id)),
                    None => (doi.clone(), None),
                },
                Id::Doi(_) | Id::Dblp(_) | Id::Pmid(_) => continue,
            };
            let places = dois.entry(doi).or_default().entry(arxiv).or_default();
            places.push(at);
        }
        let dois: Vec<_> = dois.into_iter().collect();
        let mut reply = Reply::default();
        for wave in dois.chunks(CONCURRENCY) {
            let mut over = false;
            let answers = join_all(wave.iter().map(|(doi, _)| self.single(doi))).await;
            for (answer, (_, asked)) in answers.into_iter().zip(wave) {
                match answer {
                    Ok(None) => {}
                    Ok(Some(record)) => reply.found.extend(asked.iter().map(|(arxiv, asked)| {
                        let mut record = record.clone();
                        if arxiv.is_some() {
                            record.meta.ids.arxiv.clone_from(arxiv);
                        }
                        let asked = asked.clone();
                        FoundRecord { record, asked }
                    })),
                    Err(failed) => {
                        over |= batches::is_over(&failed);
                        reply.failures.push(failed);
                    }
                }
            }
            if over {
                break;
            }
        }
        reply
    }

    async fn single(&self, doi: &Doi) -> Result<Option<Record>, RequestError> {
        let ask = query::single(&self.base, doi);
        let ApiResponse::Body(body) = self.fetcher.request(&ask).await? else {
            return Ok(None);
        };
        let deposit = wire::attributes(&body).map_err(|error| RequestError::Unusable {
            service: SERVICE,
            url: ask.address(),
            cause: error.to_string(),
        })?;
        let learned = self.fetcher.retrieved_on(&ask.caching, &ask.key());
        Ok(map::record(&deposit).map(|record| Record { learned, ..record }))
    }
}

/// What DataCite can be asked. It registers the DOIs of arXiv, and replaces arXiv when that fails.
pub(super) const CAPABILITIES: Capabilities = Capabilities {
    ids: IdLookup::Registry(&[WorkIdKind::Arxiv]),
    backup_for: Some(SourceName::ARXIV),
    authority: Authority {
        published: 50,
        venues: 50,
        imprints: 50,
        short_names: 50,
        preprints: 40,
        spells_names: false,
        own_fields: &[],
    },
    ..Capabilities::service("DataCite")
};

impl Source for Datacite {
    fn name(&self) -> SourceName {
        SourceName::DATACITE
    }

    fn capabilities(&self) -> Capabilities {
        CAPABILITIES
    }

    fn price(&self, load: &Load) -> Price {
        // Only what arXiv fails to give is requested here.
        Price {
            least: 0,
            most: load.ids,
        }
    }

    fn by_ids<'a>(&'a self, ids: &'a [Id]) -> ReplyFuture<'a, FoundRecord> {
        Box::pin(self.records(ids))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::fake::{ANSWERED, Fake, body};

    #[tokio::test]
    async fn only_datacite_dois_are_requested() {
        let fake = Arc::new(Fake::new(|ask| {
            if ask.url.path().ends_with("2309.13254") {
                body(
                    r#"{"data":{"attributes":{"doi":"10.48550/arxiv.2309.13254",
                    "titles":[{"title":"Zen"}]}}}"#,
                )
            } else {
                Ok(ApiResponse::NotFound)
            }
        }));
        let datacite = Datacite::new(
            fake.clone(),
            Url::parse("https://datacite.example").unwrap(),
        );
        let ids = [
            Id::Arxiv(ArxivId::parse("2309.13254").unwrap()),
            Id::Arxiv(ArxivId::parse("2309.99999").unwrap()),
            Id::Doi(Doi::parse("10.1145/1.2").unwrap()),
        ];
        let reply = datacite.by_ids(&ids).await;
        assert_eq!((reply.found.len(), reply.failures.len()), (1, 0));
        assert_eq!(reply.found[0].record.learned, Some(ANSWERED));
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
                "https://datacite.example/dois/10.48550/arxiv.2309.13254",
                "https://datacite.example/dois/10.48550/arxiv.2309.99999"
            ]
        );
    }

    #[tokio::test]
    async fn old_arxiv_id_is_requested_once_without_class() {
        let fake = Arc::new(Fake::new(|_| {
            body(
                r#"{"data":{"attributes":{"doi":"10.48550/arxiv.math/0309136",
                "titles":[{"title":"Old"}]}}}"#,
            )
        }));
        let base = Url::parse("https://datacite.example").unwrap();
        let datacite = Datacite::new(fake.clone(), base);
        let ids = [
            Id::Arxiv(ArxivId::parse("math.GT/0309136").unwrap()),
            Id::Arxiv(ArxivId::parse("math/0309136").unwrap()),
            Id::Doi(Doi::parse("10.48550/arXiv.math.GT/0309136").unwrap()),
        ];
        let reply = datacite.by_ids(&ids).await;
        let handles: Vec<String> = reply.found.iter().map(|it| it.record.handle()).collect();
        assert_eq!(handles, ["arXiv:math.gt/0309136", "arXiv:math/0309136"]);
        let asked = fake.asked.lock().unwrap();
        assert_eq!(
            (asked.len(), asked[0].url.path()),
            (1, "/dois/10.48550/arxiv.math/0309136")
        );
    }
}
