use std::{future::Future, pin::Pin};

use jiff::civil::Date;

use crate::http::{
    ApiRequest, ApiResponse, CachePolicy, ClaimedQuestions, Client, ItemCache, RequestError,
    Service,
};

/// The future answer to one request.
pub type AnswerFuture<'a> =
    Pin<Box<dyn Future<Output = Result<ApiResponse, RequestError>> + Send + 'a>>;

/// A future answer from the cache.
pub type StoredFuture<'a> = Pin<Box<dyn Future<Output = Option<ApiResponse>> + Send + 'a>>;

/// A future end of a wait.
pub type WaitFuture<'a> = Pin<Box<dyn Future<Output = bool> + Send + 'a>>;

/// The part of [`crate::http`] that sources need: they send requests, and store the parts of an
/// answer one by one, so that another run finds them whatever else it asks for.
pub trait Fetcher: Send + Sync {
    /// Sends one request. Rate limits, retries and the cache are handled inside.
    fn request<'a>(&'a self, request: &'a ApiRequest) -> AnswerFuture<'a>;

    /// Whether a request would be answered by the cache.
    fn is_cached(&self, request: &ApiRequest) -> bool;

    /// Returns what is stored under `key` and still valid, or found to be.
    fn cached_item<'a>(&'a self, on: &'a ItemCache, key: &'a str) -> StoredFuture<'a>;

    /// Stores `body` under `key`; `None` means that there is no such record.
    fn cache_item(&self, on: &ItemCache, key: &str, body: Option<&str>);

    /// Claims those of the questions under these keys that no other process is asking, until the result is
    /// dropped.
    fn claim_items(&self, _on: &ItemCache, keys: &[String]) -> ClaimedQuestions {
        ClaimedQuestions::unshared(keys.len())
    }

    /// Waits until no other process asks the questions under these keys. Returns `false` if that takes too
    /// long.
    fn await_items<'a>(&'a self, _on: &'a ItemCache, _keys: &'a [String]) -> WaitFuture<'a> {
        Box::pin(async { true })
    }

    /// Counts a request that stored answers made unnecessary.
    fn count_spared_request(&self, _service: Service) {}

    /// Returns the day on which the answer under `key` came; `None` where days do not matter.
    fn retrieved_on(&self, _keep: &CachePolicy, _key: &str) -> Option<Date> {
        None
    }
}

impl Fetcher for Client {
    fn request<'a>(&'a self, request: &'a ApiRequest) -> AnswerFuture<'a> {
        Box::pin(self.request(request))
    }

    fn is_cached(&self, request: &ApiRequest) -> bool {
        self.cached(&request.caching, &request.key()).is_some()
    }

    fn cached_item<'a>(&'a self, on: &'a ItemCache, key: &'a str) -> StoredFuture<'a> {
        Box::pin(self.cached_item(on, key))
    }

    fn cache_item(&self, on: &ItemCache, key: &str, body: Option<&str>) {
        self.cache_item(on, key, body);
    }

    fn claim_items(&self, on: &ItemCache, keys: &[String]) -> ClaimedQuestions {
        self.claim_items(on, keys)
    }

    fn await_items<'a>(&'a self, on: &'a ItemCache, keys: &'a [String]) -> WaitFuture<'a> {
        Box::pin(self.await_items(on, keys))
    }

    fn count_spared_request(&self, service: Service) {
        self.count_spared_request(service);
    }

    fn retrieved_on(&self, caching: &CachePolicy, key: &str) -> Option<Date> {
        Some(self.retrieved_on(caching, key))
    }
}
