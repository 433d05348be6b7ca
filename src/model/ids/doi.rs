use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::{
    ArxivId, IdError,
    parse::{id_type, without_prefix, wrong},
};

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
        let decoded = undressed(bare);
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

/// The text without percent-encoding and LaTeX's escapes; few have any.
fn undressed(text: &str) -> Cow<'_, str> {
    if !text.contains(['%', '\\', '{', '}']) {
        return Cow::Borrowed(text);
    }
    let decoded = percent_decode(text);
    let bare = decoded.replace("\\_", "_").replace(['\\', '{', '}'], "");
    Cow::Owned(bare)
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
}
