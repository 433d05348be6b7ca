//! Evidence added up, piece by piece, with words for each.

use std::borrow::Cow;

use super::{
    authors::AuthorAgreement,
    title::{TitleAgreement, TitleRelation},
    venue::VenueAgreement,
};
use crate::model::Piece;

/// Log-odds and what they are made of.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    /// The sum.
    pub(super) odds: f64,
    /// Its parts, but for those that tell nothing.
    pub(super) pieces: Vec<Piece>,
}

impl Tally {
    /// Adds a piece of evidence.
    pub(super) fn add(&mut self, what: impl Into<Cow<'static, str>>, odds: f64) {
        self.odds += odds;
        let piece = Piece::new(what, odds);
        if piece.odds != 0.0 {
            self.pieces.push(piece);
        }
    }

    /// Keeps the sum from rising above `most`, whatever was added before.
    pub(super) fn hold(&mut self, why: &str, most: f64) {
        if self.odds > most {
            self.add(format!("a person must look: {why}"), most - self.odds);
        }
    }
}

/// How titles agree, in words.
pub(super) fn title_words(title: &TitleAgreement) -> &'static str {
    match title.relation {
        TitleRelation::Same if title.telling < 4 => "the same title, of few words",
        TitleRelation::Same => "the same title",
        TitleRelation::Slips => "the same title but for slips",
        TitleRelation::Part => "one title is a part of the other",
        TitleRelation::Within => "one title has all words of the other",
        TitleRelation::Variant if title.score >= 0.68 => "titles that share most of their words",
        TitleRelation::Variant if title.score >= 0.4 => "titles that share some of their words",
        TitleRelation::Variant => "titles that share few of their words",
    }
}

/// How authors agree, in words.
pub(super) fn author_words(authors: Option<AuthorAgreement>) -> &'static str {
    match authors {
        None => "no authors to compare",
        Some(authors) if authors.score >= 0.93 => "the same authors",
        Some(authors) if authors.score >= 0.75 => "nearly the same authors",
        Some(authors) if authors.found > 0 => "some of the authors",
        Some(_) => "none of the authors",
    }
}

/// How far the years are apart, in words.
pub(super) fn year_words(difference: Option<i32>) -> &'static str {
    match difference.map(i32::abs) {
        None => "no year to compare",
        Some(0) => "the same year",
        Some(1) => "one year apart",
        Some(2) => "two years apart",
        Some(3) => "three years apart",
        Some(_) => "more than three years apart",
    }
}

/// How first pages agree, in words.
pub(super) fn page_words(page: Option<bool>) -> &'static str {
    match page {
        Some(true) => "the same first page",
        Some(false) => "another first page",
        None => "no pages to compare",
    }
}

/// How venues agree, in words.
pub(super) fn venue_words(venue: VenueAgreement) -> &'static str {
    match venue {
        VenueAgreement::Same => "the same venue",
        VenueAgreement::Unknown => "venues that can't be told apart",
        VenueAgreement::Other => "another venue",
        VenueAgreement::Apart => "another venue, named in full",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_add_up() {
        let mut tally = Tally::default();
        tally.add("before anything is seen", -4.0);
        tally.add("the same title", 4.0);
        tally.add("nothing", 0.0);
        tally.add("the same authors", 4.0);
        tally.hold("too little to tell it by", 0.0);
        tally.hold("once more", 0.0);
        let pieces: Vec<String> = tally.pieces.iter().map(ToString::to_string).collect();
        assert_eq!(
            pieces,
            [
                "-4.00 before anything is seen",
                "+4.00 the same title",
                "+4.00 the same authors",
                "-4.00 a person must look: too little to tell it by",
            ]
        );
        assert!(tally.odds.abs() < 1e-9);
    }
}
