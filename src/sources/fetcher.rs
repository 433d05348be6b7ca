use std::{future::Future, pin::Pin};

use jiff::civil::Date;

use crate::http::{ApiRequest, ApiResponse, CachePolicy, Client, ItemCache, RequestError, Service};

/// The future answer to one request.
pub type AnswerFuture<'a> =
    Pin<Box<dyn Future<Output = Result<ApiResponse, RequestError>> + Send + 'a>>;

/// A future answer from the cache.
pub type StoredFuture<'a> = Pin<Box<dyn Future<Output = Option<ApiResponse>> + Send + 'a>>;

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

    fn count_spared_request(&self, service: Service) {
        self.count_spared_request(service);
    }

    fn retrieved_on(&self, caching: &CachePolicy, key: &str) -> Option<Date> {
        Some(self.retrieved_on(caching, key))
    }
}
