use std::{future::Future, pin::Pin};

use jiff::civil::Date;

use crate::http::{Answer, Ask, Client, Failed, Keep, Service, Shelf};

/// The future answer to one request.
pub type Asked<'a> = Pin<Box<dyn Future<Output = Result<Answer, Failed>> + Send + 'a>>;

/// A future answer from the cache.
pub type Shelved<'a> = Pin<Box<dyn Future<Output = Option<Answer>> + Send + 'a>>;

/// The part of [`crate::http`] that sources need: they send requests, and store the parts of an
/// answer one by one, so that another run finds them whatever else it asks for.
pub trait Asker: Send + Sync {
    /// Sends one request. Rate limits, retries and the cache are handled inside.
    fn ask<'a>(&'a self, ask: &'a Ask) -> Asked<'a>;

    /// Whether a request would be answered by the cache.
    fn is_kept(&self, ask: &Ask) -> bool;

    /// Returns what is stored under `key` and still valid, or found to be.
    fn shelved<'a>(&'a self, on: &'a Shelf, key: &'a str) -> Shelved<'a>;

    /// Stores `body` under `key`; `None` means that there is no such record.
    fn shelve(&self, on: &Shelf, key: &str, body: Option<&str>);

    /// Counts a request that stored answers made unnecessary.
    fn spared(&self, _service: Service) {}

    /// Returns the day on which the answer under `key` came; `None` where days do not matter.
    fn day(&self, _keep: &Keep, _key: &str) -> Option<Date> {
        None
    }
}

impl Asker for Client {
    fn ask<'a>(&'a self, ask: &'a Ask) -> Asked<'a> {
        Box::pin(self.ask(ask))
    }

    fn is_kept(&self, ask: &Ask) -> bool {
        self.recall(&ask.keep, &ask.key()).is_some()
    }

    fn shelved<'a>(&'a self, on: &'a Shelf, key: &'a str) -> Shelved<'a> {
        Box::pin(self.shelved(on, key))
    }

    fn shelve(&self, on: &Shelf, key: &str, body: Option<&str>) {
        self.shelve(on, key, body);
    }

    fn spared(&self, service: Service) {
        self.spared(service);
    }

    fn day(&self, keep: &Keep, key: &str) -> Option<Date> {
        Some(self.day(keep, key))
    }
}
