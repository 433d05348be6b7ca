//! Sends queries to the SPARQL endpoint and stores the answer to each question.

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use jiff::{Timestamp, civil::Date};
use serde::{Serialize, de::DeserializeOwned};
use url::Url;

use super::{
    query,
    service::SERVICE,
    wire::{self, Row},
};
use crate::{
    http::{
        Accept, ApiRequest, ApiResponse, CachePolicy, DatasetDate, ItemCache, RequestError,
        RequestKind, Revalidation,
    },
    sources::{Fetcher, Reply, stored_answers},
};

/// A query of more bytes than this goes into a form. Addresses of more than about 2 kB are not
/// accepted everywhere, and encoding adds to the length.
const LONGEST_IN_ADDRESS: usize = 1500;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// DBLP is synchronised daily; its answers are good enough for a week.
const WEEK: Duration = DAY.saturating_mul(7);

/// DBLP's data change at most once a day.
const KEEP_DATE: CachePolicy = CachePolicy {
    bucket: "dblp-date-v1",
    found: Duration::from_secs(3600),
    absent: Duration::from_secs(3600),
};

/// An answer to many questions is not stored itself, but the answer to each of them is.
const KEEP_NOT: CachePolicy = CachePolicy {
    bucket: "dblp-rows-v1",
    found: Duration::ZERO,
    absent: Duration::ZERO,
};

/// The part of a stored answer to [`QuestionKind::Pages`] that shows that no page was found.
const NO_PAGES: &str = "\"pages\":[]";

/// The kinds of questions. Each has answers of its own.
#[derive(Debug, Clone, Copy)]
pub(super) enum QuestionKind {
    /// The pages that bear an id or a name.
    Pages,
    /// The titles on a page.
    TitlesOf,
    /// The fields of a publication and of its volume.
    Fields,
    /// The signatures under a publication or volume.
    Signatures,
    /// The publications with a DOI.
    ByDoi,
    /// The publications in a range of titles.
    Range,
    /// The publications with all of some words.
    Words,
    /// Whether ranges of titles can be trusted.
    Canary,
}

impl QuestionKind {
    const ALL: [Self; 8] = [
        Self::Pages,
        Self::TitlesOf,
        Self::Fields,
        Self::Signatures,
        Self::ByDoi,
        Self::Range,
        Self::Words,
        Self::Canary,
    ];

    fn keep(self) -> CachePolicy {
        let week = |bucket| CachePolicy {
            bucket,
            found: WEEK,
            absent: WEEK,
        };
        // What is missing today may be there tomorrow.
        let looked_for = |bucket| CachePolicy {
            absent: DAY,
            ..week(bucket)
        };
        match self {
            Self::Pages => looked_for("dblp-pages-v1"),
            Self::TitlesOf => looked_for("dblp-titles-v1"),
            Self::Fields => looked_for("dblp-fields-v1"),
            Self::Signatures => week("dblp-signatures-v1"),
            Self::ByDoi => week("dblp-doi-v1"),
            // A title that is in no range is searched for by its words too, and that answer expires
            // sooner.
            Self::Range => week("dblp-range-v1"),
            Self::Words => looked_for("dblp-words-v1"),
            Self::Canary => looked_for("dblp-canary-v1"),
        }
    }
}

/// The future answers to questions that the endpoint is asked.
pub(super) type Asked<'a, Q, A> = Pin<Box<dyn Future<Output = Reply<(Q, A)>> + Send + 'a>>;

pub(super) struct Endpoint {
    pub(super) fetcher: Arc<dyn Fetcher>,
    url: Url,
    dated: Arc<DatasetDate>,
    shelves: [ItemCache; QuestionKind::ALL.len()],
    /// The oldest date of data that answers of this run have reported.
    as_of: Mutex<Option<Timestamp>>,
}

impl Endpoint {
    pub(super) fn new(fetcher: Arc<dyn Fetcher>, url: Url) -> Self {
        let mut date = url.clone();
        date.query_pairs_mut().append_pair("query", query::CHANGED);
        let dated = DatasetDate {
            request: ApiRequest {
                caching: KEEP_DATE,
                is_empty: |body| wire::count(body) == 0,
                ..question(date, None, Revalidation::None)
            },
            changed: wire::changed,
        };
        let dated = Arc::new(dated);
        let shelves = QuestionKind::ALL.map(|about| ItemCache {
            service: SERVICE,
            caching: about.keep(),
            is_empty: |body| body.contains(NO_PAGES),
            revalidation: Revalidation::DatasetDate(Arc::clone(&dated)),
        });
        Self {
            fetcher,
            url,
            dated,
            shelves,
            as_of: Mutex::default(),
        }
    }

    /// Returns where answers of this kind are stored.
    pub(super) fn shelf(&self, about: QuestionKind) -> &ItemCache {
        // `ALL` has the kinds in the order of their declaration, so the number of each is its
        // place.
        &self.shelves[about as usize]
    }

