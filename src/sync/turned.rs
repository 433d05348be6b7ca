//! Whether this disk holds a record that a listing means rather than the one it was answered with.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    news::{One, Settled},
    search::title_query,
};
use crate::{
    matching::{CandidateIndex, decide},
    model::{DblpPid, Ids, Record, SourceName, Verdict, Work},
    sources::{Source, TitleQuery},
};

/// The places of the matched listings that the library now answers with another work, held against the
/// one in the lock. What is pinned by identifier stays.
///
/// `pages` are the people's own pages in DBLP. Asks no service: the library is a file.
pub(super) async fn turned(
    settled: &Settled<'_>,
    library: &dyn Source,
    pages: &BTreeSet<DblpPid>,
) -> BTreeSet<usize> {
    let asked: Vec<&One<'_>> = settled
        .all()
        .filter(|one| one.listing.is_searched() && !one.is_open() && !one.listing.is_pinned())
        .collect();
    let queries: Vec<TitleQuery> = asked
        .iter()
        .map(|one| title_query(one.listing, one.person))
        .collect();
    let mut found: BTreeMap<usize, Vec<Record>> = BTreeMap::new();
    for it in library.by_titles(&queries).await.found {
        for place in it.asked {
            found.entry(place).or_default().push(it.record.clone());
        }
    }
    let is_turned = |(place, records): (usize, Vec<Record>)| {
        let one = asked.get(place)?;
        let mut pool = CandidateIndex::default();
        pool.add(records.into_iter().chain([as_record(one.work)]));
        let near = pool.candidates(one.listing, one.person);
        let decision = decide(one.listing, one.person, pages, &near);
        let is_matched = matches!(decision.verdict, Verdict::Matched { .. });
        let is_same = decision
            .records
            .iter()
            .any(|record| is_one(&record.meta.ids, &one.work.meta.ids));
        (is_matched && !is_same).then_some(one.at)
    };
    found.into_iter().filter_map(is_turned).collect()
}

/// A work of the lock as a record.
fn as_record(work: &Work) -> Record {
    Record {
        source: SourceName::Library,
        meta: work.meta.clone(),
        links: Vec::new(),
        edition: None,
        learned: None,
        withdrawn: false,
    }
}

/// Whether two sets of identifiers have one in common, or none at all.
fn is_one(a: &Ids, b: &Ids) -> bool {
    a == b
        || a.doi.is_some() && a.doi == b.doi
        || a.dblp.is_some() && a.dblp == b.dblp
        || a.arxiv.is_some() && a.arxiv == b.arxiv
}
