//! The matcher keeps what it can do: a small labelled set, decided whole.
#![expect(
    clippy::unwrap_used,
    reason = "a test that panics has failed, as it should"
)]

use std::{collections::BTreeSet, path::Path};

use bibsync::{
    matching::{Pool, decide},
    model::{
        ArxivId, DblpKey, Doi, Kind, Listing, Metadata, PartialDate, Person, PersonName, Record,
        SourceName, Title,
    },
    profile,
};
use serde::Deserialize;

/// Real publications, and listings of them as people write them; all listings are decided against
/// all records.
#[derive(Deserialize)]
struct Set {
    records: Vec<Known>,
    listings: Vec<Labelled>,
}

#[derive(Deserialize)]
struct Known {
    key: String,
    kind: Kind,
    title: String,
    authors: Vec<String>,
    short: Option<String>,
    venue: Option<String>,
    year: i32,
    doi: Option<String>,
    arxiv: Option<String>,
}

#[derive(Deserialize)]
struct Labelled {
    relation: String,
    title: String,
    #[serde(default)]
    authors: Vec<String>,
    venue: Option<String>,
    year: Option<i32>,
    kind: Option<String>,
    verdict: String,
    /// The record that is the first candidate.
    best: Option<String>,
}

impl Known {
    fn record(&self) -> Record {
        let mut meta = Metadata::new(self.kind, Title::plain(self.title.clone()));
        meta.authors = self
            .authors
            .iter()
            .map(|name| PersonName::parse(name).into())
            .collect();
        meta.venue_short = self.short.clone();
        meta.venue = self.venue.clone().map(Title::plain);
        meta.date = Some(PartialDate::year(self.year));
        meta.ids.dblp = Some(DblpKey::parse(&self.key).unwrap());
        meta.ids.doi = self.doi.as_deref().map(|doi| Doi::parse(doi).unwrap());
        meta.ids.arxiv = self.arxiv.as_deref().map(|id| ArxivId::parse(id).unwrap());
        Record {
            source: SourceName::Dblp,
            meta,
            links: Vec::new(),
            edition: None,
            learned: None,
            withdrawn: false,
        }
    }
}

impl Labelled {
    fn listing(&self) -> Listing {
        let mut one = serde_json::json!({ "title": self.title });
        if !self.authors.is_empty() {
            one["authors"] = serde_json::json!(self.authors);
        }
        if let Some(venue) = &self.venue {
            one["venue"] = serde_json::json!(venue);
        }
        if let Some(year) = self.year {
            one["year"] = serde_json::json!(year);
        }
        if let Some(kind) = &self.kind {
            one["kind"] = serde_json::json!(kind);
        }
        let text = serde_json::json!({ "publications": [one] }).to_string();
        let profile = profile::parse(&text, "matching.json").unwrap();
        profile.publications.into_iter().next().unwrap()
    }
}

#[test]
fn the_labelled_set_is_decided_as_it_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/matching.json");
    let set: Set = serde_json::from_str(&fs_err::read_to_string(path).unwrap()).unwrap();
    let mut pool = Pool::default();
    pool.add(set.records.iter().map(Known::record));
    let mut faults = Vec::new();
    for labelled in &set.listings {
        let (listing, nobody) = (labelled.listing(), Person::default());
        let near = pool.near(&listing, &nobody);
        let decision = decide(&listing, &nobody, &BTreeSet::new(), &near);
        let status = decision.verdict.status();
        let best = decision.verdict.candidates().first();
        let key = best
            .and_then(|best| best.ids.dblp.as_ref())
            .map(DblpKey::as_str);
        if status != labelled.verdict || status != "unmatched" && key != labelled.best.as_deref() {
            faults.push(format!(
                "{}: `{}`: {status} {best:#?}, expected {} {:?}",
                labelled.relation, labelled.title, labelled.verdict, labelled.best
            ));
        }
    }
    assert!(set.listings.len() >= 60, "the set only grows");
    assert!(
        faults.is_empty(),
        "{} listings:\n{}",
        faults.len(),
        faults.join("\n")
    );
}
