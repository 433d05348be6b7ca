//! A listing compared with one record, for those who judge the listing and not the record.

use std::collections::BTreeSet;

use super::{
    comparison::compare,
    kind::is_excluded,
    people_difference::{PeopleDifference, compare_people},
    title::TitleAgreement,
    venue::VenueAgreement,
    venue_naming::is_track_of,
};
use crate::model::{Listing, Person, Record};

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
    let comparison = compare(listing, person, &BTreeSet::new(), record, None);
    RecordComparison {
        title: comparison.title,
        people: compare_people(listing, person, &record.meta),
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
        is_excluded: is_excluded(listing, comparison.kind, record.meta.kind),
    }
}
