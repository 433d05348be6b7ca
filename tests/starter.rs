//! The records that ship with the examples: sound BibTeX, sound identifiers, each with its origin.
#![expect(
    clippy::unwrap_used,
    reason = "a test that panics has failed, as it should"
)]

use std::collections::BTreeSet;

use biblatex::{Bibliography, Entry};
use bibsync::model::{ArxivId, DblpKey, Doi, Isbn};

fn starter() -> (String, Bibliography) {
    let text = fs_err::read_to_string("cache/library/starter.bib").unwrap();
    let entries = Bibliography::parse(&text).unwrap();
    (text, entries)
}

fn field(entry: &Entry, name: &str) -> Option<String> {
    entry.get(name).map(biblatex::ChunksExt::format_verbatim)
}

#[test]
fn every_entry_is_read_and_has_its_origin() {
    let (text, entries) = starter();
    let heads = text.lines().filter(|line| line.starts_with('@')).count();
    assert_eq!((heads, entries.len()), (48, 48));
    let lines: Vec<&str> = text.lines().collect();
    for pair in lines.windows(2) {
        if pair[1].starts_with('@') {
            assert!(pair[0].starts_with("% origin: "), "{}", pair[1]);
        }
        // BibTeX reads an entry in a comment as one.
        assert!(
            !(pair[0].starts_with('%') && pair[0].contains('@')),
            "{}",
            pair[0]
        );
    }
    let keys: BTreeSet<String> = entries.keys().map(str::to_lowercase).collect();
    assert_eq!(keys.len(), entries.len());
}

#[test]
fn identifiers_are_in_canonical_form() {
    for entry in starter().1.iter() {
        let key = &entry.key;
        assert!(
            entry.get("author").is_some() && entry.get("title").is_some(),
            "{key}"
        );
        if let Some(doi) = field(entry, "doi") {
            let parsed = Doi::parse(&doi).unwrap();
            assert!(parsed.as_str().eq_ignore_ascii_case(&doi), "{key}: {doi}");
        }
        if let Some(id) = field(entry, "eprint") {
            assert_eq!(ArxivId::parse(&id).unwrap().as_str(), id, "{key}");
            assert_eq!(
                field(entry, "archiveprefix")
                    .or(field(entry, "eprinttype"))
                    .as_deref(),
                Some("arXiv"),
                "{key}"
            );
        }
        if let Some(dblp) = field(entry, "dblp") {
            assert_eq!(DblpKey::parse(&dblp).unwrap().as_str(), dblp, "{key}");
        }
        if let Some(isbn) = field(entry, "isbn") {
            assert!(Isbn::parse(&isbn).is_ok(), "{key}: {isbn}");
        }
    }
}

/// A published work must not carry the key of its preprint.
#[test]
fn only_preprints_have_a_corr_key() {
    for entry in starter().1.iter() {
        let key = &entry.key;
        let Some(dblp) = field(entry, "dblp") else {
            continue;
        };
        if dblp.starts_with("journals/corr/") {
            assert_eq!(
                field(entry, "howpublished").as_deref(),
                Some("arXiv preprint"),
                "{key}"
            );
            let arxiv = ArxivId::parse(&field(entry, "eprint").unwrap()).unwrap();
            assert_eq!(arxiv.dblp_key().as_str(), dblp, "{key}");
        }
    }
}

/// Two entries share a DOI or DBLP key never, an arXiv id only as versions under two titles.
#[test]
fn no_record_stands_twice() {
    let (_, entries) = starter();
    let mut seen = BTreeSet::new();
    for entry in entries.iter() {
        for name in ["doi", "dblp", "title"] {
            if let Some(value) = field(entry, name) {
                assert!(
                    seen.insert((name, value.to_lowercase())),
                    "{}: {value}",
                    entry.key
                );
            }
        }
    }
}
