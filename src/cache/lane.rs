use std::time::Duration;

use jiff::SignedDuration;

use super::Want;

/// One limit's past, in microseconds of the time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lane {
    /// How many have passed.
    pub(super) passed: i64,
    /// When the last of them did.
    pub(super) last: i64,
    /// When everything that has passed would have passed without bursts (the theoretical arrival
    /// time of the generic cell rate algorithm, ITU-T I.371).
    pub(super) due: i64,
}

impl Lane {
    /// A burst is used up, and a request has just been made.
    pub(super) fn drained(want: &Want, now: i64) -> Self {
        let due = now.saturating_add(micros(want.every.saturating_mul(want.burst)));
        Self {
            passed: 0,
            last: now,
            due,
        }
    }

    /// The same as a clock that was put back makes it look: nothing of it lies further ahead than
    /// it could have come about now.
    pub(super) fn believable(self, want: &Want, now: i64) -> Self {
        let most = Self::drained(want, now);
        Self {
            last: self.last.min(now),
            due: self.due.min(most.due),
            ..self
        }
    }

    /// The lane after one more has passed, or the time at which it may.
    pub(super) fn pass(self, want: &Want, now: i64) -> Result<Self, i64> {
        let (every, gap) = (micros(want.every), micros(want.gap.min(want.every)));
        let ahead = every.saturating_mul(i64::from(want.burst.max(1)) - 1);
        let from = (self.due - ahead).max(self.last.saturating_add(gap));
        if now < from {
            return Err(from);
        }
        Ok(Self {
            passed: self.passed + 1,
            last: now,
            due: self.due.max(now).saturating_add(every),
        })
    }
}

/// A span of time in microseconds.
pub(super) fn micros(time: Duration) -> i64 {
    SignedDuration::try_from(time)
        .ok()
        .and_then(|time| i64::try_from(time.as_micros()).ok())
        .unwrap_or(i64::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000_000;

    fn want(every: u64, burst: u32, gap: u64) -> Want {
        Want {
            host: String::new(),
            lane: "all",
            every: Duration::from_secs(every),
            burst,
            gap: Duration::from_secs(gap),
            seats: 1,
        }
    }

    #[test]
    fn a_burst_goes_in_its_gaps_and_the_rest_in_step() {
        for (gap, times) in [(0, [0, 0, 0, 10, 20]), (1, [0, 1, 2, 10, 20])] {
            let want = want(10, 3, gap);
            let mut lane = Lane::drained(&want, -100 * SECOND);
            let mut now = 0;
            let mut passed = Vec::new();
            while passed.len() < times.len() {
                match lane.pass(&want, now) {
                    Ok(after) => {
                        lane = after;
                        passed.push(now / SECOND);
                    }
                    Err(from) => now = from,
                }
            }
            assert_eq!(passed, times);
        }
    }

    #[test]
    fn what_lies_too_far_ahead_is_cut() {
        let want = want(10, 3, 0);
        let ahead = Lane {
            passed: 7,
            last: 900 * SECOND,
            due: 930 * SECOND,
        };
        let cut = ahead.believable(&want, 0);
        assert_eq!(cut.pass(&want, 0), Err(10 * SECOND));
        assert_eq!(ahead.believable(&want, 900 * SECOND), ahead);
    }
}
