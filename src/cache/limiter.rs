//! One rate limit at the moment of a request, decided by `governor`'s generic cell rate algorithm.
//!
//! The state is a row of the table `pace`, which all processes share. Each process reads it, decides and
//! writes it back within one immediate transaction, so that no other decides in between. A limiter
//! therefore lives as long as one decision, and measures time from that moment.

use std::{cell::Cell, num::NonZeroU32, time::Duration};

use governor::{
    Quota, RateLimiter,
    clock::Clock,
    middleware::NoOpMiddleware,
    nanos::Nanos,
    state::{NotKeyed, StateStore},
};

/// The longest time that an interval or a burst may span: sums of nanoseconds stay within 64 bits.
const LONGEST: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// The pace that a rate limit allows.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// The interval between requests; zero means no limit.
    pub interval: Duration,
    /// The number of requests that may be sent at once after a pause.
    pub burst: u32,
    /// The least time between two requests, within a burst too.
    pub gap: Duration,
}

/// The state of one rate limit, in microseconds since the Unix epoch.
///
/// These are the quantities of the algorithm itself and not of the code that computes them: earlier
/// versions of bibsync, which had code of their own for it, read and write the same row. Versions
/// that run side by side therefore share one limit. A time that is not a whole microsecond is
/// rounded up, so that sharing never shortens an interval.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct LimitState {
    /// The number of requests granted so far.
    pub(super) granted: i64,
    /// When the last request was granted.
    pub(super) last: i64,
    /// When the next request would be due if there were no bursts: the theoretical arrival time of
    /// ITU-T I.371.
    pub(super) due: i64,
}

impl LimitState {
    /// Returns the state just after a whole burst was granted at `now`.
    pub(super) fn exhausted(pace: &Pace, now: i64) -> Self {
        let due = pace.quota().map_or(now, |quota| {
            let limiter = limiter(quota, now, now);
            // Fits always: nothing has been granted before.
            _ = limiter.check_n(quota.burst_size());
            due(limiter, now)
        });
        Self {
            granted: 0,
            last: now,
            due,
        }
    }

    /// Returns the state with no time later than requests granted until `now` can have made it. A
    /// later time was written before the clock was set back.
    pub(super) fn capped(self, pace: &Pace, now: i64) -> Self {
        Self {
            last: self.last.min(now),
            due: self.due.min(Self::exhausted(pace, now).due),
            ..self
        }
    }

    /// Returns the state after one more request at `now`.
    ///
    /// # Errors
    /// With the time to wait when the pace, or the gap between two requests, doesn't allow it yet.
    pub(super) fn grant(self, pace: &Pace, now: i64) -> Result<Self, Duration> {
        let interval = pace.quota().map(|quota| limiter(quota, self.due, now));
        let gap = pace.gap.min(pace.interval).min(LONGEST);
        let gap = Quota::with_period(gap).map(|quota| {
            let next = self.last.saturating_add(micros(gap));
            limiter(quota, next, now)
        });
        let wait = [&interval, &gap]
            .into_iter()
            .flatten()
            .filter_map(|limiter| limiter.check().err())
            .map(|denied| denied.wait_time_from(Moment.now()))
            .max();
        match wait {
            Some(wait) => Err(wait),
            None => Ok(Self {
                granted: self.granted.saturating_add(1),
                last: now,
                due: interval.map_or(now, |limiter| due(limiter, now)),
            }),
        }
    }
}

/// A limiter for one decision.
type Limiter = RateLimiter<NotKeyed, Backlog, Moment, NoOpMiddleware<Nanos>>;

/// How far the due time lies ahead of the decision.
#[derive(Debug)]
struct Backlog(Cell<Nanos>);

impl StateStore for Backlog {
    type Key = NotKeyed;

    /// Replaces without comparing: the transaction around the decision keeps others from the row.
    fn measure_and_replace<T, F, E>(&self, _: &NotKeyed, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let (outcome, backlog) = decide(Some(self.0.get()))?;
        self.0.set(backlog);
        Ok(outcome)
    }
}

/// A clock that shows the moment of the decision, from which a limiter counts.
#[derive(Debug, Clone, Copy)]
struct Moment;

impl Clock for Moment {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        Nanos::default()
    }
}

/// Returns a limiter whose next request is due at `due`, for a decision at `now`.
fn limiter(quota: Quota, due: i64, now: i64) -> Limiter {
    let ahead = u64::try_from(due.saturating_sub(now)).unwrap_or(0);
    let ahead = Duration::from_micros(ahead).min(LONGEST);
    RateLimiter::new(quota, Backlog(Cell::new(ahead.into())), Moment)
}

