//! One folder for each service that knows publications.
//!
//! Owns what each service is asked (`query.rs`), the exact shape of its answers (`wire.rs`) and
//! how they become records (`map.rs`). People, identifiers and titles to look for come in; records
//! and named failures go out. Sends through [`crate::http`] alone, and must not know which record
//! a listing means, nor where results are written.

pub mod arxiv;
pub mod crossref;
pub mod datacite;
pub mod dblp;
pub mod library;

mod asker;
mod batches;
mod capabilities;
#[cfg(test)]
mod fake;
mod near;
mod price;
mod registrar;
mod shelved;

use std::{collections::BTreeSet, future::Future, pin::Pin};

use jiff::Timestamp;

pub use asker::{Asked, Asker, Shelved};
pub(crate) use batches::together as join_all;
pub use capabilities::{Capabilities, IdLookup, TitleSearch};
pub(crate) use near::Near;
pub use price::{Load, Price};

pub use crate::model::WorkId as Id;
use crate::model::{DblpKey, DblpPid, Doi, Notice, Orcid, Pages, PersonName, Record, SourceName};
use crate::text::names;

/// Returns the name of a built-in source in prose: `DBLP`.
#[must_use]
pub fn title(name: SourceName) -> Option<&'static str> {
    [
        (SourceName::LIBRARY, library::CAPABILITIES),
        (SourceName::DBLP, dblp::CAPABILITIES),
        (SourceName::CROSSREF, crossref::CAPABILITIES),
        (SourceName::ARXIV, arxiv::CAPABILITIES),
        (SourceName::DATACITE, datacite::CAPABILITIES),
    ]
    .into_iter()
    .find(|(known, _)| *known == name)
    .map(|(_, capabilities)| capabilities.title)
}

/// A boxed future, so that sources of different services can stand in one list.
pub type Asking<'a, T> = Pin<Box<dyn Future<Output = Reply<T>> + Send + 'a>>;

/// What a source gave, and what kept it from giving more. Partial answers are answers.
#[derive(Debug)]
pub struct Reply<T> {
    /// What was found.
    pub found: Vec<T>,
    /// What failed, if anything.
    pub failures: Vec<crate::http::Failed>,
    /// Which questions, counted from 0, were not put at all, because the service refuses or its
    /// answers to the questions before them were of no use.
    pub unasked: Vec<usize>,
}

impl<T> Default for Reply<T> {
    fn default() -> Self {
        Self {
            found: Vec::new(),
            failures: Vec::new(),
            unasked: Vec::new(),
        }
    }
}

impl<T> Reply<T> {
    /// Adds what another part of the work gave, and hands back what it found.
    fn absorb<U>(&mut self, other: Reply<U>) -> Vec<U> {
        self.failures.extend(other.failures);
        other.found
    }
}

/// A record, and what it answers.
#[derive(Debug, Clone)]
pub struct Found {
    /// The record.
    pub record: Record,
    /// Which of the questions it answers, counted from 0. Nobody else's question brought it.
    pub asked: Vec<usize>,
}

/// Whose publications are looked for.
#[derive(Debug, Clone, Default)]
pub struct PersonQuery {
    /// The person's page, when the profile pins it.
    pub pid: Option<DblpPid>,
    /// The ORCID iD, when the profile gives it.
    pub orcid: Option<Orcid>,
    /// The name and its other spellings, as `First Last`; may be empty when an id is given.
    pub names: Vec<String>,
    /// The listed titles. Only records that come near one of them are fetched in full.
    pub titles: Vec<String>,
    /// Whether every record of the page is fetched in full, whatever is listed.
    pub whole: bool,
}

/// How a person's page was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The profile pins the page or the ORCID iD.
    Pinned,
    /// By name alone: one of perhaps many namesakes.
    Name,
}

/// One person's page, as far as it concerns the listing.
#[derive(Debug, Clone)]
pub struct PersonPage {
    /// Which of the queries it answers, counted from 0.
    pub query: usize,
    /// The page.
    pub pid: DblpPid,
    /// The name at its head.
    pub name: String,
    /// How it was found.
    pub basis: Basis,
    /// The records that come near a listed title, in full.
    pub records: Vec<Record>,
}

