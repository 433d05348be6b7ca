use serde::{Deserialize, Serialize};

use super::{
    IdError,
    parse::{id_type, without_prefix, wrong},
};

/// The id of an author's page in OpenAlex: `A5023888391`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct OpenAlexAuthor(String);
id_type!(OpenAlexAuthor);

impl OpenAlexAuthor {
    /// Parses an id with or without the address of its page.
    ///
    /// # Errors
    /// When it is not an `A` with digits: those of works begin with a `W`.
    pub fn parse(text: &str) -> Result<Self, IdError> {
        const EXPECTED: &str = "an author's id in OpenAlex such as A5023888391";
        let mut bare = text.trim();
        for prefixes in [
            &["https://", "http://"][..],
            &["api.openalex.org/", "openalex.org/"],
            &["authors/", "people/"],
        ] {
            bare = without_prefix(bare, prefixes);
        }
        let bare = bare.trim_end_matches('/').to_ascii_uppercase();
        let digits = bare.strip_prefix('A').unwrap_or_default();
        if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) {
            return Err(wrong(text, EXPECTED));
        }
        Ok(Self(bare))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_of_an_author_is_told_from_that_of_a_work() {
        for given in [
            "A5023888391",
            " a5023888391 ",
            "https://openalex.org/A5023888391",
            "https://openalex.org/authors/a5023888391/",
        ] {
            let id = OpenAlexAuthor::parse(given).unwrap();
            assert_eq!(id.as_str(), "A5023888391", "{given}");
        }
        for bad in ["", "A", "W4408732759", "5023888391", "Ada"] {
            assert!(OpenAlexAuthor::parse(bad).is_err(), "{bad}");
        }
    }
}
