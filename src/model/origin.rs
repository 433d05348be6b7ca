use std::fmt;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::SourceName;

/// Who said a part of a work, and who said something else of it.
///
/// Written as `dblp 2026-11-21`, or, where others differ, as a list of that and what each of them
/// says: `crossref 2026-11-20: 1391-1408`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Stored", try_from = "Stored")]
pub struct Origin {
    /// Who is believed.
    pub source: SourceName,
    /// The day of which it is: on which the answer came, or of the dataset it was read from.
    pub day: Option<Date>,
    /// What other sources say instead, in their canonical forms; only what truly differs.
    pub others: Vec<Said>,
}

/// What a source says that is not believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// Who.
    pub source: SourceName,
    /// The day of which it is.
    pub day: Option<Date>,
    /// What, for people to read.
    pub value: String,
}

impl Origin {
    /// Undisputed.
    #[must_use]
    pub fn new(source: SourceName, day: Option<Date>) -> Self {
        Self {
            source,
            day,
            others: Vec::new(),
        }
    }
}

impl From<SourceName> for Origin {
    fn from(source: SourceName) -> Self {
        Self::new(source, None)
    }
}

/// The form in the lock; a lone name is what earlier versions wrote.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Stored {
    Undisputed(String),
    Disputed(Vec<String>),
}

impl From<Origin> for Stored {
    fn from(origin: Origin) -> Self {
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

impl TryFrom<Stored> for Origin {
    type Error = String;

    fn try_from(stored: Stored) -> Result<Self, String> {
        let (first, others) = match stored {
            Stored::Undisputed(first) => (first, Vec::new()),
            Stored::Disputed(mut all) if !all.is_empty() => (all.remove(0), all),
            Stored::Disputed(_) => return Err("an origin names a source: `dblp`".to_owned()),
        };
        let Witness(source, day) = Witness::read(&first)?;
        let said = |text: String| {
            let (witness, value) = text
                .split_once(": ")
                .ok_or_else(|| format!("`{text}` is not of the form `crossref: …`"))?;
            let Witness(source, day) = Witness::read(witness)?;
            let value = value.to_owned();
            Ok::<Said, String>(Said { source, day, value })
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
    fn an_origin_comes_back_as_it_was() {
        let mut origin = Origin::from(SourceName::Dblp);
        let back = |origin: &Origin| -> Origin {
            serde_json::from_str(&serde_json::to_string(origin).unwrap()).unwrap()
        };
        assert_eq!(back(&origin), origin);
        origin.day = Some(date(2026, 11, 21));
        assert_eq!(
            serde_json::to_string(&origin).unwrap(),
            "\"dblp 2026-11-21\""
        );
        origin.others = vec![
            Said {
                source: SourceName::Crossref,
                day: origin.day,
                value: "Sorting: A Survey".into(),
            },
            Said {
                source: SourceName::Library,
                day: None,
                value: "2023".into(),
            },
        ];
        assert_eq!(back(&origin), origin);
        for wrong in [
            "[]",
            "\"nobody\"",
            "\"dblp soon\"",
            "[\"dblp\", \"crossref\"]",
        ] {
            assert!(serde_json::from_str::<Origin>(wrong).is_err(), "{wrong}");
        }
    }
}
