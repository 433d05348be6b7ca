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
}
