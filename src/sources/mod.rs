//! Asks services, and the library on this disk, for records of publications.
//!
//! One folder for each service. Owns the requests to each service (`query.rs`), the exact shape of
//! its answers (`wire.rs`) and how they become records (`map.rs`). People, identifiers and titles
//! to look for come in; records and named failures go out. Sends through [`crate::http`] alone, and
//! must not know which record a listing means, nor where results are written.
//!
//! Each source has a [`Descriptor`]: its name, what it can be asked, the services that it asks with their
//! published limits, its settings, and how it is opened. The rest of the crate knows sources by these
//! alone. A new source needs a folder here and a line in `built_in.rs`.

pub mod arxiv;
pub mod crossref;
pub mod datacite;
pub mod dblp;
pub mod doi;
pub mod europepmc;
pub mod inspire;
pub mod k10plus;
pub mod library;
pub mod openalex;
pub mod orcid;

mod batches;
mod built_in;
mod capabilities;
mod descriptor;
#[cfg(test)]
mod fake;
mod fetcher;
mod price;
mod registrar;
mod setting;
mod stored_answers;
mod title_batches;
mod title_index;

use std::{collections::BTreeSet, future::Future, pin::Pin};

use jiff::Timestamp;

pub use capabilities::{Capabilities, Holdings, IdLookup, TitleSearch};
pub use descriptor::{Catalog, ConfiguredSource, Descriptor, Resources};
pub use fetcher::{AnswerFuture, Fetcher, StoredFuture, WaitFuture};
pub use price::{Load, Price};
pub(crate) use registrar::is_datacites;
pub use setting::{
    AddressSetting, CountSetting, IntervalSetting, OptionalAddressSetting, PublishedLimit,
    RateSetting, Secret, SecretSetting, Setting, SettingReader,
};
pub(crate) use title_index::TitleIndex;

pub use crate::model::WorkId as Id;
use crate::model::{
    DblpKey, DblpPid, Doi, FieldOfStudy, Isbn, Notice, OpenAlexAuthor, Orcid, Pages, PersonName,
    Record, SourceName,
};
use crate::text::names;

/// A boxed future reply, so that sources of different services fit in one list.
pub type ReplyFuture<'a, T> = Pin<Box<dyn Future<Output = Reply<T>> + Send + 'a>>;

/// The reply of a source. A partial reply is a reply.
#[derive(Debug)]
pub struct Reply<T> {
    /// The results.
    pub found: Vec<T>,
    /// The failures, if any.
    pub failures: Vec<crate::http::RequestError>,
    /// The questions, counted from 0, that were not put at all, because the service refuses or its
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
    /// Adds the failures of another part of the work, and returns its results.
    fn absorb<U>(&mut self, other: Reply<U>) -> Vec<U> {
        self.failures.extend(other.failures);
        other.found
    }
}

/// A record, and the questions that it answers.
#[derive(Debug, Clone)]
pub struct FoundRecord {
    /// The record.
    pub record: Record,
    /// The numbers of the questions that it answers, counted from 0. No other question brought it.
    pub asked: Vec<usize>,
}

/// Whether an identifier exists, whatever it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Existence {
    /// The identifier.
    pub id: Id,
    /// Whether it is registered.
    pub exists: bool,
}

/// A person whose publications are looked for.
#[derive(Debug, Clone, Default)]
pub struct PersonQuery {
    /// The person's page, when the profile pins it.
    pub pid: Option<DblpPid>,
    /// The ORCID iD, when the profile gives it.
    pub orcid: Option<Orcid>,
    /// The author's page in OpenAlex, when the profile gives it.
    pub openalex: Option<OpenAlexAuthor>,
    /// The name and its other spellings, as `First Last`. May be empty when an id is given.
    pub names: Vec<String>,
    /// The listed titles. Only records with similar titles are fetched in full.
    pub titles: Vec<String>,
    /// Whether every record of the page is fetched in full, whatever is listed.
    pub whole: bool,
}

/// How a page was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The profile pins the page or the ORCID iD, here or in OpenAlex.
    Pinned,
    /// By name alone: one of perhaps many namesakes.
    Name,
}

/// One person's page, as far as it concerns the listings.
#[derive(Debug, Clone)]
pub struct PersonPage {
    /// The number of the query that it answers, counted from 0.
    pub query: usize,
    /// The page in DBLP, if it is one of these.
    pub pid: Option<DblpPid>,
    /// The name at the head of the page.
    pub name: String,
    /// How it was found.
    pub basis: Basis,
    /// Finds the records with these identifiers.
    pub records: Vec<Record>,
}

