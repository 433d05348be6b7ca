//! What every target holds its reader to: it ends, and each entry has a title and a place.

use bibsync::import::{Form, Hints, Refused, read};

/// Reads `bytes` as that form, whatever they are; as a PDF's if they are what `pdftohtml` says of one.
pub fn as_form(bytes: &[u8], form: Form) {
    let told = |told: &[u8]| -> Result<Vec<u8>, Refused> { Ok(told.to_vec()) };
    let Ok(import) = read(bytes, form, &Hints::default(), &told) else {
        return;
    };
    let lines = bytes.iter().filter(|byte| **byte == b'\n').count() + 2;
    for entry in &import.entries {
        assert!(!entry.listing.title.trim().is_empty());
        assert!(entry.at.first >= 1 && entry.at.first <= entry.at.last);
        assert!(form != Form::Bib || entry.at.last <= lines);
    }
}
