use std::{collections::BTreeMap, sync::Arc};

use url::Url;

use super::{
    lookup::Lookup,
    map, person,
    query::{self, RecordRef},
    service::NAME,
    wire::Paper,
};
use crate::{
    model::{Authority, FieldOfStudy, SourceName, WorkIdKind},
    sources::{
        Capabilities, Fetcher, FoundRecord, Id, IdLookup, Load, PersonPage, PersonQuery, Price,
        Reply, ReplyFuture, Source, TitleQuery, TitleSearch, batches::Batch,
        title_batches::TitleBatches,
    },
};

/// The literature of particle physics, <https://inspirehep.net>.
pub struct Inspire(Lookup);

impl std::fmt::Debug for Inspire {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Inspire")
            .field("base", &self.0.base.as_str())
            .finish_non_exhaustive()
    }
}

impl Inspire {
    /// Returns INSPIRE at the address `base` (`https://inspirehep.net`).
    #[must_use]
    pub fn new(fetcher: Arc<dyn Fetcher>, base: Url) -> Self {
        Self(Lookup { fetcher, base })
    }

    async fn records(&self, ids: &[Id]) -> Reply<FoundRecord> {
        let mut asked: BTreeMap<RecordRef, Vec<usize>> = BTreeMap::new();
        for (at, id) in ids.iter().enumerate() {
            let id = match id {
                Id::Doi(doi) => RecordRef::Doi(doi.clone()),
                Id::Arxiv(id) => RecordRef::Arxiv(id.clone()),
                Id::Dblp(_) | Id::Pmid(_) => continue,
            };
            asked.entry(id).or_default().push(at);
        }
        let answer = self.0.records(asked.keys().cloned().collect()).await;
        let found = answer.found.into_iter().filter_map(|(id, record)| {
            let asked = asked.get(&id)?.clone();
            Some(FoundRecord { record, asked })
        });
        Reply {
            found: found.collect(),
            failures: answer.failures,
            unasked: Vec::new(),
        }
    }

    async fn titled(&self, titles: &[TitleQuery]) -> Reply<FoundRecord> {
        let Lookup { fetcher, base } = &self.0;
        let batches = TitleBatches {
            fetcher: &**fetcher,
            shelf: &query::TITLED,
            size: query::TITLES,
            term: query::title_term,
            record: map::record,
        };
        let search = |terms: &[String]| -> Batch<'_, Paper> {
            let ask = query::by_titles(base, terms);
            Box::pin(async move { self.0.search(&ask).await })
        };
        batches.records(titles, search).await
    }
}

/// What INSPIRE can be asked. Librarians correct its records; its journals have abbreviated names alone.
pub(super) const CAPABILITIES: Capabilities = Capabilities {
    has_people: true,
    ids: IdLookup::Registry(&[WorkIdKind::Doi, WorkIdKind::Arxiv]),
    titles: TitleSearch::Batched,
    fields: &[FieldOfStudy::ParticlePhysics],
    authority: Authority {
        published: 25,
        venues: 55,
        imprints: 25,
        short_names: 11,
        preprints: 25,
        spells_names: false,
        own_fields: &[FieldOfStudy::ParticlePhysics],
    },
    ..Capabilities::service("INSPIRE")
};

impl Source for Inspire {
    fn name(&self) -> SourceName {
        NAME
    }

    fn capabilities(&self) -> Capabilities {
        CAPABILITIES
    }

    fn price(&self, load: &Load) -> Price {
        let requests = load.ids.div_ceil(query::BATCH) + load.titles.div_ceil(query::TITLES);
        // A person, the outline of the page, and the listed works on it.
        let people = (1 + person::MOST_PAGES) * load.people;
        let pages = people + load.on_pages.div_ceil(query::BATCH);
        Price {
            least: requests,
            most: requests + pages,
        }
    }

    fn by_person<'a>(&'a self, people: &'a [PersonQuery]) -> ReplyFuture<'a, PersonPage> {
        Box::pin(person::by_person(&self.0, people))
    }

    fn by_ids<'a>(&'a self, ids: &'a [Id]) -> ReplyFuture<'a, FoundRecord> {
        Box::pin(self.records(ids))
    }

    fn by_titles<'a>(&'a self, titles: &'a [TitleQuery]) -> ReplyFuture<'a, FoundRecord> {
        Box::pin(self.titled(titles))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        http::ApiResponse,
        model::{ArxivId, Doi, Orcid},
        sources::{
            fake::{Fake, body, refused},
            inspire::SERVICE,
        },
    };

    const TITLES: [&str; 3] = [
        "Search for looms in the tails of spectra",
        "Decays of heavy mills into threads",
        "A measurement of the width of the weaver",
    ];

