//! Measures the decision alone: a thousand listings, each compared with its candidates.
//!
//! ```text
//! cargo bench --bench matching
//! ```
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;

use bibsync::{
    matching::{compare_titles, decide},
    model::{
        DblpKey, Kind, ListedAuthor, Listing, Metadata, PartialDate, Person, PersonName, Record,
        SourceName, Title,
    },
};
use divan::{Bencher, black_box, counter::ItemsCount};

const LISTINGS: usize = 1_000;

fn main() {
    divan::main();
}

const WORDS: [&str; 24] = [
    "adaptive",
    "caching",
    "checkpoints",
    "clusters",
    "compression",
    "databases",
    "distributed",
    "efficient",
    "failure",
    "graphs",
    "incremental",
    "indexing",
    "languages",
    "learning",
    "networks",
    "optimization",
    "parallel",
    "processing",
    "queries",
    "recovery",
    "robust",
    "scheduling",
    "streams",
    "transactions",
];

/// Returns a coined name and seven words, which differ for each number.
fn title(number: usize) -> String {
    let word = |step: usize| WORDS[(number * step + step) % WORDS.len()];
    format!(
        "System{number}: {} {} {} for {} {} in {} {}",
        word(1),
        word(5),
        word(7),
        word(11),
        word(13),
        word(17),
        word(19)
    )
}

fn people(number: usize) -> Vec<PersonName> {
    const GIVEN: [&str; 5] = ["Yang", "Zezhou", "Sowmya", "José", "Minlan"];
    const FAMILY: [&str; 5] = ["Zhou", "Wang", "Dharanipragada", "García López", "Yu"];
    (0..4)
        .map(|nth| {
            let given = GIVEN[(number + nth) % 5];
            let family = FAMILY[(number * 3 + nth) % 5];
            PersonName::parse(&format!("{given} {family}"))
        })
        .collect()
}

/// Returns a typical listing, with a typo in every other title.
fn listing(number: usize) -> Listing {
    let mut written = title(number);
    if number % 2 == 1 {
        written = written.replacen("System", "Sytsem", 1);
    }
    let mut listing = Listing::titled(written);
    listing.authors = people(number)
        .into_iter()
        .map(ListedAuthor::Named)
        .collect();
    listing.venue = Some("USENIX NSDI '23".to_owned());
    listing.year = Some(2023);
    listing
}

fn record(number: usize) -> Record {
    let mut meta = Metadata::new(Kind::Conference, Title::plain(title(number)));
    meta.authors = people(number).into_iter().map(Into::into).collect();
    meta.date = Some(PartialDate::year(2023));
    meta.venue_short = Some("NSDI".to_owned());
    meta.venue = Some(Title::plain(
        "20th USENIX Symposium on Networked Systems Design and Implementation, NSDI 2023",
    ));
    meta.ids.dblp = DblpKey::parse(&format!("conf/nsdi/Bench{number}")).ok();
    Record::new(SourceName::LIBRARY, meta)
}

/// Measures the decision with this many candidates for each listing.
#[divan::bench(args = [1, 5, 25, 100])]
fn decision(bencher: Bencher, near: usize) {
    let listings: Vec<Listing> = (0..LISTINGS).map(listing).collect();
    let records: Vec<Record> = (0..LISTINGS + near).map(record).collect();
    let (nobody, own) = (Person::default(), BTreeSet::new());
    bencher.counter(ItemsCount::new(LISTINGS)).bench(|| {
        for (at, listing) in listings.iter().enumerate() {
            let near: Vec<&Record> = records[at..at + near].iter().collect();
            black_box(decide(listing, &nobody, &own, &near));
        }
    });
}

/// Measures the comparison of two titles.
#[divan::bench]
fn titles(bencher: Bencher) {
    let titles: Vec<String> = (0..LISTINGS).map(title).collect();
    bencher.counter(ItemsCount::new(LISTINGS)).bench(|| {
        for pair in titles.windows(2) {
            black_box(compare_titles(&pair[0], &pair[1]));
        }
    });
}
