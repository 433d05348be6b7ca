use std::{future::Future, pin::Pin};

use jiff::civil::Date;

use crate::http::{Answer, Ask, Client, Failed, Keep, Service, Shelf};

/// The answer to one question, to come.
pub type Asked<'a> = Pin<Box<dyn Future<Output = Result<Answer, Failed>> + Send + 'a>>;

/// A kept answer, to come.
pub type Shelved<'a> = Pin<Box<dyn Future<Output = Option<Answer>> + Send + 'a>>;

/// What a source needs of [`crate::http`]: to ask, and to keep the parts of an answer one by one,
/// so that another run finds them whatever else it asks for.
pub trait Asker: Send + Sync {
    /// Puts one question; pace, retries and the cache are the asker's concern.
    fn ask<'a>(&'a self, ask: &'a Ask) -> Asked<'a>;

    /// Whether a question would be answered without a request.
    fn is_kept(&self, ask: &Ask) -> bool;

    /// What is kept under `key` and is still good, or turns out to be.
    fn shelved<'a>(&'a self, on: &'a Shelf, key: &'a str) -> Shelved<'a>;

    /// Keeps `body` under `key`; `None` says that there is no such record.
    fn shelve(&self, on: &Shelf, key: &str, body: Option<&str>);

    /// Notes that kept answers made a request unnecessary.
    fn spared(&self, _service: Service) {}

    /// The day on which the answer under `key` came; `None` where days don't matter.
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
