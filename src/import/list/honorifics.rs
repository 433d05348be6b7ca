//! Degrees and ranks before names: `Prof. Dr. Ann Lee`.

/// Degrees and ranks, folded.
const HONORIFICS: [&str; 8] = [
    "prof",
    "professor",
    "profa",
    "dr",
    "dra",
    "dott",
    "dipl.-ing",
    "priv.-doz",
];

/// Whether a word is a degree or rank. In capitals it is initials: `DR Lee`.
pub(super) fn is_honorific(word: &str) -> bool {
    word.chars().any(char::is_lowercase) && HONORIFICS.contains(&word.to_lowercase().as_str())
}
