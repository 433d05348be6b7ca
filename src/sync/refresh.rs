//! Finds out with few requests which answers of a lock are still right.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};

use super::{
    input::Target,
    library_matches::better_matches,
    locked::{LockedEntry, LockedSet},
    questions::title_query,
    source_changes::SourceChanges,
    source_set::SourceSet,
    titles::is_worth_a_request,
};
use crate::{
    http::RequestError,
    lock::{LastRefresh, Lock},
    model::{DblpPid, Doi, Notice, SourceName, Work, WorkIdKind, WorkStatus},
    sources::{Id, IdLookup, Load, PageOverview, Reply, Source, TitleQuery, TitleSearch},
};

/// What a run found out beyond its lock. The next refresh need not ask for all of it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PreviousRun {
    /// The date of DBLP's data.
    pub as_of: Timestamp,
    /// The day on which sources were last asked for what may have changed.
    pub looked: Date,
    /// The day on which everything open was last searched for everywhere.
    pub searched: Date,
    /// The people's own pages in DBLP.
    pub pages: BTreeSet<DblpPid>,
    /// The number of title searches that scans have made since. It says which listing is next.
    #[serde(default)]
    pub turn: usize,
}

impl PreviousRun {
    /// Returns what the lock says of the last refresh.
    pub(super) fn of(lock: &Lock) -> Option<Self> {
        let last = lock.refreshed.as_ref()?;
        Some(Self {
            as_of: last.as_of,
            looked: last.looked,
            searched: last.searched,
            pages: lock.pages.clone(),
            turn: last.turn,
        })
    }

    /// Returns the part that a lock keeps.
    pub(super) fn for_lock(&self) -> LastRefresh {
        LastRefresh {
            as_of: self.as_of,
            looked: self.looked,
            searched: self.searched,
            turn: self.turn,
        }
    }
}

/// A run that asks only for what may have changed.
#[derive(Debug, Clone)]
pub struct RefreshOptions {
    /// The day of the run.
    pub today: Date,
    /// What the run knew that wrote the lock, where it was on this machine.
    pub previous: Option<PreviousRun>,
}

impl RefreshOptions {
    /// Returns what the last run knew. On a machine that has not seen it, the lock says how far it went.
    fn previous_of(&self, lock: &Lock) -> Option<PreviousRun> {
        self.previous.clone().or_else(|| PreviousRun::of(lock))
    }

    /// Returns the people's own pages.
    pub(super) fn pages(&self, lock: &Lock) -> BTreeSet<DblpPid> {
        let previous = self.previous_of(lock).into_iter();
        let pages = previous.flat_map(|it| it.pages);
        pages.chain(lock.pages.iter().cloned()).collect()
    }

    /// Whether everything in the lock is still right, if the data of DBLP have this date.
    pub(super) fn is_unchanged(&self, lock: &Lock, as_of: Option<Timestamp>) -> bool {
        let days = |since: Date| (self.today - since).get_days();
        self.previous_of(lock)
            .is_some_and(|it| as_of == Some(it.as_of) && days(it.looked) < UNCHANGED_DAYS)
    }
}

/// What a refresh finds out before it searches.
#[derive(Default)]
pub(super) struct RefreshScan {
    /// The numbers of the listings whose answer in the lock is still right.
    pub(super) current: BTreeSet<usize>,
    /// The works on the people's own pages, and the source that has these.
    pub(super) overview: Option<(SourceName, PageOverview)>,
    /// The notices on works, by DOI; `None` where nobody was asked for them.
    pub(super) notices: Option<BTreeMap<Doi, Vec<Notice>>>,
    /// Whether sources were asked for more than the date of their data.
    pub(super) is_full_scan: bool,
    /// Whether everything open is searched for everywhere.
    pub(super) searches_all: bool,
    /// The number of title searches made.
    pub(super) searches: usize,
    pub(super) failures: Vec<(SourceName, RequestError)>,
}

