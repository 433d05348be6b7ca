use crate::{matching::CandidateIndex, model::Record, sources::Found};

/// The records of each list: what its own questions brought. What other lists of the run ask is no
/// matter, so that a list comes out the same alone, and in any company.
#[derive(Debug, Default)]
pub(super) struct Pools(Vec<CandidateIndex>);

impl Pools {
    pub(super) fn of(lists: usize) -> Self {
        Self((0..lists).map(|_| CandidateIndex::default()).collect())
    }

    /// What a list is decided by.
    pub(super) fn list(&self, list: usize) -> &CandidateIndex {
        &self.0[list]
    }

    pub(super) fn add(&mut self, list: usize, records: impl IntoIterator<Item = Record>) {
        self.0[list].add(records);
    }

    /// Adds what questions brought to the lists that put them; `lists` says whose each question is.
    pub(super) fn give<L: IntoIterator<Item = usize>>(
        &mut self,
        found: Vec<Found>,
        lists: impl Fn(usize) -> L,
    ) {
        for it in found {
            let mut lists: Vec<usize> = it.asked.into_iter().flat_map(&lists).collect();
            lists.sort_unstable();
            lists.dedup();
            for list in lists {
                self.add(list, [it.record.clone()]);
            }
        }
    }

    /// All records, those of several lists several times.
    pub(super) fn records(&self) -> impl Iterator<Item = &Record> {
        self.0.iter().flat_map(CandidateIndex::records)
    }
}
