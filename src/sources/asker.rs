use std::{future::Future, pin::Pin};

use jiff::civil::Date;

use crate::http::{ApiRequest, ApiResponse, CachePolicy, Client, ItemCache, RequestError, Service};

/// The future answer to one request.
pub type Asked<'a> = Pin<Box<dyn Future<Output = Result<ApiResponse, RequestError>> + Send + 'a>>;

/// A future answer from the cache.
pub type Shelved<'a> = Pin<Box<dyn Future<Output = Option<ApiResponse>> + Send + 'a>>;

/// The part of [`crate::http`] that sources need: they send requests, and store the parts of an
/// answer one by one, so that another run finds them whatever else it asks for.
pub trait Asker: Send + Sync {
    /// Sends one request. Rate limits, retries and the cache are handled inside.
    fn ask<'a>(&'a self, ask: &'a ApiRequest) -> Asked<'a>;

    /// Whether a request would be answered by the cache.
    fn is_kept(&self, ask: &ApiRequest) -> bool;

    /// Returns what is stored under `key` and still valid, or found to be.
    fn shelved<'a>(&'a self, on: &'a ItemCache, key: &'a str) -> Shelved<'a>;

    /// Stores `body` under `key`; `None` means that there is no such record.
    fn shelve(&self, on: &ItemCache, key: &str, body: Option<&str>);

    /// Counts a request that stored answers made unnecessary.
    fn spared(&self, _service: Service) {}

    /// Returns the day on which the answer under `key` came; `None` where days do not matter.
    fn day(&self, _keep: &CachePolicy, _key: &str) -> Option<Date> {
        None
    }
}

impl Asker for Client {
    fn ask<'a>(&'a self, ask: &'a ApiRequest) -> Asked<'a> {
        Box::pin(self.request(ask))
    }

    fn is_kept(&self, ask: &ApiRequest) -> bool {
        self.cached(&ask.caching, &ask.key()).is_some()
    }

    fn shelved<'a>(&'a self, on: &'a ItemCache, key: &'a str) -> Shelved<'a> {
        Box::pin(self.cached_item(on, key))
    }

    fn shelve(&self, on: &ItemCache, key: &str, body: Option<&str>) {
        self.cache_item(on, key, body);
    }

    fn spared(&self, service: Service) {
        self.count_spared_request(service);
    }

    fn day(&self, caching: &CachePolicy, key: &str) -> Option<Date> {
        Some(self.retrieved_on(caching, key))
    }
}
