use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use jiff::civil::Date;
use url::Url;

use super::{
    map,
    query::{self, Api, Author, WorkRef},
    service::NAME,
    wire::{self, Work},
};
use crate::{
    http::{ApiResponse, RequestError},
    model::{Authority, Doi, FieldOfStudy, Pmid, Record, SourceName, WorkIdKind},
    sources::{
        Basis, Capabilities, Fetcher, FoundRecord, Id, IdLookup, Load, PersonPage, PersonQuery,
        Price, Reply, ReplyFuture, Secret, Source, TitleIndex, TitleQuery, TitleSearch, batches,
        stored_answers::{self, Answered, Asked},
    },
};

/// The most pages of a person's works that are read: a thousand works.
const MOST_PAGES: usize = 10;

/// The number of searches in a row that failed or found nothing similar, after which the rest is not
/// searched for: each costs as much as ten lists.
const FRUITLESS: usize = 5;

/// An index of the works of all fields of study, <https://openalex.org>.
pub struct OpenAlex {
    fetcher: Arc<dyn Fetcher>,
    api: Api,
}

impl std::fmt::Debug for OpenAlex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenAlex")
            .field("api", &self.api)
            .finish_non_exhaustive()
    }
}

/// Works by the identifiers that they were asked for by; `None` for one that is unknown.
type Works = BTreeMap<WorkRef, Option<Work>>;

impl OpenAlex {
    /// Returns OpenAlex at the address `base` (`https://api.openalex.org`), asked with this key.
    #[must_use]
    pub fn new(fetcher: Arc<dyn Fetcher>, base: Url, key: Option<Secret>) -> Self {
        Self {
            fetcher,
            api: Api { base, key },
        }
    }

    async fn records(&self, ids: &[Id]) -> Reply<FoundRecord> {
        let mut asked: BTreeMap<WorkRef, Vec<usize>> = BTreeMap::new();
        for (at, id) in ids.iter().enumerate() {
            let work = match id {
                Id::Doi(doi) => WorkRef::Doi(doi.clone()),
                Id::Pmid(id) => WorkRef::Pmid(id.clone()),
                Id::Arxiv(_) | Id::Dblp(_) => continue,
            };
            asked.entry(work).or_default().push(at);
        }
        let (works, mut reply) = self.works(asked.keys().cloned()).await;
        reply.found = works
            .iter()
            .filter_map(|(id, work)| {
                let learned = stored_answers::day(&*self.fetcher, &query::WORKS, &id.key());
                Some(FoundRecord {
                    record: record_of(work.as_ref()?, learned)?,
                    asked: asked.get(id)?.clone(),
                })
            })
            .collect();
        reply
    }

    /// Returns the works with these identifiers, and the failures.
    async fn works(&self, ids: impl Iterator<Item = WorkRef>) -> (Works, Reply<FoundRecord>) {
        let ask = |ids| -> Asked<'_, WorkRef, Work> { Box::pin(self.ask(ids)) };
        let answered =
            stored_answers::answered(&*self.fetcher, &query::WORKS, ids, WorkRef::key, ask);
        let mut reply = Reply::default();
        let works = reply.absorb(answered.await);
        (works.into_iter().collect(), reply)
    }

    async fn ask(&self, ids: Vec<WorkRef>) -> Answered<WorkRef, Work> {
        // Single works are free, but each takes a request.
        let (mut together, mut alone): (Vec<WorkRef>, Vec<WorkRef>) =
            ids.into_iter().partition(WorkRef::fits_filter);
        if together.len() <= query::FREE {
            alone.append(&mut together);
        }
        let is_doi = |work: &WorkRef| matches!(work, WorkRef::Doi(_));
        let (dois, pmids): (Vec<WorkRef>, Vec<WorkRef>) = together.into_iter().partition(is_doi);
        let bytes = |work: &WorkRef| work.value().len() + 1;
        let batches = [&dois, &pmids].into_iter().flat_map(|works| {
            let short = batches::weighing(works, query::BYTES, bytes).into_iter();
            short.flat_map(|batch| batches::of(batch, query::BATCH))
        });
        let batches = batches.collect();
        let found = batches::in_turn_sifted(batches, |works| Box::pin(self.batch(works)));
        let mut reply = found.await;
        if !reply.failures.iter().any(batches::is_over) {
            let each = batches::of(&alone, 1);
            let found = batches::in_turn(each, |works| Box::pin(self.each(works)));
            let works = reply.absorb(found.await);
            reply.found.extend(works);
        }
        reply
    }

