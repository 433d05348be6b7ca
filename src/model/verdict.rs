use std::{borrow::Cow, fmt};

use serde::{Deserialize, Serialize};

use super::{Ids, Outline};

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
    /// What contradicts the person's word, in words: the record that a pin names has another title,
    /// or two pins name two works.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflict: Option<String>,
    /// Each piece of evidence with its weight, in the order in which it was weighed. The weights
    /// add up to the log-odds that the confidence is made of; what is pinned is not weighed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
}

impl Evidence {
    /// The weights added up, in log-odds; `None` where nothing was weighed.
    #[must_use]
    pub fn odds(&self) -> Option<f64> {
        let odds: f64 = self.pieces.iter().map(|piece| piece.odds).sum();
        (!self.pieces.is_empty()).then_some((odds * 100.0).round() / 100.0)
    }
}

/// A piece of evidence, and what it tells. Written as `+4.00 the same title`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Piece {
    /// What was seen, in words.
    pub what: Cow<'static, str>,
    /// What that adds to the log-odds, to two decimals; negative speaks against.
    pub odds: f64,
}

impl Piece {
    /// A piece of evidence, its weight rounded so that it prints the same on every machine.
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
pub struct Candidate {
    /// What identifies it.
    pub ids: Ids,
    /// Its title, for people to read.
    pub title: String,
    /// What else its leading record says; left away where the work itself is at hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outline: Option<Outline>,
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
    /// Nothing but works that the list says it does not mean.
    Refused,
    /// No source that was asked knows the identifier the list pins.
    PinUnknown,
    /// Not every source was searched for it: too many searches before it had found nothing.
    NotSearched,
    /// Nothing at hand has it, and the run was to ask nobody.
    Offline,
    /// A source that could have had it did not answer.
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
        /// What came nearest, best first: for people who wonder, never to be exported.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        near: Vec<Candidate>,
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

    /// None, and nothing near.
    #[must_use]
    pub fn unmatched(reason: Unmatched) -> Self {
        Self::Unmatched {
            reason,
            near: Vec::new(),
        }
    }

    /// What contradicts the person's word, where that keeps the listing from being matched.
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

    /// The candidates, best first.
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
    fn pieces_come_back_as_they_were() {
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
