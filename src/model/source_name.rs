use std::{cmp::Ordering, fmt};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// The name of a source of records, as configuration, reports and the lock spell it: `dblp`.
///
/// The set is open: a source brings its own name, made with [`SourceName::new`]. Those with a place of
/// their own in the sorting order are constants here. A name has at most 16 ASCII letters, digits,
/// hyphens or underscores.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SourceName([u8; Self::MAX_LENGTH]);

impl SourceName {
    const MAX_LENGTH: usize = 16;

    /// The person's own list.
    pub const LISTING: Self = Self::new("listing");
    /// The records on this disk.
    pub const LIBRARY: Self = Self::new("library");
    /// <https://dblp.org>.
    pub const DBLP: Self = Self::new("dblp");
    /// <https://www.crossref.org>.
    pub const CROSSREF: Self = Self::new("crossref");
    /// <https://arxiv.org>.
    pub const ARXIV: Self = Self::new("arxiv");
    /// <https://datacite.org>.
    pub const DATACITE: Self = Self::new("datacite");
    /// <https://doi.org>.
    pub const DOI: Self = Self::new("doi");

    /// The names in their sorting order, which reports and ties between records follow. Other names
    /// come after these, in alphabetical order.
    const FIRST: [Self; 7] = [
        Self::LISTING,
        Self::LIBRARY,
        Self::DBLP,
        Self::CROSSREF,
        Self::ARXIV,
        Self::DATACITE,
        Self::DOI,
    ];

    /// Makes a name of a constant. Everything from the 17th byte or the first character outside ASCII
    /// on is cut off.
    #[must_use]
    pub const fn new(name: &str) -> Self {
        let name = name.as_bytes();
        let mut bytes = [0; Self::MAX_LENGTH];
        let mut at = 0;
        while at < name.len() && at < Self::MAX_LENGTH && name[at].is_ascii() {
            bytes[at] = name[at];
            at += 1;
        }
        Self(bytes)
    }

    /// Parses a name; `None` when it is empty, too long, or has other characters than a name may have.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
        let is_name =
            !name.is_empty() && name.len() <= Self::MAX_LENGTH && name.chars().all(allowed);
        is_name.then(|| Self::new(name))
    }

    /// Returns the name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let end = self.0.iter().position(|byte| *byte == 0);
        let name = &self.0[..end.unwrap_or(Self::MAX_LENGTH)];
        std::str::from_utf8(name).unwrap_or_default()
    }

    fn rank(&self) -> usize {
        let place = Self::FIRST.iter().position(|first| first == self);
        place.unwrap_or(Self::FIRST.len())
    }
}

impl Ord for SourceName {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.rank(), self.0).cmp(&(other.rank(), other.0))
    }
}

impl PartialOrd for SourceName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for SourceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for SourceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for SourceName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for SourceName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::from_name(&name)
            .ok_or_else(|| D::Error::custom(format!("`{name}` is not the name of a source")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_names_sort_first_and_others_by_alphabet() {
        let zenodo = SourceName::new("zenodo");
        let hal = SourceName::new("hal");
        let mut names = [zenodo, SourceName::CROSSREF, hal, SourceName::DBLP];
        names.sort();
        assert_eq!(names, [SourceName::DBLP, SourceName::CROSSREF, hal, zenodo]);
    }

    #[test]
    fn only_plain_names_are_parsed() {
        assert_eq!(SourceName::from_name("dblp"), Some(SourceName::DBLP));
        for name in [
            "",
            "DBLP",
            "dblp 2026-11-21",
            "a-name-that-is-too-long",
            "é",
        ] {
            assert_eq!(SourceName::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn json_is_the_plain_name() {
        let json = serde_json::to_string(&SourceName::ARXIV).unwrap();
        assert_eq!(json, "\"arxiv\"");
        let back: SourceName = serde_json::from_str(&json).unwrap();
        assert_eq!(back, SourceName::ARXIV);
    }
}
