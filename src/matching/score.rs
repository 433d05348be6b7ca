//! The evidence for one record, and how it adds up.

use super::{
    authors::{AuthorAgreement, compare_authors},
    title::{TitleAgreement, TitleRelation, compare_titles},
    venue::{VenueAgreement, compare_venues, kinds_exclude, listed_kind},
};
use crate::{
    model::{Evidence, Kind, Listing, Metadata, Person, Record},
    text::fold::words,
};

/// At this confidence and above a work is matched.
///
/// Fixed on the development halves of the `messy`, `synthetic`, `neardup` and `profiles` sets:
/// see ARCHITECTURE.md, "The matcher's figures".
pub const MATCHED: f64 = 0.95;

/// At this confidence and above a work is worth a person's look.
pub const AMBIGUOUS: f64 = 0.25;

/// A record held against a listing.
#[derive(Debug, Clone)]
pub(super) struct Scored {
    /// Log-odds that the listing means this work; positive speaks for it.
    pub(super) odds: f64,
    /// What was seen, for people.
    pub(super) evidence: Evidence,
    /// Whether the venues agree.
    pub(super) venue: VenueAgreement,
    /// Whether the listing can't mean a record of this kind or number.
    pub(super) excluded: bool,
    /// How many of the listed authors the record names.
    pub(super) known_authors: usize,
}

/// Holds `record` against `listing`.
pub(super) fn score(listing: &Listing, person: &Person, record: &Record) -> Scored {
    let meta = &record.meta;
    let title = compare_titles(&listing.title, &meta.title.text());
    let authors = compare_authors(listing, person, &meta.authors, meta.more_authors);
    let year = listing
        .year
        .zip(meta.year())
        .map(|(listed, found)| found - listed);
    let venue = listing
        .venue
        .as_deref()
        .map_or(VenueAgreement::Unknown, |listed| {
            compare_venues(listed, meta)
        });
    let kind = listed_kind(listing);
    let mut remarks = Vec::new();
    let mut excluded = false;

    let mut odds = BIAS + title_odds(&title) + author_odds(authors, &title, venue, year);
    odds += year_odds(year, meta.kind, kind);
    odds += match venue {
        VenueAgreement::Same => 1.2,
        VenueAgreement::Unknown => 0.0,
        // A preprint's venue is never the listed one, and says nothing.
        VenueAgreement::Other if meta.kind == Kind::Preprint || kind == Some(Kind::Preprint) => 0.0,
        // Another venue in another year is another version more often than a slip.
        VenueAgreement::Other if year.is_some_and(|difference| difference != 0) => -2.2,
        VenueAgreement::Other => -0.6,
    };
    if is_retitled_manuscript(listing, &title, authors) {
        odds += 5.5;
        remarks.push("a manuscript of the same name by the same people".to_owned());
    }
    if let Some(conflict) = &title.conflict {
        odds -= 6.0;
        remarks.push(conflict.clone());
    }
    if kinds_exclude(kind, listing.venue.is_some(), meta.kind) {
        odds -= 6.0;
        excluded = true;
        remarks.push("another kind of work".to_owned());
    }
    if kind == Some(Kind::Journal) && meta.kind == Kind::Conference {
        // The journal version of a conference paper is another work; without its record the
        // paper's must not stand in for it.
        odds = odds.min(ASK_A_PERSON);
        remarks.push("listed as a journal article, found as a conference paper".to_owned());
    }
    let proceedings_journal = names(meta).iter().any(|word| word.starts_with("proc"));
    let conference_year = listing.venue.as_deref().is_some_and(names_year);
    if meta.kind == Kind::Journal
        && !proceedings_journal
        && (kind == Some(Kind::Conference)
            || kind.is_none() && conference_year && year.is_some_and(|difference| difference != 0))
    {
        // `VLDB 2005` is not the VLDB Journal of 2006.
        odds = odds.min(ASK_A_PERSON);
        remarks.push("listed at a conference, found in a journal".to_owned());
    }
    let known_authors = authors.map_or(0, |authors| authors.found);
    if known_authors < 2
        && title.telling < 4
        && venue != VenueAgreement::Same
        && !(meta.kind.is_book_or_thesis() && kind == Some(meta.kind))
        && listing.author_names(person).len() < 2
    {
        // One name and a few words: `Deep Learning` by a Wei Wang.
        odds = odds.min(ASK_A_PERSON);
        remarks.push("too little to tell it by".to_owned());
    }
    if venue == VenueAgreement::Other && meta.kind != Kind::Preprint {
        remarks.push("listed at another venue".to_owned());
    }
    let evidence = Evidence {
        title: round(title.score),
        authors: authors.map(|a| round(a.score)),
        year,
        venue: (venue == VenueAgreement::Same)
            .then(|| venue_name(record))
            .flatten(),
        remarks,
    };
    Scored {
        odds,
        evidence,
        venue,
        excluded,
        known_authors,
    }
}

