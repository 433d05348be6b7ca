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

/// Whether `acronym` is the short name that a society gives one of its periodicals: `jacm` for `journal of the
/// acm`, `tods` for `acm transactions on database systems`, `tosem` where only the first small word counts.
///
/// Unlike [`is_acronym_of`] it explains the name from its word for a periodical to its end, and all of it.
pub(super) fn is_periodical(acronym: &str, name: &str) -> bool {
    const PERIODICALS: [&str; 3] = ["communications", "journal", "transactions"];
    let all: Vec<&str> = name.split(' ').collect();
    let Some(begin) = all.iter().position(|word| PERIODICALS.contains(word)) else {
        return false;
    };
    let words = all.get(begin..).unwrap_or_default();
    let initials = |keeps: &dyn Fn(usize, &str) -> bool| -> String {
        let kept = words
            .iter()
            .enumerate()
            .filter(|(at, word)| keeps(*at, word));
        kept.map(|(_, word)| {
            // The society's own name stays whole.
            let length = if *word == "acm" { 3 } else { 1 };
            word.chars().take(length).collect::<String>()
        })
        .collect()
    };
    let is_said = |_: usize, word: &str| !is_stop_word(word);
    acronym.len() >= 3
        && [
            initials(&is_said),
            initials(&|_, _| true),
            initials(&|at, word| at <= 1 || is_said(at, word)),
        ]
        .iter()
        .any(|initials| initials == acronym)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn societies_shorten_their_periodicals() {
        for (short, name) in [
            ("jacm", "journal of the acm"),
            ("cacm", "communications of the acm"),
            ("tocs", "acm transactions on computer systems"),
            ("tods", "acm transactions on database systems"),
            (
                "tosem",
                "acm transactions on software engineering and methodology",
            ),
            (
                "toplas",
                "acm transactions on programming languages and systems",
            ),
            ("tog", "acm transactions on graphics"),
            (
                "tpds",
                "ieee transactions on parallel and distributed systems",
            ),
        ] {
            assert!(is_periodical(short, name), "{short}: {name}");
        }
        for (short, name) in [
            ("jacm", "journal of applied mechanics"),
            ("tocs", "theory of computing systems"),
            ("tods", "acm transactions on database systems and networks"),
            ("cacm", "computers and mathematics"),
        ] {
            assert!(!is_periodical(short, name), "{short}: {name}");
        }
    }
}
