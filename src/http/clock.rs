use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

/// A clock that shows the time of day.
#[derive(Debug, Clone, Copy)]
pub struct Clock(ClockKind);

#[derive(Debug, Clone, Copy)]
enum ClockKind {
    Advanced { origin: Timestamp, started: Instant },
    System(fn() -> Timestamp),
}

impl Clock {
    /// Returns a clock that shows `now` and is advanced by the runtime's clock, which tests can
    /// pause. Must be called inside a runtime.
    #[must_use]
    pub fn starting_at(now: Timestamp) -> Self {
        Self(ClockKind::Advanced {
            origin: now,
            started: Instant::now(),
        })
    }

    /// Returns a clock that shows what `read` returns. Processes that share a budget must read the
    /// same clock, so that they agree on the time after it was corrected.
    #[must_use]
    pub fn reading(read: fn() -> Timestamp) -> Self {
        Self(ClockKind::System(read))
    }

    /// Returns the time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        match self.0 {
            ClockKind::Advanced { origin, started } => {
                let passed = SignedDuration::try_from(started.elapsed()).unwrap_or_default();
                origin.checked_add(passed).unwrap_or(origin)
            }
            ClockKind::System(read) => read(),
        }
    }
}

/// Returns the time after a pause, or the latest time there is.
pub(super) fn after(now: Timestamp, pause: Duration) -> Timestamp {
    let pause = SignedDuration::try_from(pause).unwrap_or(SignedDuration::MAX);
    now.checked_add(pause).unwrap_or(Timestamp::MAX)
}

/// Returns the time from `now` until `end`; zero when that is past.
pub(super) fn until(end: Timestamp, now: Timestamp) -> Duration {
    Duration::try_from(end.duration_since(now)).unwrap_or_default()
}
