use std::time::Duration;

use jiff::Timestamp;

use crate::{
    cache::{Cache, CachedResponse, Freshness},
    sync::PreviousRun,
};

/// Where it is kept what runs knew beyond their locks, under the digest of each lock. It does not stand
/// in the lock itself, where it would differ from branch to branch, and a lock that someone else wrote
/// or merged is none of which anything is known.
const BUCKET: &str = "known-v1";

/// How long that is of use.
const USEFUL: Duration = Duration::from_secs(90 * 24 * 3600);

/// What the run knew that wrote the lock with this digest.
pub(super) fn recall(cache: &Cache, lock: &str, now: Timestamp) -> Option<PreviousRun> {
    match cache.get(BUCKET, lock, now, Freshness::Fresh)? {
        CachedResponse::Body(body) => serde_json::from_str(&body).ok(),
        CachedResponse::NotFound => None,
    }
}

/// Keeps what a run knew that wrote the lock with this digest.
pub(super) fn keep(cache: &Cache, lock: &str, known: &PreviousRun, now: Timestamp) {
    if let Ok(body) = serde_json::to_string(known) {
        cache.put(BUCKET, lock, Some(&body), now, USEFUL);
    }
}
