use std::{
    collections::HashMap,
    future::Future,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::OnceCell;

/// Operations under way, by key. A second one with the same key waits for the first one's outcome
/// instead of starting.
#[derive(Debug)]
pub(super) struct SingleFlight<T> {
    under_way: Mutex<HashMap<String, Arc<OnceCell<T>>>>,
}

impl<T> Default for SingleFlight<T> {
    fn default() -> Self {
        Self {
            under_way: Mutex::default(),
        }
    }
}

impl<T: Clone> SingleFlight<T> {
    /// Returns the outcome of `operation`, or of the one already under way for `key`. If that is
    /// dropped half-way, one of those that wait for it starts in its place.
    pub(super) async fn run<F: Future<Output = T>>(
        &self,
        key: &str,
        operation: impl FnOnce() -> F,
    ) -> T {
        let flight = Arc::clone(self.lock().entry(key.to_owned()).or_default());
        let outcome = flight.get_or_init(operation).await.clone();
        let mut under_way = self.lock();
        if under_way
            .get(key)
            .is_some_and(|other| Arc::ptr_eq(other, &flight))
        {
            under_way.remove(key);
        }
        outcome
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<OnceCell<T>>>> {
        self.under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicU32, Ordering},
        time::Duration,
    };

    use tokio::time::{sleep, timeout};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_operation_serves_all_that_share_its_key() {
        let flights = SingleFlight::default();
        let runs = AtomicU32::new(0);
        let operation = || async {
            sleep(Duration::from_secs(1)).await;
            runs.fetch_add(1, Ordering::Relaxed)
        };
        let (a, b, c) = tokio::join!(
            flights.run("k", operation),
            flights.run("k", operation),
            flights.run("other", operation)
        );
        assert_eq!(a, b);
        assert_ne!(a, c);
        assert_eq!(runs.load(Ordering::Relaxed), 2);
        assert!(flights.lock().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn dropped_operation_is_replaced_by_one_that_waits() {
        let flights = SingleFlight::default();
        let slow = || async {
            sleep(Duration::from_secs(5)).await;
            "first"
        };
        let quick = || async { "second" };
        let aborted = timeout(Duration::from_secs(1), flights.run("k", slow));
        let (dropped, other) = tokio::join!(aborted, flights.run("k", quick));
        assert!(dropped.is_err());
        assert_eq!(other, "second");
    }
}
