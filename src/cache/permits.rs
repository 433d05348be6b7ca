//! Permits: what a process must have before it sends a request to a host.

use std::time::Duration;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, Transaction, TransactionBehavior, params};

use super::{
    Budget,
    limiter::{LimitState, Pace, micros},
    spending::{self, Spending},
    suspensions::LONGEST_SUSPENSION,
};

/// A request for a [`Permit`], with the limits that it counts under.
#[derive(Debug, Clone)]
pub struct PermitRequest {
    /// The host, under the name that [`Budget::suspend`] uses. The concurrency is limited for each
    /// host.
    pub host: String,
    /// The name of the rate limit. A host may have several, each with a pace of its own.
    pub limit: &'static str,
    /// The pace of the rate limit.
    pub pace: Pace,
    /// The number of requests that may be under way at once.
    pub concurrency: u32,
    /// What the request costs, where the host counts in money.
    pub spending: Option<Spending>,
}

/// The decision on a request for a permit.
#[derive(Debug)]
pub enum PermitDecision {
    /// The request may be sent now, and counts.
    Granted(Permit),
    /// The request must wait at least this long, for this reason.
    Wait(Duration, String),
    /// The request must wait until one that is under way has ended, or until the file is free.
    Busy,
    /// The host must not be asked before this time, for this reason.
    Suspended(Timestamp, String),
}

/// Permission to send one request. It includes a lease on one of the host's places for concurrent
/// requests.
#[derive(Debug)]
pub struct Permit {
    /// The row of the rate limit.
    name: String,
    /// The row of the lease.
    lease: i64,
    after: LimitState,
    before: LimitState,
}

/// How long a lease lasts. A process that is alive extends it in time with
/// [`Budget::extend_lease`]; the lease of one that was killed ends by itself.
pub const LEASE_TIME: Duration = Duration::from_secs(5);

/// How long a process sends nothing when neither the file nor memory can hold its budget: longer than a
/// run.
const FAILURE_PAUSE: Duration = Duration::from_secs(3600);

/// The longest pause of a host that is respected, whichever process asks for it.
const LONGEST_PAUSE: Duration = Duration::from_secs(300);

impl Budget {
    /// Grants a permit if all limits allow a request at `now`. If the file can't be written, this
    /// process has a budget of its own from then on.
    #[must_use]
    pub fn acquire(&self, request: &PermitRequest, now: Timestamp) -> PermitDecision {
        let decision = self.on_file(PermitDecision::Busy, |connection, unshared| {
            acquire(connection, request, now, unshared)
        });
        match self.failure() {
            // Without a budget nothing may be sent.
            Some(error) if matches!(decision, PermitDecision::Busy) => {
                let reason = format!("its limits can't be kept on this machine: {error}");
                PermitDecision::Suspended(now + FAILURE_PAUSE, reason)
            }
            _ => decision,
        }
    }

    /// Extends the lease to [`LEASE_TIME`] from `now`.
    pub fn extend_lease(&self, permit: &Permit, now: Timestamp) {
        let until = now.as_microsecond() + micros(LEASE_TIME);
        self.on_file((), |connection, _| {
            connection
                .prepare_cached("UPDATE seat SET until = ?2 WHERE id = ?1")?
                .execute(params![permit.lease, until])
                .map(drop)
        });
    }

    /// Ends the lease: the request is over.
    pub fn release(&self, permit: &Permit) {
        self.on_file((), |connection, _| {
            connection
                .prepare_cached("DELETE FROM seat WHERE id = ?1")?
                .execute([permit.lease])
                .map(drop)
        });
    }

    /// Takes the request out of the rate limit again, because the host never saw it. The lease goes
    /// on. Does nothing if another request was granted since.
    pub fn refund(&self, permit: &Permit) {
        let (after, before) = (permit.after, permit.before);
        self.on_file((), |connection, _| {
            connection
                .execute(
                    "UPDATE pace SET last = ?3, due = ?4 WHERE name = ?1 AND passed = ?2",
                    params![permit.name, after.granted, before.last, before.due],
                )
                .map(drop)
        });
    }

    /// Uses up the burst of the limit, so that the next request waits for the interval.
    pub fn exhaust_burst(&self, request: &PermitRequest, now: Timestamp) {
        let exhausted = LimitState::exhausted(&request.pace, now.as_microsecond());
        self.on_file((), |connection, _| {
            connection
                .execute(
                    "UPDATE pace SET due = max(due, ?2) WHERE name = ?1",
                    params![limit_name(request), exhausted.due],
                )
                .map(drop)
        });
    }

