//! Rules on the bytes and lines of a file.

use super::finding::RawFinding;
use crate::bib::first_guessed_line;

/// The longest line, in bytes, that editors and diffs handle well.
const MAX_LINE_BYTES: usize = 20_000;

/// Checks the bytes of a file, before they are decoded.
pub(super) fn bytes(bytes: &[u8]) -> Vec<RawFinding> {
    let mut found = Vec::new();
    if bytes.starts_with(b"\xef\xbb\xbf") {
        let mark = RawFinding::error(0, "F01", "the file begins with a byte order mark");
        found.push(mark.fix("save it as UTF-8 without one"));
    }
    if let Err(error) = std::str::from_utf8(bytes) {
        let byte = error.valid_up_to();
        let wrong = first_guessed_line(bytes).map_or_else(
            || format!("the file is not UTF-8 (byte {byte})"),
            |line| {
                format!(
                    "the file is not UTF-8 (line {line}, byte {byte}); it is read as Windows-1252"
                )
            },
        );
        let wrong = RawFinding::error(0, "F02", wrong);
        found.push(wrong.fix("save it as UTF-8"));
    }
    found
}

/// Checks the lines of a file.
pub(super) fn lines(text: &str) -> Vec<RawFinding> {
    let mut found = Vec::new();
    if let Some(at) = text.find('\r') {
        let wrong = RawFinding::error(at, "F03", "lines end with a carriage return");
        found.push(wrong.fix("end lines with a line feed alone"));
    }
    let plain = text.replace('\r', "");
    if !plain.is_empty() && !plain.ends_with('\n') {
        let wrong = RawFinding::error(text.len(), "F04", "the last line has no end");
        found.push(wrong.fix("add a line feed"));
    } else if plain.ends_with("\n\n") {
        let wrong = RawFinding::error(text.len() - 1, "F04", "empty lines end the file");
        found.push(wrong.fix("remove them"));
    }
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end_matches(['\n', '\r']);
        if let Some(tab) = bare.find('\t') {
            found.push(RawFinding::error(at + tab, "F05", "a tab").fix("write blanks"));
        } else if bare.trim_end().len() < bare.len() {
            let end = at + bare.trim_end().len();
            found.push(
                RawFinding::error(end, "F06", "blanks at the end of the line").fix("remove them"),
            );
        }
        if bare.len() > MAX_LINE_BYTES {
            let long = format!("a line of {} characters", bare.chars().count());
            found.push(RawFinding::error(at, "F07", long).advice());
        }
        at += line.len();
    }
    found
}
