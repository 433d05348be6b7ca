use std::{
    collections::HashMap,
    future::Future,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::OnceCell;

/// Questions under way. A question asked again meanwhile waits for the first one's answer.
#[derive(Debug)]
pub(super) struct Flights<T> {
    under_way: Mutex<HashMap<String, Arc<OnceCell<T>>>>,
}

impl<T> Default for Flights<T> {
    fn default() -> Self {
        Self {
            under_way: Mutex::default(),
        }
    }
}

impl<T: Clone> Flights<T> {
    /// The outcome of `go`, or of whoever set out for `key` before. When the first is dropped
    /// half-way, one of those who wait sets out in its place.
    pub(super) async fn share<F: Future<Output = T>>(
        &self,
        key: &str,
        go: impl FnOnce() -> F,
    ) -> T {
        let flight = Arc::clone(self.lock().entry(key.to_owned()).or_default());
        let outcome = flight.get_or_init(go).await.clone();
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
    async fn one_sets_out_and_all_get_the_outcome() {
        let flights = Flights::default();
        let trips = AtomicU32::new(0);
        let trip = || async {
            sleep(Duration::from_secs(1)).await;
            trips.fetch_add(1, Ordering::Relaxed)
        };
        let (a, b, c) = tokio::join!(
            flights.share("k", trip),
            flights.share("k", trip),
            flights.share("other", trip)
        );
        assert_eq!(a, b);
        assert_ne!(a, c);
        assert_eq!(trips.load(Ordering::Relaxed), 2);
        assert!(flights.lock().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn who_is_dropped_half_way_is_replaced() {
        let flights = Flights::default();
        let slow = || async {
            sleep(Duration::from_secs(5)).await;
            "first"
        };
        let quick = || async { "second" };
        let impatient = timeout(Duration::from_secs(1), flights.share("k", slow));
        let (dropped, other) = tokio::join!(impatient, flights.share("k", quick));
        assert!(dropped.is_err());
        assert_eq!(other, "second");
    }
}
