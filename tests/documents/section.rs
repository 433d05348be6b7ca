//! Sections of documents that are made from the code.

use std::path::Path;

use fs_err as fs;

/// Compares the text between two marks of a file with `expected`; with `BLESS` set, writes it.
pub(crate) fn check(path: &Path, begin: &str, end: &str, expected: &str) {
    let text = fs::read_to_string(path).unwrap();
    let (before, rest) = text.split_once(begin).unwrap();
    let (now, after) = rest.split_once(end).unwrap();
    if now == expected {
        return;
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(path, format!("{before}{begin}{expected}{end}{after}")).unwrap();
    } else {
        assert_eq!(now, expected, "`just bless` writes this section again");
    }
}