/// The works on people's pages, and the date of a source's data.
#[derive(Debug, Clone, Default)]
pub struct PageOverview {
    /// When the source's data last changed, where it reports that.
    pub as_of: Option<Timestamp>,
    /// The works on the pages, by their keys.
    pub works: Vec<PageEntry>,
}

/// A work on a person's page, in short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageEntry {
    /// Its key in DBLP.
    pub key: DblpKey,
    /// The pages that have it.
    pub owners: Vec<DblpPid>,
    /// Its title, without markup.
    pub title: String,
    /// Its year.
    pub year: Option<i32>,
    /// Its DOIs; arXiv's own among them.
    pub dois: Vec<Doi>,
    /// Its pages.
    pub pages: Option<Pages>,
    /// Whether the source reports that its authors have withdrawn it.
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

/// A publication that is looked for by its title.
#[derive(Debug, Clone, Default)]
pub struct TitleQuery {
    /// The title as listed.
    pub title: String,
    /// The listed authors, in order, as far as they are known.
    pub authors: Vec<PersonName>,
    /// The listed year.
    pub year: Option<i32>,
    /// The person whose list it is in, as `First Last`, when that is known.
    pub person: Option<String>,
    /// The listed ISBN.
    pub isbn: Option<Isbn>,
    /// The fields of study that the listed venue tells.
    pub fields: Vec<FieldOfStudy>,
}

impl TitleQuery {
    /// Returns the folded family names of the listed authors, in order.
    fn surnames(&self) -> Vec<String> {
        let names = self.authors.iter().map(names::surname_key);
        names.filter(|name| !name.is_empty()).collect()
    }
}

/// A service, or a file on this disk, with records of publications.
///
/// A question that a source cannot answer (arXiv has no person pages here) gets an empty reply, not
/// a failure. Every method takes all questions of a run at once and decides how few requests they
/// need.
pub trait Source: Send + Sync {
    /// Returns the name of the source.
    fn name(&self) -> SourceName;

    /// Returns what the source can be asked.
    fn capabilities(&self) -> Capabilities;

    /// Whether it can answer as it should. A source that is not whole may have known earlier what
    /// it does not know now.
    fn is_whole(&self) -> bool {
        true
    }

    /// Returns the number of requests for so many questions; none for a source that sends no
    /// requests.
    fn price(&self, _load: &Load) -> Price {
        Price::default()
    }

    /// Finds the pages of `people`, several candidates for a name that several people have.
    fn by_person<'a>(&'a self, _people: &'a [PersonQuery]) -> ReplyFuture<'a, PersonPage> {
        Box::pin(async { Reply::default() })
    }

    /// The records with these identifiers.
    fn by_ids<'a>(&'a self, _ids: &'a [Id]) -> ReplyFuture<'a, FoundRecord> {
        Box::pin(async { Reply::default() })
    }

    /// Tells which of these identifiers are registered, whatever they name.
    fn existence<'a>(&'a self, _ids: &'a [Id]) -> ReplyFuture<'a, Existence> {
        Box::pin(async { Reply::default() })
    }

    /// Finds the works registered with these DOIs, with retractions and corrections of them.
    fn registrations<'a>(&'a self, _dois: &'a [Doi]) -> ReplyFuture<'a, Registration> {
        Box::pin(async { Reply::default() })
    }

    /// Lists the works on these pages now, in one request however many answers are stored. The
    /// reply has one item, or none from a source without pages.
    fn overview<'a>(&'a self, _pages: &'a [DblpPid]) -> ReplyFuture<'a, PageOverview> {
        Box::pin(async { Reply::default() })
    }

    /// Returns the oldest date of the data that answered in this run, where the source reports it.
    fn as_of(&self) -> Option<Timestamp> {
        None
    }

    /// Whether a record from this disk says what this source would say, so that asking for it is
    /// unnecessary: the record is of a dump of this source.
    fn is_mirrored_by(&self, _local: &Record) -> bool {
        false
    }

    /// Finds records with titles similar to these, in full and in no particular order.
    fn by_titles<'a>(&'a self, _titles: &'a [TitleQuery]) -> ReplyFuture<'a, FoundRecord> {
        Box::pin(async { Reply::default() })
    }

    /// Finds records of these titles among the works of the people whose lists they are in, by these people's
    /// names: one request for a person may save one for each title. Only a source that has
    /// [`Capabilities::finds_by_name`] is asked this.
    fn by_names<'a>(&'a self, _titles: &'a [TitleQuery]) -> ReplyFuture<'a, FoundRecord> {
        Box::pin(async { Reply::default() })
    }

    /// Returns which of these titles, counted from 0, stored answers cover, so that no request
    /// would be sent. Only a source with one request for each title implements it.
    fn kept_titles(&self, _titles: &[TitleQuery]) -> BTreeSet<usize> {
        BTreeSet::new()
    }
}
