use std::{collections::BTreeMap, sync::Arc};

use url::Url;

use super::{
    map,
    marc::Marc,
    query,
    service::{NAME, SERVICE},
    wire,
};
use crate::{
    http::{ApiResponse, RequestError},
    model::{Authority, Isbn, Record, SourceName},
    sources::{
        Capabilities, Fetcher, FoundRecord, Holdings, Load, Price, Reply, ReplyFuture, Source,
        TitleQuery, TitleSearch,
        batches::{self, Batch},
        stored_answers,
        title_batches::TitleBatches,
    },
};

/// The union catalogue K10plus, <https://www.bszgbv.de/services/k10plus/>.
pub struct K10Plus {
    fetcher: Arc<dyn Fetcher>,
    base: Url,
}

impl std::fmt::Debug for K10Plus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("K10Plus")
            .field("base", &self.base.as_str())
            .finish_non_exhaustive()
    }
}

impl K10Plus {
    /// Returns the catalogue at the address `base` (`https://sru.k10plus.de/opac-de-627`).
    #[must_use]
    pub fn new(fetcher: Arc<dyn Fetcher>, base: Url) -> Self {
        Self { fetcher, base }
    }

    /// Looks up ISBNs, and searches for the titles of which none is known.
    async fn books(&self, titles: &[TitleQuery]) -> Reply<FoundRecord> {
        let mut numbered: BTreeMap<Isbn, Vec<usize>> = BTreeMap::new();
        for (at, title) in titles.iter().enumerate() {
            if let Some(isbn) = &title.isbn {
                numbered.entry(isbn.clone()).or_default().push(at);
            }
        }
        let mut reply = self.numbered(&numbered).await;
        let found: Vec<usize> = reply.found.iter().flat_map(|it| it.asked.clone()).collect();
        let open: Vec<usize> = (0..titles.len()).filter(|at| !found.contains(at)).collect();
        if reply.failures.iter().any(batches::is_over) {
            reply.unasked = open;
            return reply;
        }
        let queries: Vec<TitleQuery> = open.iter().map(|at| titles[*at].clone()).collect();
        let place = |at: &usize| open.get(*at).copied();
        let answer = self.titled(&queries).await;
        reply.failures.extend(answer.failures);
        reply.unasked = answer.unasked.iter().filter_map(place).collect();
        reply.found.extend(answer.found.into_iter().map(|it| {
            let asked = it.asked.iter().filter_map(place).collect();
            FoundRecord { asked, ..it }
        }));
        reply
    }

    async fn numbered(&self, asked: &BTreeMap<Isbn, Vec<usize>>) -> Reply<FoundRecord> {
        let cache = &query::NUMBERED;
        let isbns = asked.keys().cloned();
        let ask = |isbns: Vec<Isbn>| -> stored_answers::Asked<'_, Isbn, Vec<Marc>> {
            Box::pin(async move {
                let batches = batches::of(&isbns, query::ISBNS);
                batches::in_turn_sifted(batches, |isbns| Box::pin(self.batch(isbns))).await
            })
        };
        let answered = stored_answers::answered(&*self.fetcher, cache, isbns, Isbn::thirteen, ask);
        let mut reply = Reply::default();
        let answers = reply.absorb(answered.await);
        for (isbn, books) in &answers {
            let places = asked.get(isbn).cloned().unwrap_or_default();
            let learned = stored_answers::day(&*self.fetcher, cache, &isbn.thirteen());
            for record in books.iter().flatten().filter_map(map::record) {
                let mut record = Record { learned, ..record };
                // A record has the numbers of all bindings.
                record.meta.isbn = Some(isbn.clone());
                reply.found.push(FoundRecord {
                    record,
                    asked: places.clone(),
                });
            }
        }
        reply
    }

    async fn batch(&self, isbns: &[Isbn]) -> Result<Vec<(Isbn, Option<Vec<Marc>>)>, RequestError> {
        let terms: Vec<String> = isbns.iter().map(query::isbn_term).collect();
        let books = self.search(&terms).await?;
        let answers = isbns.iter().map(|isbn| {
            // A search also finds the electronic edition, which names the printed one.
            let bears = |book: &&Marc| map::isbns(book).iter().any(|own| own.is_same(isbn));
            let own: Vec<Marc> = books.iter().filter(bears).cloned().collect();
            let known = (!own.is_empty()).then_some(&own);
            stored_answers::keep(&*self.fetcher, &query::NUMBERED, &isbn.thirteen(), known);
            (isbn.clone(), Some(own))
        });
        Ok(answers.collect())
    }

    async fn titled(&self, titles: &[TitleQuery]) -> Reply<FoundRecord> {
        let batches = TitleBatches {
            fetcher: &*self.fetcher,
            shelf: &query::TITLED,
            size: query::TITLES,
            term: query::title_term,
            record: map::record,
        };
        let search = |terms: &[String]| -> Batch<'_, Marc> {
            let terms = terms.to_vec();
            Box::pin(async move {
                match self.search(&terms).await {
                    // So many editions are told apart by nobody but the person.
                    Err(RequestError::TooComplex { cause, .. }) if terms.len() == 1 => {
                        tracing::debug!(cause, "a title with too many editions is left out");
                        Ok(Vec::new())
                    }
                    answer => answer,
                }
            })
        };
        batches.records(titles, search).await
    }

    /// Sends a search. One with more results than an answer holds says nothing of what it lacks, and is
    /// to be split.
    async fn search(&self, terms: &[String]) -> Result<Vec<Marc>, RequestError> {
        let ask = query::search(&self.base, terms);
        let ApiResponse::Body(body) = self.fetcher.request(&ask).await? else {
            return Ok(Vec::new());
        };
        let found = wire::found(&body).unwrap_or_default();
        if found.total > found.records.len() {
            return Err(RequestError::TooComplex {
                service: SERVICE,
                url: ask.address(),
                cause: format!("{} of {} records came", found.records.len(), found.total),
            });
        }
        Ok(found.records)
    }
}