/// Whether the listing is an unpublished manuscript that has since got another subtitle: the coined
/// name before the colon is the same, at least three authors are the same to a man, and half of
/// the words are. A published listing may be the sequel or a demonstration, and needs its title.
fn is_retitled_manuscript(
    listing: &Listing,
    title: &TitleAgreement,
    authors: Option<AuthorAgreement>,
) -> bool {
    title.same_name
        && title.relation == TitleRelation::Variant
        && title.score >= 0.4
        && listing.says_unpublished()
        && listing.authors_complete
        && authors.is_some_and(|authors| authors.score >= 0.95 && authors.found >= 3)
}

/// Odds that keep a candidate in sight and never match it: a confidence of 0.5.
pub(super) const ASK_A_PERSON: f64 = 0.0;

/// What speaks against any record before it is looked at.
const BIAS: f64 = -4.0;

fn title_odds(title: &TitleAgreement) -> f64 {
    let weight = match title.telling {
        0 | 1 => 0.4,
        2 => 0.65,
        3 => 0.85,
        _ => 1.0,
    };
    match title.relation {
        TitleRelation::Same => 4.0 * weight,
        TitleRelation::Slips => 3.4 * weight,
        TitleRelation::Part if title.telling >= 5 => 3.2,
        TitleRelation::Part if title.telling == 4 => 0.4,
        TitleRelation::Part => 1.0 * weight,
        TitleRelation::Variant => (title.score - 0.68) * 13.0,
    }
}

fn author_odds(
    authors: Option<AuthorAgreement>,
    title: &TitleAgreement,
    venue: VenueAgreement,
    year: Option<i32>,
) -> f64 {
    let Some(authors) = authors else {
        // Without names on one side a long title in the same venue and year is the most there can
        // be, and a short one is nothing.
        let corroborated = venue == VenueAgreement::Same && year == Some(0);
        return match title.relation {
            TitleRelation::Same if title.telling >= 5 && corroborated => 2.0,
            TitleRelation::Same if title.telling >= 4 => 1.0,
            _ => -1.0,
        };
    };
    match authors.score {
        s if s >= 0.85 => 4.0,
        s if s >= 0.4 => (s - 0.4) / 0.45 * 4.0,
        s if authors.found > 0 => (s - 0.4) / 0.4 * 3.0 - 0.5,
        _ => -7.0,
    }
}

fn year_odds(year: Option<i32>, found: Kind, listed: Option<Kind>) -> f64 {
    let Some(difference) = year else { return 0.0 };
    let preprint = found == Kind::Preprint || listed == Some(Kind::Preprint);
    match difference.abs() {
        0 => 0.8,
        1 => 0.2,
        2 if preprint => 0.0,
        3 if preprint => -0.5,
        2 => -1.0,
        3 => -2.0,
        _ => -3.0,
    }
}

fn venue_name(record: &Record) -> Option<String> {
    let meta = &record.meta;
    meta.venue_short
        .clone()
        .or_else(|| meta.venue.as_ref().map(ToString::to_string))
}

fn names(meta: &Metadata) -> Vec<String> {
    let full = meta.venue.as_ref().map(ToString::to_string);
    full.iter()
        .chain(&meta.venue_short)
        .flat_map(|name| words(name))
        .collect()
}

/// Whether a listed venue carries its year, as conferences do: `VLDB 2005`, `NSDI '23`.
fn names_year(venue: &str) -> bool {
    venue
        .split(|c: char| !c.is_ascii_digit())
        .any(|digits| digits.len() == 4 || digits.len() == 2)
}

fn round(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}
