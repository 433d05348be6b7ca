use std::{future::Future, pin::Pin};

use jiff::civil::Date;

use crate::http::{Answer, Ask, Client, Failed, Keep};

/// The answer to one question, to come.
pub type Asked<'a> = Pin<Box<dyn Future<Output = Result<Answer, Failed>> + Send + 'a>>;

/// What a source needs of [`crate::http`]: to ask, and to keep parts of an answer under a name of
/// its own, so that another batch can take them up again.
pub trait Asker: Send + Sync {
    /// Puts one question; pace, retries and the cache are the asker's concern.
    fn ask<'a>(&'a self, ask: &'a Ask) -> Asked<'a>;

    /// What was remembered under `key` and is still good.
    fn recall(&self, keep: &Keep, key: &str) -> Option<Answer>;

    /// The day on which the answer under `key` came; `None` where days don't matter.
    fn day(&self, _keep: &Keep, _key: &str) -> Option<Date> {
        None
    }

    /// Remembers `body` under `key`; `None` says that there is no such record.
    fn remember(&self, keep: &Keep, key: &str, body: Option<&str>);
}

impl Asker for Client {
    fn ask<'a>(&'a self, ask: &'a Ask) -> Asked<'a> {
        Box::pin(self.ask(ask))
    }

    fn recall(&self, keep: &Keep, key: &str) -> Option<Answer> {
        self.recall(keep, key)
    }

    fn day(&self, keep: &Keep, key: &str) -> Option<Date> {
        Some(self.day(keep, key))
    }

    fn remember(&self, keep: &Keep, key: &str, body: Option<&str>) {
        self.remember(keep, key, body);
    }
}
