use serde::{Deserialize, Serialize};

use super::{
    IdError,
    parse::{id_type, without_prefix, wrong},
};

/// A PubMed identifier without leading zeros: `31452104`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Pmid(String);
id_type!(Pmid);

/// The most digits that an identifier has; the National Library of Medicine has given out eight so far.
const MOST_DIGITS: usize = 9;

impl Pmid {
    /// Parses an identifier, bare, after `PMID:` or as the address of its page.
    ///
    /// # Errors
    /// When it is not a number of at most nine digits, or zero.
    pub fn parse(text: &str) -> Result<Self, IdError> {
        let digits = labelled(text).unwrap_or_else(|| text.trim());
        Self::of_digits(digits).ok_or_else(|| wrong(text, EXPECTED))
    }

    /// Parses an identifier after `PMID:` or as the address of its page, and never a bare number.
    ///
    /// # Errors
    /// When it has neither.
    pub fn parse_labelled(text: &str) -> Result<Self, IdError> {
        let digits = labelled(text).and_then(Self::of_digits);
        digits.ok_or_else(|| wrong(text, EXPECTED))
    }

    fn of_digits(text: &str) -> Option<Self> {
        let is_number = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
        let digits = text.trim_start_matches('0');
        let is_id = is_number && !digits.is_empty() && digits.len() <= MOST_DIGITS;
        is_id.then(|| Self(digits.to_owned()))
    }
}

const EXPECTED: &str = "a PubMed identifier such as 31452104";

/// Returns what follows `PMID:` or the address of PubMed's or Europe PMC's pages.
fn labelled(text: &str) -> Option<&str> {
    let trimmed = text.trim();
    let mut bare = trimmed;
    for prefixes in [
        &["https://", "http://"][..],
        &["www."],
        &[
            "pubmed.ncbi.nlm.nih.gov/",
            "ncbi.nlm.nih.gov/pubmed/",
            "europepmc.org/article/med/",
            "europepmc.org/abstract/med/",
            "pmid:",
            "pmid",
        ],
    ] {
        let rest = without_prefix(bare, prefixes);
        if prefixes.len() > 2 && rest == bare {
            return None;
        }
        bare = rest;
    }
    let end = bare.find(['/', '?', '#']).unwrap_or(bare.len());
    Some(bare[..end].trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifier_loses_its_label() {
        for given in [
            "31452104",
            " PMID: 31452104 ",
            "pmid31452104",
            "https://pubmed.ncbi.nlm.nih.gov/31452104/",
            "http://www.ncbi.nlm.nih.gov/pubmed/31452104?dopt=Abstract",
            "https://europepmc.org/article/MED/31452104",
            "031452104",
        ] {
            assert_eq!(Pmid::parse(given).unwrap().as_str(), "31452104", "{given}");
        }
        for bad in [
            "",
            "0",
            "PMC6703865",
            "31452104x",
            "1234567890",
            "PMID:",
            "10.1000/1",
        ] {
            assert!(Pmid::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn bare_number_has_no_label() {
        assert!(Pmid::parse_labelled("31452104").is_err());
        assert!(Pmid::parse_labelled("PMID 31452104").is_ok());
    }
}
