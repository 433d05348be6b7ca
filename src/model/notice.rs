use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Doi, PartialDate, SourceName};

/// A warning that was published about a work.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Notice {
    /// The kind of warning.
    pub kind: NoticeKind,
    /// The source that reports it.
    pub source: SourceName,
    /// The notice itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doi: Option<Doi>,
    /// When it was published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<PartialDate>,
}

/// The kind of a notice, the gravest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoticeKind {
    /// The work is retracted, in whole or in part, or was removed.
    Retraction,
    /// The authors have withdrawn it.
    Withdrawal,
    /// The editors express concern about it.
    Concern,
    /// An error in it was corrected.
    Correction,
}

impl NoticeKind {
    /// Returns the kind by Crossref's name for an update
    /// (<https://www.crossref.org/documentation/register-maintain-records/maintaining-your-metadata/>);
    /// `None` for updates that are no warnings, such as a new edition.
    #[must_use]
    pub fn from_crossref(class: &str) -> Option<Self> {
        match class.replace('-', "_").as_str() {
            "retraction" | "partial_retraction" | "removal" => Some(Self::Retraction),
            "withdrawal" => Some(Self::Withdrawal),
            "expression_of_concern" => Some(Self::Concern),
            "correction" | "corrigendum" | "erratum" | "addendum" => Some(Self::Correction),
            _ => None,
        }
    }

    /// Whether the work must not be relied upon.
    #[must_use]
    pub fn is_grave(self) -> bool {
        self != Self::Correction
    }
}

impl fmt::Display for NoticeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Retraction => "retracted",
            Self::Withdrawal => "withdrawn",
            Self::Concern => "expression of concern",
            Self::Correction => "corrected",
        })
    }
}

impl fmt::Display for Notice {
    /// `retracted 2024-05 (10.1000/notice)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        if let Some(date) = &self.date {
            write!(f, " {date}")?;
        }
        if let Some(doi) = &self.doi {
            write!(f, " ({doi})")?;
        }
        Ok(())
    }
}
