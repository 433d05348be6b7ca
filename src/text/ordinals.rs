//! English ordinals: `3rd`, `third`, and the `twenty` of `twenty-third`. Functions take single words in
//! lower case; the caller adds up a number of two words.

/// The endings of ordinals in digits: `3rd`.
pub const ENDINGS: [&str; 4] = ["st", "nd", "rd", "th"];

const NAMED: [&str; 20] = [
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
];

/// The stems of twenty to ninety, which `twenty` and `twentieth` share.
const TENS: [&str; 8] = [
    "twent", "thirt", "fort", "fift", "sixt", "sevent", "eight", "ninet",
];

/// Returns the number of an ordinal: `third`, `twentieth`, `3rd`.
#[must_use]
pub fn ordinal(word: &str) -> Option<u32> {
    in_words(word).or_else(|| in_digits(word))
}

/// Returns the number of an ordinal in letters.
#[must_use]
pub fn in_words(word: &str) -> Option<u32> {
    let named = NAMED.iter().position(|name| *name == word);
    let named = named.and_then(|at| u32::try_from(at).ok());
    named.or_else(|| of_tens(word.strip_suffix("ieth")?))
}

/// Returns the number of an ordinal in digits. The ending may be wrong: `33th`.
fn in_digits(word: &str) -> Option<u32> {
    let ending = |ending: &&str| word.strip_suffix(*ending);
    let digits = ENDINGS.iter().find_map(ending)?;
    digits.parse().ok()
}

/// Returns the number of tens before an ordinal: the `twenty` of `twenty-third`.
#[must_use]
pub fn tens(word: &str) -> Option<u32> {
    of_tens(word.strip_suffix('y')?)
}

fn of_tens(stem: &str) -> Option<u32> {
    let at = TENS.iter().position(|name| *name == stem)?;
    u32::try_from(at * 10 + 20).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_have_a_value() {
        for (word, value) in [
            ("first", Some(1)),
            ("nineteenth", Some(19)),
            ("twentieth", Some(20)),
            ("ninetieth", Some(90)),
            ("21st", Some(21)),
            ("33th", Some(33)),
            ("twenty", None),
            ("21", None),
            ("st", None),
            ("month", None),
        ] {
            assert_eq!(ordinal(word), value, "{word}");
        }
        assert_eq!(in_words("3rd"), None);
        assert_eq!(
            ["twenty", "eighty", "party"].map(tens),
            [Some(20), Some(80), None]
        );
    }
}