    /// Makes all requests to the host wait until `until`, from every process. A pause that lasts
    /// longer stays as it is.
    pub fn pause(&self, host: &str, until: Timestamp, reason: &str) {
        self.on_file((), |connection, _| {
            connection
                .execute(
                    "INSERT INTO rest VALUES (?1, ?2, ?3)
                     ON CONFLICT (host) DO UPDATE SET until = excluded.until, why = excluded.why
                     WHERE excluded.until > until OR until > excluded.until + ?4",
                    params![host, until.as_microsecond(), reason, micros(LONGEST_PAUSE)],
                )
                .map(drop)
        });
    }
}

/// Decides in one transaction: suspension, pause, concurrency, rate limit. A budget that became
/// `unshared` because the file failed can't know what was granted before, and begins with the burst
/// used up.
fn acquire(
    connection: &mut Connection,
    request: &PermitRequest,
    now: Timestamp,
    unshared: bool,
) -> rusqlite::Result<PermitDecision> {
    let budget = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if let Some(decision) = suspended(&budget, &request.host, now)? {
        return Ok(decision);
    }
    if let Some(decision) = paused(&budget, &request.host, now.as_microsecond())? {
        return Ok(decision);
    }
    if leases(&budget, &request.host, now.as_microsecond())? >= request.concurrency.max(1) {
        budget.commit()?;
        return Ok(PermitDecision::Busy);
    }
    if let Some(spending) = &request.spending
        && let Some((until, reason)) = spending::refusal(&budget, &request.host, spending, now)?
    {
        return Ok(PermitDecision::Suspended(until, reason));
    }
    let day = spending::day(now);
    let now = now.as_microsecond();
    let name = limit_name(request);
    let initial = if unshared {
        LimitState {
            granted: 1,
            ..LimitState::exhausted(&request.pace, now)
        }
    } else {
        LimitState::default()
    };
    let before = stored_state(&budget, &name)?
        .unwrap_or(initial)
        .capped(&request.pace, now);
    let granted = before.grant(&request.pace, now);
    let after = granted.unwrap_or(before);
    budget
        .prepare_cached("INSERT OR REPLACE INTO pace VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![name, after.granted, after.last, after.due])?;
    let decision = match granted {
        Err(wait) => PermitDecision::Wait(wait, "pace".to_owned()),
        Ok(after) => {
            if let Some(spending) = &request.spending {
                spending::spend(&budget, &request.host, spending.cost, day)?;
            }
            budget
                .prepare_cached("INSERT INTO seat (host, until) VALUES (?1, ?2)")?
                .execute(params![request.host, now + micros(LEASE_TIME)])?;
            PermitDecision::Granted(Permit {
                name,
                lease: budget.last_insert_rowid(),
                after,
                before,
            })
        }
    };
    budget.commit()?;
    Ok(decision)
}

fn suspended(
    budget: &Transaction<'_>,
    host: &str,
    now: Timestamp,
) -> rusqlite::Result<Option<PermitDecision>> {
    let now = now.as_second();
    let row: Option<(i64, String)> = budget
        .prepare_cached("SELECT until, why FROM host WHERE name = ?1 AND until > ?2")?
        .query_row(params![host, now], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let latest = now.saturating_add_unsigned(LONGEST_SUSPENSION.as_secs());
    Ok(row.and_then(|(until, reason)| {
        let end = Timestamp::from_second(until).ok()?;
        (until <= latest).then_some(PermitDecision::Suspended(end, reason))
    }))
}

fn paused(
    budget: &Transaction<'_>,
    host: &str,
    now: i64,
) -> rusqlite::Result<Option<PermitDecision>> {
    let row: Option<(i64, String)> = budget
        .prepare_cached("SELECT until, why FROM rest WHERE host = ?1 AND until > ?2")?
        .query_row(params![host, now], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    Ok(row.and_then(|(until, reason)| {
        let left = until.saturating_sub(now);
        let wait = Duration::from_micros(left.unsigned_abs());
        (left <= micros(LONGEST_PAUSE)).then_some(PermitDecision::Wait(wait, reason))
    }))
}

/// Returns the number of leases on the host, after it removed those that have ended. One that lasts
/// longer than any can is from before the clock was set back.
fn leases(budget: &Transaction<'_>, host: &str, now: i64) -> rusqlite::Result<u32> {
    budget
        .prepare_cached("DELETE FROM seat WHERE host = ?1 AND (until <= ?2 OR until > ?3)")?
        .execute(params![host, now, now + 2 * micros(LEASE_TIME)])?;
    budget
        .prepare_cached("SELECT count(*) FROM seat WHERE host = ?1")?
        .query_row([host], |row| row.get(0))
}

fn stored_state(budget: &Transaction<'_>, name: &str) -> rusqlite::Result<Option<LimitState>> {
    budget
        .prepare_cached("SELECT passed, last, due FROM pace WHERE name = ?1")?
        .query_row([name], |row| {
            Ok(LimitState {
                granted: row.get(0)?,
                last: row.get(1)?,
                due: row.get(2)?,
            })
        })
        .optional()
}

/// Returns the name of the limit's row.
fn limit_name(request: &PermitRequest) -> String {
    format!("{} {}", request.host, request.limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn at(milli: i64) -> Timestamp {
        Timestamp::from_millisecond(1_800_000_000_000 + milli).unwrap()
    }

    fn request(interval: Duration, burst: u32, concurrency: u32) -> PermitRequest {
        PermitRequest {
            host: "arxiv@export.arxiv.org".to_owned(),
            limit: "all",
            pace: Pace {
                interval,
                burst,
                gap: Duration::ZERO,
            },
            concurrency,
            spending: None,
        }
    }

    /// Two processes with one file.
    fn two_processes() -> (tempfile::TempDir, Budget, Budget) {
        let dir = tempfile::tempdir().unwrap();
        let open = || Budget::open(dir.path()).unwrap();
        let (one, other) = (open(), open());
        (dir, one, other)
    }

    #[track_caller]
    fn granted(decision: PermitDecision) -> Permit {
        match decision {
            PermitDecision::Granted(permit) => permit,
            other => panic!("{other:?}"),
        }
    }

    #[track_caller]
    fn wait_ms(decision: PermitDecision) -> u128 {
        match decision {
            PermitDecision::Wait(wait, _) => wait.as_millis(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn two_processes_share_pace_and_burst() {
        let (_dir, one, other) = two_processes();
        let mut request = request(SECOND * 10, 3, 9);
        request.pace.gap = SECOND;
        granted(one.acquire(&request, at(0)));
        assert_eq!(wait_ms(other.acquire(&request, at(400))), 600, "the gap");
        granted(other.acquire(&request, at(1000)));
        granted(one.acquire(&request, at(2000)));
        assert_eq!(
            wait_ms(other.acquire(&request, at(3000))),
            7000,
            "the burst is gone"
        );
        granted(other.acquire(&request, at(10_000)));
        assert_eq!(wait_ms(one.acquire(&request, at(10_001))), 9999);
        let single = PermitRequest {
            limit: "single",
            ..request
        };
        granted(one.acquire(&single, at(10_001)));
    }

    #[test]
    fn lease_of_a_killed_process_ends() {
        let (_dir, one, other) = two_processes();
        let request = request(Duration::ZERO, 1, 1);
        let lease = granted(one.acquire(&request, at(0)));
        assert!(matches!(
            other.acquire(&request, at(4999)),
            PermitDecision::Busy
        ));
        one.extend_lease(&lease, at(3000));
        assert!(matches!(
            other.acquire(&request, at(7999)),
            PermitDecision::Busy
        ));
        drop(one);
        let lease = granted(other.acquire(&request, at(8000)));
        other.release(&lease);
        granted(other.acquire(&request, at(8000)));
    }

    #[test]
    fn pause_and_suspension_hold_for_every_process() {
        let (_dir, one, other) = two_processes();
        let request = request(SECOND, 1, 1);
        one.pause(&request.host, at(30_000), "status 429");
        one.pause(&request.host, at(20_000), "status 503");
        assert_eq!(wait_ms(other.acquire(&request, at(0))), 30_000);
        let lease = granted(other.acquire(&request, at(30_000)));
        other.release(&lease);
        one.suspend(&request.host, at(3_600_000), "status 403");
        let PermitDecision::Suspended(until, why) = other.acquire(&request, at(40_000)) else {
            panic!("held");
        };
        assert_eq!((until, why.as_str()), (at(3_600_000), "status 403"));
    }

    #[test]
    fn refunded_permit_costs_no_wait() {
        let (_dir, one, other) = two_processes();
        let request = request(SECOND * 3, 1, 9);
        let first = granted(one.acquire(&request, at(0)));
        one.refund(&first);
        let second = granted(other.acquire(&request, at(10)));
        one.refund(&first);
        assert_eq!(
            wait_ms(one.acquire(&request, at(20))),
            2990,
            "another has passed"
        );
        other.refund(&second);
        granted(one.acquire(&request, at(30)));
    }

    #[test]
    fn exhausted_burst_leaves_the_pace() {
        let (_dir, one, other) = two_processes();
        granted(one.acquire(&request(SECOND / 10, 3, 9), at(0)));
        let slow = request(SECOND * 2, 3, 9);
        one.exhaust_burst(&slow, at(0));
        assert_eq!(wait_ms(other.acquire(&slow, at(0))), 2000);
    }

    #[test]
    fn clock_set_back_costs_one_interval() {
        const YEAR: i64 = 365 * 24 * 3_600_000;
        let (_dir, one, other) = two_processes();
        let request = request(SECOND * 3, 2, 1);
        granted(one.acquire(&request, at(YEAR)));
        one.pause(&request.host, at(YEAR + 30_000), "status 429");
        one.suspend(&request.host, at(YEAR + 3_600_000), "status 403");
        assert_eq!(wait_ms(other.acquire(&request, at(0))), 3000);
        granted(other.acquire(&request, at(3000)));
    }

    #[test]
    fn clock_set_forward_ends_waits_and_leases() {
        let (_dir, one, other) = two_processes();
        let request = request(SECOND * 3, 1, 1);
        granted(one.acquire(&request, at(0)));
        granted(other.acquire(&request, at(3_600_000)));
        assert!(matches!(
            one.acquire(&request, at(3_600_001)),
            PermitDecision::Busy
        ));
    }

    #[test]
    fn zero_interval_is_no_limit() {
        let budget = Budget::in_memory().unwrap();
        let mut request = request(Duration::ZERO, 1, 2000);
        request.pace.gap = SECOND;
        for _ in 0..1000 {
            granted(budget.acquire(&request, at(0)));
        }
    }

    #[test]
    fn lost_file_leaves_the_pace_in_force() {
        let (dir, one, _other) = two_processes();
        let request = request(SECOND * 3, 2, 5);
        granted(one.acquire(&request, at(0)));
        rusqlite::Connection::open(dir.path().join("budget.sqlite"))
            .unwrap()
            .execute_batch("DROP TABLE seat")
            .unwrap();
        assert_eq!(
            wait_ms(one.acquire(&request, at(1000))),
            3000,
            "nothing to spare"
        );
        let permit = granted(one.acquire(&request, at(4000)));
        assert_eq!(wait_ms(one.acquire(&request, at(4001))), 2999);
        one.release(&permit);
    }

    #[test]
    fn budget_that_fails_in_memory_suspends_the_host() {
        let budget = Budget::in_memory().unwrap();
        let request = request(SECOND, 1, 1);
        budget.on_file((), |connection, _| {
            connection.execute_batch("DROP TABLE seat")
        });
        for second in 0..2 {
            let PermitDecision::Suspended(until, why) = budget.acquire(&request, at(second * 1000))
            else {
                panic!("nothing may be sent");
            };
            assert!(until >= at(3_600_000), "{until}");
            assert!(why.contains("seat"), "{why}");
        }
    }

    #[test]
    fn unshared_budget_begins_without_a_burst() {
        let request = request(SECOND * 10, 4, 5);
        let apart = Budget::unshared().unwrap();
        assert_eq!(wait_ms(apart.acquire(&request, at(0))), 10_000);
        granted(apart.acquire(&request, at(10_000)));
        assert_eq!(wait_ms(apart.acquire(&request, at(10_001))), 9999);
    }

    #[test]
    fn damaged_file_is_replaced_and_shared() {
        let (dir, one, other) = two_processes();
        let request = request(SECOND * 3, 2, 5);
        granted(one.acquire(&request, at(0)));
        drop(other);
        let path = dir.path().join("budget.sqlite");
        one.on_file((), |connection, _| {
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        });
        let mut bytes = fs_err::read(&path).unwrap();
        bytes[100..].fill(0xa5);
        fs_err::write(&path, bytes).unwrap();
        let other = Budget::open(dir.path()).unwrap();
        assert!(dir.path().join("budget.sqlite.broken").exists());
        granted(other.acquire(&request, at(10_000)));
    }

    #[test]
    fn busy_file_is_not_abandoned() {
        let (dir, one, _other) = two_processes();
        let request = request(SECOND * 3, 1, 5);
        let busy = rusqlite::Connection::open(dir.path().join("budget.sqlite")).unwrap();
        busy.execute_batch("BEGIN IMMEDIATE").unwrap();
        one.on_file((), |connection, _| connection.busy_timeout(Duration::ZERO));
        assert!(matches!(one.acquire(&request, at(0)), PermitDecision::Busy));
        busy.execute_batch("ROLLBACK").unwrap();
        granted(one.acquire(&request, at(0)));
    }
}
