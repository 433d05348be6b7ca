use std::{collections::BTreeMap, sync::Arc};

use url::Url;

use super::{
    map, query,
    service::SERVICE,
    wire::{self, Entry},
};
use crate::{
    http::{ApiResponse, RequestError},
    model::{ArxivId, Authority, Record, SourceName, WorkIdKind},
    sources::{
        Capabilities, Fetcher, FoundRecord, Id, IdLookup, Load, Price, Reply, ReplyFuture, Source,
        batches,
        stored_answers::{self, Answered},
    },
};

/// The preprint server <https://arxiv.org>, whose metadata are CC0.
pub struct Arxiv {
    fetcher: Arc<dyn Fetcher>,
    base: Url,
}

impl std::fmt::Debug for Arxiv {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Arxiv")
            .field("base", &self.base.as_str())
            .finish_non_exhaustive()
    }
}

impl Arxiv {
    /// Returns arXiv at the address `base` (`https://export.arxiv.org`).
    #[must_use]
    pub fn new(fetcher: Arc<dyn Fetcher>, base: Url) -> Self {
        Self { fetcher, base }
    }

    async fn records(&self, ids: &[Id]) -> Reply<FoundRecord> {
        let mut asked: BTreeMap<ArxivId, Vec<usize>> = BTreeMap::new();
        for (at, id) in ids.iter().enumerate() {
            let id = match id {
                Id::Arxiv(id) => Some(id.clone()),
                Id::Doi(doi) => doi.arxiv(),
                Id::Dblp(_) | Id::Pmid(_) => None,
            };
            if let Some(id) = id {
                asked.entry(id).or_default().push(at);
            }
        }
        let ask = |ids| -> stored_answers::Asked<'_, ArxivId, Entry> { Box::pin(self.ask(ids)) };
        let ids = asked.keys().cloned();
        let answered =
            stored_answers::answered(&*self.fetcher, &query::ENTRY, ids, ArxivId::to_string, ask);
        let mut reply = Reply::default();
        let entries: BTreeMap<ArxivId, Option<Entry>> =
            reply.absorb(answered.await).into_iter().collect();
        reply.found = entries
            .into_iter()
            .filter_map(|(id, entry)| {
                let entry = entry?;
                let learned = stored_answers::day(&*self.fetcher, &query::ENTRY, id.as_str());
                let asked = asked.get(&id)?.clone();
                let record = map::record(id, &entry)?;
                Some(FoundRecord {
                    record: Record { learned, ..record },
                    asked,
                })
            })
            .collect();
        reply
    }

    async fn ask(&self, ids: Vec<ArxivId>) -> Answered<ArxivId, Entry> {
        let mut missing: BTreeMap<String, Vec<ArxivId>> = BTreeMap::new();
        for id in ids {
            let bare = query::without_class(&id);
            missing.entry(bare).or_default().push(id);
        }
        let missing: Vec<Manuscript> = missing
            .into_iter()
            .map(|(bare, ids)| Manuscript { bare, ids })
            .collect();
        // An id that arXiv calls malformed must not cost the others their answer.
        let batches = batches::of(&missing, query::BATCH);
        batches::in_turn_sifted(batches, |batch| Box::pin(self.batch(batch))).await
    }

    /// Fetches the entries of a batch. Each entry, and the absence of one, is stored under the ids
    /// that it was asked for by.
    async fn batch(
        &self,
        asked: &[Manuscript],
    ) -> Result<Vec<(ArxivId, Option<Entry>)>, RequestError> {
        let list: Vec<String> = asked.iter().map(|it| it.bare.clone()).collect();
        let ask = query::batch(&self.base, &list);
        let ApiResponse::Body(body) = self.fetcher.request(&ask).await? else {
            return Ok(Vec::new());
        };
        let feed = wire::feed(&body).map_err(|error| RequestError::Unusable {
            service: SERVICE,
            url: ask.address(),
            cause: error.to_string(),
        })?;
        let came: BTreeMap<String, Entry> = feed
            .entries
            .into_iter()
            .filter_map(|entry| {
                let id = ArxivId::parse(&entry.id).ok()?;
                Some((query::without_class(&id), entry))
            })
            .collect();
        let mut entries = Vec::new();
        for Manuscript { bare, ids } in asked {
            let entry = came.get(bare);
            for id in ids {
                stored_answers::keep(&*self.fetcher, &query::ENTRY, id.as_str(), entry);
                entries.push((id.clone(), entry.cloned()));
            }
        }
        Ok(entries)
    }
}

