use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A string that is not the identifier it was said to be.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{given}` is not {expected}")]
pub struct IdError {
    /// The text as given.
    pub given: String,
    /// What a right one looks like, with its article: "a DOI such as 10.1145/3600006.3613145".
    pub expected: &'static str,
}

fn wrong(given: &str, expected: &'static str) -> IdError {
    IdError {
        given: given.trim().to_owned(),
        expected,
    }
}

/// Cuts the first of `prefixes` (compared without regard to case) off `text`.
fn without_prefix<'a>(text: &'a str, prefixes: &[&str]) -> &'a str {
    for prefix in prefixes {
        if let Some(head) = text.get(..prefix.len())
            && head.eq_ignore_ascii_case(prefix)
        {
            return text[prefix.len()..].trim_start();
        }
    }
    text
}

macro_rules! id_type {
    ($name:ident) => {
        impl $name {
            /// The identifier in its canonical form.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
        impl TryFrom<String> for $name {
            type Error = IdError;
            fn try_from(text: String) -> Result<Self, IdError> {
                Self::parse(&text)
            }
        }
        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0
            }
        }
    };
}

/// A DOI, bare and in lower case: `10.1145/3600006.3613145`.
///
/// DOIs are compared without regard to case (DOI Handbook, 2.4); Crossref serves lower case and
/// DBLP upper case, so one form is kept. Percent-encoding and LaTeX escapes are undone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Doi(String);
id_type!(Doi);

impl Doi {
    /// Parses a DOI with or without `doi:` or a resolver address before it.
    ///
    /// # Errors
    /// When no `10.<registrant>/<suffix>` is left after the prefix.
    pub fn parse(text: &str) -> Result<Self, IdError> {
        const EXPECTED: &str = "a DOI such as 10.1145/3600006.3613145";
        let mut bare = text.trim();
        for prefixes in [
            &["https://", "http://"][..],
            &["dx.doi.org/", "www.doi.org/", "doi.org/", "doi.acm.org/"],
            &["doi:", "doi "],
        ] {
            bare = without_prefix(bare, prefixes);
        }
        let decoded = percent_decode(bare)
            .replace("\\_", "_")
            .replace(['\\', '{', '}'], "");
        let bare = decoded
            .trim()
            .trim_end_matches(['.', ',', ';'])
            .to_lowercase();
        let (registrant, suffix) = bare.split_once('/').ok_or_else(|| wrong(text, EXPECTED))?;
        let digits = registrant
            .strip_prefix("10.")
            .ok_or_else(|| wrong(text, EXPECTED))?;
        let registrant_ok = digits.len() >= 4
            && digits
                .split('.')
                .all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit()));
        if !registrant_ok || suffix.is_empty() || suffix.chars().any(char::is_whitespace) {
            return Err(wrong(text, EXPECTED));
        }
        Ok(Self(bare))
    }

    /// The DOI that DataCite registers for an arXiv paper.
    #[must_use]
    pub fn of_arxiv(id: &ArxivId) -> Self {
        Self(format!("10.48550/arxiv.{}", id.as_str().to_lowercase()))
    }

    /// The arXiv id, when this is a DOI of arXiv's own prefix.
    #[must_use]
    pub fn arxiv(&self) -> Option<ArxivId> {
        self.0
            .strip_prefix("10.48550/arxiv.")
            .and_then(|id| ArxivId::parse(id).ok())
    }

    /// The registrant prefix, `10.1145`.
    #[must_use]
    pub fn prefix(&self) -> &str {
        self.0.split('/').next().unwrap_or_default()
    }
}

fn percent_decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = |b: u8| {
            char::from(b)
                .to_digit(16)
                .and_then(|d| u8::try_from(d).ok())
        };
        if bytes[at] == b'%'
            && let (Some(high), Some(low)) = (
                bytes.get(at + 1).copied().and_then(hex),
                bytes.get(at + 2).copied().and_then(hex),
            )
        {
            out.push(high * 16 + low);
            at += 3;
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

/// An arXiv identifier without version: `2309.13254` or `math.gt/0309136`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ArxivId(String);
id_type!(ArxivId);

impl ArxivId {
    /// Parses an id in the scheme of 2007 (`YYMM.NNNNN`) or the older one (`archive/YYMMNNN`),
    /// with or without `arXiv:`, an abs/pdf address, or a version.
    ///
    /// # Errors
    /// When the rest is of neither form.
    pub fn parse(text: &str) -> Result<Self, IdError> {
        const EXPECTED: &str = "an arXiv id such as 2309.13254 or cs/9901001";
        let mut bare = text.trim();
        for prefixes in [
            &["https://", "http://"][..],
            &["www.arxiv.org/", "export.arxiv.org/", "arxiv.org/"],
            &["abs/", "pdf/", "html/"],
            &["arxiv:", "arxiv."],
            &["abs/"],
        ] {
            bare = without_prefix(bare, prefixes);
        }
        let bare = bare
            .trim_end_matches(".pdf")
            .trim_end_matches('/')
            .to_lowercase();
        let bare = match bare.rsplit_once('v') {
            Some((id, version))
                if !version.is_empty()
                    && version.chars().all(|c| c.is_ascii_digit())
                    && id.ends_with(|c: char| c.is_ascii_digit()) =>
            {
                id.to_owned()
            }
            _ => bare,
        };
        let digits = |s: &str| !s.is_empty() && s.chars().all(|c| c.is_ascii_digit());
        let month = |s: &str| {
            s.get(2..4)
                .and_then(|m| m.parse::<u8>().ok())
                .is_some_and(|m| (1..=12).contains(&m))
        };
        let modern = bare.split_once('.').is_some_and(|(date, number)| {
            date.len() == 4
                && digits(date)
                && month(date)
                && (4..=5).contains(&number.len())
                && digits(number)
        });
        let old = bare.split_once('/').is_some_and(|(archive, number)| {
            !archive.is_empty()
                && archive
                    .chars()
                    .all(|c| c.is_ascii_alphabetic() || c == '-' || c == '.')
                && number.len() == 7
                && digits(number)
                && month(number)
        });
        if modern || old {
            Ok(Self(bare))
        } else {
            Err(wrong(text, EXPECTED))
        }
    }

    /// The year in which the id was given out, read from its first two digits.
    #[must_use]
    pub fn year(&self) -> Option<i32> {
        let digits = self.0.rsplit('/').next()?.get(..2)?;
        let short: i32 = digits.parse().ok()?;
        Some(if short >= 91 {
            1900 + short
        } else {
            2000 + short
        })
    }

    /// The key under which DBLP files this paper in `CoRR`, by DBLP's own rule.
    #[must_use]
    pub fn dblp_key(&self) -> DblpKey {
        DblpKey(format!(
            "journals/corr/abs-{}",
            self.0.replace(['.', '/'], "-")
        ))
    }
}

/// A DBLP record key: `conf/nsdi/ZhouWDY23`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DblpKey(String);
id_type!(DblpKey);

impl DblpKey {
    /// Parses a key with or without `DBLP:` or the address of its record page.
    ///
    /// # Errors
    /// When it has not the shape of one: a path such as `section/stream/id` or `phd/Turing38`, or
    /// an id under a prefix, as some mirrors hold them (`acl:D18-1317`).
    pub fn parse(text: &str) -> Result<Self, IdError> {
        const EXPECTED: &str = "a DBLP key such as conf/nsdi/ZhouWDY23";
        let mut bare = text.trim();
        for prefixes in [
            &["https://", "http://"][..],
            &["www.dblp.org/", "dblp.org/"],
            &["rec/"],
            &["dblp:"],
        ] {
            bare = without_prefix(bare, prefixes);
        }
        let bare = bare.trim_end_matches(".html").trim_end_matches(".bib");
        let parts: Vec<&str> = bare.split('/').collect();
        let sound = (parts.len() >= 2 || bare.contains(':'))
            && parts.iter().all(|part| {
                !part.is_empty()
                    && part
                        .chars()
                        .all(|c| c.is_ascii_alphanumeric() || "-_.:+&'()@~".contains(c))
            });
        if sound {
            Ok(Self(bare.to_owned()))
        } else {
            Err(wrong(text, EXPECTED))
        }
    }

    /// The conference or journal the record belongs to: `conf/nsdi`.
    #[must_use]
    pub fn stream(&self) -> &str {
        let end = self
            .0
            .match_indices('/')
            .nth(1)
            .map_or(self.0.len(), |(at, _)| at);
        &self.0[..end]
    }
}

/// The id of a person's page in DBLP: `95/7448-1`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DblpPid(String);
id_type!(DblpPid);

impl DblpPid {
    /// Parses a pid with or without the address of its page.
    ///
    /// # Errors
    /// When it has not the shape `section/name`.
    pub fn parse(text: &str) -> Result<Self, IdError> {
        const EXPECTED: &str = "a DBLP person id such as 95/7448-1";
        let mut bare = text.trim();
        for prefixes in [
            &["https://", "http://"][..],
            &["www.dblp.org/", "dblp.org/"],
            &["pid/"],
        ] {
            bare = without_prefix(bare, prefixes);
        }
        let bare = bare.trim_end_matches(".html").trim_end_matches(".xml");
        let parts: Vec<&str> = bare.split('/').collect();
        let sound = (2..=3).contains(&parts.len())
            && parts.iter().all(|part| {
                !part.is_empty()
                    && part
                        .chars()
                        .all(|c| c.is_ascii_alphanumeric() || "-_=".contains(c))
            });
        if sound {
            Ok(Self(bare.to_owned()))
        } else {
            Err(wrong(text, EXPECTED))
        }
    }
}

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
    fn dois_lose_their_dress() {
        for given in [
            "10.1007/978-3-642-60831-5_34",
            "https://doi.org/10.1007/978-3-642-60831-5_34",
            "http://dx.doi.org/10.1007/978-3-642-60831-5\\_34",
            "DOI: 10.1007/978-3-642-60831-5%5F34",
            " 10.1007/978-3-642-60831-5_34. ",
        ] {
            assert_eq!(
                Doi::parse(given).unwrap().as_str(),
                "10.1007/978-3-642-60831-5_34"
            );
        }
        assert_eq!(
            Doi::parse("10.48550/ARXIV.1706.03762")
                .unwrap()
                .arxiv()
                .unwrap()
                .as_str(),
            "1706.03762"
        );
        for bad in [
            "",
            "10.1145",
            "10.1145/",
            "10.0/x",
            "11.1145/3",
            "10.1145/a b",
            "doi",
        ] {
            assert!(Doi::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn arxiv_ids_of_both_schemes() {
        for (given, want) in [
            ("arXiv:2309.13254v2", "2309.13254"),
            ("https://arxiv.org/abs/2309.13254", "2309.13254"),
            ("https://arxiv.org/pdf/2309.13254v1.pdf", "2309.13254"),
            ("math.GT/0309136", "math.gt/0309136"),
            ("abs/1706.03762", "1706.03762"),
        ] {
            assert_eq!(ArxivId::parse(given).unwrap().as_str(), want);
        }
        assert_eq!(
            ArxivId::parse("2309.13254").unwrap().dblp_key().as_str(),
            "journals/corr/abs-2309-13254"
        );
        assert_eq!(ArxivId::parse("hep-th/9901001").unwrap().year(), Some(1999));
        for bad in ["2313.13254", "abc", "2309.132", "10.1145/3", "cs/123"] {
            assert!(ArxivId::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn check_digits_are_checked() {
        assert!(Orcid::parse("https://orcid.org/0000-0002-1825-0097").is_ok());
        assert!(Orcid::parse("0000-0002-1825-0098").is_err());
        assert!(Isbn::parse("978-1-939133-33-5").is_ok());
        assert!(Isbn::parse("0-306-40615-2").is_ok());
        assert!(Isbn::parse("978-1-939133-33-6").is_err());
    }

    #[test]
    fn dblp_names_its_things() {
        let key = DblpKey::parse("https://dblp.org/rec/conf/nsdi/ZhouWDY23.html").unwrap();
        assert_eq!(key.as_str(), "conf/nsdi/ZhouWDY23");
        assert_eq!(key.stream(), "conf/nsdi");
        assert_eq!(
            DblpPid::parse("https://dblp.org/pid/95/7448-1")
                .unwrap()
                .as_str(),
            "95/7448-1"
        );
        assert!(DblpKey::parse("phd/Turing38").is_ok());
        assert!(DblpKey::parse("acl:D18-1317").is_ok());
        assert!(DblpKey::parse("nsdi").is_err());
        assert!(DblpPid::parse("Di Xu").is_err());
    }
}
