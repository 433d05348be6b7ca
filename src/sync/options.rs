use std::collections::BTreeMap;

use jiff::civil::Date;

use super::refresh::RefreshOptions;
use crate::export::keys::KeyHolder;

/// The options of a run.
#[derive(Debug, Clone)]
pub struct Options {
    /// The pattern of new citation keys, `{author}{year}{word}`.
    pub key_pattern: String,
    /// Keys of entries that the lock does not know, with their titles. No other work gets one of them.
    pub holders: BTreeMap<String, KeyHolder>,
    /// The day of the run.
    pub today: Date,
    /// Asks only for what may have changed since the lock was written: listings that are not matched,
    /// preprints, publications of this year and the last that lack pages or DOI, and works of which
    /// sources report something else than the lock has.
    pub refresh: Option<RefreshOptions>,
}
