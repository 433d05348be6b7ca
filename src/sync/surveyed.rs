use std::collections::BTreeMap;

use super::asked::Asked;
use crate::{
    matching::Decision,
    model::{Record, SourceName},
    sources::Id,
};

/// What is known about one listing after a search.
#[derive(Debug, Clone)]
pub struct Surveyed {
    /// Its number over all lists, from 0.
    pub index: usize,
    /// The number of its list, from 0.
    pub list: usize,
    /// The decision which work it means.
    pub decision: Decision,
    /// The records that may be meant, and those that bear an identifier it pins.
    pub near: Vec<Record>,
    /// The questions about it, by source.
    pub asked: BTreeMap<SourceName, Asked>,
    /// Whether pinned identifiers exist that no record bears, as far as a source has told.
    pub exists: BTreeMap<Id, bool>,
}