    fn paper(number: u64) -> String {
        let title = TITLES[usize::try_from(number).unwrap() % TITLES.len()];
        format!(
            r#"{{"metadata":{{"control_number":{number},"titles":[{{"title":"{title}"}}],
            "dois":[{{"value":"10.1103/PhysRevD.{number}"}}],"arxiv_eprints":[{{"value":"1801.{number:05}"}}]}}}}"#
        )
    }

    fn answer(total: usize, papers: &[u64]) -> String {
        let papers: Vec<String> = papers.iter().map(|number| paper(*number)).collect();
        format!(
            r#"{{"hits":{{"total":{total},"hits":[{}]}}}}"#,
            papers.join(",")
        )
    }

    fn source(fake: &Arc<Fake>) -> Inspire {
        Inspire::new(fake.clone(), Url::parse("https://inspire.example").unwrap())
    }

    fn doi(number: u64) -> Id {
        Id::Doi(Doi::parse(&format!("10.1103/PhysRevD.{number}")).unwrap())
    }

    #[tokio::test]
    async fn dois_and_arxiv_ids_share_a_search_and_absences_are_stored() {
        let fake = Arc::new(Fake::new(|_| body(&answer(1, &[7]))));
        let ids = [
            doi(7),
            Id::Arxiv(ArxivId::parse("1801.00007").unwrap()),
            doi(9),
        ];
        for _ in 0..2 {
            let reply = source(&fake).by_ids(&ids).await;
            let mut asked: Vec<usize> =
                reply.found.iter().flat_map(|it| it.asked.clone()).collect();
            asked.sort_unstable();
            assert_eq!((asked, fake.count()), (vec![0, 1], 1));
        }
    }

    #[tokio::test]
    async fn cut_answer_is_split() {
        let fake = Arc::new(Fake::new(|ask| {
            if ask.url.as_str().contains("+or+") {
                body(&answer(3, &[7]))
            } else {
                body(&answer(1, &[9]))
            }
        }));
        let reply = source(&fake).by_ids(&[doi(7), doi(9)]).await;
        assert_eq!((reply.found.len(), fake.count()), (1, 3));
    }

    #[tokio::test]
    async fn page_is_outlined_before_listed_works_are_fetched() {
        let fake = Arc::new(Fake::new(|ask| {
            let address = ask.url.as_str();
            if address.contains("/api/orcid/") {
                body(r#"{"metadata":{"ids":[{"schema":"INSPIRE BAI","value":"A.Sample.2"}]}}"#)
            } else if address.contains("q=a+A.Sample.2") {
                assert!(!address.contains("authors"), "{address}");
                body(&answer(3, &[1, 2, 3]))
            } else {
                assert!(address.contains("q=recid%3A3&"), "{address}");
                body(&answer(1, &[3]))
            }
        }));
        let person = PersonQuery {
            orcid: Orcid::parse("0000-0002-1825-0097").ok(),
            titles: vec![TITLES[0].to_uppercase()],
            ..PersonQuery::default()
        };
        let reply = source(&fake)
            .by_person(&[PersonQuery::default(), person])
            .await;
        assert_eq!((reply.failures.len(), fake.count()), (0, 3));
        let page = &reply.found[0];
        assert_eq!((page.query, page.records.len()), (1, 1));
    }

    #[tokio::test]
    async fn unknown_person_has_no_page() {
        let fake = Arc::new(Fake::new(|_| Ok(ApiResponse::NotFound)));
        let person = PersonQuery {
            orcid: Orcid::parse("0000-0002-1825-0097").ok(),
            ..PersonQuery::default()
        };
        let reply = source(&fake).by_person(&[person]).await;
        assert_eq!((reply.found.len(), reply.failures.len()), (0, 0));
    }

    #[tokio::test]
    async fn titles_share_a_search() {
        let fake = Arc::new(Fake::new(|_| body(&answer(2, &[3, 4]))));
        let title = |title: &str| TitleQuery {
            title: title.to_owned(),
            ..TitleQuery::default()
        };
        let titles = [title("Looms"), title(TITLES[0])];
        let reply = source(&fake).by_titles(&titles).await;
        assert_eq!((reply.unasked, fake.count()), (vec![0], 1));
        assert!(reply.found.iter().all(|it| it.asked == [1]));
    }

    #[tokio::test]
    async fn refusal_ends_the_questions() {
        let fake = Arc::new(Fake::new(|_| Err(refused(SERVICE))));
        let ids: Vec<Id> = (0..80).map(doi).collect();
        let reply = source(&fake).by_ids(&ids).await;
        assert_eq!((reply.failures.len(), fake.count()), (1, 1));
    }
}
