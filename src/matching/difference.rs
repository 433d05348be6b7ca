//! The telling words by which two titles differ, once slips of the pen are forgiven.

use rapidfuzz::distance::osa;

use super::{
    turning::numeral,
    vocabulary::{is_known, parts_works},
    words::{Shared, turns},
};

/// The words by which two titles differ.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Difference {
    /// None, or no more than a subtitle, a cut or a mark.
    #[default]
    None,
    /// Only one title has these.
    Added(Vec<String>),
    /// One title ends where the other goes on with a clause of these: `in Social Networks`.
    Cut(Vec<String>),
    /// Both have these words, in another order.
    Reordered(Vec<String>),
    /// The one has these words in place of those.
    Exchanged(Vec<String>, Vec<String>),
}

impl Difference {
    /// Of the words that only one of two titles has.
    pub(super) fn of(shared: &Shared) -> Self {
        let telling = |words: &[String]| -> Vec<String> {
            let words = words.iter().filter(|word| !is_misspelt_stop_word(word));
            words.cloned().collect()
        };
        let (mut a, mut b) = (telling(&shared.only_a), telling(&shared.only_b));
        // Short words have few letters to be known by once one of them is wrong, and figures none.
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
            (false, false) => Self::Exchanged(a, b),
        }
    }

    /// Of two texts in ideographs, which have no blanks to part their words.
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
            (a, b) => Self::Exchanged(a, b),
        }
    }

    /// Of two texts in ideographs that sound the same and differ in a sign or two; more of them differ
    /// where one is in simplified characters.
    pub(super) fn of_homophones(a: &str, b: &str) -> Self {
        match Self::of_ideographs(a, b) {
            Self::Exchanged(a, b) if a.concat().chars().count() <= MOST_HOMOPHONES => {
                Self::Exchanged(a, b)
            }
            _ => Self::None,
        }
    }

    /// What was added as a clause that was cut off.
    pub(super) fn into_cut(self) -> Self {
        match self {
            Self::Added(words) => Self::Cut(words),
            other => other,
        }
    }

    /// Whether it is one coined name in two spellings: `MXDAG` and `DMXDAG`.
    pub(super) fn is_respelt_name(&self) -> bool {
        let Self::Exchanged(a, b) = self else {
            return false;
        };
        let ([a], [b]) = (&a[..], &b[..]) else {
            return false;
        };
        let is_name = |word: &str| {
            word.len() >= 5 && !is_known(word) && word.bytes().all(|c| c.is_ascii_lowercase())
        };
        is_name(a) && is_name(b) && osa::distance(a.bytes(), b.bytes()) == 1
    }

    /// Whether works by the same people are known to differ by one of the words, or there are so
    /// many that these say more than a slip leaves out.
    pub(super) fn parts_works(&self) -> bool {
        match self {
            Self::None | Self::Cut(_) => false,
            Self::Added(words) => {
                let parts = |word: &String| {
                    parts_works(word) || word == "without" || word.contains(is_ideograph)
                };
                words.len() > MOST_LEFT_OUT || words.iter().any(parts)
            }
            Self::Exchanged(..) | Self::Reordered(_) => true,
        }
    }
}

/// So many signs in a row may be homophones.
const MOST_HOMOPHONES: usize = 2;

/// No slip of the pen leaves out more words.
const MOST_LEFT_OUT: usize = 3;

/// Whether one of two words is no word that titles have, and the other with a letter changed, left out,
/// put in, or two exchanged.
fn is_typo(a: &str, b: &str) -> bool {
    let letters = |word: &str| word.len() >= 3 && word.bytes().all(|c| c.is_ascii_lowercase());
    letters(a)
        && letters(b)
        && is_known(a) != is_known(b)
        && a.as_bytes()[0] == b.as_bytes()[0]
        && osa::distance(a.bytes(), b.bytes()) == 1
        && !turns(a, b)
        && !turns(b, a)
}

/// Whether a word is one that tells nothing, misspelt: `usng`, `towrds`.
fn is_misspelt_stop_word(word: &str) -> bool {
    const LONG: [&str; 4] = ["toward", "towards", "under", "using"];
    !is_known(word)
        && LONG
            .iter()
            .any(|known| osa::distance(word.bytes(), known.bytes()) == 1)
}

/// Chinese characters and Japanese and Korean syllables.
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
    fn ideographs_that_differ() {
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
                Difference::Exchanged(words(&["割"]), words(&["类"])),
            ),
            ("On Sorting", "On Merging", Difference::None),
        ] {
            assert_eq!(Difference::of_ideographs(a, b), want, "{a} / {b}");
        }
    }
}
