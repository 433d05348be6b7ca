//! The matcher on lists of people outside computing: 21 people of 13 fields, whose entries are labelled with the
//! records they mean.
//!
//! `people/` holds the facts: titles, authors and venues as each person prints them, and as a registry has them. The
//! lists and most records were found in public repositories; details of records that stood nowhere were filled in by
//! hand, so a page or an author there may be wrong. `twins` are other records near a work: its preprint, an erratum, a
//! review, a work of the same title. Every entry is decided against all records of all people.
#![expect(
    clippy::unwrap_used,
    reason = "a test that panics has failed, as it should"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write as _,
    path::Path,
};

use bibsync::{
    matching::{CandidateIndex, decide},
    model::{
        ArxivId, Contributor, Doi, Isbn, Kind, Metadata, Pages, PartialDate, PersonName, Record,
        SourceName, Title,
    },
    profile::{self, Profile},
    text::fold::FoldedTitle,
};
use serde::Deserialize;
use serde_json::{Value, json};

/// Entries that were matched as labelled on 2026-11-27, of 499 that mean a record, after what stood in the way of others
/// was mended on this very set.
const RIGHT: usize = 466;

#[derive(Deserialize)]
struct Labelled {
    name: String,
    field: String,
    works: Vec<Entry>,
    twins: Vec<Twin>,
}

#[derive(Deserialize)]
struct Entry {
    listed: Value,
    record: Option<Known>,
    /// The DOI of another edition that may be meant as well.
    also: Option<String>,
}

#[derive(Deserialize)]
struct Twin {
    /// The entry that it is near to.
    near: usize,
    record: Known,
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Known {
    doi: Option<String>,
    isbn: Option<String>,
    r#type: Option<String>,
    title: String,
    subtitle: Option<String>,
    authors: Vec<String>,
    more: bool,
    collaboration: Option<String>,
    editors: Vec<String>,
    container: Option<String>,
    container_short: Option<String>,
    volume: Option<String>,
    issue: Option<String>,
    pages: Option<String>,
    article_number: Option<String>,
    year: Option<i32>,
    publisher: Option<String>,
}

impl Known {
    fn kind(&self) -> Kind {
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

    fn record(&self) -> Record {
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
    fn handle(&self) -> String {
        let record = self.record();
        handle(&record.meta)
    }
}

fn handle(meta: &Metadata) -> String {
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
    fn profile(&self) -> Profile {
        let publication = |entry: &Entry| {
            let listed = &entry.listed;
            let mut one = json!({ "title": listed["title"] });
            for name in ["authors", "venue", "year"] {
                if !listed[name].is_null() {
                    one[name] = listed[name].clone();
                }
            }
            if listed["complete"] == json!(false) {
                one["authors_complete"] = json!(false);
            }
            let mut fields = json!({});
            for (name, field) in [
                ("volume", "volume"),
                ("issue", "number"),
                ("pages", "pages"),
            ] {
                if let Some(value) = listed[name].as_str() {
                    fields[field] = json!(value);
                }
            }
            one["fields"] = fields;
            one
        };
        let publications: Vec<Value> = self.works.iter().map(publication).collect();
        let text = json!({ "name": self.name, "publications": publications }).to_string();
        profile::parse(&text, &self.name).unwrap()
    }

    /// The records that an entry may be matched with: its own, and other versions of the work.
    fn meant(&self, at: usize) -> BTreeSet<String> {
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

fn labelled() -> Vec<Labelled> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/people");
    let mut files: Vec<_> = fs_err::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    files
        .iter()
        .map(|file| serde_json::from_str(&fs_err::read_to_string(file).unwrap()).unwrap())
        .collect()
}

#[test]
fn works_of_other_fields_are_matched_and_none_with_another() {
    let people = labelled();
    let mut pool = CandidateIndex::default();
    for person in &people {
        let own = person
            .works
            .iter()
            .filter_map(|entry| entry.record.as_ref());
        let twins = person.twins.iter().map(|twin| &twin.record);
        pool.add(own.chain(twins).map(Known::record));
    }
    let mut by_field: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    let mut wrong = Vec::new();
    for person in &people {
        let profile = person.profile();
        let own = BTreeSet::new();
        for (at, listing) in profile.publications.iter().enumerate() {
            let near = pool.candidates(listing, &FoldedTitle::of(&listing.title), &profile.person);
            let decision = decide(listing, &profile.person, &own, &near);
            let count = by_field.entry(&person.field).or_default();
            let is_labelled = person.works[at].record.is_some();
            count[3] += usize::from(is_labelled);
            match decision.verdict.status() {
                "matched" => {
                    let meant = person.meant(at);
                    let found = |record: &Record| meant.contains(&handle(&record.meta));
                    if decision.records.iter().any(found) {
                        count[0] += usize::from(is_labelled);
                    } else {
                        wrong.push(format!(
                            "{}, {}: `{}` is no `{}` ({})",
                            person.name,
                            at,
                            listing.title,
                            decision.records[0].meta.title,
                            handle(&decision.records[0].meta)
                        ));
                    }
                }
                "ambiguous" => count[1] += usize::from(is_labelled),
                _ => count[2] += usize::from(is_labelled),
            }
        }
    }
    let mut out = std::io::stderr().lock();
    for (field, [right, ambiguous, unmatched, all]) in &by_field {
        writeln!(
            out,
            "{field:20} {right} of {all} right, {ambiguous} ambiguous, {unmatched} unmatched"
        )
        .unwrap();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let right: usize = by_field.values().map(|count| count[0]).sum();
    assert!(right >= RIGHT, "{right} right, {RIGHT} were");
}
