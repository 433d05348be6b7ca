//! The weight of each piece of evidence, in log-odds.

use super::{
    authors::AuthorAgreement,
    comparison::Comparison,
    namesake::AuthorIdentity,
    title::{TitleAgreement, TitleRelation},
    venue::VenueAgreement,
};
use crate::{
    model::{Kind, Listing},
    text::publication_state::is_manuscript,
};

/// The odds of any record before it is compared.
pub(super) const BIAS: f64 = -4.0;

/// The weight of a listed URL or DOI that is the record's.
pub(super) const SAME_ADDRESS: f64 = 2.0;

/// A book with the listed ISBN. It decides between editions, and no more: the number of a set is also that of
/// its volumes, and reprints keep theirs.
pub(super) const SAME_ISBN: f64 = 1.0;

/// Returns the weight of an identical title by its number of content words.
fn same_title_odds(content_words: usize) -> f64 {
    4.0 * match content_words {
        0 | 1 => 0.4,
        2 => 0.65,
        3 => 0.85,
        _ => 1.0,
    }
}

/// Returns the weight of the titles.
pub(super) fn title_odds(title: &TitleAgreement) -> f64 {
    let same = same_title_odds(title.content_words);
    let shared = (title.score - 0.68) * 13.0;
    match title.relation {
        TitleRelation::Same => same,
        TitleRelation::Typos => 0.85 * same,
        TitleRelation::Part => match title.content_words {
            0 | 1 => 0.2,
            2 => 0.7,
            3 => 1.0,
            4 => 1.8,
            _ => 3.2,
        },
        TitleRelation::Subset => (shared + 0.5).clamp(-2.0, 3.0),
        TitleRelation::Variant => shared,
    }
}

/// The corroboration of an identical title.
const TOGETHER: f64 = 0.6;

/// Returns the weight of people, venue and year agreeing on a title that was cut, extended or
/// changed: the same people rarely publish two works with almost the same title in one place and
/// year.
pub(super) fn corroboration(
    title: &TitleAgreement,
    authors: Option<AuthorAgreement>,
    venue: VenueAgreement,
    year: Option<i32>,
    listed: Option<Kind>,
) -> f64 {
    let Some(authors) = authors else { return 0.0 };
    if title.conflict.is_some() || matches!(venue, VenueAgreement::Other | VenueAgreement::Conflict)
    {
        return 0.0;
    }
    let here = venue == VenueAgreement::Same && year == Some(0);
    let alike: f64 = match title.relation {
        TitleRelation::Same | TitleRelation::Typos => {
            let sure = here && authors.matched > 0 && title.content_words >= 4;
            let several = authors.matched >= 2 && authors.score >= 0.6;
            return if sure || several { TOGETHER } else { 0.0 };
        }
        TitleRelation::Part | TitleRelation::Subset => 1.0,
        // A listing without year and venue is written from memory, and its title may be too.
        TitleRelation::Variant if title.score >= 0.55 && year.is_none() => 1.2,
        // The same coined name is the same system.
        TitleRelation::Variant if title.score >= 0.5 && title.shares_coined_name && here => 0.9,
        // A preprint is published under another title more often than a similar work exists.
        TitleRelation::Variant
            if title.score >= 0.6
                && listed == Some(Kind::Preprint)
                && authors.matched >= 4
                && matches!(year, Some(0..=2)) =>
        {
            1.0
        }
        TitleRelation::Variant if title.score >= 0.55 => 0.4,
        TitleRelation::Variant => return 0.0,
    };
    let few = matches!(year, Some(-1..=1)) && authors.first_matches && title.content_words >= 4;
    if authors.score >= 0.93 && authors.matched == 1 && authors.truncated && few && alike >= 1.0 {
        return 0.8;
    }
    if authors.score < 0.93 || authors.matched < 2 {
        return 0.0;
    }
    // With the same coined name, a title whose words are all in the other is its short form.
    let mut sum = match title.relation {
        _ if !title.shares_coined_name || authors.matched < 4 => 0.0,
        TitleRelation::Subset => 1.8,
        _ => 1.0,
    };
    sum += if authors.matched >= 4 { 1.3 } else { 0.9 };
    if venue == VenueAgreement::Same {
        sum += 1.0;
    }
    sum += match year {
        Some(0) => 0.8,
        Some(1) if listed == Some(Kind::Preprint) => 0.4,
        Some(_) => return 0.0,
        None => 0.6,
    };
    // A partial or changed title never weighs more than the identical one.
    let most = same_title_odds(title.content_words) + TOGETHER - title_odds(title);
    let sum: f64 = sum * alike;
    sum.min(most)
}

