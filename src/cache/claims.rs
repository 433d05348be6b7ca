//! Questions that processes with one cache are asking: who claims a question asks it, the others wait for its
//! answer.

use std::time::Duration;

use super::store::{Cache, hash};

/// How long a claim lasts. A process that is alive extends it in time; the claim of one that was killed ends
/// by itself, and another process asks.
pub const CLAIM_TIME: Duration = Duration::from_secs(10);

/// What became of an attempt to claim questions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claimed {
    /// For each question, whether this process is to ask it.
    pub ours: Vec<bool>,
    /// The numbers of the claims, to extend and to release.
    pub numbers: Vec<i64>,
}

impl Claimed {
    /// Everything is ours, and nobody else will know.
    #[must_use]
    pub fn unshared(questions: usize) -> Self {
        Self {
            ours: vec![true; questions],
            numbers: Vec::new(),
        }
    }
}

impl Cache {
    /// Claims those of the questions under these keys that no process is asking. The caller looks for their
    /// answers once more: one may have come just before.
    #[must_use]
    pub fn claim(&self, bucket: &str, keys: &[String]) -> Claimed {
        let unshared = || Claimed::unshared(keys.len());
        let Some(claims) = &self.claims else {
            return unshared();
        };
        let hashes: Vec<i64> = keys.iter().map(|key| hash(key)).collect();
        let Some(numbers) = claims.claim(bucket, &hashes, CLAIM_TIME) else {
            return unshared();
        };
        Claimed {
            ours: hashes.iter().map(|it| numbers.contains_key(it)).collect(),
            numbers: numbers.into_values().collect(),
        }
    }

    /// Returns how many of the questions under these keys are claimed.
    #[must_use]
    pub fn claims(&self, bucket: &str, keys: &[String]) -> usize {
        let hashes: Vec<i64> = keys.iter().map(|key| hash(key)).collect();
        let claims = self.claims.as_ref();
        claims.map_or(0, |claims| claims.count(bucket, &hashes))
    }

    /// Makes claims last for [`CLAIM_TIME`] from now.
    pub fn extend_claims(&self, numbers: &[i64]) {
        if let Some(claims) = &self.claims {
            claims.extend(numbers, CLAIM_TIME);
        }
    }

    /// Ends claims, answered or not.
    pub fn release_claims(&self, numbers: &[i64]) {
        if let Some(claims) = &self.claims {
            claims.release(numbers);
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::cache::test_stores::{cluster, store};

    const DAY: Duration = Duration::from_secs(86_400);

    fn keys(keys: &[&str]) -> Vec<String> {
        keys.iter().map(|key| (*key).to_owned()).collect()
    }

    /// Opens the caches of two processes.
    fn two() -> Option<(Cache, Cache)> {
        let open = store(cluster()?);
        Some((open().cache(), open().cache()))
    }

    #[test]
    fn question_is_claimed_once_and_its_answer_ends_the_claim() {
        let Some((one, other)) = two() else { return };
        let first = one.claim("b", &keys(&["x", "y"]));
        assert_eq!(first.ours, [true, true]);
        let second = other.claim("b", &keys(&["y", "z"]));
        assert_eq!(second.ours, [false, true]);
        assert_eq!(other.claim("another", &keys(&["y"])).ours, [true]);
        assert_eq!(other.claims("b", &keys(&["x", "y"])), 2);
        one.put("b", "y", None, Timestamp::UNIX_EPOCH, DAY);
        assert_eq!(other.claims("b", &keys(&["x", "y"])), 1);
        one.release_claims(&first.numbers);
        assert_eq!(other.claims("b", &keys(&["x", "y"])), 0);
        assert_eq!(other.claims("b", &keys(&["z"])), 1, "it is the other's");
    }

    #[test]
    fn claim_that_ended_is_taken_over_and_no_longer_its_owners() {
        let Some((one, other)) = two() else { return };
        let question = keys(&["x"]);
        let claims = |cache: &Cache, time| {
            let table = cache.claims.as_ref().unwrap();
            let numbers = table.claim("b", &[hash("x")], time).unwrap();
            numbers.into_values().collect::<Vec<i64>>()
        };
        let ended = claims(&one, Duration::ZERO);
        assert_eq!(other.claims("b", &question), 0);
        assert_eq!(claims(&other, DAY).len(), 1);
        one.release_claims(&ended);
        assert_eq!(one.claims("b", &question), 1);
        assert_eq!(one.claim("b", &question).ours, [false]);
    }

    #[test]
    fn cache_of_one_machine_has_no_claims() {
        let cache = Cache::in_memory().unwrap();
        let question = keys(&["x"]);
        assert_eq!(cache.claim("b", &question), Claimed::unshared(1));
        assert_eq!(cache.claim("b", &question).ours, [true]);
        assert_eq!(cache.claims("b", &question), 0);
    }
}
