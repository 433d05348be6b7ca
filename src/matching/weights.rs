//! How much each piece of evidence tells, in log-odds.

use super::{
    authors::AuthorAgreement,
    namesake::Whose,
    score::Seen,
    title::{TitleAgreement, TitleRelation},
    venue::VenueAgreement,
};
use crate::model::{Kind, Listing};

/// What speaks against any record before it is looked at.
pub(super) const BIAS: f64 = -4.0;

/// What it tells that the listing gives the record's own address or DOI.
pub(super) const SAME_ADDRESS: f64 = 2.0;

/// What the same title tells, by how many telling words it has.
fn same_title_odds(telling: usize) -> f64 {
    4.0 * match telling {
        0 | 1 => 0.4,
        2 => 0.65,
        3 => 0.85,
        _ => 1.0,
    }
}

pub(super) fn title_odds(title: &TitleAgreement) -> f64 {
    let same = same_title_odds(title.telling);
    let shared = (title.score - 0.68) * 13.0;
    match title.relation {
        TitleRelation::Same => same,
        TitleRelation::Slips => 0.85 * same,
        TitleRelation::Part => match title.telling {
            0 | 1 => 0.2,
            2 => 0.7,
            3 => 1.0,
            4 => 1.8,
            _ => 3.2,
        },
        TitleRelation::Within => (shared + 0.5).clamp(-2.0, 3.0),
        TitleRelation::Variant => shared,
    }
}

/// What they say for the same title.
const TOGETHER: f64 = 0.6;

/// What people, venue and year together say for a title that was cut, added to or changed: the
/// same people seldom publish two works of nearly one title in one place and year.
pub(super) fn corroboration(
    title: &TitleAgreement,
    authors: Option<AuthorAgreement>,
    venue: VenueAgreement,
    year: Option<i32>,
    listed: Option<Kind>,
) -> f64 {
    let Some(authors) = authors else { return 0.0 };
    if title.conflict.is_some() || matches!(venue, VenueAgreement::Other | VenueAgreement::Apart) {
        return 0.0;
    }
    let here = venue == VenueAgreement::Same && year == Some(0);
    let alike: f64 = match title.relation {
        TitleRelation::Same | TitleRelation::Slips => {
            let sure = here && authors.found > 0 && title.telling >= 4;
            let several = authors.found >= 2 && authors.score >= 0.6;
            return if sure || several { TOGETHER } else { 0.0 };
        }
        TitleRelation::Part | TitleRelation::Within => 1.0,
        // What names neither year nor venue is listed from memory, and so may its title be.
        TitleRelation::Variant if title.score >= 0.55 && year.is_none() => 1.2,
        // One coined name is one system.
        TitleRelation::Variant if title.score >= 0.5 && title.same_name && here => 0.9,
        // A preprint is published under another title more often than it has a twin.
        TitleRelation::Variant
            if title.score >= 0.6
                && listed == Some(Kind::Preprint)
                && authors.found >= 4
                && matches!(year, Some(0..=2)) =>
        {
            1.0
        }
        TitleRelation::Variant if title.score >= 0.55 => 0.4,
        TitleRelation::Variant => return 0.0,
    };
    let few = matches!(year, Some(-1..=1)) && authors.first && title.telling >= 4;
    if authors.score >= 0.93 && authors.found == 1 && authors.cut && few && alike >= 1.0 {
        return 0.8;
    }
    if authors.score < 0.93 || authors.found < 2 {
        return 0.0;
    }
    // Under one coined name, a title whose words the other all has is its short form.
    let mut sum = match title.relation {
        _ if !title.same_name || authors.found < 4 => 0.0,
        TitleRelation::Within => 1.8,
        _ => 1.0,
    };
    sum += if authors.found >= 4 { 1.3 } else { 0.9 };
    if venue == VenueAgreement::Same {
        sum += 1.0;
    }
    sum += match year {
        Some(0) => 0.8,
        Some(1) if listed == Some(Kind::Preprint) => 0.4,
        Some(_) => return 0.0,
        None => 0.6,
    };
    // A part of a title, or a changed one, never tells more than the same title does.
    let most = same_title_odds(title.telling) + TOGETHER - title_odds(title);
    let sum: f64 = sum * alike;
    sum.min(most)
}

