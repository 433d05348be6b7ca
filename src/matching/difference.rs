//! The content words by which two titles differ, typos forgiven.

use rapidfuzz::distance::osa;

use super::{
    distinguishing_words::numeral,
    title_words::{WordAlignment, has_opposing_prefix},
    vocabulary::{distinguishes_works, is_known_word},
};

/// The words by which two titles differ.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Difference {
    /// No word, or no more than a subtitle, a cut or a mark.
    #[default]
    None,
    /// Words that only one title has.
    Added(Vec<String>),
    /// The words of a clause with which only one title ends: `in Social Networks`.
    ClauseCut(Vec<String>),
    /// Words that both have in different orders.
    Reordered(Vec<String>),
    /// Words of the one and the words that replace them in the other.
    Replaced(Vec<String>, Vec<String>),
}

impl Difference {
    /// Returns the difference that remains after an alignment.
    pub(super) fn of(shared: &WordAlignment) -> Self {
        let content_words = |words: &[String]| -> Vec<String> {
            let words = words.iter().filter(|word| !is_misspelt_stop_word(word));
            words.cloned().collect()
        };
        let (mut a, mut b) = (content_words(&shared.only_a), content_words(&shared.only_b));
        // A short word with a typo keeps too few letters to be recognized, and a numeral keeps
        // none.
        let is_one = |word: &str, other: &str| {
            is_typo(word, other) || numeral(word).is_some() && numeral(word) == numeral(other)
        };
        a.retain(|word| {
            let typo = b.iter().position(|other| is_one(word, other));
            if let Some(at) = typo {
                b.remove(at);
            }
            typo.is_none()
        });
        match (a.is_empty(), b.is_empty()) {
            (true, true) => Self::None,
            (true, false) => Self::Added(b),
            (false, true) => Self::Added(a),
            (false, false) => Self::Replaced(a, b),
        }
    }

    /// Compares two texts in ideographs, which have no spaces between words.
    pub(super) fn of_ideographs(a: &str, b: &str) -> Self {
        let (a, b) = (ideographs(a), ideographs(b));
        if a.is_empty() || b.is_empty() || a == b {
            return Self::None;
        }
        let head = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
        let (a, b) = (&a[head..], &b[head..]);
        let ends = a.iter().rev().zip(b.iter().rev());
        let tail = ends.take_while(|(a, b)| a == b).count();
        let middle = |text: &[char]| -> Vec<String> {
            let text: String = text[..text.len() - tail].iter().collect();
            Vec::from_iter((!text.is_empty()).then_some(text))
        };
        match (middle(a), middle(b)) {
            (a, b) if a.is_empty() => Self::Added(b),
            (a, b) if b.is_empty() => Self::Added(a),
            (a, b) => Self::Replaced(a, b),
        }
    }

    /// Compares two texts in ideographs that sound the same. At most two signs may differ: where
    /// more do, one text is in simplified characters.
    pub(super) fn of_homophones(a: &str, b: &str) -> Self {
        match Self::of_ideographs(a, b) {
            Self::Replaced(a, b) if a.concat().chars().count() <= MOST_HOMOPHONES => {
                Self::Replaced(a, b)
            }
            _ => Self::None,
        }
    }

    /// Converts added words into a clause that was cut off.
    pub(super) fn into_cut(self) -> Self {
        match self {
            Self::Added(words) => Self::ClauseCut(words),
            other => other,
        }
    }

    /// Whether the difference is one coined name in two spellings: `MXDAG` and `DMXDAG`.
    pub(super) fn is_respelt_name(&self) -> bool {
        let Self::Replaced(a, b) = self else {
            return false;
        };
        let ([a], [b]) = (&a[..], &b[..]) else {
            return false;
        };
        let is_name = |word: &str| {
            word.len() >= 5 && !is_known_word(word) && word.bytes().all(|c| c.is_ascii_lowercase())
        };
        is_name(a) && is_name(b) && osa::distance(a.bytes(), b.bytes()) == 1
    }

    /// Whether works by the same people are known to differ by one of these words, or there are too
    /// many to have been left out by mistake.
    pub(super) fn distinguishes_works(&self) -> bool {
        match self {
            Self::None | Self::ClauseCut(_) => false,
            Self::Added(words) => {
                let parts = |word: &String| {
                    distinguishes_works(word) || word == "without" || word.contains(is_ideograph)
                };
                words.len() > MOST_LEFT_OUT || words.iter().any(parts)
            }
            Self::Replaced(..) | Self::Reordered(_) => true,
        }
    }
}

/// The largest number of adjacent signs that may be homophones.
const MOST_HOMOPHONES: usize = 2;

/// The largest number of words that may have been left out by mistake.
const MOST_LEFT_OUT: usize = 3;

/// Whether only one of two words is in the vocabulary, and the other differs from it by one letter
/// changed, left out or inserted, or by two swapped.
fn is_typo(a: &str, b: &str) -> bool {
    let letters = |word: &str| word.len() >= 3 && word.bytes().all(|c| c.is_ascii_lowercase());
    letters(a)
        && letters(b)
        && is_known_word(a) != is_known_word(b)
        && a.as_bytes()[0] == b.as_bytes()[0]
        && osa::distance(a.bytes(), b.bytes()) == 1
        && !has_opposing_prefix(a, b)
        && !has_opposing_prefix(b, a)
}

/// Whether a word is a misspelt stop word: `usng`, `towrds`.
fn is_misspelt_stop_word(word: &str) -> bool {
    const LONG: [&str; 4] = ["toward", "towards", "under", "using"];
    !is_known_word(word)
        && LONG
            .iter()
            .any(|known| osa::distance(word.bytes(), known.bytes()) == 1)
}

/// Whether a character is a Chinese character or a Japanese or Korean syllable.
fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2fa1f}')
}

fn ideographs(text: &str) -> Vec<char> {
    text.chars().filter(|c| is_ideograph(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ideographs_differ_by_signs() {
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
        for (a, b, want) in [
            ("图像分割方法", "图像 分割方法。", Difference::None),
            (
                "图像分割方法",
                "医学图像分割方法",
                Difference::Added(words(&["医学"])),
            ),
            (
                "图像分割方法",
                "图像分类方法",
                Difference::Replaced(words(&["割"]), words(&["类"])),
            ),
            ("On Sorting", "On Merging", Difference::None),
        ] {
            assert_eq!(Difference::of_ideographs(a, b), want, "{a} / {b}");
        }
    }
}
