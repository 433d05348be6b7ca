//! Recognizes bibsync's own notes when a bibliography it wrote is imported.

use crate::{
    model::Listing,
    text::{fold::fold, publication_state::find_state},
};

/// The beginnings of the notes that `sync` adds to works without a source.
const VERDICTS: [&str; 3] = [
    "ambiguous, as listed",
    "conflict, as listed",
    "unmatched, as listed",
];

/// Removes the verdict of an earlier run from a listing's note, because it would stay with the work
/// that matches now. A note that only states the work's status becomes the status again.
pub(super) fn without_verdict(mut listing: Listing) -> Listing {
    let Some(note) = listing.note.as_deref() else {
        return listing;
    };
    let note = note.trim().trim_end_matches('.');
    let folded = fold(note);
    if VERDICTS.contains(&note) {
        listing.note = None;
    } else if listing.status.is_none()
        && let Some(state) = find_state(&folded, note).filter(|state| state.is_all_of(&folded))
    {
        listing.status = Some(state.spelled_in(note));
        listing.note = None;
    }
    listing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bibsyncs_own_notes_are_removed() {
        for (note, left, status) in [
            ("unmatched, as listed", None, None),
            ("Ambiguous, as listed", Some("Ambiguous, as listed"), None),
            ("In submission", None, Some("in submission")),
            ("To appear.", None, Some("to appear")),
            ("À paraître", None, Some("à paraître")),
            ("Im Druck", None, Some("im Druck")),
            ("投稿中", None, Some("投稿中")),
            ("Accepted. Best paper", Some("Accepted. Best paper"), None),
            ("Best paper", Some("Best paper"), None),
        ] {
            let listing = without_verdict(Listing {
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
