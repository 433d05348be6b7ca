//! Asks for several lists at once what each of them is then looked up by.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    event::Observer,
    input::{Listed, targets},
    locked::LockedSet,
    plan::Plan,
    refresh::{RefreshOptions, Registered, registered, scan},
    search::search,
    source_set::SourceSet,
};
use crate::{
    lock::Lock,
    model::{DblpPid, Doi},
    sources::{Id, Source},
};

/// A list that is about to be looked up alone.
#[derive(Debug, Clone, Copy)]
pub struct ToAsk<'a> {
    /// The list.
    pub list: &'a Listed,
    /// Its lock and the options of its refresh; `None` if everything in it is searched for.
    pub refresh: Option<(&'a Lock, &'a RefreshOptions)>,
}

/// Asks `sources` for everything that the lists need, with as few requests as if they were one. Each list that
/// is then looked up alone, with the same sources, finds the answers stored. What fails here is asked again
/// then, and reported.
pub async fn ask_together(
    lists: &[ToAsk<'_>],
    sources: &[Box<dyn Source>],
    observer: &dyn Observer,
) {
    let sources = SourceSet::of(sources);
    ask_for_changes(lists, &sources).await;
    let mut current = BTreeSet::new();
    let mut first = 0;
    for it in lists {
        let targets = targets(std::slice::from_ref(it.list));
        if let Some((lock, refresh)) = it.refresh {
            let locked = LockedSet::of(&targets, Some(lock));
            let scanned = scan(&targets, &sources, lock, &locked, refresh).await;
            current.extend(scanned.current.iter().map(|index| first + index));
        }
        first += targets.len();
    }
    let all: Vec<Listed> = lists.iter().map(|it| it.list.clone()).collect();
    let locks: Vec<Option<&Lock>> = lists.iter().map(|it| Some(it.refresh?.0)).collect();
    let targets = targets(&all);
    let locked = LockedSet::of_each(&targets, &locks);
    let plan = Plan::new(&targets, &locked, &current).list_by_list();
    search(&plan, &sources, observer).await;
}

/// Asks what the scans of the lists will ask: for the works on all pages, then for what registries say of the
/// works in those locks that may no longer be right.
async fn ask_for_changes(lists: &[ToAsk<'_>], sources: &SourceSet<'_>) {
    let refreshed: Vec<_> = lists
        .iter()
        .filter_map(|it| Some((it.list, it.refresh?)))
        .collect();
    if refreshed.is_empty() {
        return;
    }
    let pages: BTreeSet<DblpPid> = refreshed
        .iter()
        .flat_map(|(_, (lock, refresh))| refresh.pages(lock))
        .collect();
    let pages: Vec<DblpPid> = pages.into_iter().collect();
    let mut as_of = None;
    for source in sources.services().filter(|it| it.capabilities().has_people) {
        let overview = source.overview(&pages).await.found.pop();
        as_of = as_of.or(overview.and_then(|it| it.as_of));
    }
    let mut dois: BTreeMap<usize, BTreeSet<Doi>> = BTreeMap::new();
    let mut preprints: BTreeMap<usize, BTreeSet<Id>> = BTreeMap::new();
    for (list, (lock, refresh)) in refreshed {
        if refresh.is_unchanged(lock, as_of) {
            continue;
        }
        let targets = targets(std::slice::from_ref(list));
        let locked = LockedSet::of(&targets, Some(lock));
        for (at, source) in sources.services().enumerate() {
            match registered(source, &locked) {
                Registered::Dois(own) => dois.entry(at).or_default().extend(own),
                Registered::Preprints(own) => preprints.entry(at).or_default().extend(own),
                Registered::Nothing => {}
            }
        }
    }
    for (at, source) in sources.services().enumerate() {
        if let Some(dois) = dois.remove(&at) {
            let dois: Vec<Doi> = dois.into_iter().collect();
            source.registrations(&dois).await;
        }
        if let Some(ids) = preprints.remove(&at) {
            let ids: Vec<Id> = ids.into_iter().collect();
            source.by_ids(&ids).await;
        }
    }
}
