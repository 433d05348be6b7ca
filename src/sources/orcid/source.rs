use std::sync::Arc;

use url::Url;

use super::{
    map, query,
    service::NAME,
    wire::{self, Summary, Work},
};
use crate::{
    http::{ApiResponse, RequestError},
    model::{Orcid, Record, SourceName},
    sources::{
        Basis, Capabilities, Fetcher, Load, PersonPage, PersonQuery, Price, Reply, ReplyFuture,
        Source, TitleIndex, batches, stored_answers,
    },
};

/// The registry of researchers, <https://orcid.org>.
pub struct OrcidRegistry {
    fetcher: Arc<dyn Fetcher>,
    base: Url,
}

impl std::fmt::Debug for OrcidRegistry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OrcidRegistry")
            .field("base", &self.base.as_str())
            .finish_non_exhaustive()
    }
}

impl OrcidRegistry {
    /// Returns ORCID at the address `base` (`https://pub.orcid.org`).
    #[must_use]
    pub fn new(fetcher: Arc<dyn Fetcher>, base: Url) -> Self {
        Self { fetcher, base }
    }

    async fn pages(&self, people: &[PersonQuery]) -> Reply<PersonPage> {
        let mut reply = Reply::default();
        for (query, person) in people.iter().enumerate() {
            let Some(orcid) = &person.orcid else {
                continue;
            };
            match self.page(query, person, orcid, &mut reply).await {
                Ok(page) => reply.found.extend(page),
                Err(failed) => {
                    let over = batches::is_over(&failed);
                    reply.failures.push(failed);
                    if over {
                        break;
                    }
                }
            }
        }
        reply
    }

    async fn page(
        &self,
        query: usize,
        person: &PersonQuery,
        orcid: &Orcid,
        reply: &mut Reply<PersonPage>,
    ) -> Result<Option<PersonPage>, RequestError> {
        let ask = query::record(&self.base, orcid);
        let ApiResponse::Body(body) = self.fetcher.request(&ask).await? else {
            return Ok(None);
        };
        let Some(record) = wire::record(&body) else {
            return Ok(None);
        };
        let answer = self.works(orcid, record.summaries()).await;
        let mut records = reply.absorb(answer);
        if !person.whole {
            let listed = TitleIndex::of(person.titles.iter().map(String::as_str));
            records.retain(|record| listed.any(&record.meta.title.text()));
        }
        Ok(Some(PersonPage {
            query,
            pid: None,
            name: record.name(),
            basis: Basis::Pinned,
            records,
        }))
    }

    /// Returns the works of these entries, in their order.
    async fn works(&self, orcid: &Orcid, entries: Vec<Summary>) -> Reply<Record> {
        let cache = &query::WORKS;
        let order: Vec<String> = entries.iter().map(Summary::key).collect();
        let stored = stored_answers::partition(&*self.fetcher, cache, entries, Summary::key).await;
        let stored_answers::Stored { kept, open } = stored;
        let mut works: Vec<(String, Work)> = kept
            .into_iter()
            .filter_map(|(entry, work)| Some((entry.key(), work?)))
            .collect();
        let mut reply = Reply::default();
        let sent = batches::in_turn_sifted(batches::of(&open, query::BATCH), |entries| {
            Box::pin(self.batch(orcid, entries))
        });
        works.extend(reply.absorb(sent.await));
        works.sort_by_key(|(key, _)| order.iter().position(|own| own == key));
        let records = works.iter().filter_map(|(key, work)| {
            let learned = stored_answers::day(&*self.fetcher, cache, key);
            let record = map::record(work)?;
            Some(Record { learned, ..record })
        });
        reply.found = records.collect();
        reply
    }

    async fn batch(
        &self,
        orcid: &Orcid,
        entries: &[Summary],
    ) -> Result<Vec<(String, Work)>, RequestError> {
        let codes: Vec<u64> = entries.iter().map(|entry| entry.put_code).collect();
        let ask = query::works(&self.base, orcid, &codes);
        let ApiResponse::Body(body) = self.fetcher.request(&ask).await? else {
            return Ok(Vec::new());
        };
        let works = wire::works(&body);
        let mut found = Vec::new();
        for entry in entries {
            let own = works.iter().find(|it| it.put_code == entry.put_code);
            stored_answers::keep(&*self.fetcher, &query::WORKS, &entry.key(), own);
            found.extend(own.map(|work| (entry.key(), work.clone())));
        }
        Ok(found)
    }
}

