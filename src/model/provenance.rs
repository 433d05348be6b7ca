use std::fmt;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::SourceName;

/// The source of a work's field, and the claims of other sources that contradict it.
///
/// Written as `dblp 2026-11-21`, or, if other sources disagree, as a list of that and their claims:
/// `crossref 2026-11-20: 1391-1408`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "StoredProvenance", try_from = "StoredProvenance")]
pub struct Provenance {
    /// The source of the value.
    pub source: SourceName,
    /// The day of the service's answer, or of the dataset.
    pub day: Option<Date>,
    /// Contradicting claims of other sources, in canonical form.
    pub others: Vec<Claim>,
}

/// A value that a source states and that was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The source.
    pub source: SourceName,
    /// The day of the service's answer, or of the dataset.
    pub day: Option<Date>,
    /// The value, for people to read.
    pub value: String,
}

impl Provenance {
    /// Creates a provenance without contradicting claims.
    #[must_use]
    pub fn new(source: SourceName, day: Option<Date>) -> Self {
        Self {
            source,
            day,
            others: Vec::new(),
        }
    }
}

impl From<SourceName> for Provenance {
    fn from(source: SourceName) -> Self {
        Self::new(source, None)
    }
}

/// The form in the lock. Earlier versions wrote the source's name only.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredProvenance {
    Undisputed(String),
    Disputed(Vec<String>),
}

impl From<Provenance> for StoredProvenance {
    fn from(origin: Provenance) -> Self {
        let first = Witness(origin.source, origin.day).to_string();
        if origin.others.is_empty() {
            return Self::Undisputed(first);
        }
        let others = origin.others.into_iter();
        let others =
            others.map(|said| format!("{}: {}", Witness(said.source, said.day), said.value));
        Self::Disputed(std::iter::once(first).chain(others).collect())
    }
}

impl TryFrom<StoredProvenance> for Provenance {
    type Error = String;

    fn try_from(stored: StoredProvenance) -> Result<Self, String> {
        let (first, others) = match stored {
            StoredProvenance::Undisputed(first) => (first, Vec::new()),
            StoredProvenance::Disputed(mut all) if !all.is_empty() => (all.remove(0), all),
            StoredProvenance::Disputed(_) => {
                return Err("an origin names a source: `dblp`".to_owned());
            }
        };
        let Witness(source, day) = Witness::read(&first)?;
        let said = |text: String| {
            let (witness, value) = text
                .split_once(": ")
                .ok_or_else(|| format!("`{text}` is not of the form `crossref: …`"))?;
            let Witness(source, day) = Witness::read(witness)?;
            let value = value.to_owned();
            Ok::<Claim, String>(Claim { source, day, value })
        };
        Ok(Self {
            source,
            day,
            others: others.into_iter().map(said).collect::<Result<_, _>>()?,
        })
    }
}

/// A source and a day, as `dblp 2026-11-21`.
struct Witness(SourceName, Option<Date>);

impl Witness {
    fn read(text: &str) -> Result<Self, String> {
        let (name, day) = match text.split_once(' ') {
            Some((name, day)) => (name, Some(day)),
            None => (text, None),
        };
        let wrong = || format!("`{text}` is not of the form `dblp 2026-11-21`");
        let source = SourceName::from_name(name).ok_or_else(wrong)?;
        let day = day
            .map(|day| day.parse().map_err(|_| wrong()))
            .transpose()?;
        Ok(Self(source, day))
    }
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        match self.1 {
            Some(day) => write!(f, " {day}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn provenance_is_read_back() {
        let mut origin = Provenance::from(SourceName::DBLP);
        let back = |origin: &Provenance| -> Provenance {
            serde_json::from_str(&serde_json::to_string(origin).unwrap()).unwrap()
        };
        assert_eq!(back(&origin), origin);
        origin.day = Some(date(2026, 11, 21));
        assert_eq!(
            serde_json::to_string(&origin).unwrap(),
            "\"dblp 2026-11-21\""
        );
        origin.others = vec![
            Claim {
                source: SourceName::CROSSREF,
                day: origin.day,
                value: "Sorting: A Survey".into(),
            },
            Claim {
                source: SourceName::LIBRARY,
                day: None,
                value: "2023".into(),
            },
        ];
        assert_eq!(back(&origin), origin);
        for wrong in [
            "[]",
            "\"No Body\"",
            "\"dblp soon\"",
            "[\"dblp\", \"crossref\"]",
        ] {
            assert!(
                serde_json::from_str::<Provenance>(wrong).is_err(),
                "{wrong}"
            );
        }
    }
}
