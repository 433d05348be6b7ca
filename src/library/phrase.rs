//! The forms of a title by which it is found.

use crate::text::fold;

/// The most words of one title that are indexed; a longer one is a table of contents.
const MAX_WORDS: usize = 60;

/// The longest word that is indexed, in bytes.
const MAX_WORD_LEN: usize = 64;

/// Titles of at most this many content words are also found by pairs with one word between them.
const SHORT_TITLE: usize = 5;

/// The shortest part of a title that is indexed alone, in letters: a system's name.
const MIN_PART_LEN: usize = 3;

/// A folded title, as the index finds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SearchPhrase {
    /// The title without blanks: two titles with the same key are the same title.
    pub(super) title_key: String,
    /// Its words in order.
    pub(super) words: Vec<String>,
}

impl SearchPhrase {
    pub(super) fn of(title: &str) -> Self {
        Self::of_folded(&fold::fold(title))
    }

    pub(super) fn of_folded(title: &str) -> Self {
        let words = title.split_ascii_whitespace().map(str::to_owned);
        Self::from_words(words.collect())
    }

    pub(super) fn from_words(mut words: Vec<String>) -> Self {
        let title_key = words.concat();
        words.retain(|word| word.len() <= MAX_WORD_LEN);
        words.truncate(MAX_WORDS);
        Self { title_key, words }
    }

    /// Returns the content words, each once, in order. When there are none (`To Be or Not to Be`), returns
    /// all words.
    pub(super) fn content_words(&self) -> Vec<&str> {
        distinct(&self.words.iter().map(String::as_str))
    }
}

/// Returns [`SearchPhrase::content_words`] of a folded title.
pub(super) fn content_words(folded: &str) -> Vec<&str> {
    let words = folded.split_ascii_whitespace();
    let words = words.filter(|word| word.len() <= MAX_WORD_LEN);
    distinct(&words.take(MAX_WORDS))
}

fn distinct<'a>(words: &(impl Iterator<Item = &'a str> + Clone)) -> Vec<&'a str> {
    let of = |all: bool| {
        let mut out: Vec<&str> = Vec::with_capacity(12);
        for word in words.clone() {
            if (all || !fold::is_stop_word(word)) && !out.contains(&word) {
                out.push(word);
            }
        }
        out
    };
    let content_words = of(false);
    if content_words.is_empty() {
        of(true)
    } else {
        content_words
    }
}

/// Returns pairs of adjacent words, each pair in alphabetical order, so that swapped words are still
/// found; in a short title also pairs with one word between them.
pub(super) fn pairs<'a>(content_words: &[&'a str]) -> impl Iterator<Item = (&'a str, &'a str)> {
    let apart = if content_words.len() <= SHORT_TITLE {
        2
    } else {
        1
    };
    let pairs = (1..=apart).flat_map(move |gap| {
        let ends = content_words.iter().zip(content_words.iter().skip(gap));
        ends.map(|(one, two)| (*one.min(two), *one.max(two)))
    });
    pairs.collect::<Vec<_>>().into_iter()
}

/// Returns the parts before and after the first colon, dash or question mark, if they are long enough
/// to identify a title.
pub(super) fn parts(title: &str) -> impl Iterator<Item = &str> {
    const MARKS: [&str; 6] = [": ", " - ", " \u{2013} ", " \u{2014} ", "? ", "! "];
    let first = MARKS
        .iter()
        .filter_map(|mark| title.find(mark).map(|at| (at, mark.len())))
        .min();
    let both = first.map(|(at, length)| [&title[..at], &title[at + length..]]);
    both.into_iter()
        .flatten()
        .filter(|part| part.chars().filter(|c| c.is_alphanumeric()).count() >= MIN_PART_LEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_of_common_words_keeps_them() {
        let phrase = SearchPhrase::of("To Do or Not to Do");
        assert_eq!(phrase.content_words(), ["to", "do", "or", "not"]);
        let phrase = SearchPhrase::of("The C++ of Größe: the Größe");
        assert_eq!(phrase.content_words(), ["c++", "grosse"]);
        assert_eq!(phrase.title_key, "thec++ofgrossethegrosse");
    }

    #[test]
    fn pairs_ignore_the_order_of_words() {
        let of = |words: &[&'static str]| pairs(words).collect::<Vec<_>>();
        assert_eq!(of(&["deep", "net"]), of(&["net", "deep"]));
        assert_eq!(of(&["c", "b", "a"]), [("b", "c"), ("a", "b"), ("a", "c")]);
        assert_eq!(of(&["a", "b", "c", "d", "e", "f"]).len(), 5);
        assert!(of(&["alone"]).is_empty());
    }

    #[test]
    fn title_is_split_into_head_and_subtitle() {
        let of = |title| parts(title).collect::<Vec<_>>();
        assert_eq!(
            of("Zen: Fast and Safe: A Study"),
            ["Zen", "Fast and Safe: A Study"]
        );
        assert_eq!(of("Is It? - Perhaps Not"), ["Is It", "- Perhaps Not"]);
        assert_eq!(of("AI: What Next"), ["What Next"]);
        assert!(of("A Title of One Part").is_empty());
    }
}
