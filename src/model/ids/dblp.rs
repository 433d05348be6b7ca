use serde::{Deserialize, Serialize};

use super::{
    ArxivId, IdError,
    parse::{id_type, without_prefix, wrong},
};

/// A DBLP record key: `conf/nsdi/ZhouWDY23`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DblpKey(String);
id_type!(DblpKey);

impl ArxivId {
    /// The key under which DBLP files this paper in `CoRR`, by DBLP's own rule.
    #[must_use]
    pub fn dblp_key(&self) -> DblpKey {
        DblpKey(format!(
            "journals/corr/abs-{}",
            self.as_str().replace(['.', '/'], "-")
        ))
    }
}

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
                // A part of periods alone would lead elsewhere in an address.
                part.chars().any(|c| c != '.')
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

    /// Returns the page without the number of the namesake (`95/7448` of `95/7448-1`), which lists the
    /// works that DBLP has not yet assigned to one of them. `None` if there is no number.
    #[must_use]
    pub fn unnumbered(&self) -> Option<Self> {
        let (base, number) = self.0.rsplit_once('-')?;
        let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
        is_number.then(|| Self(base.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert!(DblpKey::parse("conf/../../x").is_err());
        assert!(DblpPid::parse("Di Xu").is_err());
        let base = |pid: &str| DblpPid::parse(pid).unwrap().unnumbered();
        assert_eq!(base("95/7448-1"), DblpPid::parse("95/7448").ok());
        assert_eq!(base("m/AndrewMcCallum"), None);
    }
}
