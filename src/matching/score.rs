//! The evidence for one record and its sum.

use std::collections::BTreeSet;

use super::{
    agreement_profile::AgreementProfile,
    comparison::{Comparison, compare, is_mark_alone},
    editions,
    feature::Feature,
    kind::is_excluded,
    scraped_score::account,
    tally::{
        OddsSum, describe_authors, describe_pages, describe_title, describe_venues, describe_years,
    },
    title::TitleRelation,
    venue::VenueAgreement,
    vetoes::vetoes,
    weights::{
        BIAS, SAME_ADDRESS, SAME_ISBN, author_odds, corroboration, is_retitled_manuscript,
        page_odds, person_odds, title_odds, venue_odds, year_odds,
    },
};
use crate::model::{DblpPid, Evidence, Kind, Listing, Metadata, Person, Piece, Record};

/// A record with its score for a listing.
#[derive(Debug, Clone)]
pub(super) struct ScoredRecord {
    /// The log-odds that the listing means this record. Positive values speak for it.
    pub(super) odds: f64,
    /// The evidence as shown to people.
    pub(super) evidence: Evidence,
    /// How the venues agree.
    pub(super) venue: VenueAgreement,
    /// Whether the listing can't mean a record of this kind.
    pub(super) excluded: bool,
    /// How well the record agrees in each respect.
    pub(super) profile: AgreementProfile,
}

impl ScoredRecord {
    /// Lowers the odds to `most` if they are higher.
    pub(super) fn cap(&mut self, why: &'static str, most: f64) {
        if self.odds > most {
            let piece = Piece::new(format!("held back: {why}"), most - self.odds);
            self.evidence.pieces.push(piece);
            self.evidence.remarks.push(why.to_owned());
            self.odds = most;
        }
    }
}

/// Scores `record` for `listing`, `without` one piece of evidence if given.
///
/// `own` holds the DBLP pages known to be the person's.
pub(super) fn score(
    listing: &Listing,
    person: &Person,
    own: &BTreeSet<DblpPid>,
    record: &Record,
    without: Option<Feature>,
) -> ScoredRecord {
    let meta = &record.meta;
    let comparison = compare(listing, person, own, record, without);
    let kind = comparison.kind;
    let with = |feature: Feature| without != Some(feature);
    let Comparison {
        title,
        authors,
        year,
        venue,
        ..
    } = &comparison;
    let mut remarks = Vec::new();
    let mut tally = OddsSum::default();
    tally.add("before anything is seen", BIAS);
    tally.add(describe_title(title), title_odds(title));
    tally.add(
        describe_authors(*authors),
        author_odds(*authors, title, *venue, *year),
    );
    tally.add(describe_years(*year), year_odds(*year, meta.kind, kind));
    tally.add(
        describe_venues(*venue),
        venue_odds(*venue, *year, comparison.preprint),
    );
    tally.add(describe_pages(comparison.page), page_odds(comparison.page));
    add_identifiers(&mut tally, listing, meta, &comparison);
    if with(Feature::Together) {
        tally.add(
            "people, venue and year together",
            corroboration(title, *authors, *venue, *year, kind),
        );
    }
    if is_retitled_manuscript(listing, title, *authors) {
        const RETITLED: &str = "a manuscript of the same name by the same people";
        tally.add(RETITLED, 5.5);
        remarks.push(RETITLED.to_owned());
    }
    if let Some(conflict) = &title.conflict {
        let odds = if is_mark_alone(&comparison) {
            -0.4
        } else {
            -6.0
        };
        tally.add(conflict.clone(), odds);
        remarks.push(conflict.clone());
    }
    let excluded = with(Feature::Kind) && is_excluded(listing, kind, meta.kind);
    if excluded {
        tally.add("another kind of work", -6.0);
        remarks.push("another kind of work".to_owned());
    }
    if comparison.scraped
        && let Some(other) = account(listing, meta, &comparison, excluded)
        && other.odds > tally.odds
    {
        tally = other;
    }
    if is_worth_a_look(&comparison) && !excluded && tally.odds < WORTH_A_LOOK {
        tally.add("the title alone is worth a look", WORTH_A_LOOK - tally.odds);
    }
    if let Some((words, odds)) = person_odds(&comparison, listing) {
        tally.add(words, odds);
        remarks.push(words.to_owned());
    }
    let mut vetoed = false;
    if with(Feature::Vetoes) {
        for veto in vetoes(listing, person, meta, &comparison) {
            tally.cap(&veto, ASK_A_PERSON);
            if !remarks.iter().any(|remark| **remark == *veto) {
                remarks.push(veto.into_owned());
            }
            vetoed = true;
        }
    }
    if matches!(venue, VenueAgreement::Other | VenueAgreement::Conflict)
        && meta.kind != Kind::Preprint
    {
        remarks.push("listed at another venue".to_owned());
    }
    let evidence = Evidence {
        title: round(title.score),
        authors: authors.map(|a| round(a.score)),
        year: *year,
        venue: (*venue == VenueAgreement::Same)
            .then(|| venue_name(record))
            .flatten(),
        remarks,
        conflict: None,
        pieces: tally.pieces,
    };
    ScoredRecord {
        odds: tally.odds,
        evidence,
        venue: comparison.venue,
        excluded,
        profile: AgreementProfile::new(&comparison, excluded, vetoed),
    }
}

/// Adds the weight of an address or ISBN that the listing gives.
fn add_identifiers(
    tally: &mut OddsSum,
    listing: &Listing,
    meta: &Metadata,
    comparison: &Comparison,
) {
    if comparison.address == Some(true) {
        tally.add("at the same address", SAME_ADDRESS);
    }
    if editions::has_listed_isbn(listing, meta) {
        tally.add("the listed ISBN", SAME_ISBN);
    }
}

/// Whether titles agree so closely that a person should see the record even if the names can't be
/// compared, as is common in listings copied from search engines.
fn is_worth_a_look(comparison: &Comparison) -> bool {
    let least = match comparison.title.relation {
        TitleRelation::Same | TitleRelation::Typos if comparison.scraped => 3,
        TitleRelation::Part if comparison.scraped => 5,
        TitleRelation::Same | TitleRelation::Typos if comparison.authors.is_none() => 5,
        _ => usize::MAX,
    };
    comparison.title.content_words >= least && !comparison.title.conflict_is_certain
}

/// The odds that just make a candidate ambiguous.
const WORTH_A_LOOK: f64 = -0.5;

/// The odds that keep a candidate ambiguous and never match it.
pub(super) const ASK_A_PERSON: f64 = 0.0;

fn venue_name(record: &Record) -> Option<String> {
    let meta = &record.meta;
    meta.venue_short
        .clone()
        .or_else(|| meta.venue.as_ref().map(ToString::to_string))
}

fn round(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}
