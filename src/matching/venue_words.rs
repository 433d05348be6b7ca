//! The words of a venue's name.

use crate::text::fold::{fold, is_stop_word, words};

/// Returns the words that identify a venue, without numbers and common words.
pub(super) fn content_words(venue: &str) -> Vec<String> {
    words(venue)
        .into_iter()
        .map(|word| {
            word.trim_end_matches(|c: char| c.is_ascii_digit())
                .to_owned()
        })
        .filter(|word| {
            word.len() > 1
                && !word.starts_with(|c: char| c.is_ascii_digit())
                && !is_stop_word(word)
                && !COMMON.contains(&word.as_str())
        })
        .collect()
}

/// Returns the words written in capitals, folded: `NSDI '23` gives `nsdi`.
pub(super) fn acronyms(venue: &str) -> Vec<String> {
    venue
        .split(|c: char| !c.is_alphanumeric())
        .map(|word| word.trim_end_matches(|c: char| c.is_ascii_digit()))
        .filter(|word| word.chars().filter(|c| c.is_uppercase()).count() >= 2)
        .map(fold)
        .filter(|word| word.len() >= 2 && !COMMON.contains(&word.as_str()))
        .collect()
}

/// Whether `acronym` consists of the first letters of consecutive content words of `name`.
pub(super) fn is_acronym_of(acronym: &str, name: &str) -> bool {
    if acronym.len() < 3 {
        return false;
    }
    let initials: String = name
        .split(' ')
        .filter(|word| !is_stop_word(word))
        .filter_map(|word| word.chars().next())
        .collect();
    initials.contains(acronym)
}

/// Words that names of all kinds of venues share, and words for awards.
const COMMON: [&str; 65] = [
    "accepted",
    "acm",
    "advances",
    "annual",
    "appear",
    "arxiv",
    "association",
    "award",
    "best",
    "computer",
    "computing",
    "conf",
    "conference",
    "corr",
    "cvf",
    "distinguished",
    "european",
    "fifth",
    "first",
    "fourth",
    "honorable",
    "honourable",
    "ieee",
    "information",
    "int",
    "international",
    "intl",
    "joint",
    "journal",
    "letters",
    "meeting",
    "mention",
    "national",
    "nomination",
    "of",
    "oral",
    "outstanding",
    "paper",
    "papers",
    "preprint",
    "proc",
    "proceeding",
    "proceedings",
    "research",
    "runner",
    "science",
    "sciences",
    "second",
    "society",
    "spotlight",
    "springer",
    "symp",
    "symposium",
    "systems",
    "technology",
    "the",
    "third",
    "track",
    "trans",
    "transactions",
    "usenix",
    "vol",
    "volume",
    "workshop",
    "ws",
];
