//! A listing compared with one record, for those who judge the listing and not the record.

use std::{borrow::Cow, collections::BTreeSet};

use rapidfuzz::distance::levenshtein;

use super::{
    comparison::compare,
    kind::is_excluded,
    people_difference::{PeopleDifference, compare_people},
    presses::is_press,
    title::{TitleAgreement, TitleRelation},
    venue::VenueAgreement,
    venue_naming::is_track_of,
};
use crate::{
    model::{ImportedMetadata, Kind, Listing, Person, Record},
    text::{fold::words, similarity::are_anagrams},
};

/// Whether the venue that a listing states is the record's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VenueRelation {
    /// It is.
    Same,
    /// They can't be compared.
    Unknown,
    /// It seems to be another.
    Other,
}

/// How a listing and a record agree, field by field.
#[derive(Debug, Clone)]
pub struct RecordComparison {
    /// The titles.
    pub title: TitleAgreement,
    /// The people; `None` if either side names nobody.
    pub people: Option<PeopleDifference>,
    /// The venues.
    pub venue: VenueRelation,
    /// Whether the listed venue may be a track of the record's, or an event beside it.
    pub is_track: bool,
    /// Whether both begin on the same page; `None` if that can't be compared.
    pub same_page: Option<bool>,
    /// Whether the listing can't mean a record of this kind: a thesis is not the paper with its
    /// title.
    pub is_excluded: bool,
}

/// Compares a listing with a record.
#[must_use]
pub fn compare_record(listing: &Listing, person: &Person, record: &Record) -> RecordComparison {
    let listing = &*spelled_out(listing);
    let comparison = compare(listing, person, &BTreeSet::new(), record, None);
    let mut title = comparison.title;
    let found = record.meta.title.text();
    if title.relation > TitleRelation::Typos
        && title.conflict.is_none()
        && is_slip_of_a_letter(&listing.title, &found)
    {
        title.relation = TitleRelation::Typos;
    }
    let people = compare_people(listing, person, &record.meta);
    let is_same = title.is_same_title()
        && people
            .as_ref()
            .is_some_and(|people| people.shared == people.listed);
    let is_excluded = is_excluded(listing, comparison.kind, record.meta.kind)
        && !(is_paper_at_a_press(listing, is_same)
            && matches!(
                record.meta.kind,
                Kind::Conference | Kind::Journal | Kind::Preprint
            ));
    RecordComparison {
        title,
        people,
        venue: match comparison.venue {
            VenueAgreement::Same => VenueRelation::Same,
            VenueAgreement::Unknown => VenueRelation::Unknown,
            VenueAgreement::Other | VenueAgreement::Conflict => VenueRelation::Other,
        },
        is_track: listing
            .venue
            .as_deref()
            .is_some_and(|venue| is_track_of(venue, &record.meta)),
        same_page: comparison.page,
        is_excluded,
    }
}

/// Writes out `w/` and `w/o` in a listed title.
fn spelled_out(listing: &Listing) -> Cow<'_, Listing> {
    if !listing.title.contains("w/") {
        return Cow::Borrowed(listing);
    }
    let title = listing.title.split(' ').map(|word| match word {
        "w/" => "with",
        "w/o" => "without",
        other => other,
    });
    Cow::Owned(Listing {
        title: title.collect::<Vec<_>>().join(" "),
        ..listing.clone()
    })
}

/// Whether the press that a listing names in place of a venue, or behind one, is that of a paper: the
/// entry says so, or all else is that of a paper.
fn is_paper_at_a_press(listing: &Listing, is_same: bool) -> bool {
    let told = listing.imported.as_ref().map(ImportedMetadata::meta);
    let is_told = told.is_some_and(|it| matches!(it.kind, Kind::Conference | Kind::Journal));
    listing.kind.is_none() && listing.venue.as_deref().is_some_and(is_press) && (is_told || is_same)
}

/// The fewest letters of a word in which one letter may be a slip: `I` and `II` are two words.
const LONG_WORD: usize = 4;

/// Whether two titles differ in one word, and there by one letter, or two that are exchanged.
fn is_slip_of_a_letter(a: &str, b: &str) -> bool {
    let (a, b) = (words(a), words(b));
    let mut differing = a.iter().zip(&b).filter(|(one, other)| one != other);
    let (Some((one, other)), None) = (differing.next(), differing.next()) else {
        return false;
    };
    let is_word =
        |word: &String| word.len() >= LONG_WORD && word.chars().all(|c| c.is_ascii_alphabetic());
    // `symmetric` and `asymmetric`
    let is_negated = [(one, other), (other, one)]
        .iter()
        .any(|(short, long)| long.strip_prefix('a') == Some(short.as_str()));
    let distance = levenshtein::distance(one.bytes(), other.bytes());
    let is_exchange = distance == 2 && one.len() == other.len() && are_anagrams(one, other);
    a.len() == b.len()
        && a.len() > 2
        && is_word(one)
        && is_word(other)
        && !is_negated
        && (distance == 1 || is_exchange)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Metadata, SourceName, Title};

    #[test]
    fn slip_of_a_letter_is_no_other_word() {
        for (a, b, is_slip) in [
            (
                "Time Mapping witth Hypergraphs",
                "Time Mapping with Hypergraphs",
                true,
            ),
            ("Weaving form Looms", "Weaving from Looms", true),
            ("Asymmetric Looms for All", "Symmetric Looms for All", false),
            ("Looms for All II", "Looms for All III", false),
            ("Weaving in Looms", "Weaving on Looms", false),
            ("Weaving of Red Looms", "Weaving of Blue Looms", false),
        ] {
            assert_eq!(is_slip_of_a_letter(a, b), is_slip, "{a}");
        }
    }

    #[test]
    fn paper_with_its_press_is_no_book() {
        let mut told = Metadata::new(Kind::Conference, Title::plain("On Looms and Mills"));
        let record = Record::new(SourceName::DBLP, told.clone());
        let compared = |listing: &Listing| compare_record(listing, &Person::default(), &record);
        told.venue = Some(Title::plain("AAAI, AAAI Press, Menlo Park"));
        let mut listing = Listing {
            venue: Some("AAAI, AAAI Press, Menlo Park".to_owned()),
            ..Listing::titled("On Looms w/ Mills")
        };
        assert!(compared(&listing).is_excluded, "nothing else says so");
        listing.imported = Some(ImportedMetadata::Full(Box::new(told)));
        assert!(!compared(&listing).is_excluded);
    }
}
