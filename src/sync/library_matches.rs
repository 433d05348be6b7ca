//! Whether this disk has a record that a listing means rather than the one in the lock.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    answer::is_matched,
    locked::{LockedEntry, LockedSet},
    questions::title_query,
    same_work::shares_any_id,
};
use crate::{
    matching::{CandidateIndex, decide},
    model::{DblpPid, Record, Work},
    sources::{Source, TitleQuery},
};

/// Returns the numbers of the matched listings that the library now answers with another work, compared
/// with the one in the lock. Listings that pin an identifier keep their work.
///
/// `pages` are the people's own pages in DBLP. No service is asked: the library is a file.
pub(super) async fn better_matches(
    locked: &LockedSet<'_>,
    library: &dyn Source,
    pages: &BTreeSet<DblpPid>,
) -> BTreeSet<usize> {
    let is_asked = |entry: &LockedEntry<'_>| {
        let listing = entry.target.listing;
        listing.is_searched() && !entry.is_open() && !listing.is_pinned()
    };
    let asked: Vec<LockedEntry<'_>> = locked.iter().filter(is_asked).collect();
    let queries: Vec<TitleQuery> = asked.iter().map(|it| title_query(it.target)).collect();
    let mut found: BTreeMap<usize, Vec<Record>> = BTreeMap::new();
    for it in library.by_titles(&queries).await.found {
        for place in it.asked {
            found.entry(place).or_default().push(it.record.clone());
        }
    }
    let other_work = |(place, records): (usize, Vec<Record>)| {
        let LockedEntry { target, work, .. } = *asked.get(place)?;
        let mut pool = CandidateIndex::default();
        pool.add(records.into_iter().chain([as_record(work, library)]));
        let near = pool.candidates(target.listing, &target.title, target.person);
        let decision = decide(target.listing, target.person, pages, &near);
        let is_same = |record: &Record| {
            let (a, b) = (&record.meta.ids, &work.meta.ids);
            a == b || shares_any_id(a, b)
        };
        let is_other = is_matched(&decision) && !decision.records.iter().any(is_same);
        is_other.then_some(target.index)
    };
    found.into_iter().filter_map(other_work).collect()
}

/// A work of the lock as a record of this disk.
fn as_record(work: &Work, library: &dyn Source) -> Record {
    Record::new(library.name(), work.meta.clone())
}
