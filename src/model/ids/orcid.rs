use serde::{Deserialize, Serialize};

use super::{
    IdError,
    parse::{id_type, without_prefix, wrong},
};

/// An ORCID iD with a right check digit: `0000-0002-1825-0097`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Orcid(String);
id_type!(Orcid);

impl Orcid {
    /// Parses an iD with or without its address, and checks it (ISO 7064 MOD 11-2).
    ///
    /// # Errors
    /// When it is not sixteen digits in four groups, or its check digit is wrong.
    pub fn parse(text: &str) -> Result<Self, IdError> {
        const EXPECTED: &str = "an ORCID iD such as 0000-0002-1825-0097";
        let mut bare = text.trim();
        for prefixes in [
            &["https://", "http://"][..],
            &["www.orcid.org/", "orcid.org/"],
        ] {
            bare = without_prefix(bare, prefixes);
        }
        let bare = bare.trim_end_matches('/').to_uppercase();
        let digits: Vec<char> = bare.chars().filter(|c| *c != '-').collect();
        let grouped = bare.len() == 19 && [4, 9, 14].iter().all(|at| bare.as_bytes()[*at] == b'-');
        if !grouped || digits.len() != 16 {
            return Err(wrong(text, EXPECTED));
        }
        let mut total = 0;
        for c in &digits[..15] {
            let digit = c.to_digit(10).ok_or_else(|| wrong(text, EXPECTED))?;
            total = (total + digit) * 2;
        }
        let check = (12 - total % 11) % 11;
        let right = if check == 10 {
            'X'
        } else {
            char::from_digit(check, 10).unwrap_or('?')
        };
        if digits[15] == right {
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
        assert!(Orcid::parse("https://orcid.org/0000-0002-1825-0097").is_ok());
        assert!(Orcid::parse("0000-0002-1825-0098").is_err());
    }
}
