use std::{collections::BTreeMap, future::Future, sync::Arc, time::Duration};

use jiff::Timestamp;
use tokio::sync::Mutex;

use super::{ApiRequest, Clock, DatasetDate, Revalidation};
use crate::cache::Cache;

/// The bucket of the changes of services' data, with the time at which each was first seen.
const CHANGES: &str = "http-changes-v1";

/// How long a change is remembered.
const REMEMBERED: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// The time after which a service certainly answers from its changed data. DBLP's date is that of
/// its files, which its endpoint loads some hours later, daily.
const SETTLED: Duration = Duration::from_secs(24 * 60 * 60);

/// The dates of services' data. Until a date changes, expired responses are still right.
#[derive(Debug)]
pub(super) struct DatasetDates {
    cache: Arc<Cache>,
    clock: Clock,
    /// The dates that this run has asked for, by the address of the request; `None` where the
    /// service gave none.
    fetched: Mutex<BTreeMap<String, Option<Timestamp>>>,
}

impl DatasetDates {
    pub(super) fn new(cache: Arc<Cache>, clock: Clock) -> Self {
        Self {
            cache,
            clock,
            fetched: Mutex::default(),
        }
    }

    /// Reports whether a response stored at `stored_at` is from the data as they are now. `fetch`
    /// gets the body of the date's response; it is called once in a run, whatever it returns.
    pub(super) async fn is_current<F>(
        &self,
        date: &DatasetDate,
        stored_at: Timestamp,
        fetch: impl FnOnce() -> F,
    ) -> bool
    where
        F: Future<Output = Option<Arc<str>>>,
    {
        let Some(changed) = self.changed(date, fetch).await else {
            return false;
        };
        let seen = self.cache.get_dated(CHANGES, &change_key(date, changed));
        seen.is_some_and(|(_, first_seen)| first_seen <= stored_at)
            || changed
                .checked_add(SETTLED)
                .is_ok_and(|settled| settled < stored_at)
    }

    async fn changed<F>(&self, date: &DatasetDate, fetch: impl FnOnce() -> F) -> Option<Timestamp>
    where
        F: Future<Output = Option<Arc<str>>>,
    {
        let mut fetched = self.fetched.lock().await;
        if let Some(changed) = fetched.get(&date.request.address()) {
            return *changed;
        }
        let changed = fetch().await.and_then(|body| self.record(date, &body));
        fetched.insert(date.request.address(), changed);
        changed
    }

    /// Records the date of the data if the response states one.
    pub(super) fn record_from(&self, request: &ApiRequest, body: &str) {
        if let Revalidation::DatasetDate(date) = &request.revalidation {
            self.record(date, body);
        }
    }

    fn record(&self, date: &DatasetDate, body: &str) -> Option<Timestamp> {
        let changed = (date.changed)(body)?;
        let key = change_key(date, changed);
        if self.cache.get_dated(CHANGES, &key).is_none() {
            let now = self.clock.now();
            self.cache.put(CHANGES, &key, None, now, REMEMBERED);
        }
        Some(changed)
    }
}

fn change_key(date: &DatasetDate, changed: Timestamp) -> String {
    format!("{} {changed}", date.request.address())
}
