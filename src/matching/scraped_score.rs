//! Scores listings copied from a search engine with weights of their own.
//!
//! Such listings contain the engine's misreadings: titles with names, places and pages in them, cut
//! lists of authors, joined initials, venues of other papers. What would distinguish two works in a
//! handwritten list is more often a mistake here, and the share of common letters in the titles is
//! better evidence than the words.

use std::{collections::BTreeSet, ops::Range};

use rapidfuzz::distance::indel;

use super::{
    citation_debris::{without_debris, without_type_mark},
    comparison::{Comparison, compare},
    damage,
    distinguishing_words::TitleMark,
    fitted::{SCRAPED_BIAS, SCRAPED_FEATURES, SCRAPED_WEIGHTS},
    listed_names::real_names,
    tally::{OddsSum, describe_authors, describe_title, describe_years},
    title::TitleRelation,
};
use crate::{
    model::{Listing, Metadata, Person, Record},
    text::{fold::fold_without_blanks, similarity::are_titles},
};

/// The intervals of letter similarity, each with a weight of its own.
const ALIKE: [f64; 5] = [0.5, 0.65, 0.75, 0.85, 0.93];

/// The intervals of the share of listed names that the record has.
const NAMED: [f64; 3] = [0.0, 0.7, 1.0];

/// The ranges of the features for letters, words, people and years.
const LETTERS: Range<usize> = 0..4;
const WORDS: Range<usize> = 4..9;
const PEOPLE: Range<usize> = 9..14;
const YEARS: Range<usize> = 14..17;

/// Returns the features of a listing copied from a search engine and a record, as the fit needs
/// them; `None` for other listings.
///
/// The features are: the letter similarity within the intervals from 0.5, 0.65, 0.75 and 0.85; the
/// content words of the shorter title beyond the first, up to four; whether the title is the same,
/// the same apart from typos, a part of the other or a subset of it; the share of listed names
/// found, up to 0.7 and above; whether two names are found, whether one has a family name with
/// other given names, whether the record has no authors; whether the year is the same, one apart,
/// or further apart.
#[must_use]
pub fn scraped_listing_features(
    listing: &Listing,
    person: &Person,
    record: &Record,
) -> Option<[f64; SCRAPED_FEATURES]> {
    let comparison = compare(listing, person, &BTreeSet::new(), record, None);
    comparison
        .scraped
        .then(|| features(listing, &record.meta, &comparison))
}

/// Returns the evidence if the listing is taken as copied from a search engine; `None` for
/// differences that such copying does not explain: a reply, another number, a thesis.
pub(super) fn account(
    listing: &Listing,
    meta: &Metadata,
    comparison: &Comparison,
    excluded: bool,
) -> Option<OddsSum> {
    if comparison.title.conflict_is_certain || excluded {
        return None;
    }
    let features = features(listing, meta, comparison);
    let weighed = |part: Range<usize>| -> f64 {
        let pairs = features[part.clone()].iter().zip(&SCRAPED_WEIGHTS[part]);
        pairs.map(|(value, weight)| value * weight).sum()
    };
    let mut tally = OddsSum::default();
    tally.add("before anything is seen", SCRAPED_BIAS);
    tally.add(
        "letters that the titles share, as a search engine writes them",
        weighed(LETTERS),
    );
    tally.add(describe_title(&comparison.title), weighed(WORDS));
    tally.add(describe_authors(comparison.authors), weighed(PEOPLE));
    tally.add(describe_years(comparison.year), weighed(YEARS));
    Some(tally)
}

fn features(
    listing: &Listing,
    meta: &Metadata,
    comparison: &Comparison,
) -> [f64; SCRAPED_FEATURES] {
    let is = |is: bool| f64::from(u8::from(is));
    let above = |value: f64, from: f64, to: f64| value.clamp(from, to) - from;
    let alike = alike(listing, meta, comparison);
    let letters = |at: usize| above(alike, ALIKE[at], ALIKE[at + 1]);
    let content_words =
        u8::try_from(comparison.title.content_words.clamp(1, 5) - 1).unwrap_or_default();
    let relation = comparison.title.relation;
    let authors = comparison.authors;
    let there = authors.map_or(0.0, |authors| authors.listed_share);
    let [none, most, all] = NAMED;
    let apart = comparison.year.map(i32::abs);
    [
        letters(0),
        letters(1),
        letters(2),
        letters(3),
        f64::from(content_words),
        is(relation == TitleRelation::Same),
        is(relation == TitleRelation::Typos),
        is(relation == TitleRelation::Part),
        is(relation == TitleRelation::Subset),
        above(there, none, most),
        above(there, most, all),
        is(authors.is_some_and(|authors| authors.matched >= 2)),
        is(authors.is_some_and(|authors| authors.family_only > 0)),
        is(authors.is_none() && real_names(&meta.authors).is_empty()),
        is(apart == Some(0)),
        is(apart == Some(1)),
        is(apart.is_some_and(|apart| apart >= 2)),
    ]
}

/// Returns the letter similarity of the titles, 0 to 1. Citation debris is removed from the listed
/// title if it then agrees better, and the mark of a track is ignored if the year is the same.
fn alike(listing: &Listing, meta: &Metadata, comparison: &Comparison) -> f64 {
    if comparison.title.mark == TitleMark::Track && comparison.year == Some(0) {
        return 1.0;
    }
    let found = fold_without_blanks(&damage::with_symbols(&meta.title.text()));
    let listed = damage::repaired(&listing.title);
    let listed = without_type_mark(&listed);
    let share = |title: &str| {
        let title = fold_without_blanks(title);
        if are_titles(&title, &found) {
            indel::normalized_similarity(title.bytes(), found.bytes())
        } else {
            f64::from(u8::from(title == found))
        }
    };
    let part = without_debris(&listed, listing, meta).map_or(0.0, |part| share(&part));
    share(&listed).max(part)
}
