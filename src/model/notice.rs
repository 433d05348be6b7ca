use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Doi, PartialDate, SourceName};

/// A warning that was published about a work.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Notice {
    /// What it says.
    pub kind: NoticeKind,
    /// Who tells of it.
    pub source: SourceName,
    /// The notice itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doi: Option<Doi>,
    /// When it was published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<PartialDate>,
}

/// What a notice says, the gravest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoticeKind {
    /// The work is retracted, in whole or in part, or was removed.
    Retraction,
    /// The authors have withdrawn it.
    Withdrawal,
    /// The editors doubt it.
    Concern,
    /// Something in it was wrong, and is put right.
    Correction,
}

impl NoticeKind {
    /// By the names that Crossref gives to updates
    /// (<https://www.crossref.org/documentation/register-maintain-records/maintaining-your-metadata/>);
    /// `None` for what warns of nothing, as a new edition.
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

    /// Whether the work must not be relied upon as it stands.
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
