//! The words that titles are made of, and which of them part works.
//!
//! `vocabulary.txt` is made by `evaluate -- DIR --words` of the development records (103,985 of DBLP,
//! 38,050 of the ACL Anthology): the words that stand in ten titles or more, one a line. A mark
//! follows those that part works: of the titles with such a word, at least one in a thousand has a
//! neighbour by one of its authors that differs by this word alone.

use std::{collections::HashMap, sync::LazyLock};

/// Each known word, and whether it parts works.
static VOCABULARY: LazyLock<HashMap<&str, bool>> = LazyLock::new(|| {
    let lines = include_str!("vocabulary.txt").lines();
    let word = |line: &'static str| match line.strip_suffix('!') {
        Some(word) => (word, true),
        None => (line, false),
    };
    lines.map(word).collect()
});

/// Whether a folded word is one that titles have, and so no slip for another such word.
pub(super) fn is_known(word: &str) -> bool {
    VOCABULARY.contains_key(word)
}

/// Whether titles by the same people are known to differ by this folded word alone.
pub(super) fn parts_works(word: &str) -> bool {
    VOCABULARY.get(word).is_some_and(|parts| *parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_known_and_some_part_works() {
        for word in ["learning", "networks", "supervised"] {
            assert!(is_known(word), "{word}");
        }
        assert!(!is_known("lerning"));
        assert!(parts_works("deep") && !parts_works("networks!"));
    }
}