    async fn batch(&self, ids: &[WorkRef]) -> Result<Vec<(WorkRef, Option<Work>)>, RequestError> {
        let ApiResponse::Body(body) = self.fetcher.request(&self.api.batch(ids)).await? else {
            return Ok(Vec::new());
        };
        let works = wire::works(&body);
        let answers = ids.iter().map(|id| {
            let own = works.iter().find(|work| bears(work, id)).cloned();
            (id.clone(), own)
        });
        let answers: Vec<_> = answers.collect();
        // Two works may share a DOI, and fill the page before a third.
        let is_whole = wire::count(&body) <= works.len();
        for (id, work) in &answers {
            if work.is_some() || is_whole {
                self.keep(id, work.as_ref());
            }
        }
        Ok(answers)
    }

    async fn each(&self, ids: &[WorkRef]) -> Result<Vec<(WorkRef, Option<Work>)>, RequestError> {
        let mut found = Vec::new();
        for id in ids {
            let work = match self.fetcher.request(&self.api.single(id)).await? {
                ApiResponse::Body(body) => wire::work(&body),
                ApiResponse::NotFound => None,
            };
            self.keep(id, work.as_ref());
            found.push((id.clone(), work));
        }
        Ok(found)
    }

    fn keep(&self, id: &WorkRef, work: Option<&Work>) {
        stored_answers::keep(&*self.fetcher, &query::WORKS, &id.key(), work);
    }

