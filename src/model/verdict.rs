use std::fmt;

use serde::{Deserialize, Serialize};

use super::Ids;

/// How sure a match is, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Confidence(f64);

impl Confidence {
    /// No doubt at all: the person said so.
    pub const CERTAIN: Self = Self(1.0);

    /// A confidence, cut to 0..=1 and rounded to three places so that it prints the same on every
    /// machine.
    #[must_use]
    pub fn new(value: f64) -> Self {
        let value = if value.is_nan() {
            0.0
        } else {
            value.clamp(0.0, 1.0)
        };
        Self((value * 1000.0).round() / 1000.0)
    }

    /// The value, 0 to 1.
    #[must_use]
    pub fn value(self) -> f64 {
        self.0
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.0)
    }
}

/// Why a record is held to be, or not to be, the listed work.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Evidence {
    /// Agreement of the titles, 0 to 1.
    pub title: f64,
    /// Agreement of the author lists, 0 to 1; absent when one side has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authors: Option<f64>,
    /// The record's year minus the listed one; absent when one side has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub year: Option<i32>,
    /// The record's venue, when it agrees with the listed one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub venue: Option<String>,
    /// What else spoke for or against it, in words: `pinned by the list`, `part number differs`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
}

/// A work that a listing may mean.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// What identifies it.
    pub ids: Ids,
    /// Its title, for people to read.
    pub title: String,
    /// How sure it is that the listing means this work.
    pub confidence: Confidence,
    /// Why.
    pub evidence: Evidence,
}

/// Why nothing was matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unmatched {
    /// The person asked not to look it up.
    NotAsked,
    /// No source has a record that comes near.
    NotFound,
    /// Records come near, and each differs in something that matters.
    NearOnly,
    /// No source that was asked knows the identifier the list pins.
    PinUnknown,
    /// Not every source was searched for it: too many searches before it had found nothing.
    NotSearched,
    /// A source that could have had it did not answer.
    SourceFailed,
}

impl fmt::Display for Unmatched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAsked => "not looked up, as the list asks",
            Self::NotFound => "no source has it",
            Self::NearOnly => "only other works come near",
            Self::PinUnknown => "no source asked knows the identifier that the list pins",
            Self::NotSearched => "not searched for everywhere; give its DOI or more of its authors",
            Self::SourceFailed => "a source did not answer",
        })
    }
}

/// Which record a listing means. There is no fourth answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum Verdict {
    /// One work, with evidence; the candidates are ranked, the first is the one.
    Matched {
        /// Best first.
        candidates: Vec<Candidate>,
    },
    /// Several works, or one that is not sure enough, best first.
    Ambiguous {
        /// Best first.
        candidates: Vec<Candidate>,
    },
    /// None.
    Unmatched {
        /// Why.
        reason: Unmatched,
    },
}

impl Verdict {
    /// `matched`, `ambiguous` or `unmatched`.
    #[must_use]
    pub fn status(&self) -> &'static str {
        match self {
            Self::Matched { .. } => "matched",
            Self::Ambiguous { .. } => "ambiguous",
            Self::Unmatched { .. } => "unmatched",
        }
    }

    /// The candidates, best first.
    #[must_use]
    pub fn candidates(&self) -> &[Candidate] {
        match self {
            Self::Matched { candidates } | Self::Ambiguous { candidates } => candidates,
            Self::Unmatched { .. } => &[],
        }
    }
}
