use super::{ApiResponse, CachePolicy, Client, Revalidation, Service, claims::ClaimedQuestions};

/// A cache of single items out of responses that answer many questions at once. Each item has a key
/// of its own, so that the next run finds it whatever else it asks for.
#[derive(Debug, Clone)]
pub struct ItemCache {
    /// The service that the items are from.
    pub service: Service,
    /// How items are cached.
    pub caching: CachePolicy,
    /// Reports whether an item states that nothing was found. It is cached as long as "not found".
    pub is_empty: fn(&str) -> bool,
    /// How an expired item can be confirmed.
    pub revalidation: Revalidation,
}

impl Client {
    /// Returns the cached item, as fresh as the run wants it. For an expired item this may send the
    /// one request of a run for the date of the service's data.
    pub async fn cached_item(&self, items: &ItemCache, key: &str) -> Option<ApiResponse> {
        if let Some(item) = self.cached(&items.caching, key) {
            return Some(item);
        }
        let Revalidation::DatasetDate(date) = &items.revalidation else {
            return None;
        };
        if !self.may_send() {
            return None;
        }
        self.revalidated(&items.caching, key, date, |body| {
            Some((items.is_empty)(body))
        })
        .await
    }

    /// Stores an item; `None` means that there is no such record.
    pub fn cache_item(&self, items: &ItemCache, key: &str, body: Option<&str>) {
        let is_empty = body.is_none_or(items.is_empty);
        self.store(&items.caching, key, body, is_empty);
    }

    /// Claims those of the questions under these keys that no other process is asking, until the result is
    /// dropped.
    pub fn claim_items(&self, items: &ItemCache, keys: &[String]) -> ClaimedQuestions {
        if !self.may_send() {
            return ClaimedQuestions::unshared(keys.len());
        }
        self.claims.claim(items.caching.bucket, keys)
    }

    /// Waits until no other process asks the questions under these keys, or this run is interrupted. Returns
    /// `false` if that takes too long.
    pub async fn await_items(&self, items: &ItemCache, keys: &[String]) -> bool {
        tokio::select! {
            biased;
            () = self.interrupted() => true,
            is_free = self.claims.wait(items.caching.bucket, keys) => is_free,
        }
    }

    /// Counts a request that cached items made unnecessary.
    pub fn count_spared_request(&self, service: Service) {
        self.service(service).count(|counts| counts.cached += 1);
    }
}
