//! A work's metadata with the person's BibTeX fields, for formats other than BibTeX.
//!
//! The person writes these fields in TeX, and they override the metadata in every format. They are
//! parsed like the fields of a `.bib` entry.

use std::collections::BTreeMap;

use super::bibtex::{Dialect, overrides};
use crate::{
    bib,
    model::{Kind, Metadata, PartialDate, Work},
};

/// Returns the metadata with the BibTeX fields that the person wrote, converted from TeX. An empty
/// field removes the value.
pub(super) fn with_person_fields(work: &Work) -> Metadata {
    let mut meta = work.meta.clone();
    if work.fields.is_empty() {
        return meta;
    }
    let given = overrides::named(&work.fields, Dialect::Bibtex);
    let stated = bib::stated_metadata(&bib::BibEntry {
        kind: entry_type(meta.kind).to_owned(),
        fields: with_date(&given, meta.date),
        ..bib::BibEntry::default()
    });
    for name in given.keys() {
        match name.to_lowercase().as_str() {
            "title" if !stated.title.is_empty() => meta.title = stated.title.clone(),
            "author" => {
                meta.authors.clone_from(&stated.authors);
                meta.more_authors = stated.more_authors;
            }
            "editor" => meta.editors.clone_from(&stated.editors),
            "year" | "month" | "date" => meta.date = stated.date,
            "journal" | "booktitle" => meta.venue.clone_from(&stated.venue),
            "series" => meta.series.clone_from(&stated.series),
            "volume" => meta.volume.clone_from(&stated.volume),
            "number" => meta.number.clone_from(&stated.number),
            "pages" => meta.pages.clone_from(&stated.pages),
            "articleno" | "eid" => meta.article_number.clone_from(&stated.article_number),
            "chapter" => meta.chapter.clone_from(&stated.chapter),
            "edition" => meta.edition.clone_from(&stated.edition),
            "type" => meta.genre.clone_from(&stated.genre),
            "publisher" => meta.publisher.clone_from(&stated.publisher),
            "address" => meta.address.clone_from(&stated.address),
            "school" | "institution" => meta.institution.clone_from(&stated.institution),
            "doi" => meta.ids.doi.clone_from(&stated.ids.doi),
            "eprint" => meta.ids.arxiv.clone_from(&stated.ids.arxiv),
            "pmid" => meta.ids.pmid.clone_from(&stated.ids.pmid),
            "collaboration" => meta.collaboration.clone_from(&stated.collaboration),
            "isbn" => meta.isbn.clone_from(&stated.isbn),
            "url" => meta.url.clone_from(&stated.url),
            "note" => meta.note.clone_from(&stated.note),
            _ => {}
        }
    }
    meta
}

/// Returns the entry type with which the fields of such a work are read.
fn entry_type(kind: Kind) -> &'static str {
    match kind {
        Kind::Conference => "inproceedings",
        Kind::Journal => "article",
        Kind::Book => "book",
        Kind::Chapter => "incollection",
        Kind::Proceedings => "proceedings",
        Kind::PhdThesis => "phdthesis",
        Kind::MastersThesis => "mastersthesis",
        Kind::Report => "techreport",
        _ => "misc",
    }
}

/// Returns the fields, completed with the known date: a month without a year gets the known year,
/// and the known year keeps its month.
fn with_date(
    given: &BTreeMap<String, String>,
    known: Option<PartialDate>,
) -> Vec<(String, String)> {
    let mut fields: BTreeMap<String, String> = given
        .iter()
        .map(|(name, value)| (name.to_lowercase(), value.clone()))
        .collect();
    if let Some(known) = known.filter(|_| !given.contains_key("date")) {
        let year = known.year.to_string();
        let year = fields
            .entry("year".to_owned())
            .or_insert_with(|| year.clone());
        let same = year.trim_matches(['{', '}', ' ']).parse() == Ok(known.year);
        if let Some(month) = known.month.filter(|_| same) {
            let month = month.to_string();
            fields.entry("month".to_owned()).or_insert(month);
        }
    }
    fields.into_iter().collect()
}