/// What K10plus can be asked. Librarians describe books from the books themselves: title page, imprint,
/// edition and series.
pub(super) const CAPABILITIES: Capabilities = Capabilities {
    titles: TitleSearch::Batched,
    holds: Holdings::Books,
    authority: Authority {
        published: 33,
        venues: 33,
        imprints: 10,
        short_names: u8::MAX,
        preprints: u8::MAX,
        spells_names: true,
        own_fields: &[],
    },
    ..Capabilities::service("K10plus")
};

impl Source for K10Plus {
    fn name(&self) -> SourceName {
        NAME
    }

    fn capabilities(&self) -> Capabilities {
        CAPABILITIES
    }

    fn price(&self, load: &Load) -> Price {
        let by_isbn = load.titles.div_ceil(query::ISBNS);
        Price {
            least: by_isbn,
            most: by_isbn + load.titles.div_ceil(query::TITLES),
        }
    }

    fn by_titles<'a>(&'a self, titles: &'a [TitleQuery]) -> ReplyFuture<'a, FoundRecord> {
        Box::pin(self.books(titles))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::wire::tests::{answer, record},
        *,
    };
    use crate::{
        model::PersonName,
        sources::fake::{Fake, body, refused, text_of},
    };

    fn book(isbn: &str, title: &str, year: &str) -> String {
        let (isbn, title) = (format!("020 a={isbn}"), format!("245 a={title}"));
        let imprint = format!("264 a=München|b=C.H. Beck|c={year}");
        let fields = ["100 a=Assmann, Jan|4=aut", &isbn, &title, &imprint];
        record(&fields)
    }

    fn source(fake: &Arc<Fake>) -> K10Plus {
        let base = Url::parse("https://sru.example/opac-de-627").unwrap();
        K10Plus::new(fake.clone(), base)
    }

    fn listed(title: &str, isbn: Option<&str>) -> TitleQuery {
        TitleQuery {
            title: title.to_owned(),
            authors: vec![PersonName::parse("Jan Assmann")],
            isbn: isbn.map(|it| Isbn::parse(it).unwrap()),
            ..TitleQuery::default()
        }
    }

    const TITLE: &str = "Das kulturelle Gedächtnis";

    #[tokio::test]
    async fn isbns_share_a_request_and_absences_are_stored() {
        let fake = Arc::new(Fake::new(|ask| {
            if text_of(ask).contains("isb") {
                let other = book("9783406703409", TITLE, "2017");
                body(&answer(2, &[book("3406568440", TITLE, "2013"), other]))
            } else {
                body(&answer(0, &[]))
            }
        }));
        let queries = [
            listed(TITLE, Some("9783406568442")),
            listed("Moses der Ägypter", Some("9783446193024")),
        ];
        for _ in 0..2 {
            let reply = source(&fake).by_titles(&queries).await;
            assert_eq!((reply.failures.len(), reply.found.len()), (0, 1));
            let found = &reply.found[0];
            assert_eq!(
                (&*found.asked, found.record.meta.year()),
                (&[0][..], Some(2013))
            );
            assert_eq!(found.record.meta.isbn, queries[0].isbn);
        }
        // One for the ISBNs, one for the title of the unknown one.
        assert_eq!(fake.count(), 2);
    }

    #[tokio::test]
    async fn editions_of_a_title_all_come() {
        let fake = Arc::new(Fake::new(|_| {
            let books = ["2007", "2013"].map(|year| book("3406568440", TITLE, year));
            body(&answer(2, &books))
        }));
        let reply = source(&fake).by_titles(&[listed(TITLE, None)]).await;
        assert_eq!((reply.found.len(), fake.count()), (2, 1));
    }

    #[tokio::test]
    async fn title_with_too_many_editions_is_no_failure() {
        let fake = Arc::new(Fake::new(|ask| {
            let query = text_of(ask);
            let faust = book("3406568440", "Faust", "1999");
            match (query.contains("faust"), query.contains("gedächtnis")) {
                (true, _) => body(&answer(700, &[faust])),
                _ => body(&answer(1, &[book("3406568440", TITLE, "2013")])),
            }
        }));
        let queries = [listed("Faust", None), listed(TITLE, None)];
        let reply = source(&fake).by_titles(&queries).await;
        assert_eq!((reply.failures.len(), reply.found.len()), (0, 1));
        assert_eq!((fake.count(), &*reply.found[0].asked), (3, &[1][..]));
    }

    #[tokio::test]
    async fn refusal_leaves_the_rest_unasked() {
        let fake = Arc::new(Fake::new(|_| Err(refused(SERVICE))));
        let queries = [listed(TITLE, Some("9783406568442")), listed("Moses", None)];
        let reply = source(&fake).by_titles(&queries).await;
        assert_eq!((reply.unasked, reply.failures.len()), (vec![0, 1], 1));
        assert_eq!(fake.count(), 1);
    }

    #[tokio::test]
    async fn title_without_a_person_is_not_asked() {
        let fake = Arc::new(Fake::new(|_| body(&answer(0, &[]))));
        let mut query = listed(TITLE, None);
        query.authors.clear();
        let reply = source(&fake).by_titles(&[query]).await;
        assert_eq!((reply.unasked, fake.count()), (vec![0], 0));
    }
}