/// The days for which a lock is right while the date of DBLP's data is the same. The other sources
/// report no date.
const UNCHANGED_DAYS: i32 = 7;

/// The days for which open listings are looked for only on the people's pages and, some at a time, by
/// title.
const SEARCHED_DAYS: i32 = 30;

/// The number of requests that a scan may take for each hundred listings, and for fewer.
const REQUESTS_PER_HUNDRED: usize = 3;

/// The days for which a statement of a source is taken for right: titles and pages are corrected, rarely.
const GOOD_FOR_DAYS: i32 = 90;

/// Scans for changes to everything that a lock answers.
///
/// One request finds the date of DBLP's data and the works on all pages. If the data changed, each
/// registry is asked for its identifiers, 50 to 100 in a request, and the requests that are left go
/// into title searches for open listings, in turns.
pub(super) async fn scan<'a>(
    targets: &'a [Target<'a>],
    sources: &SourceSet<'_>,
    lock: &'a Lock,
    locked: &LockedSet<'a>,
    refresh: &RefreshOptions,
) -> RefreshScan {
    let mut out = RefreshScan::default();
    let previous = refresh.previous_of(lock);
    let previous = previous.as_ref();
    let pages = refresh.pages(lock);
    let page_list: Vec<DblpPid> = pages.iter().cloned().collect();
    for source in sources.services().filter(|it| it.capabilities().has_people) {
        let reply = source.overview(&page_list).await;
        let overview = out.take(source, reply).pop();
        let overview = overview.map(|overview| (source.name(), overview));
        out.overview = out.overview.take().or(overview);
    }
    let mut improved = BTreeSet::new();
    for library in sources.local() {
        improved.extend(better_matches(locked, library, &pages).await);
    }
    let days = |since: Date| (refresh.today - since).get_days();
    let as_of = out.overview.as_ref().and_then(|(_, it)| it.as_of);
    if refresh.is_unchanged(lock, as_of) {
        let all = locked.iter().map(|entry| entry.target.index);
        out.current = all.filter(|index| !improved.contains(index)).collect();
        return out;
    }
    out.is_full_scan = true;
    out.searches_all = previous.is_none_or(|it| days(it.searched) >= SEARCHED_DAYS);
    let overview = out.overview.clone();
    let overview = overview.as_ref().map(|(source, it)| (*source, it));
    let mut changes = SourceChanges::new(overview, &page_list, lock);
    let mut spent = 1;
    for source in sources.services() {
        spent += out.ask_registry(source, locked, &mut changes).await;
    }
    let is_searched = changes.has_pages() && !out.searches_all;
    let budget = (REQUESTS_PER_HUNDRED * targets.len() / 100).max(REQUESTS_PER_HUNDRED);
    let next = previous.map_or(0, |previous| previous.turn);
    let is_single = |it: &&dyn Source| it.capabilities().titles == TitleSearch::Single;
    if let Some(source) = sources.services().find(is_single).filter(|_| is_searched) {
        let queries = next_searches(locked, next, budget.saturating_sub(spent));
        out.searches = queries.len();
        let reply = source.by_titles(&queries).await;
        let found = out.take(source, reply).into_iter();
        changes.add(found.map(|it| it.record));
    }
    let concerned = changes.concerned(locked);
    let is_current = |entry: &LockedEntry<'_>| {
        if entry.is_open() {
            is_searched
        } else {
            is_settled(entry.work, refresh.today)
                || entry.locked.gone
                || changes.covers(entry.work) && !out.searches_all
        }
    };
    out.current = locked
        .iter()
        .filter(is_current)
        .map(|entry| entry.target.index)
        .filter(|index| !concerned.contains(index) && !improved.contains(index))
        .collect();
    out
}

