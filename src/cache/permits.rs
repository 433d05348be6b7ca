//! Permits: what a process must have before it sends a request to a host.

use std::time::Duration;

use jiff::Timestamp;

use super::{
    limiter::{LimitState, Pace, micros},
    spending::{Spending, day},
    suspensions::LONGEST_SUSPENSION,
};

/// A request for a [`Permit`], with the limits that it counts under.
#[derive(Debug, Clone)]
pub struct PermitRequest {
    /// The host, under the name that [`super::Budget::suspend`] uses. The concurrency is limited for each
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
    pub(super) name: String,
    /// The row of the lease.
    pub(super) lease: i64,
    pub(super) after: LimitState,
    pub(super) before: LimitState,
}

/// How long a lease lasts. A process that is alive extends it in time with
/// [`super::Budget::extend_lease`]; the lease of one that was killed ends by itself.
pub const LEASE_TIME: Duration = Duration::from_secs(5);

/// How long a process sends nothing when neither the file nor memory can hold its budget: longer than a
/// run.
pub(super) const FAILURE_PAUSE: Duration = Duration::from_secs(3600);

/// The longest pause of a host that is respected, whichever process asks for it.
pub(super) const LONGEST_PAUSE: Duration = Duration::from_secs(300);

/// A second in microseconds.
const SECOND: i64 = 1_000_000;

/// What the tables say of a host and of one of its limits.
#[derive(Debug)]
pub(super) struct BudgetFacts {
    /// The end of a suspension that has not ended, in seconds since the Unix epoch, and its reason.
    pub(super) suspended: Option<(i64, String)>,
    /// The end of a pause that has not ended, in microseconds since the Unix epoch, and its reason.
    pub(super) paused: Option<(i64, String)>,
    /// The number of requests that are under way.
    pub(super) leases: u32,
    /// What was spent at the host on this day, in millionths of a dollar.
    pub(super) spent: u64,
    /// The state of the limit; `None` before the first request.
    pub(super) state: Option<LimitState>,
    /// Whether permits of other processes are unknown. The burst counts as used up then.
    pub(super) unshared: bool,
}

/// What is decided on a request for a permit, and what to store.
#[derive(Debug)]
pub(super) enum Ruling {
    /// Not now; nothing is to be stored.
    Refused(PermitDecision),
    /// Not now, by the rate limit, which has this state.
    TooEarly(LimitState, Duration),
    /// Now: a lease is to be made, and the limit has the state `after`.
    Granted {
        before: LimitState,
        after: LimitState,
    },
}

/// Decides, in this order: suspension, pause, concurrency, money, rate limit. `now` is in microseconds since the
/// Unix epoch. An end that is further away than any can be is from before the clock was set back.
pub(super) fn rule(request: &PermitRequest, facts: BudgetFacts, now: i64) -> Ruling {
    let latest = (now / SECOND).saturating_add_unsigned(LONGEST_SUSPENSION.as_secs());
    if let Some((until, reason)) = facts.suspended
        && until <= latest
        && let Ok(end) = Timestamp::from_second(until)
    {
        return Ruling::Refused(PermitDecision::Suspended(end, reason));
    }
    if let Some((until, reason)) = facts.paused {
        let left = until.saturating_sub(now);
        if left <= micros(LONGEST_PAUSE) {
            let wait = Duration::from_micros(left.unsigned_abs());
            return Ruling::Refused(PermitDecision::Wait(wait, reason));
        }
    }
    if facts.leases >= request.concurrency.max(1) {
        return Ruling::Refused(PermitDecision::Busy);
    }
    if let Some(spending) = &request.spending
        && let Some((until, reason)) = spending.refusal(facts.spent, day(now / SECOND))
    {
        return Ruling::Refused(PermitDecision::Suspended(until, reason));
    }
    let initial = if facts.unshared {
        LimitState {
            granted: 1,
            ..LimitState::exhausted(&request.pace, now)
        }
    } else {
        LimitState::default()
    };
    let before = facts.state.unwrap_or(initial).capped(&request.pace, now);
    match before.grant(&request.pace, now) {
        Ok(after) => Ruling::Granted { before, after },
        Err(wait) => Ruling::TooEarly(before, wait),
    }
}

/// Returns the name of the limit's row.
pub(super) fn limit_name(request: &PermitRequest) -> String {
    format!("{} {}", request.host, request.limit)
}
