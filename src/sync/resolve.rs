//! A run from lists to a lock, step by step.

use std::collections::BTreeSet;

use super::{
    answer::{self, Answer},
    event::Observer,
    failures::Failures,
    input::{Listed, targets},
    locked::LockedSet,
    notices,
    options::Options,
    plan::Plan,
    refresh::{PreviousRun, RefreshScan, scan},
    result::Resolved,
    search::search,
    settle::{Settlement, former_works, lock_of, settle, unexported},
    source_set::SourceSet,
    unlisted::unlisted,
};
use crate::{enrich::Precedence, lock::Lock, sources::Source};

/// Resolves `lists` with `sources`: finds the work that each listing names.
///
/// A run has four steps. It plans which listings need a search, searches, keeps answers of the `old`
/// lock where sources failed, and settles works and keys. It never fails: what a source can't give is
/// missing from the result and reported in it.
pub async fn resolve(
    lists: &[Listed],
    sources: &[Box<dyn Source>],
    old: Option<&Lock>,
    options: &Options,
    observer: &dyn Observer,
) -> Resolved {
    let targets = targets(lists);
    let sources = SourceSet::of(sources);
    let precedence: Precedence = sources
        .all()
        .map(|source| (source.name(), source.capabilities().authority))
        .collect();

    let locked = LockedSet::of(&targets, old);
    let mut scanned = match (&options.refresh, old) {
        (Some(refresh), Some(lock)) => scan(&targets, &sources, lock, &locked, refresh).await,
        _ => RefreshScan::none(),
    };
    let plan = Plan::new(&targets, &locked, &scanned.current);

    let found = search(&plan, &sources, observer).await;
    let own_pages = found.evidence.own_pages();

    let all_failures = [std::mem::take(&mut scanned.failures), found.failures].concat();
    let failures = Failures::of(all_failures, &sources);
    let withdrawn: Vec<_> = found.answers.iter().map(notices::of_records).collect();
    let answers = answer::keep(
        &plan,
        found.answers,
        &locked,
        &found.evidence,
        &sources,
        &failures.silent,
    );
    drop(found.evidence);
    let lacking = targets.iter().zip(&answers);
    let lacking = lacking.filter(|(target, answer)| failures.is_lacking(target, answer, &sources));
    let lacking = lacking.count();
    let current: BTreeSet<usize> = targets
        .iter()
        .zip(&answers)
        .filter(|(_, answer)| Answer::is_current(answer))
        .map(|(target, _)| target.index)
        .collect();

    let Settlement {
        items,
        works,
        rekeyed,
    } = settle(
        &targets,
        answers,
        &precedence,
        failures.reason(&sources),
        old,
        options,
    );
    let mut lock = lock_of(&targets, &items, works);
    let known = scanned.notices.take();
    let mut registries = sources
        .services()
        .filter(|it| it.capabilities().has_notices);
    let found = if registries.any(|it| failures.silent.contains(&it.name())) {
        known.unwrap_or_default()
    } else {
        let new = items.iter().filter(|item| !current.contains(&item.index));
        let new: BTreeSet<&str> = new.map(|item| item.key.as_str()).collect();
        let works = lock.works.iter();
        let works = works.filter(|work| new.contains(work.key.as_str()));
        notices::ask(works, &sources, known).await
    };
    lock.notices = notices::of(&lock.works, &items, &withdrawn, &found, old);
    lock.unexported = unexported(&targets, &items);
    let overview = scanned.overview.as_ref().map(|(_, overview)| overview);
    lock.unlisted = unlisted(overview, &targets, &items, &lock.works, old);
    if let Some(old) = old {
        lock.place_as_in(old);
        lock.former = former_works(old, &lock.works);
    }
    lock.pages.clone_from(&own_pages);
    let refresh = options.refresh.as_ref();
    let previous = refresh.and_then(|refresh| {
        let from_lock = old.and_then(PreviousRun::of);
        refresh.previous.clone().or(from_lock)
    });
    let for_next_run = scanned
        .for_next_run(previous, options.today, own_pages, &sources)
        .filter(|_| failures.silent.is_empty());
    let refreshed = for_next_run.as_ref().filter(|_| refresh.is_some());
    remember(&mut lock, refreshed, scanned.searches_all, old);
    Resolved {
        items,
        lock,
        failures: failures.messages(),
        interrupted: failures.is_interrupted(),
        lacking,
        rekeyed,
        for_next_run,
    }
}

/// Stores in the lock what a refresh on another machine has to know. How far this refresh went is stored
/// only together with another change, or after a search for everything, so that a lock without changes
/// stays as it is.
fn remember(lock: &mut Lock, refreshed: Option<&PreviousRun>, is_search: bool, old: Option<&Lock>) {
    let Some(old) = old else { return };
    lock.pages.extend(old.pages.iter().cloned());
    lock.refreshed.clone_from(&old.refreshed);
    let Some(refreshed) = refreshed else { return };
    let is_changed = lock.listings != old.listings
        || lock.works != old.works
        || lock.notices != old.notices
        || lock.unlisted != old.unlisted
        || lock.pages != old.pages;
    if is_search || is_changed {
        lock.refreshed = Some(refreshed.for_lock());
    }
}
