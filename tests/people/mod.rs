//! The lists of people outside computing, with the records that their entries mean.
#![allow(dead_code, reason = "each test program uses another part")]

use std::{collections::BTreeSet, path::Path};

use bibsync::{
    model::{
        ArxivId, Contributor, Doi, Isbn, Kind, Metadata, Pages, PartialDate, PersonName, Record,
        SourceName, Title,
    },
    profile::{self, Profile},
};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
pub(crate) struct Labelled {
    pub(crate) name: String,
    pub(crate) field: String,
    pub(crate) works: Vec<Entry>,
    pub(crate) twins: Vec<Twin>,
}

#[derive(Deserialize)]
pub(crate) struct Entry {
    pub(crate) listed: Value,
    pub(crate) record: Option<Known>,
    /// The DOI of another edition that may be meant as well.
    pub(crate) also: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct Twin {
    /// The entry that it is near to.
    pub(crate) near: usize,
    pub(crate) record: Known,
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
pub(crate) struct Known {
    pub(crate) doi: Option<String>,
    pub(crate) arxiv: Option<String>,
    pub(crate) isbn: Option<String>,
    pub(crate) r#type: Option<String>,
    pub(crate) title: String,
    pub(crate) subtitle: Option<String>,
    pub(crate) authors: Vec<String>,
    pub(crate) more: bool,
    pub(crate) collaboration: Option<String>,
    pub(crate) editors: Vec<String>,
    pub(crate) container: Option<String>,
    pub(crate) container_short: Option<String>,
    pub(crate) volume: Option<String>,
    pub(crate) issue: Option<String>,
    pub(crate) pages: Option<String>,
    pub(crate) article_number: Option<String>,
    pub(crate) year: Option<i32>,
    pub(crate) publisher: Option<String>,
}

impl Known {
    pub(crate) fn kind(&self) -> Kind {
        match self.r#type.as_deref() {
            Some("book-chapter") => Kind::Chapter,
            Some("book" | "edited-book" | "monograph") => Kind::Book,
            Some("proceedings-article") => Kind::Conference,
            Some("posted-content") => Kind::Preprint,
            Some("dissertation") => Kind::PhdThesis,
            Some("report") => Kind::Report,
            _ => Kind::Journal,
        }
    }

    pub(crate) fn record(&self) -> Record {
        let title = match &self.subtitle {
            Some(subtitle) => format!("{}: {subtitle}", self.title),
            None => self.title.clone(),
        };
        let people = |names: &[String]| -> Vec<Contributor> {
            names
                .iter()
                .map(|name| PersonName::parse(name).into())
                .collect()
        };
        let mut meta = Metadata::new(self.kind(), Title::plain(title));
        meta.authors = people(&self.authors);
        meta.more_authors = self.more;
        meta.collaboration.clone_from(&self.collaboration);
        meta.editors = people(&self.editors);
        meta.venue = self.container.clone().map(Title::plain);
        meta.venue_short.clone_from(&self.container_short);
        meta.volume.clone_from(&self.volume);
        meta.number.clone_from(&self.issue);
        meta.pages = self.pages.as_deref().and_then(Pages::parse);
        meta.article_number.clone_from(&self.article_number);
        meta.date = self.year.map(PartialDate::year);
        meta.publisher.clone_from(&self.publisher);
        meta.isbn = self.isbn.as_deref().and_then(|isbn| Isbn::parse(isbn).ok());
        let doi = self.doi.as_deref();
        let arxiv = doi.and_then(|doi| {
            doi.to_lowercase()
                .strip_prefix("10.48550/arxiv.")
                .map(str::to_owned)
        });
        meta.ids.doi = doi
            .filter(|_| arxiv.is_none())
            .and_then(|doi| Doi::parse(doi).ok());
        meta.ids.arxiv = arxiv.as_deref().and_then(|id| ArxivId::parse(id).ok());
        Record::new(SourceName::CROSSREF, meta)
    }

    /// What tells the record from others: its identifier, or that of the book.
    pub(crate) fn handle(&self) -> String {
        let record = self.record();
        handle(&record.meta)
    }
}

pub(crate) fn handle(meta: &Metadata) -> String {
    let ids = &meta.ids;
    let doi = ids.doi.as_ref().map(ToString::to_string);
    let arxiv = || ids.arxiv.as_ref().map(ToString::to_string);
    let isbn = || meta.isbn.as_ref().map(ToString::to_string);
    doi.or_else(arxiv)
        .or_else(isbn)
        .unwrap_or_default()
        .to_lowercase()
}

impl Labelled {
    /// Returns the list as a `profile.json`.
    pub(crate) fn list(&self) -> Value {
        let publication = |entry: &Entry| {
            let listed = &entry.listed;
            let mut one = json!({ "title": listed["title"] });
            for name in ["authors", "venue", "year"] {
                if !listed[name].is_null() {
                    one[name] = listed[name].clone();
                }
            }
            // Who edits a book is listed as its author.
            if listed["kind"] == json!("edited-book") && one["authors"].is_null() {
                one["authors"] = listed["editors"].clone();
            }
            if listed["complete"] == json!(false) {
                one["authors_complete"] = json!(false);
            }
            let mut fields = json!({});
            for (name, field) in [
                ("volume", "volume"),
                ("issue", "number"),
                ("pages", "pages"),
                ("publisher", "publisher"),
            ] {
                if let Some(value) = listed[name].as_str() {
                    fields[field] = json!(value);
                }
            }
            one["fields"] = fields;
            one
        };
        let publications: Vec<Value> = self.works.iter().map(publication).collect();
        json!({ "name": self.name, "publications": publications })
    }

    pub(crate) fn profile(&self) -> Profile {
        profile::parse(&self.list().to_string(), &self.name).unwrap()
    }

    /// The records that an entry may be matched with: its own, and other versions of the work.
    pub(crate) fn meant(&self, at: usize) -> BTreeSet<String> {
        let entry = &self.works[at];
        let own = entry.record.iter().map(Known::handle);
        let also = entry.also.iter().map(|doi| doi.to_lowercase());
        let preprints = self
            .twins
            .iter()
            .filter(|twin| twin.near == at && twin.record.kind() == Kind::Preprint);
        own.chain(also)
            .chain(preprints.map(|twin| twin.record.handle()))
            .collect()
    }
}

pub(crate) fn labelled() -> Vec<Labelled> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/people");
    let mut files: Vec<_> = fs_err::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|file| file.extension().is_some_and(|it| it == "json"))
        .collect();
    files.sort();
    files
        .iter()
        .map(|file| serde_json::from_str(&fs_err::read_to_string(file).unwrap()).unwrap())
        .collect()
}
