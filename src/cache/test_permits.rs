//! Requests for permits in tests, and what becomes of them.

use std::time::Duration;

use jiff::Timestamp;

use super::{
    limiter::Pace,
    permits::{Permit, PermitDecision, PermitRequest},
};

pub(super) const SECOND: Duration = Duration::from_secs(1);

pub(super) fn at(milli: i64) -> Timestamp {
    Timestamp::from_millisecond(1_800_000_000_000 + milli).unwrap()
}

pub(super) fn request(interval: Duration, burst: u32, concurrency: u32) -> PermitRequest {
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

#[track_caller]
pub(super) fn granted(decision: PermitDecision) -> Permit {
    match decision {
        PermitDecision::Granted(permit) => permit,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
pub(super) fn wait_ms(decision: PermitDecision) -> u128 {
    match decision {
        PermitDecision::Wait(wait, _) => wait.as_millis(),
        other => panic!("{other:?}"),
    }
}