/// Returns the weight of the authors, given how title, venue and year agree.
pub(super) fn author_odds(
    authors: Option<AuthorAgreement>,
    title: &TitleAgreement,
    venue: VenueAgreement,
    year: Option<i32>,
) -> f64 {
    let Some(authors) = authors else {
        // Without authors on one side, a long title is the best possible evidence and a short one
        // is none.
        let apart = matches!(venue, VenueAgreement::Other | VenueAgreement::Conflict)
            || year.is_some_and(|difference| difference != 0);
        let told = year == Some(0) && !apart;
        return match (title.relation, title.content_words) {
            (TitleRelation::Same, 5..) if !apart => 3.0,
            (TitleRelation::Same, 4) if told && venue == VenueAgreement::Same => 2.0,
            (TitleRelation::Same, 4) if !apart => 1.6,
            (TitleRelation::Same, 4..) => 1.0,
            _ => -1.0,
        };
    };
    let same = matches!(title.relation, TitleRelation::Same | TitleRelation::Typos);
    if same && authors.listed_share >= 0.85 && authors.record_share < 0.85 {
        // Only some of the record's authors are listed, and nobody else: the list was cut.
        return match authors.matched {
            0 | 1 if title.content_words >= 5 => 3.0,
            0 | 1 if title.content_words == 4 => 2.8,
            0 | 1 if authors.first_matches => 2.6,
            0 | 1 => 1.0,
            _ => 3.2,
        };
    }
    let nearly_all = authors.score >= 0.85;
    if same
        && !nearly_all
        && authors.record_share >= 0.85
        && authors.matched >= 2
        && authors.listed_share >= 0.5
    {
        return 2.8 + (authors.listed_share - 0.5) * 2.0;
    }
    let part = title.relation == TitleRelation::Part && title.content_words >= 5;
    let other_year = year.is_some_and(|difference| difference != 0);
    let cut = part
        && authors.listed_share >= 0.85
        && authors.record_share < 0.85
        && authors.first_matches
        && !other_year;
    // Under the same long title, the people who agree outweigh names that can't be matched.
    let least = match (authors.matched, title.content_words) {
        // Title and author list were cut in the same way.
        (2.., _) if cut => 2.8,
        _ if cut => 2.2,
        _ if !same => f64::NEG_INFINITY,
        (2.., 4..) | (1, 6..) => 3.0,
        (1, 5) => 2.8,
        (1, 4) => 2.0,
        (0, 6..) if authors.family_only > 0 => 2.8,
        (0, 4..) if authors.family_only > 0 => 0.0,
        _ => f64::NEG_INFINITY,
    };
    let odds = match authors.score {
        s if s >= 0.85 => 4.0,
        s if s >= 0.4 => (s - 0.4) / 0.45 * 4.0,
        s if authors.matched > 0 => (s - 0.4) / 0.4 * 3.0 - 0.5,
        _ => -7.0,
    };
    odds.max(least)
}

/// Returns the weight of the years, given the kinds of the record and the listing.
pub(super) fn year_odds(year: Option<i32>, found: Kind, listed: Option<Kind>) -> f64 {
    let Some(difference) = year else { return 0.0 };
    let preprint = found == Kind::Preprint || listed == Some(Kind::Preprint);
    match difference.abs() {
        0 => 0.8,
        1 if preprint && difference > 0 => 0.5,
        1 => 0.2,
        2 if preprint => 0.0,
        3 if preprint => -0.5,
        2 => -1.0,
        3 => -2.0,
        _ => -3.0,
    }
}

/// Returns the weight of the venues. If either side is a `preprint`, its venue never is the listed
/// one.
pub(super) fn venue_odds(venue: VenueAgreement, year: Option<i32>, preprint: bool) -> f64 {
    match venue {
        VenueAgreement::Same => 1.2,
        VenueAgreement::Unknown => 0.0,
        VenueAgreement::Other | VenueAgreement::Conflict if preprint => 0.0,
        // Another venue in another year means another version more often than a mistake.
        VenueAgreement::Other | VenueAgreement::Conflict
            if year.is_some_and(|difference| difference != 0) =>
        {
            -2.2
        }
        // Without a listed year, the text in place of the venue may be anything.
        VenueAgreement::Other if year.is_none() => -0.2,
        VenueAgreement::Other | VenueAgreement::Conflict => -0.6,
    }
}

/// Returns the weight of the first page. One in nine correct records has another than is listed.
pub(super) fn page_odds(page: Option<bool>) -> f64 {
    match page {
        Some(true) => 1.5,
        Some(false) => -0.5,
        None => 0.0,
    }
}

/// Returns the weight of who the author with the person's name is, with a description; `None` if
/// that is no evidence. A namesake counts only if no second author agrees.
pub(super) fn person_odds(
    comparison: &Comparison,
    listing: &Listing,
) -> Option<(&'static str, f64)> {
    let found = comparison.authors.map_or(0, |authors| authors.matched);
    let same = comparison.title.relation == TitleRelation::Same;
    match comparison.identity {
        // None of the person's other publications has that title.
        whose if whose.is_person() && listing.authors.is_empty() && same => {
            Some(("the very title on the person's own page", 5.0))
        }
        AuthorIdentity::OwnPage => Some(("on the person's own page", 0.5)),
        AuthorIdentity::OwnOrcid => Some(("under the person's ORCID iD", 0.5)),
        AuthorIdentity::Namesake if found < 2 => Some(("by a namesake", -3.0)),
        AuthorIdentity::Namesake | AuthorIdentity::Unknown => None,
    }
}

/// Whether the listing is an unpublished manuscript that was published with another subtitle: the
/// coined name before the colon is the same, at least three authors agree exactly, and half of the
/// words do. A published listing may be a sequel or a demonstration and needs its full title.
pub(super) fn is_retitled_manuscript(
    listing: &Listing,
    title: &TitleAgreement,
    authors: Option<AuthorAgreement>,
) -> bool {
    title.shares_coined_name
        && title.relation == TitleRelation::Variant
        && title.score >= 0.4
        && is_manuscript(listing)
        && listing.authors_complete
        && authors.is_some_and(|authors| authors.score >= 0.95 && authors.matched >= 3)
}
