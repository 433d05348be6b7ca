use serde::{Deserialize, Serialize};

use super::{
    IdError,
    parse::{id_type, without_prefix, wrong},
};

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

    /// The first day of the month in which the id was given out, read from its first four digits.
    #[must_use]
    pub fn month(&self) -> Option<jiff::civil::Date> {
        let digits = self.0.rsplit('/').next()?.get(2..4)?;
        let year = i16::try_from(self.year()?).ok()?;
        jiff::civil::Date::new(year, digits.parse().ok()?, 1).ok()
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
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