/// What ORCID can be asked: for the lists that people keep there.
pub(super) const CAPABILITIES: Capabilities = Capabilities {
    has_people: true,
    keeps_lists: true,
    ..Capabilities::service("ORCID")
};

impl Source for OrcidRegistry {
    fn name(&self) -> SourceName {
        NAME
    }

    fn capabilities(&self) -> Capabilities {
        CAPABILITIES
    }

    fn price(&self, load: &Load) -> Price {
        Price {
            least: load.people,
            most: load.people * 2 + load.on_pages.div_ceil(query::BATCH),
        }
    }

    fn by_person<'a>(&'a self, people: &'a [PersonQuery]) -> ReplyFuture<'a, PersonPage> {
        Box::pin(self.pages(people))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::fake::{Fake, body, refused};

    fn summaries(count: u64, changed: u64) -> String {
        let groups: Vec<String> = (1..=count)
            .map(|code| {
                format!(
                    r#"{{"work-summary":[{{"put-code":{code},"last-modified-date":{{"value":{changed}}}}}]}}"#
                )
            })
            .collect();
        format!(
            r#"{{"person":{{"name":{{"credit-name":{{"value":"Ada Sample"}}}}}},
                "activities-summary":{{"works":{{"group":[{}]}}}}}}"#,
            groups.join(",")
        )
    }

    /// The works with the codes at the end of an address, the last one hidden.
    fn works(address: &str) -> String {
        let codes = address.rsplit('/').next().unwrap().split(',');
        let items: Vec<String> = codes
            .map(|code| {
                format!(
                    r#"{{"work":{{"put-code":{code},"type":"book",
                        "title":{{"title":{{"value":"Looms of town {code}"}}}}}}}}"#
                )
            })
            .collect();
        format!(r#"{{"bulk":[{}]}}"#, items.join(","))
    }

    fn source(fake: &Arc<Fake>) -> OrcidRegistry {
        let base = Url::parse("https://pub.orcid.example").unwrap();
        OrcidRegistry::new(fake.clone(), base)
    }

    fn ada(whole: bool, titles: &[&str]) -> [PersonQuery; 1] {
        [PersonQuery {
            orcid: Orcid::parse("0000-0002-1825-0097").ok(),
            titles: titles.iter().map(|it| (*it).to_owned()).collect(),
            whole,
            ..PersonQuery::default()
        }]
    }

    #[tokio::test]
    async fn works_are_read_by_the_hundred_and_in_order() {
        let fake = Arc::new(Fake::new(|ask| {
            let address = ask.url.as_str();
            if address.ends_with("/record") {
                body(&summaries(250, 5))
            } else {
                let codes = address.rsplit('/').next().unwrap().split(',').count();
                assert!(codes <= 100, "{codes}");
                body(&works(address))
            }
        }));
        let reply = source(&fake).by_person(&ada(true, &[])).await;
        assert_eq!((reply.failures.len(), fake.count()), (0, 4));
        let page = &reply.found[0];
        assert_eq!((page.records.len(), &*page.name), (250, "Ada Sample"));
        assert_eq!(page.records[9].meta.title.text(), "Looms of town 10");
        source(&fake).by_person(&ada(true, &[])).await;
        assert_eq!(fake.count(), 5, "works that did not change are kept");
    }

    #[tokio::test]
    async fn only_listed_works_are_given_to_a_run() {
        let fake = Arc::new(Fake::new(|ask| {
            let address = ask.url.as_str();
            if address.ends_with("/record") {
                body(&summaries(9, 5))
            } else {
                body(&works(address))
            }
        }));
        let reply = source(&fake)
            .by_person(&ada(false, &["Mills of the South"]))
            .await;
        assert_eq!(reply.found[0].records.len(), 0);
    }

    #[tokio::test]
    async fn unknown_person_has_no_page_and_a_refusal_ends_the_questions() {
        let fake = Arc::new(Fake::new(|_| Ok(ApiResponse::NotFound)));
        let reply = source(&fake).by_person(&ada(true, &[])).await;
        assert_eq!((reply.found.len(), reply.failures.len()), (0, 0));
        let fake = Arc::new(Fake::new(|_| Err(refused(super::super::SERVICE))));
        let two: Vec<PersonQuery> = [ada(true, &[]), ada(true, &[])].concat();
        let reply = source(&fake).by_person(&two).await;
        assert_eq!((reply.failures.len(), fake.count()), (1, 1));
    }
}
