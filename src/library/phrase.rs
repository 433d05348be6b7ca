//! What of a title it is found by.

use crate::text::fold;

/// More words than this in one title are a table of contents; the first ones suffice.
const MOST_WORDS: usize = 60;

/// The longest word worth an entry, in bytes.
const LONGEST_WORD: usize = 64;

/// Titles of up to so many telling words are found by words with one between them, too.
const FEW: usize = 5;

/// The shortest part of a title that it is found by alone, in letters: a system's name.
const SHORTEST_PART: usize = 3;

/// A folded title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Phrase {
    /// Without blanks: two titles of one such form are the same title.
    pub(super) squeezed: String,
    /// Its words in order.
    pub(super) words: Vec<String>,
}

impl Phrase {
    pub(super) fn of(title: &str) -> Self {
        Self::of_folded(&fold::fold(title))
    }

    pub(super) fn of_folded(title: &str) -> Self {
        let words = title.split_ascii_whitespace().map(str::to_owned);
        Self::from_words(words.collect())
    }

    pub(super) fn from_words(mut words: Vec<String>) -> Self {
        let squeezed = words.concat();
        words.retain(|word| word.len() <= LONGEST_WORD);
        words.truncate(MOST_WORDS);
        Self { squeezed, words }
    }

    /// The words that tell titles apart, each once, in order. When there is none (`To Be or Not
    /// to Be`), all of them.
    pub(super) fn telling(&self) -> Vec<&str> {
        distinct(&self.words.iter().map(String::as_str))
    }
}

/// What [`Phrase::telling`] gives of a folded title.
pub(super) fn telling(folded: &str) -> Vec<&str> {
    let words = folded.split_ascii_whitespace();
    let words = words.filter(|word| word.len() <= LONGEST_WORD);
    distinct(&words.take(MOST_WORDS))
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
    let telling = of(false);
    if telling.is_empty() {
        of(true)
    } else {
        telling
    }
}

/// Words that stand side by side in a title, in the order of the alphabet, so that words which
/// changed places are still found; in a short title those with one between them too.
pub(super) fn pairs<'a>(telling: &[&'a str]) -> impl Iterator<Item = (&'a str, &'a str)> {
    let apart = if telling.len() <= FEW { 2 } else { 1 };
    let pairs = (1..=apart).flat_map(move |gap| {
        let ends = telling.iter().zip(telling.iter().skip(gap));
        ends.map(|(one, two)| (*one.min(two), *one.max(two)))
    });
    pairs.collect::<Vec<_>>().into_iter()
}

/// What stands before and after the first colon, dash or question mark, as far as a title may be
/// found by it.
pub(super) fn parts(title: &str) -> impl Iterator<Item = &str> {
    const MARKS: [&str; 6] = [": ", " - ", " \u{2013} ", " \u{2014} ", "? ", "! "];
    let first = MARKS
        .iter()
        .filter_map(|mark| title.find(mark).map(|at| (at, mark.len())))
        .min();
    let both = first.map(|(at, length)| [&title[..at], &title[at + length..]]);
    both.into_iter()
        .flatten()
        .filter(|part| part.chars().filter(|c| c.is_alphanumeric()).count() >= SHORTEST_PART)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_of_common_words_is_not_lost() {
        let phrase = Phrase::of("To Do or Not to Do");
        assert_eq!(phrase.telling(), ["to", "do", "or", "not"]);
        let phrase = Phrase::of("The C++ of Größe: the Größe");
        assert_eq!(phrase.telling(), ["c++", "grosse"]);
        assert_eq!(phrase.squeezed, "thec++ofgrossethegrosse");
    }

    #[test]
    fn neighbours_whatever_their_order() {
        let of = |words: &[&'static str]| pairs(words).collect::<Vec<_>>();
        assert_eq!(of(&["deep", "net"]), of(&["net", "deep"]));
        assert_eq!(of(&["c", "b", "a"]), [("b", "c"), ("a", "b"), ("a", "c")]);
        assert_eq!(of(&["a", "b", "c", "d", "e", "f"]).len(), 5);
        assert!(of(&["alone"]).is_empty());
    }

    #[test]
    fn heads_and_subtitles() {
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
