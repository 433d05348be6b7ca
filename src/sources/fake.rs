//! An [`Asker`] for tests: answers from a function, and records the requests.

use std::{collections::BTreeMap, sync::Mutex};

use jiff::civil::Date;

use super::{Asked, Asker, Shelved};
use crate::http::{Answer, Ask, Failed, Flaw, Keep, Service, Shelf};

/// The day of every answer.
pub(super) const ANSWERED: Date = jiff::civil::date(2026, 11, 20);

type Script = dyn Fn(&Ask) -> Result<Answer, Failed> + Send + Sync;

pub(super) struct Fake {
    script: Box<Script>,
    pub(super) asked: Mutex<Vec<Ask>>,
    pub(super) kept: Mutex<BTreeMap<(String, String), Option<String>>>,
}

impl Fake {
    pub(super) fn new(
        script: impl Fn(&Ask) -> Result<Answer, Failed> + Send + Sync + 'static,
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
pub(super) fn body(text: &str) -> Result<Answer, Failed> {
    Ok(Answer::Body(text.into()))
}

/// A failure that a smaller request may avoid.
pub(super) fn too_hard() -> Failed {
    Failed::TooHard {
        service: Service::Dblp,
        url: "https://sparql.example/sparql".into(),
        cause: "Operation timed out".into(),
    }
}

/// A rejected request.
pub(super) fn rejected(service: Service) -> Failed {
    Failed::Rejected {
        service,
        url: "https://service.example/".into(),
        cause: "status 400".into(),
    }
}

/// A refusal.
pub(super) fn refused(service: Service) -> Failed {
    Failed::Refused {
        service,
        url: "https://service.example/".into(),
        cause: "a challenge page".into(),
        pause: std::time::Duration::from_secs(3600),
    }
}

/// The content of a request: the `query` of its form or address, otherwise the address.
pub(super) fn text_of(ask: &Ask) -> String {
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

impl Asker for Fake {
    fn ask<'a>(&'a self, ask: &'a Ask) -> Asked<'a> {
        Box::pin(async move {
            self.asked.lock().unwrap().push(ask.clone());
            let answer = (self.script)(ask)?;
            if let Answer::Body(text) = &answer {
                (ask.check)(text).map_err(|flaw| {
                    let (Flaw::Broken(cause) | Flaw::Useless(cause)) = flaw;
                    Failed::Unusable {
                        service: ask.service,
                        url: ask.url.to_string(),
                        cause,
                    }
                })?;
            }
            Ok(answer)
        })
    }

    fn is_kept(&self, _: &Ask) -> bool {
        false
    }

    fn shelved<'a>(&'a self, on: &'a Shelf, key: &'a str) -> Shelved<'a> {
        let kept = self.kept.lock().unwrap();
        let body = kept.get(&(on.keep.bucket.to_owned(), key.to_owned()));
        let answer = body.map(|body| match body {
            Some(text) => Answer::Body(text.as_str().into()),
            None => Answer::Absent,
        });
        Box::pin(async { answer })
    }

    fn day(&self, _: &Keep, _: &str) -> Option<Date> {
        Some(ANSWERED)
    }

    fn shelve(&self, on: &Shelf, key: &str, body: Option<&str>) {
        self.kept.lock().unwrap().insert(
            (on.keep.bucket.to_owned(), key.to_owned()),
            body.map(str::to_owned),
        );
    }
}
