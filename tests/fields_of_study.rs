//! Which of 43 real lists are taken for those of a field beyond computing: the labelled set that fixed the
//! thresholds of `src/sync/fields_of_study.rs`.
//!
//! The lists lie beside a development checkout, in `../shared/corpus/lists`; elsewhere this says that it
//! is skipped.
#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::{collections::BTreeMap, io::Write as _, path::Path};

use bibsync::{
    enrich::{MergedMetadata, Precedence, merge},
    model::{
        Field, Kind, Listing, Metadata, PartialDate, Person, PersonName, Record, SourceName, Title,
    },
    sources::Catalog,
    sync::{Listed, ListedFields},
};
use serde_json::Value;

/// The fields of study of the index whose people publish in venues of computing.
const COMPUTING: [&str; 3] = ["computer science", "cryptography", "medical imaging"];

/// The lists of other fields that are recognized, out of 34: those of the others have venues that no word
/// tells, or as many of computing.
const RECOGNIZED: usize = 24;

/// The lists of other fields that are not looked up in DBLP.
const FAR: usize = 8;

fn say(text: &str) {
    _ = writeln!(std::io::stderr().lock(), "{text}");
}

fn listed(name: &str, list: &Value) -> Listed {
    let listing = |entry: &Value| {
        let mut listing = Listing::titled(entry["title"].as_str().unwrap_or_default());
        let venue = entry["venue"].as_str().filter(|venue| !venue.is_empty());
        listing.venue = venue.map(str::to_owned);
        listing
    };
    Listed {
        file: name.to_owned(),
        person: Person::default(),
        publications: list["entries"]
            .as_array()
            .unwrap()
            .iter()
            .map(listing)
            .collect(),
    }
}

#[test]
fn lists_of_computing_are_told_from_all_others() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/lists");
    let Ok(index) = fs_err::read_to_string(folder.join("INDEX.tsv")) else {
        say("skipped: there is no ../shared/corpus/lists beside this checkout");
        return;
    };
    let mut rows = index
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let head = rows.next().unwrap();
    let column = |name: &str| head.iter().position(|it| *it == name).unwrap();
    let (slug, field) = (column("slug"), column("field"));
    let mut found: BTreeMap<bool, Vec<String>> = BTreeMap::new();
    let (mut of_computing, mut far) = (0, 0);
    for row in rows {
        let text = fs_err::read_to_string(folder.join(format!("{}.json", row[slug]))).unwrap();
        let list = listed(row[slug], &serde_json::from_str(&text).unwrap());
        let fields = ListedFields::of(&list);
        let is_of_computing = COMPUTING.contains(&row[field]);
        assert!(
            !(is_of_computing && fields.has_books()),
            "{}: a list of computing would be looked up in a catalogue",
            row[slug]
        );
        of_computing += usize::from(is_of_computing);
        assert!(
            !(is_of_computing && fields.is_far_from_computing()),
            "{}: a list of computing would not be looked up in DBLP",
            row[slug]
        );
        far += usize::from(fields.is_far_from_computing());
        say(&format!(
            "{:12} {:28} {:3} listed, {:3} beyond, {:3} computing{}",
            row[slug],
            row[field],
            fields.listed,
            fields.beyond,
            fields.computing,
            if fields.is_beyond_computing() {
                ", asked beyond"
            } else {
                ""
            },
        ));
        if fields.is_beyond_computing() {
            found
                .entry(is_of_computing)
                .or_default()
                .push(row[slug].to_owned());
        }
    }
    assert!(of_computing >= 9, "{of_computing}");
    assert_eq!(
        found.get(&true),
        None,
        "lists of computing cost more than before"
    );
    assert_eq!(far, FAR, "a ratchet: raise it if it is more");
    let recognized = found.get(&false).map_or(0, Vec::len);
    assert_eq!(recognized, RECOGNIZED, "a ratchet: raise it if it is more");
}

fn record(source: SourceName, kind: Kind, more: impl Fn(&mut Metadata)) -> Record {
    let mut meta = Metadata::new(kind, Title::plain("The Weavers of Flanders"));
    meta.date = Some(PartialDate::year(2007));
    meta.authors = vec![PersonName::parse("Ada Sample").into()];
    more(&mut meta);
    Record::new(source, meta)
}

/// Merges records as a run does, and checks that their order does not matter.
fn merged(records: &[Record]) -> MergedMetadata {
    let of = |source: &'static bibsync::sources::Descriptor| {
        (source.name, source.capabilities.authority)
    };
    let precedence: Precedence = Catalog::BUILT_IN.iter().map(of).collect();
    let listing = Listing::titled("The Weavers of Flanders");
    let one = merge(records, &listing, &precedence).unwrap();
    let turned: Vec<Record> = records.iter().rev().cloned().collect();
    let other = merge(&turned, &listing, &precedence).unwrap();
    assert_eq!(one.meta, other.meta);
    one
}