/// What the pages of people hold, and of when a source's data are.
#[derive(Debug, Clone, Default)]
pub struct Overview {
    /// When the source's data last changed, as far as it tells.
    pub as_of: Option<Timestamp>,
    /// The works on the pages, by their keys.
    pub works: Vec<Glimpse>,
}

/// A work on somebody's page, in short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glimpse {
    /// Its key in DBLP.
    pub key: DblpKey,
    /// On which of the pages it stands.
    pub owners: Vec<DblpPid>,
    /// Its title, without markup.
    pub title: String,
    /// Its year.
    pub year: Option<i32>,
    /// Its DOIs; arXiv's own among them.
    pub dois: Vec<Doi>,
    /// Its pages.
    pub pages: Option<Pages>,
    /// Whether the source says that its authors have withdrawn it.
    pub withdrawn: bool,
}

/// A registered work, with the notices on it.
#[derive(Debug, Clone)]
pub struct Registration {
    /// The work.
    pub doi: Doi,
    /// Its record; `None` where the metadata make none.
    pub record: Option<Record>,
    /// Retractions, corrections and the like.
    pub notices: Vec<Notice>,
}

/// A publication looked for by its title.
#[derive(Debug, Clone, Default)]
pub struct TitleQuery {
    /// The title as listed.
    pub title: String,
    /// The listed authors, in order, as far as they are known.
    pub authors: Vec<PersonName>,
    /// The listed year.
    pub year: Option<i32>,
    /// Whose list it stands in, as `First Last`, when that is known.
    pub person: Option<String>,
}

impl TitleQuery {
    /// The folded family names of the listed authors, in order.
    fn surnames(&self) -> Vec<String> {
        let names = self.authors.iter().map(names::surname_key);
        names.filter(|name| !name.is_empty()).collect()
    }
}

/// A service, or a file on this disk, that knows publications.
///
/// A question that a source can't answer by its nature (arXiv has no person pages here) gets an
/// empty reply, not a failure. Every method takes all questions of a run at once and decides
/// itself how few requests they need.
pub trait Source: Send + Sync {
    /// Returns the name of the source.
    fn name(&self) -> SourceName;

    /// Returns what the source can be asked.
    fn capabilities(&self) -> Capabilities;

    /// Whether it can answer at all as it should. What one that is not whole does not know, it may
    /// have known before.
    fn is_whole(&self) -> bool {
        true
    }

    /// What asking for so much would cost; nothing, for a source that sends no requests.
    fn price(&self, _load: &Load) -> Price {
        Price::default()
    }

    /// The pages of `people`, several candidates for a name that several bear.
    fn by_person<'a>(&'a self, _people: &'a [PersonQuery]) -> Asking<'a, PersonPage> {
        Box::pin(async { Reply::default() })
    }

    /// The records with these identifiers.
    fn by_ids<'a>(&'a self, _ids: &'a [Id]) -> Asking<'a, Found> {
        Box::pin(async { Reply::default() })
    }

    /// Finds the works registered with these DOIs, with retractions and corrections of them.
    fn registrations<'a>(&'a self, _dois: &'a [Doi]) -> Asking<'a, Registration> {
        Box::pin(async { Reply::default() })
    }

    /// What stands on these pages now, in one request however many kept answers there are; one
    /// item, or none from a source that has no pages.
    fn overview<'a>(&'a self, _pages: &'a [DblpPid]) -> Asking<'a, Overview> {
        Box::pin(async { Reply::default() })
    }

    /// Of when the data are that answered in this run, the oldest of them; as far as it tells.
    fn as_of(&self) -> Option<Timestamp> {
        None
    }

    /// Whether a record from this disk says what this source would say, so that asking for it is
    /// unnecessary: the record is of a dump of this source.
    fn is_mirrored_by(&self, _local: &Record) -> bool {
        false
    }

    /// Finds records with titles similar to these, in full and in no particular order.
    fn by_titles<'a>(&'a self, _titles: &'a [TitleQuery]) -> Asking<'a, Found> {
        Box::pin(async { Reply::default() })
    }

    /// Which of these titles, counted from 0, kept answers tell of, so that no request would be
    /// sent. Only a source that is sent one request for each title says so.
    fn kept_titles(&self, _titles: &[TitleQuery]) -> BTreeSet<usize> {
        BTreeSet::new()
    }
}
