use std::{borrow::Cow, fmt};

use serde::{Deserialize, Serialize};

use super::{Ids, Outline};

/// The probability of a match, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Confidence(f64);

impl Confidence {
    /// Certainty: the person confirmed the match.
    pub const CERTAIN: Self = Self(1.0);

    /// Creates a confidence, limited to 0..=1 and rounded to three places so that it prints the same
    /// on every machine.
    #[must_use]
    pub fn new(value: f64) -> Self {
        let value = if value.is_nan() {
            0.0
        } else {
            value.clamp(0.0, 1.0)
        };
        Self((value * 1000.0).round() / 1000.0)
    }

    /// Returns the value, from 0 to 1.
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

/// The evidence for or against a record being the listed work.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
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
    /// Other evidence in words: `pinned by the list`, `part number differs`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// A contradiction to the list, in words: a pinned record has another title, or two pins name two
    /// works.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflict: Option<String>,
    /// Each piece of evidence with its weight, in the order of weighing. The weights add up to the
    /// log-odds from which the confidence is computed. Pinned records are not weighed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
}

impl Evidence {
    /// Returns the sum of the weights, in log-odds; `None` if nothing was weighed.
    #[must_use]
    pub fn odds(&self) -> Option<f64> {
        let odds: f64 = self.pieces.iter().map(|piece| piece.odds).sum();
        (!self.pieces.is_empty()).then_some((odds * 100.0).round() / 100.0)
    }
}

/// A piece of evidence with its weight. Displays as `+4.00 the same title`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Piece {
    /// The observation, in words.
    pub what: Cow<'static, str>,
    /// The weight: the change of the log-odds, to two decimals. Negative weights are evidence against
    /// a match.
    pub odds: f64,
}

impl Piece {
    /// Creates a piece of evidence. Its weight is rounded so that it prints the same on every machine.
    #[must_use]
    pub fn new(what: impl Into<Cow<'static, str>>, odds: f64) -> Self {
        Self {
            what: what.into(),
            odds: (odds * 100.0).round() / 100.0,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.2} {}", self.odds, self.what)
    }
}

impl From<Piece> for String {
    fn from(piece: Piece) -> Self {
        piece.to_string()
    }
}

impl TryFrom<String> for Piece {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let parts = text.split_once(' ');
        let read = parts.and_then(|(odds, what)| Some((odds.parse().ok()?, what)));
        match read {
            Some((odds, what)) => Ok(Self::new(what.to_owned(), odds)),
            None => Err(format!(
                "`{text}` is no piece of evidence such as `+4.00 the same title`"
            )),
        }
    }
}

/// A work that a listing may mean.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Candidate {
    /// Its identifiers.
    pub ids: Ids,
    /// Its title, for people to read.
    pub title: String,
    /// A summary of its leading record; omitted if the work itself is stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outline: Option<Outline>,
    /// The confidence that the listing means this work.
    pub confidence: Confidence,
    /// The evidence.
    pub evidence: Evidence,
}

/// The reason why nothing was matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unmatched {
    /// The person asked not to search for it.
    NotAsked,
    /// No source has a similar record.
    NotFound,
    /// There are similar records, and each has a difference that matters.
    NearOnly,
    /// Only works were found that the list rejects.
    Refused,
    /// No source that was asked knows the pinned identifier.
    PinUnknown,
    /// Not every source was searched, because too many earlier searches had found nothing.
    NotSearched,
    /// It is neither in the library nor in the cache, and the run was offline.
    Offline,
    /// A source that might have it did not answer.
    SourceFailed,
    /// The run was interrupted before every source was asked.
    Interrupted,
}

impl fmt::Display for Unmatched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAsked => "not looked up, as the list asks",
            Self::NotFound => "no source has it",
            Self::NearOnly => "only other works come near",
            Self::Refused => "only works come near that the list says it does not mean",
            Self::PinUnknown => "no source asked knows the identifier that the list pins",
            Self::NotSearched => "not searched for everywhere; give its DOI or more of its authors",
            Self::Offline => "not among what is at hand, and no service was asked (offline)",
            Self::SourceFailed => "a source did not answer",
            Self::Interrupted => "the run was interrupted before it was found",
        })
    }
}

/// The decision which record a listing means.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum Verdict {
    /// One work. The first candidate is that work; the others are ranked.
    Matched {
        /// Best first.
        candidates: Vec<Candidate>,
    },
    /// Several works, or one without enough confidence.
    Ambiguous {
        /// Best first.
        candidates: Vec<Candidate>,
    },
    /// No work.
    Unmatched {
        /// The reason.
        reason: Unmatched,
        /// The most similar works, best first. They explain the verdict and are never exported.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        near: Vec<Candidate>,
    },
}

impl Verdict {
    /// Returns `matched`, `ambiguous` or `unmatched`.
    #[must_use]
    pub fn status(&self) -> &'static str {
        match self {
            Self::Matched { .. } => "matched",
            Self::Ambiguous { .. } => "ambiguous",
            Self::Unmatched { .. } => "unmatched",
        }
    }

    /// Creates a verdict without candidates.
    #[must_use]
    pub fn unmatched(reason: Unmatched) -> Self {
        Self::Unmatched {
            reason,
            near: Vec::new(),
        }
    }

    /// Returns the contradiction to the list that keeps it from being matched.
    #[must_use]
    pub fn conflict(&self) -> Option<&str> {
        match self {
            Self::Ambiguous { candidates } => candidates
                .iter()
                .find_map(|candidate| candidate.evidence.conflict.as_deref()),
            Self::Matched { .. } | Self::Unmatched { .. } => None,
        }
    }

    /// Whether nothing was matched for this reason.
    #[must_use]
    pub fn is_unmatched_for(&self, wanted: Unmatched) -> bool {
        matches!(self, Self::Unmatched { reason, .. } if *reason == wanted)
    }

    /// Returns the candidates, best first; none if unmatched.
    #[must_use]
    pub fn candidates(&self) -> &[Candidate] {
        match self {
            Self::Matched { candidates } | Self::Ambiguous { candidates } => candidates,
            Self::Unmatched { .. } => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_survive_a_round_trip() {
        for piece in [
            Piece::new("the same title", 4.0),
            Piece::new("part number differs", -6.004),
            Piece::new("x", 2.675),
        ] {
            let text = String::from(piece.clone());
            assert_eq!(Piece::try_from(text), Ok(piece));
        }
        assert_eq!(Piece::new("a", 0.5).to_string(), "+0.50 a");
        assert!(Piece::try_from("much".to_owned()).is_err());
    }
}
