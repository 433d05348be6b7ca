//! One question to the SPARQL endpoint.

use std::{sync::Arc, time::Duration};

use jiff::civil::Date;
use url::Url;

use super::wire::{self, Row};
use crate::{
    http::{Accept, Answer, Ask, Failed, Keep, Lane, Service},
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

pub(super) struct Endpoint {
    pub(super) asker: Arc<dyn Asker>,
    pub(super) url: Url,
}

impl Endpoint {
    /// The rows of the answer, which has been found complete.
    pub(super) async fn rows(&self, query: String) -> Result<Vec<Row>, Failed> {
        self.asked(query, |body| wire::count(body) == 0).await
    }

    /// The same for a query that brings one row of its own, whatever else it finds.
    pub(super) async fn rows_beside_canary(&self, query: String) -> Result<Vec<Row>, Failed> {
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
        Ask {
            service: Service::Dblp,
            lane: Lane::List,
            url,
            form,
            accept: Accept::SparqlJson,
            keep: KEEP,
            check: wire::check,
            is_empty,
        }
    }

    async fn asked(&self, query: String, is_empty: fn(&str) -> bool) -> Result<Vec<Row>, Failed> {
        let ask = self.ask(query, is_empty);
        let cause = match self.asker.ask(&ask).await? {
            Answer::Body(body) => match wire::rows(&body) {
                Ok(rows) => return Ok(rows),
                Err(error) => error.to_string(),
            },
            Answer::Absent => "status 404; expected a SPARQL endpoint at this address".to_owned(),
        };
        Err(Failed::Unusable {
            service: Service::Dblp,
            url: self.url.to_string(),
            cause,
        })
    }
}
