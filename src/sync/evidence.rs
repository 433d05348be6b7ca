//! What sources answered, kept apart by list.

use std::collections::BTreeSet;

use crate::{
    matching::CandidateIndex,
    model::{DblpPid, Record},
};

/// What is known for one list.
#[derive(Debug, Default)]
pub(super) struct ListEvidence {
    /// The records that its questions brought.
    pub(super) records: CandidateIndex,
    /// The pages in DBLP that are the person's own.
    pub(super) own_pages: BTreeSet<DblpPid>,
}

/// What is known for each list. A list is decided by what its own questions brought, so that it gives
/// the same result alone and together with others.
#[derive(Debug, Default)]
pub(super) struct GatheredEvidence(Vec<ListEvidence>);

impl GatheredEvidence {
    pub(super) fn new(lists: usize) -> Self {
        Self((0..lists).map(|_| ListEvidence::default()).collect())
    }

    pub(super) fn list(&self, list: usize) -> &ListEvidence {
        &self.0[list]
    }

    pub(super) fn add(&mut self, list: usize, records: impl IntoIterator<Item = Record>) {
        self.0[list].records.add(records);
    }

    pub(super) fn add_pages(&mut self, list: usize, pages: impl IntoIterator<Item = DblpPid>) {
        self.0[list].own_pages.extend(pages);
    }

    /// All records; those of several lists several times.
    pub(super) fn records(&self) -> impl Iterator<Item = &Record> {
        self.0.iter().flat_map(|list| list.records.records())
    }

    /// The own pages of all people.
    pub(super) fn own_pages(&self) -> BTreeSet<DblpPid> {
        let pages = self.0.iter().flat_map(|list| &list.own_pages);
        pages.cloned().collect()
    }

    /// How much there is: records and pages. Decisions on as much evidence are the same decisions.
    pub(super) fn size(&self) -> (usize, usize) {
        let pages = self.0.iter().map(|list| list.own_pages.len()).sum();
        (self.records().count(), pages)
    }
}
