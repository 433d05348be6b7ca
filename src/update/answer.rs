use std::collections::BTreeMap;

use crate::{
    lock::DoneEntry,
    model::{Verdict, Work},
};

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

/// What is known of the entries of a file.
#[derive(Debug, Clone, Default)]
pub struct Remembered {
    /// The answers, by the numbers of the entries.
    pub answers: BTreeMap<usize, Answer>,
    /// The values that were refused, by the key in the lock and then by the name of the proposal.
    pub refused: BTreeMap<String, BTreeMap<String, String>>,
    /// The entries without an answer for which nothing is left to do, by the key in the lock.
    pub done: BTreeMap<String, DoneEntry>,
}
