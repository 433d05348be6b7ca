//! Editions of books as lists, catalogues and BibTeX name them: `2`, `2nd ed.`, `Third edition`, `2., überarb. Aufl.`

use super::ordinals;

/// Words for an edition, in lower case and without periods.
const WORDS: [&str; 16] = [
    "aufl", "auflage", "ausg", "ausgabe", "ed", "edicion", "edición", "edition", "edizione", "edn",
    "edição", "uitg", "wyd", "éd", "édition", "изд",
];

/// Ordinals of other languages, from the second on.
const SPELLED: [&[&str]; 5] = [
    &["zweite", "deuxième", "seconde", "segunda", "seconda"],
    &["dritte", "troisième", "tercera", "terceira", "terza"],
    &["vierte", "quatrième", "cuarta", "quarta"],
    &["fünfte", "cinquième", "quinta"],
    &["sechste", "sixième", "sexta", "sesta"],
];

/// The endings of ordinals in digits but those of English.
const ENDINGS: [&str; 8] = ["e", "ª", "º", "°", "a", "ème", "eme", "te"];

/// The largest number of an edition; what is larger is a year.
const MOST: u32 = 199;

/// An edition as a source names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edition<'a> {
    /// Its number; `None` for a revised or an international one.
    pub number: Option<u32>,
    /// The text without the word "edition" at its end: `Third`, `2nd revised`.
    pub bare: &'a str,
    /// Whether the number says all that the text does.
    pub is_number: bool,
}

impl<'a> Edition<'a> {
    /// Reads the name of an edition.
    #[must_use]
    pub fn read(text: &'a str) -> Self {
        let text = text.trim();
        let bare = without_label(text);
        let words: Vec<&str> = text
            .split([' ', ',', '(', ')', '[', ']', '\u{a0}'])
            .collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let is_label = |at: usize| words.get(at).is_some_and(|word| is_word(word));
        let mut numbers = words.iter().enumerate().filter_map(|(at, word)| {
            let is_named = at == 0 || is_label(at - 1);
            number_of(word, is_named)
        });
        Self {
            number: numbers.next(),
            bare,
            is_number: bare
                .trim_end_matches('.')
                .chars()
                .all(char::is_alphanumeric)
                && number_of(bare, true).is_some(),
        }
    }
}

/// Removes the word "edition" at the end, in English alone: styles add it.
fn without_label(text: &str) -> &str {
    let lower = text.to_lowercase();
    let label = [" edition", " edn.", " edn", " ed.", " ed"];
    let label = label.iter().find(|label| lower.ends_with(*label));
    let length = label.map_or(0, |label| label.len());
    text.get(..text.len().saturating_sub(length))
        .unwrap_or(text)
}

fn is_word(word: &str) -> bool {
    let word = word.trim_matches(['.', ':', ';']).to_lowercase();
    WORDS.contains(&word.as_str())
}

/// Returns the number that a word states. One in digits without an ending counts where it stands first or behind
/// the word "edition": elsewhere it counts volumes or pages.
fn number_of(word: &str, is_named: bool) -> Option<u32> {
    let lower = word.to_lowercase();
    let is_counted = lower.ends_with('.');
    // `3.Auflage`
    let head = lower
        .split_once('.')
        .map_or(lower.as_str(), |(head, _)| head);
    let digits = head.trim_end_matches(|c: char| !c.is_ascii_digit());
    let ending = &head[digits.len()..];
    let has_ending = ordinals::ENDINGS.contains(&ending) || ENDINGS.contains(&ending);
    let is_number = has_ending || ending.is_empty() && (is_named || is_counted);
    let in_digits = digits.parse::<u32>().ok().filter(|_| is_number);
    let spelled = || {
        let stem = |name: &&str| head == *name || head.strip_suffix(['r', 'n', 's']) == Some(*name);
        let at = SPELLED.iter().position(|names| names.iter().any(stem))?;
        u32::try_from(at + 2).ok()
    };
    let number = in_digits
        .or_else(|| ordinals::in_words(head))
        .or_else(spelled)?;
    (1..=MOST).contains(&number).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editions_have_numbers() {
        for (text, number) in [
            ("2", Some(2)),
            ("2nd", Some(2)),
            ("2nd ed.", Some(2)),
            ("Third edition", Some(3)),
            ("Twelfth", Some(12)),
            ("7. Auflage", Some(7)),
            ("6.Aufl.", Some(6)),
            ("2., überarb. Aufl.", Some(2)),
            ("Zweite, durchgesehene Auflage", Some(2)),
            ("3. Auflage in 2 Bänden", Some(3)),
            ("Sonderausgabe in 2 Bänden", None),
            ("Revised and updated 2nd edition", Some(2)),
            ("Edition 4", Some(4)),
            ("2e éd.", Some(2)),
            ("2ème édition", Some(2)),
            ("2ª ed.", Some(2)),
            ("Deuxième édition", Some(2)),
            ("1. Aufl., 5. Druck", Some(1)),
            ("1980 ed.", None),
            ("Neuausgabe", None),
            ("International", None),
            ("", None),
            ("0", None),
        ] {
            assert_eq!(Edition::read(text).number, number, "{text}");
        }
    }

    #[test]
    fn number_that_says_all_is_told_from_one_with_more() {
        for (text, bare, is_number) in [
            ("2nd ed.", "2nd", true),
            ("Second Edition", "Second", true),
            ("2.", "2.", true),
            ("2nd revised", "2nd revised", false),
            ("2., überarb. Aufl.", "2., überarb. Aufl.", false),
            ("International", "International", false),
            ("ſ ed.", "ſ", false),
        ] {
            let edition = Edition::read(text);
            assert_eq!(
                (edition.bare, edition.is_number),
                (bare, is_number),
                "{text}"
            );
        }
    }
}
