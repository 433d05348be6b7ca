use std::{
    num::NonZeroU32,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use governor::{
    Quota, RateLimiter,
    clock::Clock as _,
    middleware::NoOpMiddleware,
    nanos::Nanos,
    state::{InMemoryState, NotKeyed},
};
use tokio::time::Instant;

use super::Pace;

type Limiter = RateLimiter<NotKeyed, InMemoryState, RunClock, NoOpMiddleware<Nanos>>;

/// Lets requests through one at a time, as far apart as the pace wants.
#[derive(Debug)]
pub(super) struct Gate {
    turn: tokio::sync::Mutex<()>,
    meter: Mutex<Meter>,
}

#[derive(Debug)]
struct Meter {
    pace: Pace,
    /// The least time between two passes, within a burst too.
    gap: Duration,
    /// How many have passed, and when the last of them did.
    passed: u64,
    last: Option<Instant>,
    /// `None` when there is no limit.
    limiter: Option<Limiter>,
    clock: RunClock,
}

/// The right to one request: which in the order of those given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pass(u64);

/// The runtime's clock for the limiter, which would otherwise look at the real one.
#[derive(Debug, Clone, Copy)]
struct RunClock {
    started: Instant,
}

impl governor::clock::Clock for RunClock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        self.started.elapsed().into()
    }
}

impl Gate {
    pub(super) fn new(pace: Pace, gap: Duration) -> Self {
        let clock = RunClock {
            started: Instant::now(),
        };
        Self {
            turn: tokio::sync::Mutex::default(),
            meter: Mutex::new(Meter {
                pace,
                gap,
                passed: 0,
                last: None,
                limiter: limiter(pace, clock),
                clock,
            }),
        }
    }

    /// Waits to be first in the queue. Only who is first asks to [`pass`](Self::pass), so that
    /// questions go out in the order in which they came.
    pub(super) async fn turn(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.turn.lock().await
    }

    /// Passes, or says how long to wait before asking again.
    pub(super) fn pass(&self) -> Result<Pass, Duration> {
        let mut meter = self.meter();
        let gap = meter.gap.min(meter.pace.every);
        let left = meter
            .last
            .map_or(Duration::ZERO, |last| gap.saturating_sub(last.elapsed()));
        if !left.is_zero() {
            return Err(left);
        }
        if let Some(limiter) = &meter.limiter {
            limiter
                .check()
                .map_err(|not_until| not_until.wait_time_from(meter.clock.now()))?;
        }
        meter.passed += 1;
        meter.last = Some(Instant::now());
        Ok(Pass(meter.passed))
    }

    /// Takes a pass back that came to nothing, so that the next one need not wait for it. Only the
    /// last pass can be taken back; of a burst it stays used up, for only without bursts the
    /// limiter must have been at rest before.
    pub(super) fn hand_back(&self, pass: Pass) {
        let mut meter = self.meter();
        if pass != Pass(meter.passed) {
            return;
        }
        meter.last = None;
        if meter.pace.burst == NonZeroU32::MIN {
            meter.limiter = limiter(meter.pace, meter.clock);
        }
    }

    /// Slows down to `requests` per `interval`; a faster pace changes nothing. Says whether it did.
    pub(super) fn lower(&self, requests: NonZeroU32, interval: Duration) -> bool {
        let mut meter = self.meter();
        let every = interval / requests.get();
        if every <= meter.pace.every {
            return false;
        }
        meter.pace = Pace {
            every,
            burst: meter.pace.burst.min(requests),
        };
        let limiter = limiter(meter.pace, meter.clock);
        // A new limiter lets a burst through at once, yet a request has just been made.
        while limiter.as_ref().is_some_and(|fresh| fresh.check().is_ok()) {}
        meter.limiter = limiter;
        true
    }

    fn meter(&self) -> MutexGuard<'_, Meter> {
        self.meter.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn limiter(pace: Pace, clock: RunClock) -> Option<Limiter> {
    let quota = Quota::with_period(pace.every)?.allow_burst(pace.burst);
    Some(RateLimiter::direct_with_clock(quota, clock))
}

#[cfg(test)]
mod tests {
    use tokio::time::{advance, sleep};

    use super::*;

    async fn passed_after(gate: &Gate) -> Duration {
        let started = Instant::now();
        let _turn = gate.turn().await;
        while let Err(wait) = gate.pass() {
            sleep(wait).await;
        }
        started.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn a_burst_goes_at_once_and_the_rest_in_step() {
        let pace = Pace::every(Duration::from_secs(10)).with_burst(NonZeroU32::new(3).unwrap());
        let gate = Gate::new(pace, Duration::ZERO);
        let mut waits = Vec::new();
        for _ in 0..5 {
            waits.push(passed_after(&gate).await.as_secs());
        }
        assert_eq!(waits, [0, 0, 0, 10, 10]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_burst_keeps_its_gap_and_a_quick_pace_has_none() {
        let second = Duration::from_secs(1);
        let three = NonZeroU32::new(3).unwrap();
        for (every, waits) in [(10_000, [0, 1000, 1000, 8000]), (5, [0, 5, 5, 5])] {
            let pace = Pace::every(Duration::from_millis(every)).with_burst(three);
            let gate = Gate::new(pace, second);
            for wait in waits {
                assert_eq!(passed_after(&gate).await, Duration::from_millis(wait));
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_pass_handed_back_is_not_waited_for() {
        let pace = Pace::every(Duration::from_secs(3));
        let gate = Gate::new(pace, Duration::ZERO);
        let first = gate.pass().unwrap();
        gate.hand_back(first);
        let second = gate.pass().unwrap();
        assert_eq!(passed_after(&gate).await, Duration::from_secs(3));
        gate.hand_back(second);
        assert!(gate.pass().is_err(), "another has passed since");
    }

    #[tokio::test(start_paused = true)]
    async fn no_interval_is_no_limit() {
        let gate = Gate::new(Pace::every(Duration::ZERO), Duration::from_secs(1));
        for _ in 0..1000 {
            assert!(gate.pass().is_ok());
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_lowered_pace_holds_from_the_next_request_on() {
        let gate = Gate::new(Pace::every(Duration::from_millis(100)), Duration::ZERO);
        let three = NonZeroU32::new(3).unwrap();
        assert!(gate.pass().is_ok());
        assert!(gate.lower(three, Duration::from_secs(6)));
        assert_eq!(passed_after(&gate).await, Duration::from_secs(2));
        assert!(!gate.lower(three, Duration::from_secs(1)));
        advance(Duration::from_millis(1900)).await;
        assert!(gate.pass().is_err());
    }
}
