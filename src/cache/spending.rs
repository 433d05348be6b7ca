//! What requests cost, and what is left of a day's allowance. A day begins at midnight UTC.

use jiff::{Timestamp, tz::TimeZone};
use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

use super::Budget;

/// What a request costs, in millionths of a dollar.
#[derive(Debug, Clone, Copy)]
pub struct Spending {
    /// The cost of the request.
    pub cost: u64,
    /// What all requests of a day may cost.
    pub per_day: u64,
    /// What to do when that is used up, for a message.
    pub advice: &'static str,
}

/// Millionths of a dollar.
const DOLLAR: f64 = 1_000_000.0;

const SECONDS_PER_DAY: i64 = 24 * 60 * 60;

impl Budget {
    /// Notes that so many dollars are left of what may be spent today, if that is less than is known.
    pub fn note_remaining(&self, host: &str, dollars: f64, per_day: u64, now: Timestamp) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            clippy::cast_sign_loss,
            reason = "it is between zero and the allowance"
        )]
        let left = (dollars * DOLLAR).clamp(0.0, per_day as f64) as u64;
        let amount = per_day - left;
        self.on_file((), |connection, _| {
            let day = day(now);
            let known = spent(connection, host, day)?;
            if amount > known {
                put(connection, host, day, amount)?;
            }
            Ok(())
        });
    }
}

/// Returns the day of a moment, counted from 1970.
pub(super) fn day(now: Timestamp) -> i64 {
    now.as_second().div_euclid(SECONDS_PER_DAY)
}

/// Returns until when the request can't be paid for, and why; `None` if it can.
pub(super) fn refusal(
    budget: &Transaction<'_>,
    host: &str,
    spending: &Spending,
    now: Timestamp,
) -> rusqlite::Result<Option<(Timestamp, String)>> {
    let Spending {
        cost,
        per_day,
        advice,
    } = *spending;
    let today = day(now);
    if cost == 0 || spent(budget, host, today)?.saturating_add(cost) <= per_day {
        return Ok(None);
    }
    #[expect(clippy::cast_precision_loss, reason = "a few dollars")]
    let dollars = per_day as f64 / DOLLAR;
    let next = Timestamp::from_second((today + 1) * SECONDS_PER_DAY);
    Ok(next.ok().map(|until| {
        let clock = until.to_zoned(TimeZone::UTC).date();
        let reason = format!(
            "requests for ${dollars:.2} a day are free, and none of that is left until {clock}, 0:00 UTC; {advice}"
        );
        (until, reason)
    }))
}

/// Adds the cost of a request.
pub(super) fn spend(
    budget: &Transaction<'_>,
    host: &str,
    cost: u64,
    day: i64,
) -> rusqlite::Result<()> {
    if cost == 0 {
        return Ok(());
    }
    let known = spent(budget, host, day)?;
    put(budget, host, day, known.saturating_add(cost))
}

/// Returns what was spent on a day; nothing if what is noted is of another day.
fn spent(connection: &Connection, host: &str, day: i64) -> rusqlite::Result<u64> {
    let amount: Option<i64> = connection
        .prepare_cached("SELECT amount FROM spent WHERE host = ?1 AND day = ?2")?
        .query_row(params![host, day], |row| row.get(0))
        .optional()?;
    Ok(amount.map_or(0, |amount| u64::try_from(amount).unwrap_or(0)))
}

fn put(connection: &Connection, host: &str, day: i64, amount: u64) -> rusqlite::Result<()> {
    let amount = i64::try_from(amount).unwrap_or(i64::MAX);
    connection
        .prepare_cached("INSERT OR REPLACE INTO spent VALUES (?1, ?2, ?3)")?
        .execute(params![host, day, amount])
        .map(drop)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::cache::{Pace, PermitDecision, PermitRequest};

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn request(cost: u64) -> PermitRequest {
        PermitRequest {
            host: "openalex@api.openalex.org".to_owned(),
            limit: "all",
            pace: Pace {
                interval: Duration::ZERO,
                burst: 1,
                gap: Duration::ZERO,
            },
            concurrency: 100,
            spending: Some(Spending {
                cost,
                per_day: 1000,
                advice: "buy more",
            }),
        }
    }

    fn is_granted(budget: &Budget, cost: u64, now: &str) -> bool {
        match budget.acquire(&request(cost), at(now)) {
            PermitDecision::Granted(_) => true,
            PermitDecision::Suspended(..) => false,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn processes_share_the_allowance_of_a_day() {
        let dir = tempfile::tempdir().unwrap();
        let (one, other) = (
            Budget::open(dir.path()).unwrap(),
            Budget::open(dir.path()).unwrap(),
        );
        assert!(is_granted(&one, 600, "2026-11-26T10:00:00Z"));
        assert!(is_granted(&other, 400, "2026-11-26T10:00:01Z"));
        let PermitDecision::Suspended(until, why) =
            one.acquire(&request(1), at("2026-11-26T23:00:00Z"))
        else {
            panic!("nothing is left");
        };
        assert_eq!(until, at("2026-11-27T00:00:00Z"));
        assert_eq!(
            why,
            "requests for $0.00 a day are free, and none of that is left until 2026-11-27, 0:00 UTC; buy more"
        );
        assert!(
            is_granted(&one, 0, "2026-11-26T23:00:00Z"),
            "what is free stays so"
        );
        assert!(is_granted(&other, 1000, "2026-11-27T00:00:00Z"));
    }

    #[test]
    fn service_knows_better_what_is_left_but_gives_nothing_back() {
        let budget = Budget::in_memory().unwrap();
        let now = "2026-11-26T10:00:00Z";
        let host = request(0).host;
        budget.note_remaining(&host, 0.0003, 1000, at(now));
        assert!(!is_granted(&budget, 301, now));
        assert!(is_granted(&budget, 200, now));
        budget.note_remaining(&host, 0.0009, 1000, at(now));
        assert!(!is_granted(&budget, 101, now));
        budget.note_remaining(&host, f64::NAN, 1000, at(now));
        budget.note_remaining(&host, -3.0, 1000, at(now));
        assert!(!is_granted(&budget, 1, now));
        assert!(is_granted(&budget, 1000, "2026-11-27T10:00:00Z"));
    }
}
