use std::{sync::Arc, time::Duration};

use jiff::Timestamp;

use crate::{
    cache::{Cache, CachedResponse, Freshness},
    session::Session,
    sync::PreviousRun,
};

/// The bucket of the cache that holds the states, by the digest of the lock that belongs to each.
///
/// They are not in the lock itself, which would then differ from branch to branch. Of a lock that
/// somebody else wrote or merged, nothing is known.
const BUCKET: &str = "known-v1";

/// How long a state is kept.
const LIFETIME: Duration = Duration::from_secs(90 * 24 * 3600);

/// What runs know beyond their locks, kept in the cache for the next refresh.
#[derive(Debug, Clone)]
pub struct RefreshStates {
    cache: Arc<Cache>,
    now: Timestamp,
}

impl RefreshStates {
    /// Returns the states in the session's cache.
    #[must_use]
    pub fn of(session: &Session) -> Self {
        Self {
            cache: Arc::clone(session.cache()),
            now: session.environment().now,
        }
    }

    /// Returns the state of the run that wrote the lock with this digest.
    pub(super) fn load(&self, lock: &str) -> Option<PreviousRun> {
        match self.cache.get(BUCKET, lock, self.now, Freshness::Fresh)? {
            CachedResponse::Body(body) => serde_json::from_str(&body).ok(),
            CachedResponse::NotFound => None,
        }
    }

    /// Keeps the state of the run that wrote the lock with this digest.
    pub fn save(&self, lock: &str, known: &PreviousRun) {
        if let Ok(body) = serde_json::to_string(known) {
            self.cache
                .put(BUCKET, lock, Some(&body), self.now, LIFETIME);
        }
    }
}