/// Returns when a limiter's next request is due, after its decision at `now`.
fn due(limiter: Limiter, now: i64) -> i64 {
    let Backlog(ahead) = limiter.into_state_store();
    let nanos: u64 = ahead.into_inner().into();
    let micros = i64::try_from(nanos.div_ceil(1000)).unwrap_or(i64::MAX);
    now.saturating_add(micros)
}

impl Pace {
    /// Returns interval and burst for a limiter; `None` when there is no limit.
    fn quota(&self) -> Option<Quota> {
        let quota = Quota::with_period(self.interval.min(LONGEST))?;
        let most = LONGEST.as_nanos() / quota.replenish_interval().as_nanos();
        let burst = self.burst.min(u32::try_from(most).unwrap_or(u32::MAX));
        Some(quota.allow_burst(NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN)))
    }
}

/// A span of time in whole microseconds, rounded up.
pub(super) fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_nanos().div_ceil(1000)).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000_000;

    fn pace(interval: Duration, burst: u32, gap: Duration) -> Pace {
        Pace {
            interval,
            burst,
            gap,
        }
    }

    /// The times at which requests are granted that are made as soon as they may be.
    fn granted(pace: &Pace, start: i64, many: usize) -> Vec<i64> {
        let mut state = LimitState::default();
        let mut now = start;
        let mut times = Vec::new();
        while times.len() < many {
            match state.grant(pace, now) {
                Ok(after) => {
                    state = after;
                    times.push(now - start);
                }
                Err(wait) => now += micros(wait),
            }
        }
        times
    }

    #[test]
    fn burst_keeps_its_gaps_and_is_followed_by_the_pace() {
        let seconds = Duration::from_secs;
        for (gap, times) in [(0, [0, 0, 0, 10, 20]), (1, [0, 1, 2, 10, 20])] {
            let pace = pace(seconds(10), 3, seconds(gap));
            for start in [1000 * SECOND, 1_800_000_000 * SECOND] {
                assert_eq!(granted(&pace, start, 5), times.map(|time| time * SECOND));
            }
        }
    }

    #[test]
    fn fraction_of_a_microsecond_never_shortens_an_interval() {
        let pace = pace(Duration::from_secs(1) / 3, 1, Duration::ZERO);
        let times = granted(&pace, 0, 301);
        assert!((100 * SECOND..100 * SECOND + 1000).contains(&times[300]));
    }

    #[test]
    fn time_from_before_the_clock_was_set_back_is_capped() {
        let pace = pace(Duration::from_secs(10), 3, Duration::ZERO);
        let ahead = LimitState {
            granted: 7,
            last: 900 * SECOND,
            due: 930 * SECOND,
        };
        let capped = ahead.capped(&pace, 0);
        assert_eq!(capped.grant(&pace, 0), Err(Duration::from_secs(10)));
        assert_eq!(ahead.capped(&pace, 900 * SECOND), ahead);
    }

    #[test]
    fn extreme_limits_and_states_neither_overflow_nor_open_the_limit() {
        let odd = LimitState {
            granted: i64::MAX,
            last: i64::MAX,
            due: i64::MAX,
        };
        for (interval, burst) in [
            (Duration::MAX, u32::MAX),
            (Duration::from_nanos(1), u32::MAX),
            (Duration::from_secs(86_400), u32::MAX),
            (Duration::MAX, 0),
        ] {
            let pace = pace(interval, burst, Duration::MAX);
            for now in [i64::MIN, -1, 0, i64::MAX] {
                let exhausted = LimitState::exhausted(&pace, now);
                assert!(exhausted.due >= now);
                for state in [odd, exhausted, LimitState::default()] {
                    let state = state.capped(&pace, now);
                    if let Ok(after) = state.grant(&pace, now) {
                        assert!(after.due >= now && after.last == now);
                    }
                }
            }
        }
    }

    /// Rows that the code of bibsync 0.1 before `governor` wrote for the same requests.
    #[test]
    fn row_is_the_one_that_earlier_versions_write() {
        let pace = pace(Duration::from_secs(10), 4, Duration::from_secs(1));
        let mut state = LimitState::exhausted(&pace, -1000 * SECOND);
        for (now, due) in [(0, 10), (1, 20), (2, 30), (3, 40), (10, 50)] {
            state = state.grant(&pace, now * SECOND).unwrap();
            assert_eq!((state.last, state.due), (now * SECOND, due * SECOND));
        }
        assert_eq!(state.grant(&pace, 11 * SECOND), Err(Duration::from_secs(9)));
    }
}
