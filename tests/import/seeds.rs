//! The five lists that the project was founded on, where they are at hand.

use std::path::{Path, PathBuf};

use bibsync::{import::ImportedEntry, model::ListedAuthor, text::fold::fold};
use fs_err as fs;
use serde::Deserialize;

#[derive(Deserialize)]
struct Listed {
    publications: Vec<Publication>,
}

#[derive(Deserialize)]
struct Publication {
    seed: String,
    title: String,
    authors: Vec<Author>,
    authors_complete: bool,
    venue_as_written: Option<String>,
    year: Option<i32>,
    status: String,
    lines: [usize; 2],
    award: Option<String>,
}

#[derive(Deserialize)]
struct Author {
    name: Option<String>,
}

/// Where the seeds are while the project is developed; they hold personal data and stay there.
fn folder() -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    ["../shared/seeds", "shared/seeds"]
        .iter()
        .map(|place| own.join(place))
        .find(|path| path.join("listed.json").exists())
}

#[test]
fn the_seeds_come_out_as_they_are_listed() {
    let Some(folder) = folder() else {
        println!("skipped: the seeds are not at hand");
        return;
    };
    let text = fs::read_to_string(folder.join("listed.json")).unwrap();
    let listed: Listed = serde_json::from_str(&text).unwrap();
    let mut seeds: Vec<&str> = listed
        .publications
        .iter()
        .map(|p| p.seed.as_str())
        .collect();
    seeds.dedup();
    let mut wrong = Vec::new();
    for seed in seeds {
        let import = crate::case::import(&fs::read_to_string(folder.join(seed)).unwrap(), seed);
        let expected: Vec<&Publication> = listed
            .publications
            .iter()
            .filter(|p| p.seed == seed)
            .collect();
        if import.entries.len() != expected.len() {
            wrong.push(format!(
                "{seed}: {} entries for {}",
                import.entries.len(),
                expected.len()
            ));
        }
        for publication in expected {
            match import
                .entries
                .iter()
                .find(|entry| entry.listing.title == publication.title)
            {
                None => wrong.push(format!("{seed}: missed {}", publication.title)),
                Some(entry) => wrong.extend(
                    differences(publication, entry)
                        .into_iter()
                        .map(|text| format!("{seed}: {}: {text}", publication.title)),
                ),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn differences(expected: &Publication, entry: &ImportedEntry) -> Vec<String> {
    let listing = &entry.listing;
    let names: Vec<Option<String>> = listing
        .authors
        .iter()
        .map(|author| match author {
            ListedAuthor::Person => None,
            ListedAuthor::Named(name) => Some(name.to_string()),
        })
        .collect();
    let wanted: Vec<Option<String>> = expected.authors.iter().map(|a| a.name.clone()).collect();
    // An award is no part of a venue's name; a venue that is but a state is one.
    let venue = expected
        .venue_as_written
        .clone()
        .map(|venue| match &expected.award {
            Some(award) => venue.replace(&format!(" ({award})"), ""),
            None => venue,
        });
    let venue = venue.filter(|venue| fold(venue) != expected.status);
    let is_structured = ["in submission", "under review", "submitted", "release soon"]
        .contains(&expected.status.as_str());
    let status = Some(expected.status.clone()).filter(|_| is_structured);
    let mut out = Vec::new();
    let mut check = |is_right: bool, text: String| {
        if !is_right {
            out.push(text);
        }
    };
    check(names == wanted, format!("authors {names:?}"));
    check(
        listing.authors_complete == expected.authors_complete,
        format!("complete {}", listing.authors_complete),
    );
    check(
        listing.venue == venue,
        format!("venue {:?} for {venue:?}", listing.venue),
    );
    check(
        listing.year == expected.year,
        format!("year {:?}", listing.year),
    );
    check(
        listing.status == status,
        format!("status {:?} for {status:?}", listing.status),
    );
    check(
        [entry.at.first, entry.at.last] == expected.lines,
        format!("lines {:?} for {:?}", entry.at, expected.lines),
    );
    out
}
