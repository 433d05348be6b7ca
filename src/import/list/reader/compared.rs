//! The fields by which readings of an entry are compared.

use crate::{import::ImportedEntry, text::fold::words};

// In the order of `Certainty`.
pub(super) const TITLE: usize = 0;
pub(super) const AUTHORS: usize = 1;
pub(super) const VENUE: usize = 2;
pub(super) const YEAR: usize = 3;

/// Whether two entries have the same value of a field.
pub(super) fn is_same(field: usize, one: &ImportedEntry, other: &ImportedEntry) -> bool {
    let (one, other) = (&one.listing, &other.listing);
    match field {
        TITLE => words(&one.title) == words(&other.title),
        AUTHORS => one.authors == other.authors && one.authors_complete == other.authors_complete,
        VENUE => one.venue == other.venue,
        _ => one.year == other.year,
    }
}
