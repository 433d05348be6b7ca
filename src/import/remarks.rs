//! Remarks of bibsync's own in a bibliography that is given back to it as a list.

use super::list::status;
use crate::{model::Listing, text::fold::fold};

/// What is exported of a work that no source vouches for, as `sync` notes it.
const VERDICTS: [&str; 3] = [
    "ambiguous, as listed",
    "conflict, as listed",
    "unmatched, as listed",
];

/// The listing without a verdict of an earlier run in its note, which would stick to the work that it
/// is matched to now; a note that is the state of the work and nothing else is its status again.
pub(super) fn taken_back(mut listing: Listing) -> Listing {
    let Some(note) = listing.note.as_deref() else {
        return listing;
    };
    let note = note.trim().trim_end_matches('.');
    let folded = fold(note);
    if VERDICTS.contains(&note) {
        listing.note = None;
    } else if listing.status.is_none() && status(&folded, note) == Some(folded.as_str()) {
        listing.status = Some(note.to_lowercase());
        listing.note = None;
    }
    listing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bibsyncs_own_remarks_are_taken_back() {
        for (note, left, status) in [
            ("unmatched, as listed", None, None),
            ("Ambiguous, as listed", Some("Ambiguous, as listed"), None),
            ("In submission", None, Some("in submission")),
            ("To appear.", None, Some("to appear")),
            ("Accepted. Best paper", Some("Accepted. Best paper"), None),
            ("Best paper", Some("Best paper"), None),
        ] {
            let listing = taken_back(Listing {
                note: Some(note.to_owned()),
                ..Listing::titled("x")
            });
            assert_eq!(
                (listing.note.as_deref(), listing.status.as_deref()),
                (left, status),
                "{note}"
            );
        }
    }
}
