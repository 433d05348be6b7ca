//! The number of an edition, as catalogues and lists state it: `2`, `2nd ed.`, `Twenty-third edition`, `7., überarb.
//! Aufl.`.

use super::{fold::words, ordinals};

/// More editions than any book has. A greater number is a year.
const MOST: u32 = 200;

/// The number of an edition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EditionNumber {
    /// The number.
    pub number: u32,
    /// Whether the text is the number and nothing else: `2nd` is, `2nd revised` is not.
    pub is_all: bool,
}

/// Returns the first number in the name of an edition; `None` if it has none, such as `Revised edition` and
/// `1980 ed.`.
#[must_use]
pub fn edition_number(text: &str) -> Option<EditionNumber> {
    let words = words(text);
    let (at, number) = words.iter().enumerate().find_map(|(at, word)| {
        let tens = at
            .checked_sub(1)
            .and_then(|before| ordinals::tens(&words[before]));
        let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let in_words =
            || ordinals::in_words(word).map(|it| if it < 10 { tens.unwrap_or(0) + it } else { it });
        let number = digits.parse::<u32>().ok().or_else(in_words);
        let number = number.filter(|it| (1..MOST).contains(it))?;
        let begin = at - usize::from(tens.is_some() && number > 20 && number % 10 > 0);
        Some((begin..at + 1, number))
    })?;
    Some(EditionNumber {
        number,
        is_all: at == (0..words.len()),
    })
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
            ("7. Auflage", Some(7)),
            ("7.Auflage", Some(7)),
            ("2., überarbeitete Auflage", Some(2)),
            ("Third edition", Some(3)),
            ("Twenty-third edition", Some(23)),
            ("twenty third", Some(23)),
            ("Twentieth", Some(20)),
            ("100th anniversary edition", Some(100)),
            ("Neuausgabe", None),
            ("Revised edition", None),
            ("1980 ed.", None),
            ("zeroth", None),
            ("", None),
        ] {
            assert_eq!(edition_number(text).map(|it| it.number), number, "{text}");
        }
        for (text, is_all) in [
            ("2", true),
            ("2.", true),
            ("2nd", true),
            ("Twenty-third", true),
            ("2nd revised", false),
            ("Revised second", false),
        ] {
            assert_eq!(
                edition_number(text).map(|it| it.is_all),
                Some(is_all),
                "{text}"
            );
        }
    }
}
