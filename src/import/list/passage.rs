//! Rows that were left out of a list, and why.

use super::{
    super::{LeftOut, Reason},
    row::{self, Row},
};

/// Rows that are no entry: a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Passage {
    pub(super) first: usize,
    pub(super) end: usize,
    pub(super) reason: Reason,
}

/// The characters of a passage that are shown.
const SHOWN: usize = 80;

impl Passage {
    /// What the person is told of it: its lines, and how it begins.
    pub(super) fn told(self, rows: &[Row]) -> LeftOut {
        LeftOut {
            at: row::lines(&rows[self.first..self.end]),
            text: rows[self.first].text().chars().take(SHOWN).collect(),
            reason: self.reason,
        }
    }
}
