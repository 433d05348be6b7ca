use serde::{Deserialize, Serialize};

use super::{
    IdError,
    parse::{id_type, without_prefix, wrong},
};

/// An ISBN of ten or thirteen digits with a right check digit, without hyphens.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Isbn(String);
id_type!(Isbn);

impl Isbn {
    /// Parses an ISBN with or without hyphens, spaces or `ISBN` before it.
    ///
    /// # Errors
    /// When the number of digits or the check digit is wrong.
    pub fn parse(text: &str) -> Result<Self, IdError> {
        const EXPECTED: &str = "an ISBN such as 978-1-939133-33-5";
        let bare = without_prefix(text.trim(), &["isbn-13:", "isbn-10:", "isbn:", "isbn"]);
        let bare: String = bare
            .chars()
            .filter(|c| !matches!(c, '-' | ' ' | '‐' | '–'))
            .collect::<String>()
            .to_uppercase();
        let values: Option<Vec<u32>> = bare
            .chars()
            .enumerate()
            .map(|(at, c)| {
                if c == 'X' && at == 9 {
                    Some(10)
                } else {
                    c.to_digit(10)
                }
            })
            .collect();
        let values = values.ok_or_else(|| wrong(text, EXPECTED))?;
        let sound = match values.len() {
            10 => {
                values
                    .iter()
                    .zip((1..=10).rev())
                    .map(|(v, w)| v * w)
                    .sum::<u32>()
                    % 11
                    == 0
            }
            13 => {
                values
                    .iter()
                    .zip([1, 3].into_iter().cycle())
                    .map(|(v, w)| v * w)
                    .sum::<u32>()
                    % 10
                    == 0
            }
            _ => false,
        };
        if sound {
            Ok(Self(bare))
        } else {
            Err(wrong(text, EXPECTED))
        }
    }

    /// Whether both name one book: the number of ten digits and that of thirteen are the same number.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.thirteen() == other.thirteen()
    }

    /// Returns the number with thirteen digits.
    #[must_use]
    pub fn thirteen(&self) -> String {
        if self.0.len() == 13 {
            return self.0.clone();
        }
        let body = format!("978{}", &self.0[..9]);
        let digits = body.bytes().map(|digit| u32::from(digit - b'0'));
        let weighed = digits.zip([1, 3].into_iter().cycle()).map(|(v, w)| v * w);
        let check = (10 - weighed.sum::<u32>() % 10) % 10;
        format!("{body}{check}")
    }

    /// Returns the number with ten digits; `None` for one that has only thirteen.
    #[must_use]
    pub fn ten(&self) -> Option<String> {
        if self.0.len() == 10 {
            return Some(self.0.clone());
        }
        let body = &self.0.strip_prefix("978")?[..9];
        let digits = body.bytes().map(|digit| u32::from(digit - b'0'));
        let weighed = digits.zip((2..=10).rev()).map(|(v, w)| v * w);
        let check = match (11 - weighed.sum::<u32>() % 11) % 11 {
            10 => "X".to_owned(),
            digit => digit.to_string(),
        };
        Some(format!("{body}{check}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_digit_is_checked() {
        assert!(Isbn::parse("978-1-939133-33-5").is_ok());
        assert!(Isbn::parse("0-306-40615-2").is_ok());
        assert!(Isbn::parse("978-1-939133-33-6").is_err());
    }

    #[test]
    fn both_lengths_are_one_number() {
        for (ten, thirteen) in [
            ("3406568440", "9783406568442"),
            ("080442957X", "9780804429573"),
            ("0-306-40615-2", "978-0-306-40615-7"),
        ] {
            let (ten, thirteen) = (Isbn::parse(ten).unwrap(), Isbn::parse(thirteen).unwrap());
            assert!(ten.is_same(&thirteen));
            assert_eq!(ten.thirteen(), thirteen.as_str());
            assert_eq!(thirteen.ten().as_deref(), Some(ten.as_str()));
        }
        assert_eq!(
            Isbn::parse("979-8-3503-0000-8").map_or(None, |it| it.ten()),
            None
        );
    }
}
