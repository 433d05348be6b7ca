//! The property of every reader under test: it terminates, and each entry has a title and lines in
//! the file.

use bibsync::import::{InputFormat, Hints, Refused, read};

/// Reads arbitrary `bytes` in this format. The PDF reader expects the output of `pdftohtml`.
pub fn as_form(bytes: &[u8], form: InputFormat) {
    let told = |told: &[u8]| -> Result<Vec<u8>, Refused> { Ok(told.to_vec()) };
    let Ok(import) = read(bytes, form, &Hints::default(), &told) else {
        return;
    };
    let lines = bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() + 2;
    for entry in &import.entries {
        assert!(!entry.listing.title.trim().is_empty());
        assert!(entry.at.first >= 1 && entry.at.first <= entry.at.last);
        assert!(form != InputFormat::Bib || entry.at.last <= lines);
    }
}