/// The title queries for so many of the open listings, beginning with the `next` one.
fn next_searches(locked: &LockedSet<'_>, next: usize, most: usize) -> Vec<TitleQuery> {
    let open = locked.iter().filter(LockedEntry::is_open);
    let open = open.filter(|entry| is_worth_a_request(entry.target.listing));
    let open: Vec<TitleQuery> = open.map(|entry| title_query(entry.target)).collect();
    let skipped = next % open.len().max(1);
    let queries = open.iter().cycle().skip(skipped);
    queries.take(most.min(open.len())).cloned().collect()
}

impl RefreshScan {
    /// Returns the scan of a run that searches for everything.
    pub(super) fn none() -> Self {
        Self {
            is_full_scan: true,
            searches_all: true,
            ..Self::default()
        }
    }

    /// Asks a registry for the identifiers of works in the lock: with their notices where it has any,
    /// or for those of preprints. Returns the number of requests that this takes at most.
    async fn ask_registry(
        &mut self,
        source: &dyn Source,
        locked: &LockedSet<'_>,
        changes: &mut SourceChanges<'_>,
    ) -> usize {
        let (ids, found) = match registered(source, locked) {
            Registered::Dois(dois) => {
                let reply = source.registrations(&dois).await;
                let is_whole = reply.failures.is_empty();
                let found = self.take(source, reply);
                let ids: Vec<Id> = dois.iter().cloned().map(Id::Doi).collect();
                if is_whole {
                    let none = dois.into_iter().map(|doi| (doi, Vec::new()));
                    let some = found.iter().map(|it| (it.doi.clone(), it.notices.clone()));
                    let notices = self.notices.get_or_insert_default();
                    notices.extend(none.chain(some));
                    changes.asked(source.name(), &ids);
                }
                let records: Vec<_> = found.into_iter().filter_map(|it| it.record).collect();
                (ids, records)
            }
            Registered::Preprints(ids) => {
                let reply = source.by_ids(&ids).await;
                let is_whole = reply.failures.is_empty();
                let found = self.take(source, reply);
                if is_whole {
                    changes.asked(source.name(), &ids);
                }
                (ids, found.into_iter().map(|it| it.record).collect())
            }
            Registered::Nothing => return 0,
        };
        changes.add(found);
        let load = Load {
            ids: ids.len(),
            ..Load::default()
        };
        source.price(&load).most
    }

    /// Returns what a later refresh may know, where DBLP reported the date of its data: what the
    /// `previous` run knew, and what this one found out. `own` are the people's own pages.
    pub(super) fn for_next_run(
        &self,
        previous: Option<PreviousRun>,
        today: Date,
        own: BTreeSet<DblpPid>,
        sources: &SourceSet<'_>,
    ) -> Option<PreviousRun> {
        let reported = self.overview.as_ref().and_then(|(_, it)| it.as_of);
        // Where answers of this run rest on older data, the next one asks again.
        let answered = sources.services().filter_map(Source::as_of);
        let as_of = reported.into_iter().chain(answered).min()?;
        let Some(mut next) = previous else {
            return Some(PreviousRun {
                as_of,
                looked: today,
                searched: today,
                pages: own,
                turn: 0,
            });
        };
        next.as_of = as_of;
        next.pages.extend(own);
        next.turn = next.turn.wrapping_add(self.searches);
        if self.is_full_scan {
            next.looked = today;
        }
        if self.searches_all {
            next.searched = today;
        }
        Some(next)
    }

    fn take<T>(&mut self, source: &dyn Source, reply: Reply<T>) -> Vec<T> {
        let failures = reply.failures.into_iter();
        self.failures
            .extend(failures.map(|failure| (source.name(), failure)));
        reply.found
    }
}

/// What a scan asks a registry for.
pub(super) enum Registered {
    /// The state of these DOIs, and the notices on them.
    Dois(Vec<Doi>),
    /// The records of these preprints.
    Preprints(Vec<Id>),
    /// It is none, or of other works.
    Nothing,
}

/// Returns the identifiers of works in the lock that a source registers.
pub(super) fn registered(source: &dyn Source, locked: &LockedSet<'_>) -> Registered {
    if source.capabilities().has_notices {
        Registered::Dois(dois(locked))
    } else if is_preprint_server(source) {
        Registered::Preprints(preprints(locked))
    } else {
        Registered::Nothing
    }
}