    async fn people(&self, people: &[PersonQuery]) -> Reply<PersonPage> {
        let mut reply = Reply::default();
        for (at, person) in people.iter().enumerate() {
            let author = match (&person.openalex, &person.orcid) {
                (Some(id), _) => Author::Page(id.clone()),
                (None, Some(orcid)) => Author::Orcid(orcid.clone()),
                (None, None) => continue,
            };
            let near = TitleIndex::of(person.titles.iter().map(String::as_str));
            match self.page(&author).await {
                Ok(records) => reply.found.push(PersonPage {
                    query: at,
                    pid: None,
                    name: person.names.first().cloned().unwrap_or_default(),
                    basis: Basis::Pinned,
                    records: records
                        .into_iter()
                        .filter(|it| person.whole || near.any(&it.meta.title.text()))
                        .collect(),
                }),
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

    /// Returns the records of all works of a person.
    async fn page(&self, author: &Author) -> Result<Vec<Record>, RequestError> {
        let mut records = Vec::new();
        for number in 1..=MOST_PAGES {
            let ask = self.api.of_author(author, number);
            let ApiResponse::Body(body) = self.fetcher.request(&ask).await? else {
                break;
            };
            let learned = self.fetcher.retrieved_on(&ask.caching, &ask.key());
            let works = wire::works(&body);
            records.extend(works.iter().filter_map(|work| record_of(work, learned)));
            if works.is_empty() || wire::count(&body) <= number * query::PAGE {
                break;
            }
        }
        Ok(records)
    }

    async fn searches(&self, titles: &[TitleQuery]) -> Reply<FoundRecord> {
        let mut reply = Reply::default();
        let mut fruitless = 0;
        let mut is_over = false;
        for (at, title) in titles.iter().enumerate() {
            let ask = self.api.search(title);
            let is_left = is_over || fruitless >= FRUITLESS;
            let is_kept = self.fetcher.is_cached(&ask);
            if !query::is_askable(title) || is_left && !is_kept {
                reply.unasked.push(at);
                continue;
            }
            match self.fetcher.request(&ask).await {
                Ok(ApiResponse::Body(body)) => {
                    let learned = self.fetcher.retrieved_on(&ask.caching, &ask.key());
                    let near = TitleIndex::of([title.title.as_str()]);
                    let works = wire::works(&body);
                    let records = works.iter().filter_map(|work| record_of(work, learned));
                    let records = records.filter(|it| near.any(&it.meta.title.text()));
                    let found = records.map(|record| FoundRecord {
                        record,
                        asked: vec![at],
                    });
                    let before = reply.found.len();
                    reply.found.extend(found);
                    let is_fruitless = reply.found.len() == before;
                    // Kept answers cost nothing: else no run would come to the titles behind them.
                    if !is_kept {
                        fruitless = if is_fruitless { fruitless + 1 } else { 0 };
                    }
                }
                Ok(ApiResponse::NotFound) => fruitless += 1,
                Err(failed) => {
                    fruitless += 1;
                    is_over |= batches::is_over(&failed);
                    reply.failures.push(failed);
                }
            }
        }
        reply
    }
}

fn record_of(work: &Work, learned: Option<Date>) -> Option<Record> {
    let record = map::record(work)?;
    Some(Record { learned, ..record })
}

fn bears(work: &Work, id: &WorkRef) -> bool {
    match id {
        WorkRef::Doi(doi) => {
            let own = work.doi.as_deref().and_then(|it| Doi::parse(it).ok());
            own.as_ref() == Some(doi)
        }
        WorkRef::Pmid(id) => {
            let own = work.ids.pmid.as_deref().and_then(|it| Pmid::parse(it).ok());
            own.as_ref() == Some(id)
        }
    }
}

/// What OpenAlex can be asked. Its metadata are mostly Crossref's, and its venues those of its own index.
pub(super) const CAPABILITIES: Capabilities = Capabilities {
    has_people: true,
    ids: IdLookup::Registry(&[WorkIdKind::Doi, WorkIdKind::Pmid]),
    titles: TitleSearch::Single,
    fields: FieldOfStudy::BEYOND_COMPUTING,
    has_page_of: |person| person.openalex.is_some(),
    authority: Authority {
        published: 60,
        venues: 60,
        imprints: 60,
        short_names: 60,
        preprints: 60,
        spells_names: false,
        own_fields: &[],
    },
    ..Capabilities::service("OpenAlex")
};

impl Source for OpenAlex {
    fn name(&self) -> SourceName {
        NAME
    }

    fn capabilities(&self) -> Capabilities {
        CAPABILITIES
    }

    fn price(&self, load: &Load) -> Price {
        let ids = match load.ids {
            few if few <= query::FREE => few,
            many => many.div_ceil(query::BATCH),
        };
        let searches = load.titles;
        Price {
            least: ids,
            most: load.ids + searches + MOST_PAGES * load.people,
        }
    }

    fn by_person<'a>(&'a self, people: &'a [PersonQuery]) -> ReplyFuture<'a, PersonPage> {
        Box::pin(self.people(people))
    }

    fn by_ids<'a>(&'a self, ids: &'a [Id]) -> ReplyFuture<'a, FoundRecord> {
        Box::pin(self.records(ids))
    }

    fn by_titles<'a>(&'a self, titles: &'a [TitleQuery]) -> ReplyFuture<'a, FoundRecord> {
        Box::pin(self.searches(titles))
    }

    fn kept_titles(&self, titles: &[TitleQuery]) -> BTreeSet<usize> {
        let is_cached = |title| self.fetcher.is_cached(&self.api.search(title));
        let titles = titles.iter().enumerate();
        let kept = titles.filter(|(_, title)| is_cached(title));
        kept.map(|(at, _)| at).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        http::RequestKind,
        model::Orcid,
        sources::{
            fake::{Fake, body, refused},
            openalex::SERVICE,
        },
    };

    fn work(number: usize, doi: &str) -> String {
        format!(
            r#"{{"id":"W{number}","doi":"https://doi.org/{doi}","display_name":"Spiders of Island {number}","type":"article"}}"#
        )
    }

    fn list(count: usize, works: &[String]) -> String {
        format!(
            r#"{{"meta":{{"count":{count}}},"results":[{}]}}"#,
            works.join(",")
        )
    }

    fn source(fake: &Arc<Fake>) -> OpenAlex {
        OpenAlex::new(
            fake.clone(),
            Url::parse("https://openalex.example").unwrap(),
            None,
        )
    }

    fn dois(count: usize) -> Vec<Id> {
        (0..count)
            .map(|n| Id::Doi(Doi::parse(&format!("10.1000/w.{n:03}")).unwrap()))
            .collect()
    }

    fn kinds(fake: &Fake) -> Vec<RequestKind> {
        fake.asked
            .lock()
            .unwrap()
            .iter()
            .map(|ask| ask.kind)
            .collect()
    }

    #[tokio::test]
    async fn few_works_are_free_and_many_share_a_list() {
        let fake = Arc::new(Fake::new(|ask| match ask.kind {
            RequestKind::Single if ask.url.path().ends_with("w.001") => Ok(ApiResponse::NotFound),
            RequestKind::Single => body(&work(0, "10.1000/w.000")),
            _ => body(&list(1, &[work(7, "10.1000/W.007")])),
        }));
        let reply = source(&fake).by_ids(&dois(2)).await;
        assert_eq!((reply.found.len(), reply.failures.len()), (1, 0));
        assert_eq!(kinds(&fake), [RequestKind::Single; 2]);
        let reply = source(&fake).by_ids(&dois(102)).await;
        assert_eq!(reply.found.len(), 2, "one is stored");
        assert!(reply.found.iter().any(|it| it.asked == [7]));
        assert_eq!(kinds(&fake)[2..], [RequestKind::List]);
        source(&fake).by_ids(&dois(102)).await;
        assert_eq!(fake.count(), 3, "absences are stored");
    }

    #[tokio::test]
    async fn cut_list_is_no_absence() {
        let fake = Arc::new(Fake::new(|_| body(&list(200, &[work(7, "10.1000/w.007")]))));
        for asked in [1, 2] {
            let reply = source(&fake).by_ids(&dois(20)).await;
            assert_eq!((reply.found.len(), fake.count()), (1, asked));
        }
    }

    #[tokio::test]
    async fn works_of_a_person_are_read_to_the_last_page() {
        let fake = Arc::new(Fake::new(|ask| {
            let page = usize::from(ask.url.as_str().contains("page=2"));
            let works: Vec<String> = (page * 100..page * 100 + 100 - page * 30)
                .map(|n| work(n, &format!("10.1000/w.{n}")))
                .collect();
            body(&list(170, &works))
        }));
        let person = PersonQuery {
            orcid: Orcid::parse("0000-0002-1825-0097").ok(),
            titles: vec!["Spiders of Island 169".to_owned()],
            ..PersonQuery::default()
        };
        let nobody = PersonQuery {
            names: vec!["Wei Wang".to_owned()],
            ..PersonQuery::default()
        };
        let reply = source(&fake).by_person(&[nobody, person]).await;
        assert_eq!(
            (fake.count(), reply.found.len()),
            (2, 1),
            "nobody is asked for by name"
        );
        let page = &reply.found[0];
        assert_eq!((page.query, page.basis), (1, Basis::Pinned));
        let dois: Vec<String> = page.records.iter().map(Record::handle).collect();
        assert!(dois.contains(&"10.1000/w.169".to_owned()), "{dois:?}");
    }

    #[tokio::test]
    async fn searches_end_after_a_run_of_fruitless_ones() {
        let fake = Arc::new(Fake::new(|_| body(&list(1, &[work(1, "10.1000/w.1")]))));
        let titles: Vec<TitleQuery> = (0..8)
            .map(|n| TitleQuery {
                title: format!("Looms and mills, part {n} of the history"),
                ..TitleQuery::default()
            })
            .collect();
        let reply = source(&fake).by_titles(&titles).await;
        assert_eq!((fake.count(), reply.unasked), (5, vec![5, 6, 7]));
        assert_eq!(kinds(&fake), [RequestKind::Search; 5]);
    }

    #[tokio::test]
    async fn refusal_ends_the_questions() {
        let fake = Arc::new(Fake::new(|_| Err(refused(SERVICE))));
        let reply = source(&fake).by_ids(&dois(300)).await;
        assert_eq!((reply.failures.len(), fake.count()), (1, 1));
        let person = PersonQuery {
            orcid: Orcid::parse("0000-0002-1825-0097").ok(),
            ..PersonQuery::default()
        };
        let reply = source(&fake).by_person(&[person.clone(), person]).await;
        assert_eq!((reply.failures.len(), fake.count()), (1, 2));
    }
}
