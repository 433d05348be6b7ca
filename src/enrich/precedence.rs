use std::collections::BTreeMap;

use super::field_table::{Row, WorkClass, row_of};
use crate::model::{Authority, Field, Record, SourceName};

/// Which source is believed when several state a field: the [`Authority`] of each, by name.
///
/// A source without an entry is believed last.
#[derive(Debug, Clone, Default)]
pub struct Precedence(BTreeMap<SourceName, Authority>);

impl FromIterator<(SourceName, Authority)> for Precedence {
    fn from_iter<I: IntoIterator<Item = (SourceName, Authority)>>(authorities: I) -> Self {
        Self(authorities.into_iter().collect())
    }
}

/// The order of sources for a field of a work; the first one is believed.
#[derive(Clone, Copy)]
pub(super) struct Ranking<'a> {
    precedence: &'a Precedence,
    row: &'static Row,
}

impl Precedence {
    /// Returns the order of sources for a field.
    pub(super) fn of_field(&self, field: Field, work: WorkClass<'_>) -> Ranking<'_> {
        Ranking {
            precedence: self,
            row: row_of(field, work),
        }
    }

    /// Whether the source's spelling of an author is taken where two spellings are of one name.
    pub(super) fn spells_names(&self, source: SourceName) -> bool {
        self.of(source).spells_names
    }

    fn of(&self, source: SourceName) -> Authority {
        self.0.get(&source).copied().unwrap_or(Authority::LAST)
    }
}

impl Ranking<'_> {
    /// Returns the place of a record's source: the lowest is believed.
    pub(super) fn of(&self, record: &Record) -> (bool, u8) {
        let authority = self.precedence.of(record.source);
        let rank = (self.row.rank)(&authority);
        (!self.row.is_at_home(&authority), rank)
    }

    /// Returns the records, those believed first in front; records of one source keep their order.
    pub(super) fn sorted<'r>(&self, records: &[&'r Record]) -> Vec<&'r Record> {
        let mut sorted = records.to_vec();
        sorted.sort_by_key(|record| self.of(record));
        sorted
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The ranks of some sources, as their descriptions state them.
    pub(in crate::enrich) fn precedence() -> Precedence {
        let authority = |published, venues, preprints| Authority {
            published,
            venues,
            imprints: published,
            short_names: published,
            preprints,
            spells_names: false,
            own_fields: &[],
        };
        let crossref = Authority {
            spells_names: true,
            ..authority(30, 10, 50)
        };
        [
            (SourceName::DBLP, authority(10, 30, 30)),
            (SourceName::LIBRARY, authority(20, 20, 20)),
            (SourceName::CROSSREF, crossref),
            (SourceName::ARXIV, authority(40, 40, 10)),
        ]
        .into_iter()
        .collect()
    }
}
