//! A listing in the words of a search engine, weighed by what such listings are worth.
//!
//! Who copies from a search engine copies its misreadings: titles with names, places and pages in
//! them, lists of authors cut short, initials run together, venues of other papers. What would tell
//! two works apart in a list written by hand is there a slip more often than not, and how many
//! letters of the titles agree tells more than which words do.

use std::{collections::BTreeSet, ops::Range};

use rapidfuzz::distance::indel;

use super::{
    byline::{Byline, named},
    carried::{own_part, without_mark},
    damage,
    fitted::{HARVESTED, HARVESTED_BIAS},
    score::{Seen, see},
    tally::{Tally, author_words, title_words, year_words},
    title::TitleRelation,
    turning::Mark,
};
use crate::{
    model::{ListedAuthor, Listing, Metadata, Person, PersonName, Record},
    text::{fold::squeeze, similarity::are_titles},
};

/// How many numbers tell what is seen.
pub(super) const TRAITS: usize = 17;

/// Between these shares of common letters each tells as much more as the weight between them says.
const ALIKE: [f64; 5] = [0.5, 0.65, 0.75, 0.85, 0.93];

/// So are shares of the listed names that the record has.
const NAMED: [f64; 3] = [0.0, 0.7, 1.0];

/// Where the traits of titles' letters, titles' words, people and years stand.
const LETTERS: Range<usize> = 0..4;
const WORDS: Range<usize> = 4..9;
const PEOPLE: Range<usize> = 9..14;
const YEARS: Range<usize> = 14..17;

/// What a fit needs to know of a listing in the words of a search engine and a record; `None` for
/// other listings.
///
/// The share of common letters above 0.5, 0.65, 0.75 and 0.85; the telling words of the shorter
/// title above the first, up to four; whether the title is the same, the same but for slips, a part
/// of the other or within it; the share of listed names that are found up to 0.7 and above; whether
/// two are found, whether one has a family name under other given names, whether the record names
/// nobody; whether the year is the same, the next, or further.
#[must_use]
pub fn harvested_traits(
    listing: &Listing,
    person: &Person,
    record: &Record,
) -> Option<[f64; TRAITS]> {
    let seen = see(listing, person, &BTreeSet::new(), record, None);
    seen.harvested.then(|| traits(listing, &record.meta, &seen))
}

/// Whether most of the names are written as search engines do: `JM Hellerstein`, without stops.
pub(super) fn is_harvested(listing: &Listing, person: &Person) -> bool {
    if listing.authors.iter().all(is_spelt_out) {
        // Most lists: the line need not be read once more.
        return false;
    }
    let byline = Byline::of(listing, person);
    let names: Vec<&PersonName> = byline.names.iter().flatten().collect();
    let short = names.iter().filter(|name| is_initials(&name.given));
    let stops = |name: &&PersonName| name.given.contains('.') || name.family.contains('.');
    2 * short.count() > names.len() && !names.iter().any(stops)
}

/// Whether an author's given names are long as they stand, and nothing in the name has to be mended.
fn is_spelt_out(author: &ListedAuthor) -> bool {
    match author {
        ListedAuthor::Named(name) => {
            name.given.len() > 3
                && [&name.given, &name.family]
                    .iter()
                    .all(|part| part.is_ascii() && !part.contains('&'))
                && !name.family.starts_with("al")
        }
        ListedAuthor::Person => false,
    }
}

/// Whether given names are one to three letters that are no name: `J`, `JM`, but not `Wei`.
fn is_initials(given: &str) -> bool {
    let letters = given.chars().count();
    (1..=3).contains(&letters)
        && given.chars().all(char::is_alphabetic)
        && (letters == 1
            || given.chars().all(char::is_uppercase)
            || given.chars().all(char::is_lowercase))
}