#[test]
fn imprint_of_a_book_is_the_catalogues() {
    // Oxford's deposits of its electronic books run the place into the publisher.
    let crossref = record(SourceName::CROSSREF, Kind::Book, |meta| {
        meta.publisher = Some("Oxford University PressOxford".to_owned());
        meta.series = Some("OXFORD HISTORICAL MONOGRAPHS".to_owned());
    });
    let catalogue = record(SourceName::new("k10plus"), Kind::Book, |meta| {
        meta.publisher = Some("Oxford University Press".to_owned());
        meta.address = Some("Oxford".to_owned());
        meta.series = Some("Oxford historical monographs".to_owned());
        meta.edition = Some("2".to_owned());
    });
    let book = merged(&[crossref, catalogue]);
    assert_eq!(book.origins[&Field::Title].source, SourceName::CROSSREF);
    let meta = &book.meta;
    assert_eq!(meta.publisher.as_deref(), Some("Oxford University Press"));
    assert_eq!(meta.address.as_deref(), Some("Oxford"));
    assert_eq!(meta.series.as_deref(), Some("Oxford historical monographs"));
    assert_eq!(meta.edition.as_deref(), Some("2"));
}

#[test]
fn abbreviated_journal_is_that_of_the_fields_own_bibliography() {
    let at = |source, short: &str| {
        record(source, Kind::Journal, |meta| {
            meta.venue = Some(Title::plain("The Lancet Oncology"));
            meta.venue_short = Some(short.to_owned());
            meta.volume = Some("8".to_owned());
        })
    };
    // Crossref's short title is what the publisher deposits, here the full name.
    let crossref = at(SourceName::CROSSREF, "The Lancet Oncology");
    let article = merged(&[crossref, at(SourceName::new("europepmc"), "Lancet Oncol")]);
    assert_eq!(article.meta.venue_short.as_deref(), Some("Lancet Oncol"));
    assert_eq!(article.origins[&Field::Venue].source, SourceName::CROSSREF);
}

#[test]
fn journal_of_physics_is_abbreviated_as_physicists_do() {
    let at = |source, venue: &str, short: &str| {
        record(source, Kind::Journal, |meta| {
            meta.venue = Some(Title::plain(venue));
            meta.venue_short = Some(short.to_owned());
        })
    };
    let (inspire, europepmc) = (SourceName::new("inspire"), SourceName::new("europepmc"));
    for (venue, of_inspire, of_europepmc, taken) in [
        (
            "Physical Review D",
            "Phys. Rev. D",
            "Phys Rev D",
            "Phys. Rev. D",
        ),
        (
            "The Lancet Oncology",
            "Lancet Oncol.",
            "Lancet Oncol",
            "Lancet Oncol",
        ),
    ] {
        let records = [
            at(europepmc, venue, of_europepmc),
            at(SourceName::DBLP, venue, venue),
            at(inspire, venue, of_inspire),
        ];
        let short = merged(&records).meta.venue_short;
        assert_eq!(short.as_deref(), Some(taken), "{venue}");
    }
}

#[test]
fn editors_and_edition_of_a_book_are_the_catalogues() {
    let edited = |source, edition: &str, editor: &str| {
        record(source, Kind::Book, |meta| {
            meta.authors.clear();
            meta.editors = vec![PersonName::parse(editor).into()];
            meta.edition = Some(edition.to_owned());
        })
    };
    let records = [
        edited(SourceName::CROSSREF, "New", "Sample, A."),
        edited(SourceName::new("k10plus"), "2", "Sample, Ada"),
    ];
    let book = merged(&records).meta;
    assert_eq!(book.edition.as_deref(), Some("2"));
    assert_eq!(book.editors[0].name.to_string(), "Ada Sample");
    // Of a chapter the registrant knows more.
    let of_chapter = records.map(|mut record| {
        record.meta.kind = Kind::Chapter;
        record
    });
    assert_eq!(merged(&of_chapter).meta.edition.as_deref(), Some("New"));
}

#[test]
fn authors_and_collaboration_of_particle_physics_are_inspires() {
    let crossref = record(SourceName::CROSSREF, Kind::Journal, |meta| {
        meta.authors = vec![PersonName::parse("Sample, A.").into()];
        meta.collaboration = Some("LOOM Coll.".to_owned());
    });
    let inspire = record(SourceName::new("inspire"), Kind::Journal, |meta| {
        meta.collaboration = Some("LOOM".to_owned());
    });
    let paper = merged(&[crossref, inspire]);
    assert_eq!(paper.meta.collaboration.as_deref(), Some("LOOM"));
    assert_eq!(paper.meta.authors[0].name.to_string(), "Ada Sample");
}
