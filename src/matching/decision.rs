//! A verdict together with the records and the evidence it rests on.

use crate::model::{Record, Unmatched, Verdict};

/// The outcome of matching one listing.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Decision {
    /// The verdict.
    pub verdict: Verdict,
    /// The records of the matched work, with the version to export first. Empty unless matched.
    pub records: Vec<Record>,
    /// Whether the list names a preprint or a submission and a publication was found.
    pub upgraded: bool,
    /// The summed evidence for the best work in log-odds, from which its confidence is computed.
    /// `None` if the listing is pinned or no work was scored.
    pub odds: Option<f64>,
}

impl Decision {
    /// Creates an unmatched decision without any similar works to show.
    pub(super) fn unmatched(reason: Unmatched) -> Self {
        Self {
            verdict: Verdict::unmatched(reason),
            records: Vec::new(),
            upgraded: false,
            odds: None,
        }
    }
}