/// What speaks for the record when the listing is taken for a search engine's; `None` where a
/// search engine makes no such slip: a reply, another number, a thesis.
pub(super) fn account(
    listing: &Listing,
    meta: &Metadata,
    seen: &Seen,
    excluded: bool,
) -> Option<Tally> {
    if seen.title.is_other || excluded {
        return None;
    }
    let traits = traits(listing, meta, seen);
    let weighed = |part: Range<usize>| -> f64 {
        let pairs = traits[part.clone()].iter().zip(&HARVESTED[part]);
        pairs.map(|(value, weight)| value * weight).sum()
    };
    let mut tally = Tally::default();
    tally.add("before anything is seen", HARVESTED_BIAS);
    tally.add(
        "letters that the titles share, as a search engine writes them",
        weighed(LETTERS),
    );
    tally.add(title_words(&seen.title), weighed(WORDS));
    tally.add(author_words(seen.authors), weighed(PEOPLE));
    tally.add(year_words(seen.year), weighed(YEARS));
    Some(tally)
}

fn traits(listing: &Listing, meta: &Metadata, seen: &Seen) -> [f64; TRAITS] {
    let is = |is: bool| f64::from(u8::from(is));
    let above = |value: f64, from: f64, to: f64| value.clamp(from, to) - from;
    let alike = alike(listing, meta, seen);
    let letters = |at: usize| above(alike, ALIKE[at], ALIKE[at + 1]);
    let telling = u8::try_from(seen.title.telling.clamp(1, 5) - 1).unwrap_or_default();
    let relation = seen.title.relation;
    let authors = seen.authors;
    let there = authors.map_or(0.0, |authors| authors.there);
    let [none, most, all] = NAMED;
    let apart = seen.year.map(i32::abs);
    [
        letters(0),
        letters(1),
        letters(2),
        letters(3),
        f64::from(telling),
        is(relation == TitleRelation::Same),
        is(relation == TitleRelation::Slips),
        is(relation == TitleRelation::Part),
        is(relation == TitleRelation::Within),
        above(there, none, most),
        above(there, most, all),
        is(authors.is_some_and(|authors| authors.found >= 2)),
        is(authors.is_some_and(|authors| authors.families > 0)),
        is(authors.is_none() && named(&meta.authors).is_empty()),
        is(apart == Some(0)),
        is(apart == Some(1)),
        is(apart.is_some_and(|apart| apart >= 2)),
    ]
}

/// The share of letters, 0 to 1, that the titles have in common in one order, the listed one taken
/// without what it carries from a citation where that agrees better, and a track's
/// mark left aside where the year is the same.
fn alike(listing: &Listing, meta: &Metadata, seen: &Seen) -> f64 {
    if seen.title.mark == Mark::Track && seen.year == Some(0) {
        return 1.0;
    }
    let found = squeeze(&damage::lettered(&meta.title.text()));
    let read = damage::read(&listing.title);
    let listed = without_mark(&read);
    let share = |title: &str| {
        let title = squeeze(title);
        if are_titles(&title, &found) {
            indel::normalized_similarity(title.bytes(), found.bytes())
        } else {
            f64::from(u8::from(title == found))
        }
    };
    let part = own_part(&listed, listing, meta).map_or(0.0, |part| share(&part));
    share(&listed).max(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_as_search_engines_write_them() {
        let harvested = |names: &[&str]| {
            let listing = Listing {
                authors: names
                    .iter()
                    .map(|name| ListedAuthor::Named(PersonName::parse(name)))
                    .collect(),
                ..Listing::titled("x")
            };
            is_harvested(&listing, &Person::default())
        };
        assert!(harvested(&["JM Hellerstein", "PJ Haas", "H Wang"]));
        assert!(harvested(&["jm hellerstein", "peter haas", "h wang"]));
        for names in [
            &["J. Hellerstein", "P Haas"][..],
            &["Wei Wang", "Li Xu"],
            &["Joseph Hellerstein", "Peter Haas", "H Wang"],
            &["Hellerstein"],
            &[],
        ] {
            assert!(!harvested(names), "{names:?}");
        }
    }
}
