//! What the cache and the budget need of a database. SQLite and PostgreSQL provide it, each in its own SQL.

use std::{collections::BTreeMap, fmt::Debug, time::Duration};

use jiff::Timestamp;

use super::{
    permits::{Permit, PermitDecision, PermitRequest},
    status::BucketStatus,
    suspensions::HostSuspension,
};

/// A response as it is stored. Times are seconds since the Unix epoch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AnswerRow {
    pub(super) key: String,
    pub(super) stored_at: i64,
    pub(super) expires_at: i64,
    /// The compressed body; `None` if the service has no such record.
    pub(super) body: Option<Vec<u8>>,
}

/// The stored responses, by bucket and by the hash of their key. No call fails: what can't be read counts
/// as missing, what can't be written is not stored, and the log reports it.
pub(super) trait AnswerTable: Debug + Send + Sync {
    fn row(&self, bucket: &str, hash: i64) -> Option<AnswerRow>;

    /// Stores a row in place of the one with the same hash. A claim of its question ends.
    fn replace(&self, bucket: &str, hash: i64, row: AnswerRow);

    /// Moves the expiry of the row, if it has this key.
    fn renew(&self, bucket: &str, hash: i64, key: &str, expires_at: i64);

    /// Removes the row, if it has this key.
    fn remove(&self, bucket: &str, hash: i64, key: &str);

    /// Returns the buckets at `now`, sorted by name.
    fn buckets(&self, now: i64) -> Vec<BucketStatus>;

    /// Removes what is expired at `now`, and returns how much that was.
    fn remove_expired(&self, now: i64) -> usize;

    /// Removes everything, and returns how much that was.
    fn remove_all(&self) -> usize;

    /// Returns the size on the disk.
    fn bytes(&self) -> u64;

    /// Returns where the rows are, for people; `None` for memory.
    fn place(&self) -> Option<String>;
}

/// The questions that somebody is asking at this moment, by the bucket and the hash of the answer. No call fails:
/// without the table nobody waits for anybody.
pub(super) trait ClaimTable: Debug + Send + Sync {
    /// Claims the questions that nobody asks, and returns the number of each claim by its hash; `None` if the
    /// table can't be used.
    fn claim(&self, bucket: &str, hashes: &[i64], time: Duration) -> Option<BTreeMap<i64, i64>>;

    /// Returns how many of the questions are claimed.
    fn count(&self, bucket: &str, hashes: &[i64]) -> usize;

    /// Makes the claims with these numbers last for `time` from now.
    fn extend(&self, claims: &[i64], time: Duration);

    /// Ends the claims with these numbers.
    fn release(&self, claims: &[i64]);
}

/// What may be requested of each host. See [`Budget`](super::Budget) for the calls, none of which fails.
pub(super) trait BudgetTables: Debug + Send + Sync {
    fn acquire(&self, request: &PermitRequest, now: Timestamp) -> PermitDecision;

    fn extend_lease(&self, permit: &Permit, now: Timestamp);

    fn release(&self, permit: &Permit);

    fn refund(&self, permit: &Permit);

    fn exhaust_burst(&self, request: &PermitRequest, now: Timestamp);

    fn pause(&self, host: &str, until: Timestamp, reason: &str);

    fn suspend(&self, host: &str, until: Timestamp, why: &str);

    fn suspension(&self, host: &str, now: Timestamp) -> Option<(Timestamp, String)>;

    fn suspensions(&self, now: Timestamp) -> Vec<HostSuspension>;

    fn prune(&self, now: Timestamp);

    fn lift_suspensions(&self);

    /// Notes that at least `spent` millionths of a dollar were spent at the host on the day of `now`.
    fn note_spent(&self, host: &str, spent: u64, now: Timestamp);
}
