use std::collections::BTreeMap;

use crate::model::{Authority, Record, SourceName};

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

/// The rank of sources for some fields; the lowest rank is believed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ranking<'a> {
    precedence: &'a Precedence,
    rank: fn(&Authority) -> u8,
}

impl Precedence {
    /// For published works. A bibliography made with care is best for titles and authors.
    pub(super) fn published(&self) -> Ranking<'_> {
        self.ranking(|authority| authority.published)
    }

    /// For the names of venues. Registrants give these in full, without place and days.
    pub(super) fn venues(&self) -> Ranking<'_> {
        self.ranking(|authority| authority.venues)
    }

    /// For publisher, place and series of a book. Librarians copy these from the book; registrants state
    /// the names of companies, and some run the place into the publisher.
    pub(super) fn imprints(&self) -> Ranking<'_> {
        self.ranking(|authority| authority.imprints)
    }

    /// For abbreviated names. A field's own bibliography abbreviates as its journals do; registrants repeat
    /// the full name.
    pub(super) fn short_names(&self) -> Ranking<'_> {
        self.ranking(|authority| authority.short_names)
    }

    /// For preprints. arXiv itself has a preprint's newest title; DBLP keeps the first.
    pub(super) fn preprints(&self) -> Ranking<'_> {
        self.ranking(|authority| authority.preprints)
    }

    /// Whether the source's spelling of an author is taken where two spellings are of one name.
    pub(super) fn spells_names(&self, source: SourceName) -> bool {
        self.of(source).spells_names
    }

    fn ranking(&self, rank: fn(&Authority) -> u8) -> Ranking<'_> {
        Ranking {
            precedence: self,
            rank,
        }
    }

    fn of(&self, source: SourceName) -> Authority {
        self.0.get(&source).copied().unwrap_or(Authority::LAST)
    }
}

impl Ranking<'_> {
    /// Returns the rank of a record's source.
    pub(super) fn of(&self, record: &Record) -> u8 {
        (self.rank)(&self.precedence.of(record.source))
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
