//! Which sorts of words of headings a word is of.

use std::{collections::HashMap, sync::LazyLock};

use super::head_words::{
    BESIDE, LEARNED, OTHER, OTHER_ENDS, STRONG, STRONG_ENDS, TURNING, UNPUBLISHED, WEAK,
};

/// The sorts of a word of a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Sorts(u8);

impl Sorts {
    /// It names publications.
    pub(super) const STRONG: Self = Self(1);
    /// It names publications unless other things are named beside it.
    pub(super) const WEAK: Self = Self(2);
    /// It names other things.
    pub(super) const OTHER: Self = Self(4);
    /// It makes other things of publications.
    pub(super) const TURNING: Self = Self(8);
    /// It may stand beside those that tell.
    pub(super) const BESIDE: Self = Self(16);

    /// The sorts of a folded word: `papers` is strong.
    pub(super) fn of(word: &str) -> Self {
        let mut out = Self::default();
        let begins = word.bytes().next().and_then(|first| BEGINS.get(&first));
        for Stem { text, whole, sort } in begins.into_iter().flatten() {
            let is_stem = word.starts_with(text) && (!whole || word.len() == text.len());
            out.0 |= if is_stem { sort.0 } else { 0 };
        }
        if UNPUBLISHED.contains(&word) {
            out.0 &= !Self::STRONG.0;
        }
        let ends = word.bytes().next_back().and_then(|last| ENDS.get(&last));
        for Stem { text, sort, .. } in ends.into_iter().flatten() {
            // In compounds the last part says what it is: `Zeitschriftenaufsätze`.
            let is_end = word.len() > text.len() + 2 && word.ends_with(text);
            out.0 |= if is_end { sort.0 } else { 0 };
        }
        out
    }

    /// Whether one of these sorts is among those of the word.
    pub(super) fn has(self, sort: Self) -> bool {
        self.0 & sort.0 != 0
    }

    /// Whether the word is known at all.
    pub(super) fn is_known(self) -> bool {
        self.0 != 0
    }
}

/// A part of words, and the sort of those that have it.
struct Stem {
    text: &'static str,
    /// Whether it is meant as a whole word.
    whole: bool,
    sort: Sorts,
}

type Table = HashMap<u8, Vec<Stem>>;

/// What words begin with, by the first letter.
static BEGINS: LazyLock<Table> = LazyLock::new(|| {
    let mut out = Table::new();
    for (list, sort) in [
        (STRONG, Sorts::STRONG),
        (WEAK, Sorts::WEAK),
        (OTHER, Sorts::OTHER),
        (TURNING, Sorts::TURNING),
        (LEARNED, Sorts::BESIDE),
        (BESIDE, Sorts::BESIDE),
    ] {
        for stem in list.split_whitespace() {
            let text = stem.trim_end_matches('$');
            let whole = text.len() < stem.len() || list == BESIDE;
            let first = text.as_bytes().first().copied().unwrap_or_default();
            out.entry(first)
                .or_default()
                .push(Stem { text, whole, sort });
        }
    }
    out
});

/// What compounds end with, by the last letter.
static ENDS: LazyLock<Table> = LazyLock::new(|| {
    let mut out = Table::new();
    for (list, sort) in [(STRONG_ENDS, Sorts::STRONG), (OTHER_ENDS, Sorts::OTHER)] {
        for text in list.split_whitespace() {
            let last = text.as_bytes().last().copied().unwrap_or_default();
            out.entry(last).or_default().push(Stem {
                text,
                whole: false,
                sort,
            });
        }
    }
    out
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_of_their_sorts() {
        for (word, want) in [
            ("papers", Sorts::STRONG),
            ("zeitschriftenaufsatze", Sorts(3)),
            ("thesis", Sorts::WEAK),
            ("vortrage", Sorts::OTHER),
            ("selected", Sorts::BESIDE),
            ("wissenschaftliche", Sorts::BESIDE),
            ("contributi", Sorts::STRONG),
            ("contributions", Sorts::BESIDE),
            ("public", Sorts::default()),
            ("looms", Sorts::default()),
        ] {
            assert_eq!(Sorts::of(word), want, "{word}");
        }
    }
}
