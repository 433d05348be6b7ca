//! An [`Fetcher`] for tests: answers from a function, and records the requests.

use std::{collections::BTreeMap, sync::Mutex};

use jiff::civil::Date;

use super::{AnswerFuture, Fetcher, StoredFuture, dblp};
use crate::http::{
    ApiRequest, ApiResponse, BodyError, CachePolicy, ItemCache, RequestError, Service,
};

/// The day of every answer.
pub(super) const ANSWERED: Date = jiff::civil::date(2026, 11, 20);

type Script = dyn Fn(&ApiRequest) -> Result<ApiResponse, RequestError> + Send + Sync;

pub(super) struct Fake {
    script: Box<Script>,
    pub(super) asked: Mutex<Vec<ApiRequest>>,
    pub(super) kept: Mutex<BTreeMap<(String, String), Option<String>>>,
}

impl Fake {
    pub(super) fn new(
        script: impl Fn(&ApiRequest) -> Result<ApiResponse, RequestError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            script: Box::new(script),
            asked: Mutex::default(),
            kept: Mutex::default(),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.asked.lock().unwrap().len()
    }

    /// The SPARQL text of each request so far.
    pub(super) fn queries(&self) -> Vec<String> {
        self.asked.lock().unwrap().iter().map(text_of).collect()
    }
}

/// A body as an answer.
#[expect(clippy::unnecessary_wraps, reason = "scripts give results")]
pub(super) fn body(text: &str) -> Result<ApiResponse, RequestError> {
    Ok(ApiResponse::Body(text.into()))
}

/// A failure that a smaller request may avoid.
pub(super) fn too_hard() -> RequestError {
    RequestError::TooComplex {
        service: dblp::SERVICE,
        url: "https://sparql.example/sparql".into(),
        cause: "Operation timed out".into(),
    }
}

/// A rejected request.
pub(super) fn rejected(service: Service) -> RequestError {
    RequestError::Rejected {
        service,
        url: "https://service.example/".into(),
        cause: "status 400".into(),
    }
}

/// A refusal.
pub(super) fn refused(service: Service) -> RequestError {
    RequestError::Refused {
        service,
        url: "https://service.example/".into(),
        cause: "a challenge page".into(),
        pause: std::time::Duration::from_secs(3600),
    }
}

/// The content of a request: the `query` of its form or address, otherwise the address.
pub(super) fn text_of(ask: &ApiRequest) -> String {
    let pairs: Vec<(String, String)> = ask.form.clone().unwrap_or_else(|| {
        ask.url
            .query_pairs()
            .map(|(k, v)| (k.into_owned(), v.into_owned()))
            .collect()
    });
    pairs
        .into_iter()
        .find(|(name, _)| name == "query")
        .map_or_else(|| ask.url.to_string(), |(_, value)| value)
}

impl Fetcher for Fake {
    fn request<'a>(&'a self, ask: &'a ApiRequest) -> AnswerFuture<'a> {
        Box::pin(async move {
            self.asked.lock().unwrap().push(ask.clone());
            let answer = (self.script)(ask)?;
            if let ApiResponse::Body(text) = &answer {
                (ask.check)(text).map_err(|flaw| {
                    let (BodyError::Corrupt(cause) | BodyError::Unexpected(cause)) = flaw;
                    RequestError::Unusable {
                        service: ask.service,
                        url: ask.url.to_string(),
                        cause,
                    }
                })?;
            }
            Ok(answer)
        })
    }

    fn is_cached(&self, _: &ApiRequest) -> bool {
        false
    }

    fn cached_item<'a>(&'a self, on: &'a ItemCache, key: &'a str) -> StoredFuture<'a> {
        let kept = self.kept.lock().unwrap();
        let body = kept.get(&(on.caching.bucket.to_owned(), key.to_owned()));
        let answer = body.map(|body| match body {
            Some(text) => ApiResponse::Body(text.as_str().into()),
            None => ApiResponse::NotFound,
        });
        Box::pin(async { answer })
    }

    fn retrieved_on(&self, _: &CachePolicy, _: &str) -> Option<Date> {
        Some(ANSWERED)
    }

    fn cache_item(&self, on: &ItemCache, key: &str, body: Option<&str>) {
        self.kept.lock().unwrap().insert(
            (on.caching.bucket.to_owned(), key.to_owned()),
            body.map(str::to_owned),
        );
    }
}