    /// Returns the answers to questions of one kind, an empty one where there is nothing. `ask` puts those
    /// to the endpoint that are not stored.
    pub(super) async fn answered<'a, Q, A>(
        &self,
        about: QuestionKind,
        questions: impl IntoIterator<Item = Q>,
        key: impl Fn(&Q) -> String,
        ask: impl Fn(Vec<Q>) -> Asked<'a, Q, A>,
    ) -> Reply<(Q, A)>
    where
        Q: Send + 'a,
        A: DeserializeOwned + Default + Send + 'a,
    {
        let key = |question: &Q| self.storage_key(&key(question));
        let is_asked = AtomicBool::new(false);
        let ask = |questions| -> stored_answers::Asked<'a, Q, A> {
            is_asked.store(true, Ordering::Relaxed);
            let asked = ask(questions);
            Box::pin(async move {
                let mut reply = Reply::default();
                let answers = reply.absorb(asked.await).into_iter();
                reply.found = answers.map(|(it, answer)| (it, Some(answer))).collect();
                reply
            })
        };
        let answered =
            stored_answers::answered(&*self.fetcher, self.shelf(about), questions, key, ask);
        let mut reply = Reply::default();
        let answers = reply.absorb(answered.await).into_iter();
        let answers = answers.map(|(it, answer)| (it, answer.unwrap_or_default()));
        reply.found = answers.collect();
        if !is_asked.load(Ordering::Relaxed) && !reply.found.is_empty() {
            self.fetcher.count_spared_request(SERVICE);
        }
        reply
    }

    /// Whether there is a stored answer to one question.
    pub(super) async fn is_stored(&self, about: QuestionKind, key: &str) -> bool {
        let key = self.storage_key(key);
        let stored = self.fetcher.cached_item(self.shelf(about), &key).await;
        stored.is_some()
    }

    /// Stores the answer to one question; `None` means that there is nothing.
    pub(super) fn keep<A: Serialize>(&self, about: QuestionKind, key: &str, answer: Option<&A>) {
        stored_answers::keep(
            &*self.fetcher,
            self.shelf(about),
            &self.storage_key(key),
            answer,
        );
    }

    /// The day on which the answer to one question came.
    pub(super) fn day(&self, about: QuestionKind, key: &str) -> Option<Date> {
        stored_answers::day(&*self.fetcher, self.shelf(about), &self.storage_key(key))
    }

    /// The name under which an answer is stored. Another endpoint has other answers.
    fn storage_key(&self, key: &str) -> String {
        format!("{} {key}", self.dated.request.address_alone())
    }

    /// Notes the date of the data that an answer came from.
    pub(super) fn note_date(&self, changed: Option<Timestamp>) {
        if let Some(changed) = changed {
            let mut as_of = self.as_of.lock().unwrap_or_else(PoisonError::into_inner);
            *as_of = Some(as_of.map_or(changed, |before| before.min(changed)));
        }
    }

    /// Returns the oldest date of the data that answered in this run, where answers reported it.
    pub(super) fn as_of(&self) -> Option<Timestamp> {
        *self.as_of.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn address(&self) -> &Url {
        &self.url
    }

    /// Returns the rows of the answer, which has been checked to be complete.
    pub(super) async fn rows(&self, query: String) -> Result<Vec<Row>, RequestError> {
        let (rows, _) = self.dated_rows(query).await?;
        Ok(rows)
    }

    /// Returns the rows, and the date of the data if the answer reports it.
    pub(super) async fn dated_rows(
        &self,
        query: String,
    ) -> Result<(Vec<Row>, Option<Timestamp>), RequestError> {
        let ask = self.ask(query);
        let body = self.body(&ask).await?;
        let rows = wire::rows(&body).map_err(|error| unusable(&ask, &error.to_string()))?;
        Ok((rows, wire::changed(&body)))
    }

    /// Returns the rows of the answer to a query of several groups, separated by group. Each row
    /// has the number of its group as `?of`.
    pub(super) async fn rows_of_each(
        &self,
        query: String,
        groups: usize,
    ) -> Result<Vec<Vec<Row>>, RequestError> {
        let ask = self.ask(query);
        let body = self.body(&ask).await?;
        let rows = wire::rows(&body).map_err(|error| unusable(&ask, &error.to_string()))?;
        let mut of_each: Vec<Vec<Row>> = Vec::new();
        of_each.resize_with(groups, Vec::new);
        for row in rows {
            let group = row.get("of").and_then(|of| of.parse::<usize>().ok());
            match group.and_then(|group| of_each.get_mut(group)) {
                Some(own) => own.push(row),
                // Ignoring it would report something as not found.
                None => return Err(unusable(&ask, "a row that does not say what it answers")),
            }
        }
        Ok(of_each)
    }

    fn ask(&self, query: String) -> ApiRequest {
        let (url, form) = if query.len() > LONGEST_IN_ADDRESS {
            (self.url.clone(), Some(vec![("query".to_owned(), query)]))
        } else {
            let mut url = self.url.clone();
            url.query_pairs_mut().append_pair("query", &query);
            (url, None)
        };
        question(
            url,
            form,
            Revalidation::DatasetDate(Arc::clone(&self.dated)),
        )
    }

    async fn body(&self, ask: &ApiRequest) -> Result<Arc<str>, RequestError> {
        match self.fetcher.request(ask).await? {
            ApiResponse::Body(body) => Ok(body),
            ApiResponse::NotFound => Err(unusable(
                ask,
                "status 404; expected a SPARQL endpoint at this address",
            )),
        }
    }
}

fn unusable(ask: &ApiRequest, cause: &str) -> RequestError {
    RequestError::Unusable {
        service: SERVICE,
        url: ask.address(),
        cause: cause.to_owned(),
    }
}

fn question(
    url: Url,
    form: Option<Vec<(String, String)>>,
    revalidation: Revalidation,
) -> ApiRequest {
    ApiRequest {
        service: SERVICE,
        kind: RequestKind::List,
        url,
        form,
        accept: Accept::SparqlJson,
        caching: KEEP_NOT,
        check: wire::check,
        is_empty: |_| false,
        revalidation,
    }
}
