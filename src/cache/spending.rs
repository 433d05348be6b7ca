//! What requests cost, and what is left of a day's allowance. A day begins at midnight UTC.

use jiff::{Timestamp, tz::TimeZone};

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

impl Spending {
    /// Returns until when the request can't be paid for, and why; `None` if it can. `spent` is what was spent
    /// today.
    pub(super) fn refusal(&self, spent: u64, today: i64) -> Option<(Timestamp, String)> {
        let Self {
            cost,
            per_day,
            advice,
        } = *self;
        if cost == 0 || spent.saturating_add(cost) <= per_day {
            return None;
        }
        #[expect(clippy::cast_precision_loss, reason = "a few dollars")]
        let dollars = per_day as f64 / DOLLAR;
        let until = Timestamp::from_second((today + 1) * SECONDS_PER_DAY).ok()?;
        let clock = until.to_zoned(TimeZone::UTC).date();
        let reason = format!(
            "requests for ${dollars:.2} a day are free, and none of that is left until {clock}, 0:00 UTC; {advice}"
        );
        Some((until, reason))
    }
}

/// Returns what was spent if so many dollars are left of `per_day`.
pub(super) fn spent_of(dollars: f64, per_day: u64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        reason = "it is between zero and the allowance"
    )]
    let left = (dollars * DOLLAR).clamp(0.0, per_day as f64) as u64;
    per_day - left
}

/// Returns the day of a moment in seconds, counted from 1970.
pub(super) fn day(second: i64) -> i64 {
    second.div_euclid(SECONDS_PER_DAY)
}
