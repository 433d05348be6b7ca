//! A sum of evidence with a description of each part.

use std::borrow::Cow;

use super::{
    authors::AuthorAgreement,
    title::{TitleAgreement, TitleRelation},
    venue::VenueAgreement,
};
use crate::model::Piece;

/// Log-odds and the parts they are the sum of.
#[derive(Debug, Clone, Default)]
pub(super) struct OddsSum {
    /// The sum.
    pub(super) odds: f64,
    /// The parts, without those of zero.
    pub(super) pieces: Vec<Piece>,
}

impl OddsSum {
    /// Adds a piece of evidence.
    pub(super) fn add(&mut self, what: impl Into<Cow<'static, str>>, odds: f64) {
        self.odds += odds;
        let piece = Piece::new(what, odds);
        if piece.odds != 0.0 {
            self.pieces.push(piece);
        }
    }

    /// Lowers the sum to `most` if it is higher.
    pub(super) fn cap(&mut self, why: &str, most: f64) {
        if self.odds > most {
            self.add(format!("a person must look: {why}"), most - self.odds);
        }
    }
}

/// Describes how titles agree.
pub(super) fn describe_title(title: &TitleAgreement) -> &'static str {
    match title.relation {
        TitleRelation::Same if title.content_words < 4 => "the same title, of few words",
        TitleRelation::Same => "the same title",
        TitleRelation::Typos => "the same title but for slips",
        TitleRelation::Part => "one title is a part of the other",
        TitleRelation::Subset => "one title has all words of the other",
        TitleRelation::Variant if title.score >= 0.68 => "titles that share most of their words",
        TitleRelation::Variant if title.score >= 0.4 => "titles that share some of their words",
        TitleRelation::Variant => "titles that share few of their words",
    }
}

/// Describes how authors agree.
pub(super) fn describe_authors(authors: Option<AuthorAgreement>) -> &'static str {
    match authors {
        None => "no authors to compare",
        Some(authors) if authors.score >= 0.93 => "the same authors",
        Some(authors) if authors.score >= 0.75 => "nearly the same authors",
        Some(authors) if authors.matched > 0 => "some of the authors",
        Some(_) => "none of the authors",
    }
}

/// Describes how far the years are apart.
pub(super) fn describe_years(difference: Option<i32>) -> &'static str {
    match difference.map(i32::abs) {
        None => "no year to compare",
        Some(0) => "the same year",
        Some(1) => "one year apart",
        Some(2) => "two years apart",
        Some(3) => "three years apart",
        Some(_) => "more than three years apart",
    }
}

/// Describes how first pages agree.
pub(super) fn describe_pages(page: Option<bool>) -> &'static str {
    match page {
        Some(true) => "the same first page",
        Some(false) => "another first page",
        None => "no pages to compare",
    }
}

/// How the description of a contradicting venue begins.
pub const ANOTHER_VENUE: &str = "another venue";

/// Describes how venues agree.
pub(super) fn describe_venues(venue: VenueAgreement) -> &'static str {
    match venue {
        VenueAgreement::Same => "the same venue",
        VenueAgreement::Unknown => "venues that can't be compared",
        VenueAgreement::Other => ANOTHER_VENUE,
        VenueAgreement::Conflict => "another venue, named in full",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_add_up_to_the_odds() {
        let mut tally = OddsSum::default();
        tally.add("before anything is seen", -4.0);
        tally.add("the same title", 4.0);
        tally.add("nothing", 0.0);
        tally.add("the same authors", 4.0);
        tally.cap("too little to identify it by", 0.0);
        tally.cap("once more", 0.0);
        let pieces: Vec<String> = tally.pieces.iter().map(ToString::to_string).collect();
        assert_eq!(
            pieces,
            [
                "-4.00 before anything is seen",
                "+4.00 the same title",
                "+4.00 the same authors",
                "-4.00 a person must look: too little to identify it by",
            ]
        );
        assert!(tally.odds.abs() < 1e-9);
    }
}
