//! One question to the SPARQL endpoint.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use jiff::{Timestamp, civil::Date};
use url::Url;

use super::{
    query,
    wire::{self, Row},
};
use crate::{
    http::{Accept, Answer, Ask, Dated, Failed, Keep, Lane, Renewal, Service},
    sources::Asker,
};

/// Above this many bytes a query goes into a form: addresses of more than about 2 kB are not
/// taken everywhere, and encoding adds to the length.
const LONGEST_IN_ADDRESS: usize = 1500;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// DBLP is synchronised daily; a week is how long an answer of it is good enough, and a day how
/// long nothing is.
const KEEP: Keep = Keep {
    bucket: "dblp-sparql-v1",
    found: DAY.saturating_mul(7),
    absent: DAY,
};

/// DBLP's data change at most once a day.
const KEEP_DATE: Keep = Keep {
    bucket: "dblp-date-v1",
    found: Duration::from_secs(3600),
    absent: Duration::from_secs(3600),
};

/// What is asked to learn how things stand now, and not kept.
const KEEP_NOT: Keep = Keep {
    bucket: "dblp-overview-v1",
    found: Duration::ZERO,
    absent: Duration::ZERO,
};

pub(super) struct Endpoint {
    asker: Arc<dyn Asker>,
    url: Url,
    dated: Arc<Dated>,
    /// The oldest date that answers of this run have told of the data.
    as_of: Mutex<Option<Timestamp>>,
}

impl Endpoint {
    pub(super) fn new(asker: Arc<dyn Asker>, url: Url) -> Self {
        let mut date = url.clone();
        date.query_pairs_mut().append_pair("query", query::CHANGED);
        let dated = Dated {
            ask: Ask {
                keep: KEEP_DATE,
                ..question(date, None, |body| wire::count(body) == 0, Renewal::None)
            },
            changed: wire::changed,
        };
        Self {
            asker,
            url,
            dated: Arc::new(dated),
            as_of: Mutex::default(),
        }
    }

    /// Of when the data are that answered in this run, the oldest of them, as far as answers told.
    pub(super) fn as_of(&self) -> Option<Timestamp> {
        *self.as_of.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rows of an answer that is asked for whatever is kept, and of when they are.
    pub(super) async fn rows_as_they_are(
        &self,
        query: String,
    ) -> Result<(Vec<Row>, Option<Timestamp>), Failed> {
        let ask = Ask {
            keep: KEEP_NOT,
            ..self.ask(query, |_| false)
        };
        let body = self.body(&ask).await?;
        Ok((read(&ask, &body)?, wire::changed(&body)))
    }

    pub(super) fn address(&self) -> &Url {
        &self.url
    }

    /// The rows of the answer, which has been found complete.
    pub(super) async fn rows(&self, query: String) -> Result<Vec<Row>, Failed> {
        self.asked(query, |body| wire::count(body) == 0).await
    }

    /// The same for a query that brings one row of its own, whatever else it finds.
    pub(super) async fn rows_beside_one(&self, query: String) -> Result<Vec<Row>, Failed> {
        self.asked(query, |body| wire::count(body) <= 1).await
    }

    /// The day on which the rows of a query came.
    pub(super) fn day(&self, query: String) -> Option<Date> {
        let ask = self.ask(query, |_| false);
        self.asker.day(&ask.keep, &ask.key())
    }

    fn ask(&self, query: String, is_empty: fn(&str) -> bool) -> Ask {
        let (url, form) = if query.len() > LONGEST_IN_ADDRESS {
            (self.url.clone(), Some(vec![("query".to_owned(), query)]))
        } else {
            let mut url = self.url.clone();
            url.query_pairs_mut().append_pair("query", &query);
            (url, None)
        };
        let renewal = Renewal::Dated(Arc::clone(&self.dated));
        question(url, form, is_empty, renewal)
    }

    async fn asked(&self, query: String, is_empty: fn(&str) -> bool) -> Result<Vec<Row>, Failed> {
        let ask = self.ask(query, is_empty);
        let body = self.body(&ask).await?;
        if let Some(changed) = wire::changed(&body) {
            let mut as_of = self.as_of.lock().unwrap_or_else(PoisonError::into_inner);
            *as_of = Some(as_of.map_or(changed, |before| before.min(changed)));
        }
        read(&ask, &body)
    }

    async fn body(&self, ask: &Ask) -> Result<Arc<str>, Failed> {
        match self.asker.ask(ask).await? {
            Answer::Body(body) => Ok(body),
            Answer::Absent => Err(unusable(
                ask,
                "status 404; expected a SPARQL endpoint at this address",
            )),
        }
    }
}

fn read(ask: &Ask, body: &str) -> Result<Vec<Row>, Failed> {
    wire::rows(body).map_err(|error| unusable(ask, &error.to_string()))
}

fn unusable(ask: &Ask, cause: &str) -> Failed {
    Failed::Unusable {
        service: Service::Dblp,
        url: ask.address(),
        cause: cause.to_owned(),
    }
}

fn question(
    url: Url,
    form: Option<Vec<(String, String)>>,
    is_empty: fn(&str) -> bool,
    renewal: Renewal,
) -> Ask {
    Ask {
        service: Service::Dblp,
        lane: Lane::List,
        url,
        form,
        accept: Accept::SparqlJson,
        keep: KEEP,
        check: wire::check,
        is_empty,
        renewal,
    }
}
