//! The matcher's quality on a small labelled set of listings and records.
#![expect(
    clippy::unwrap_used,
    reason = "a test that panics has failed, as it should"
)]

use std::{collections::BTreeSet, path::Path};

use bibsync::{
    matching::{CandidateIndex, decide},
    model::{
        ArxivId, DblpKey, Doi, Kind, ListedAuthor, Listing, Metadata, Pages, PartialDate, Person,
        PersonName, Record, RecordLink, SourceName, Title,
    },
    profile,
    text::fold::FoldedTitle,
};
use serde::Deserialize;

/// Real publications, and listings of them as people write them. Every listing is decided against
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
    pages: Option<String>,
    url: Option<String>,
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
    pages: Option<String>,
    url: Option<String>,
    verdict: String,
    /// The key of the first candidate.
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
        meta.pages = self.pages.as_deref().and_then(Pages::parse);
        meta.url.clone_from(&self.url);
        meta.ids.dblp = Some(DblpKey::parse(&self.key).unwrap());
        meta.ids.doi = self.doi.as_deref().map(|doi| Doi::parse(doi).unwrap());
        meta.ids.arxiv = self.arxiv.as_deref().map(|id| ArxivId::parse(id).unwrap());
        Record::new(SourceName::DBLP, meta)
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
        if let Some(pages) = &self.pages {
            one["fields"] = serde_json::json!({ "pages": pages });
        }
        if let Some(url) = &self.url {
            one["url"] = serde_json::json!(url);
        }
        let text = serde_json::json!({ "publications": [one] }).to_string();
        let profile = profile::parse(&text, "matching.json").unwrap();
        profile.publications.into_iter().next().unwrap()
    }
}

#[test]
fn labelled_set_is_decided_as_labelled() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/matching.json");
    let set: Set = serde_json::from_str(&fs_err::read_to_string(path).unwrap()).unwrap();
    let mut pool = CandidateIndex::default();
    pool.add(set.records.iter().map(Known::record));
    let mut faults = Vec::new();
    for labelled in &set.listings {
        let (listing, nobody) = (labelled.listing(), Person::default());
        let near = pool.candidates(&listing, &FoldedTitle::of(&listing.title), &nobody);
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
    assert!(set.listings.len() >= 112, "the set only grows");
    assert!(
        faults.is_empty(),
        "{} listings:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn renamed_work_is_found_under_either_title() {
    let (old, new) = (
        "FP6-LLM: Efficiently Serving Large Language Models Through FP6-Centric Algorithm-System Co-Design",
        "Quant-LLM: Accelerating the Serving of Large Language Models via FP6-Centric Algorithm-System Co-Design on Modern GPUs",
    );
    let authors = ["Haojun Xia", "Zhen Zheng", "Xiaoxia Wu"];
    let record = |kind: Kind, title: &str| {
        let mut meta = Metadata::new(kind, Title::plain(title));
        meta.authors = authors.map(|name| PersonName::parse(name).into()).to_vec();
        meta.date = Some(PartialDate::year(2024));
        Record::new(SourceName::ARXIV, meta)
    };
    let doi = Doi::parse("10.5555/quant").unwrap();
    let mut preprint = record(Kind::Preprint, old);
    preprint.meta.ids.arxiv = Some(ArxivId::parse("2401.14112").unwrap());
    let mut linked = preprint.clone();
    linked.links = vec![RecordLink::PreprintOf(doi.clone())];
    let mut paper = record(Kind::Conference, new);
    paper.meta.ids.doi = Some(doi);
    let mut named = paper.clone();
    named.meta.ids.arxiv = preprint.meta.ids.arxiv.clone();
    for records in [[linked, paper], [preprint, named]] {
        for title in [old, new] {
            let mut pool = CandidateIndex::default();
            pool.add(records.clone());
            let mut listing = Listing::titled(title);
            listing.authors = authors
                .map(|name| ListedAuthor::Named(PersonName::parse(name)))
                .to_vec();
            listing.year = Some(2024);
            let near = pool.candidates(
                &listing,
                &FoldedTitle::of(&listing.title),
                &Person::default(),
            );
            let decision = decide(&listing, &Person::default(), &BTreeSet::new(), &near);
            assert_eq!(decision.verdict.status(), "matched", "{title}");
            assert_eq!(decision.records.len(), 2, "{title}");
            assert_eq!(decision.records[0].meta.kind, Kind::Conference);
        }
    }
}
