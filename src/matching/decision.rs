//! A verdict, and what it rests on.

use crate::model::{Record, Unmatched, Verdict};

/// A verdict, and what it rests on.
#[derive(Debug, Clone)]
pub struct Decision {
    /// The verdict.
    pub verdict: Verdict,
    /// The records of the matched work, the version to be exported first; empty unless matched.
    pub records: Vec<Record>,
    /// Whether the list names a preprint or a submission and a publication was found.
    pub upgraded: bool,
    /// The evidence for the best work, added up, in log-odds: what its confidence is made of.
    pub odds: Option<f64>,
}

impl Decision {
    /// Unmatched, and nothing near that is worth a word.
    pub(super) fn none(reason: Unmatched) -> Self {
        Self {
            verdict: Verdict::unmatched(reason),
            records: Vec::new(),
            upgraded: false,
            odds: None,
        }
    }
}