fn is_preprint_server(source: &dyn Source) -> bool {
    let capabilities = source.capabilities();
    let has_preprints = match capabilities.ids {
        IdLookup::Registry(kinds) => kinds.contains(&WorkIdKind::Arxiv),
        IdLookup::None | IdLookup::Bibliography => false,
    };
    has_preprints && capabilities.backup_for.is_none()
}

fn matched_works<'a>(locked: &LockedSet<'a>) -> impl Iterator<Item = &'a Work> {
    let works = locked.iter().map(|entry| entry.work);
    works.filter(|work| work.status == WorkStatus::Matched)
}

/// The DOIs of matched works.
fn dois(locked: &LockedSet<'_>) -> Vec<Doi> {
    let dois = matched_works(locked).filter_map(|work| work.meta.ids.doi.as_ref());
    let dois: BTreeSet<&Doi> = dois.collect();
    dois.into_iter().cloned().collect()
}

/// The arXiv ids of matched works that have not been published.
fn preprints(locked: &LockedSet<'_>) -> Vec<Id> {
    let preprints = matched_works(locked).filter(|work| !work.meta.kind.is_published());
    let ids: BTreeSet<_> = preprints
        .filter_map(|work| work.meta.ids.arxiv.as_ref())
        .collect();
    ids.into_iter().cloned().map(Id::Arxiv).collect()
}

/// Whether nothing about a matched work is expected to change after `today`: a publication that is
/// complete, or older than the year before, on which a source was asked not too long ago.
fn is_settled(work: &Work, today: Date) -> bool {
    let meta = &work.meta;
    let last = work.origins.values().filter_map(|origin| origin.day).max();
    let is_recent = last.is_none_or(|day| (today - day).get_days() <= GOOD_FOR_DAYS);
    let has_place = meta.pages.is_some() || meta.article_number.is_some();
    let is_complete = has_place && meta.ids.doi.is_some();
    is_recent
        && meta.kind.is_published()
        && meta
            .year()
            .is_some_and(|year| is_complete || year < i32::from(today.year()) - 1)
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{
        Doi, Field, Kind, Metadata, Pages, PartialDate, Provenance, SourceName, Title,
    };

    fn settled_with(change: impl FnOnce(&mut Metadata)) -> bool {
        settled_since("2026-09-01", change)
    }

    fn settled_since(day: &str, change: impl FnOnce(&mut Metadata)) -> bool {
        let mut meta = Metadata::new(Kind::Conference, Title::plain("A Title"));
        meta.date = Some(PartialDate::year(2026));
        meta.pages = Pages::parse("1-2");
        meta.ids.doi = Doi::parse("10.5555/12345678").ok();
        change(&mut meta);
        let origin = Provenance::new(SourceName::DBLP, day.parse().ok());
        let work = Work {
            origins: [(Field::Title, origin)].into(),
            ..Work::new("key", meta)
        };
        is_settled(&work, "2026-11-21".parse().unwrap())
    }

    #[test]
    fn complete_publication_is_settled() {
        assert!(settled_with(|_| {}));
    }

    #[test]
    fn work_unconfirmed_for_long_is_not_settled() {
        assert!(!settled_since("2026-08-01", |_| {}));
    }

    #[test]
    fn incomplete_or_unpublished_work_is_not_settled() {
        assert!(!settled_with(|meta| meta.kind = Kind::Preprint));
        assert!(!settled_with(|meta| meta.pages = None));
        assert!(!settled_with(|meta| meta.ids.doi = None));
        assert!(!settled_with(|meta| meta.date = None));
    }

    #[test]
    fn old_incomplete_publication_is_settled() {
        assert!(settled_with(|meta| {
            meta.date = Some(PartialDate::year(2024));
            meta.pages = None;
            meta.ids.doi = None;
        }));
    }
}