/// A manuscript to be asked for. An older one may be listed with the class of its archive
/// (`math.gt/0309136`) and without, and the answer has it without.
struct Manuscript {
    /// The id without a class.
    bare: String,
    /// The ids it was asked for by.
    ids: Vec<ArxivId>,
}

/// What arXiv can be asked. It has the newest state of a preprint.
pub(super) const CAPABILITIES: Capabilities = Capabilities {
    ids: IdLookup::Registry(&[WorkIdKind::Arxiv]),
    authority: Authority {
        published: 40,
        venues: 40,
        imprints: 40,
        short_names: 40,
        preprints: 10,
        spells_names: false,
        own_fields: &[],
    },
    ..Capabilities::service("arXiv")
};

impl Source for Arxiv {
    fn name(&self) -> SourceName {
        SourceName::ARXIV
    }

    fn capabilities(&self) -> Capabilities {
        CAPABILITIES
    }

    fn price(&self, load: &Load) -> Price {
        Price::exactly(load.ids.div_ceil(query::BATCH))
    }

    fn by_ids<'a>(&'a self, ids: &'a [Id]) -> ReplyFuture<'a, FoundRecord> {
        Box::pin(self.records(ids))
    }
}

#[cfg(test)]
mod tests {
    use super::super::wire::tests::FEED;
    use super::*;
    use crate::{
        model::Doi,
        sources::fake::{ANSWERED, Fake, body, refused, rejected},
    };

    fn arxiv(fake: &Arc<Fake>) -> Arxiv {
        Arxiv::new(fake.clone(), Url::parse("https://arxiv.example/").unwrap())
    }

    fn id(text: &str) -> Id {
        Id::Arxiv(ArxivId::parse(text).unwrap())
    }

    #[tokio::test]
    async fn entries_of_one_request_are_stored_one_by_one() {
        let fake = Arc::new(Fake::new(|_| body(FEED)));
        let ids = [
            id("math.GT/0309136"),
            id("math/0309136"),
            Id::Doi(Doi::parse("10.48550/arXiv.2309.13254").unwrap()),
            id("2309.13254"),
            id("1212.5678"),
        ];
        let reply = arxiv(&fake).by_ids(&ids).await;
        let found: Vec<String> = reply.found.iter().map(|it| it.record.handle()).collect();
        assert_eq!(
            found,
            [
                "arXiv:2309.13254",
                "arXiv:math.gt/0309136",
                "arXiv:math/0309136"
            ]
        );
        assert_eq!(
            fake.asked.lock().unwrap()[0].url.as_str(),
            "https://arxiv.example/api/query?id_list=1212.5678%2C2309.13254%2Cmath%2F0309136\
             &start=0&max_results=3"
        );
        assert_eq!(reply.found[0].record.learned, Some(ANSWERED));
        let again = arxiv(&fake).by_ids(&ids[..4]).await;
        assert_eq!((again.found.len(), fake.count()), (3, 1));
    }

    #[tokio::test]
    async fn malformed_id_does_not_lose_the_others() {
        let fake = Arc::new(Fake::new(|ask| {
            if ask.url.as_str().contains("1212.5678") {
                Err(rejected(SERVICE))
            } else {
                body(FEED)
            }
        }));
        let ids = [id("1212.5678"), id("2309.13254"), id("math/0309136")];
        let reply = arxiv(&fake).by_ids(&ids).await;
        assert_eq!((reply.found.len(), reply.failures.len()), (2, 1));
        assert!(
            !fake
                .kept
                .lock()
                .unwrap()
                .keys()
                .any(|(_, id)| id == "1212.5678"),
            "malformed is not absent"
        );
    }

    #[tokio::test]
    async fn refusal_stores_nothing() {
        let fake = Arc::new(Fake::new(|_| Err(refused(SERVICE))));
        let reply = arxiv(&fake).by_ids(&[id("2309.13254")]).await;
        assert_eq!((reply.found.len(), reply.failures.len()), (0, 1));
        assert!(fake.kept.lock().unwrap().is_empty());
    }
}
