//! What every target holds its reader to: it ends, and each entry has a title and a place.

use bibsync::import::{Form, Hints, Refused, read};

/// Reads `bytes` as that form, whatever they are.
pub fn as_form(bytes: &[u8], form: Form) {
    let no_pdf = |_: &[u8]| Err(Refused::NoPdfReader);
    let Ok(import) = read(bytes, form, &Hints::default(), &no_pdf) else {
        return;
    };
    let lines = bytes.iter().filter(|byte| **byte == b'\n').count() + 2;
    for entry in &import.entries {
        assert!(!entry.listing.title.trim().is_empty());
        assert!(entry.at.first >= 1 && entry.at.first <= entry.at.last);
        assert!(form != Form::Bib || entry.at.last <= lines);
    }
}