pub(super) fn author_odds(
    authors: Option<AuthorAgreement>,
    title: &TitleAgreement,
    venue: VenueAgreement,
    year: Option<i32>,
) -> f64 {
    let Some(authors) = authors else {
        // Without names on one side a long title is the most there can be, and a short one nothing.
        let apart = matches!(venue, VenueAgreement::Other | VenueAgreement::Apart)
            || year.is_some_and(|difference| difference != 0);
        let told = year == Some(0) && !apart;
        return match (title.relation, title.telling) {
            (TitleRelation::Same, 5..) if !apart => 3.0,
            (TitleRelation::Same, 4) if told && venue == VenueAgreement::Same => 2.0,
            (TitleRelation::Same, 4) if !apart => 1.6,
            (TitleRelation::Same, 4..) => 1.0,
            _ => -1.0,
        };
    };
    let same = matches!(title.relation, TitleRelation::Same | TitleRelation::Slips);
    if same && authors.there >= 0.85 && authors.back < 0.85 {
        // Some of the record's authors are listed and nobody else: the list was cut.
        return match authors.found {
            0 | 1 if title.telling >= 5 => 3.0,
            0 | 1 if title.telling == 4 => 2.8,
            0 | 1 if authors.first => 2.6,
            0 | 1 => 1.0,
            _ => 3.2,
        };
    }
    let nearly_all = authors.score >= 0.85;
    if same && !nearly_all && authors.back >= 0.85 && authors.found >= 2 && authors.there >= 0.5 {
        return 2.8 + (authors.there - 0.5) * 2.0;
    }
    let part = title.relation == TitleRelation::Part && title.telling >= 5;
    let other_year = year.is_some_and(|difference| difference != 0);
    let cut = part && authors.there >= 0.85 && authors.back < 0.85 && authors.first && !other_year;
    // Under one long title, whoever is the same outweighs names that can't be made out.
    let least = match (authors.found, title.telling) {
        // Title and list were cut by the same hand.
        (2.., _) if cut => 2.8,
        _ if cut => 2.2,
        _ if !same => f64::NEG_INFINITY,
        (2.., 4..) | (1, 6..) => 3.0,
        (1, 5) => 2.8,
        (1, 4) => 2.0,
        (0, 6..) if authors.families > 0 => 2.8,
        (0, 4..) if authors.families > 0 => 0.0,
        _ => f64::NEG_INFINITY,
    };
    let odds = match authors.score {
        s if s >= 0.85 => 4.0,
        s if s >= 0.4 => (s - 0.4) / 0.45 * 4.0,
        s if authors.found > 0 => (s - 0.4) / 0.4 * 3.0 - 0.5,
        _ => -7.0,
    };
    odds.max(least)
}

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

/// What the venues tell. `preprint`: one side is a preprint, whose venue is never the listed one.
pub(super) fn venue_odds(venue: VenueAgreement, year: Option<i32>, preprint: bool) -> f64 {
    match venue {
        VenueAgreement::Same => 1.2,
        VenueAgreement::Unknown => 0.0,
        VenueAgreement::Other | VenueAgreement::Apart if preprint => 0.0,
        // Another venue in another year is another version more often than a slip.
        VenueAgreement::Other | VenueAgreement::Apart
            if year.is_some_and(|difference| difference != 0) =>
        {
            -2.2
        }
        // With no year beside it, what stands for the venue may be anything.
        VenueAgreement::Other if year.is_none() => -0.2,
        VenueAgreement::Other | VenueAgreement::Apart => -0.6,
    }
}

/// What the first page tells. Of right records one in nine has another than is listed.
pub(super) fn page_odds(page: Option<bool>) -> f64 {
    match page {
        Some(true) => 1.5,
        Some(false) => -0.5,
        None => 0.0,
    }
}

/// What it tells whose name stands among the authors, in words and in odds; `None` where that tells
/// nothing. Against a record it speaks only where no second author agrees.
pub(super) fn person_odds(seen: &Seen, listing: &Listing) -> Option<(&'static str, f64)> {
    let found = seen.authors.map_or(0, |authors| authors.found);
    let same = seen.title.relation == TitleRelation::Same;
    match seen.whose {
        // Of what else the person published, nothing has that title.
        whose if whose.is_theirs() && listing.authors.is_empty() && same => {
            Some(("the very title on the person's own page", 5.0))
        }
        Whose::OnTheirPage => Some(("on the person's own page", 0.5)),
        Whose::UnderTheirOrcid => Some(("under the person's ORCID iD", 0.5)),
        Whose::Namesake if found < 2 => Some(("by a namesake", -3.0)),
        Whose::Namesake | Whose::Unknown => None,
    }
}

/// Whether the listing is an unpublished manuscript that has since got another subtitle: the coined
/// name before the colon is the same, at least three authors are the same to a man, and half of
/// the words are. A published listing may be the sequel or a demonstration, and needs its title.
pub(super) fn is_retitled_manuscript(
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
