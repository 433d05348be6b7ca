//! Questions that other processes with the same cache are asking: their answers are waited for.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use tokio::{
    task::JoinHandle,
    time::{Instant, sleep},
};

use crate::cache::{CLAIM_TIME, Cache};

/// How long an answer of another process is waited for, from the last answer that came. A slow service takes
/// minutes for a batch with its retries; after this time the questions are asked here too.
const PATIENCE: Duration = Duration::from_secs(600);

/// The pauses between looks for the answers of other processes: the first, and the longest.
const POLL: (Duration, Duration) = (Duration::from_millis(20), Duration::from_millis(500));

/// The claims of this process, which are extended as long as they are needed.
#[derive(Debug)]
pub(super) struct Claims {
    cache: Arc<Cache>,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    numbers: BTreeSet<i64>,
    /// Extends the claims; begun with the first.
    extending: Option<JoinHandle<()>>,
}

/// Questions to be asked here, and those that another process is asking.
#[derive(Debug)]
pub struct ClaimedQuestions {
    /// For each question, whether it is to be asked here.
    pub ours: Vec<bool>,
    claims: Option<(Weak<Claims>, Vec<i64>)>,
}

impl ClaimedQuestions {
    /// Everything is to be asked here, and nobody waits for it.
    #[must_use]
    pub fn unshared(questions: usize) -> Self {
        Self {
            ours: vec![true; questions],
            claims: None,
        }
    }

    /// Reports whether another process may have answered them just before they were claimed.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.claims.is_some()
    }
}

impl Drop for ClaimedQuestions {
    fn drop(&mut self) {
        if let Some((claims, numbers)) = &self.claims
            && let Some(claims) = claims.upgrade()
        {
            claims.release(numbers);
        }
    }
}

impl Claims {
    pub(super) fn new(cache: Arc<Cache>) -> Arc<Self> {
        Arc::new(Self {
            cache,
            held: Mutex::default(),
        })
    }

    /// Claims those of the questions that no other process is asking, until the result is dropped. Must be
    /// called inside a runtime.
    pub(super) fn claim(self: &Arc<Self>, bucket: &str, keys: &[String]) -> ClaimedQuestions {
        let claimed = self.cache.claim(bucket, keys);
        if claimed.numbers.is_empty() {
            return ClaimedQuestions {
                ours: claimed.ours,
                claims: None,
            };
        }
        let mut held = self.held();
        held.numbers.extend(&claimed.numbers);
        let claims = Arc::downgrade(self);
        held.extending
            .get_or_insert_with(|| tokio::spawn(extend(claims.clone())));
        ClaimedQuestions {
            ours: claimed.ours,
            claims: Some((claims, claimed.numbers)),
        }
    }

    /// Waits until no other process asks these questions. Returns whether that is so; if not, the wait was
    /// too long.
    pub(super) async fn wait(&self, bucket: &str, keys: &[String]) -> bool {
        let (mut pause, longest) = POLL;
        let mut begun = Instant::now();
        let mut before = usize::MAX;
        loop {
            let left = self.cache.claims(bucket, keys);
            if left == 0 {
                return true;
            }
            if left < before {
                begun = Instant::now();
                before = left;
            } else if begun.elapsed() >= PATIENCE {
                return false;
            }
            sleep(pause).await;
            pause = (2 * pause).min(longest);
        }
    }

    fn release(&self, numbers: &[i64]) {
        self.cache.release_claims(numbers);
        let mut held = self.held();
        for number in numbers {
            held.numbers.remove(number);
        }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Claims {
    fn drop(&mut self) {
        if let Some(extending) = self.held().extending.take() {
            extending.abort();
        }
    }
}

/// Extends the claims until they are gone.
async fn extend(claims: Weak<Claims>) {
    loop {
        sleep(CLAIM_TIME / 3).await;
        let Some(claims) = claims.upgrade() else {
            return;
        };
        let numbers: Vec<i64> = claims.held().numbers.iter().copied().collect();
        if !numbers.is_empty() {
            claims.cache.extend_claims(&numbers);
        }
    }
}
