use crate::model::{Verdict, Work};

/// What was found for an entry.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The decision.
    pub verdict: Verdict,
    /// Whether the entry is of a preprint or submission, and its publication was found.
    pub upgraded: bool,
    /// Whether no source holds the record any longer.
    pub gone: bool,
    /// The work; that of an unmatched entry is as the entry states it.
    pub work: Work,
}
