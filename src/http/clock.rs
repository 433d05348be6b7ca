use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

/// The time of day, carried by the runtime's own clock so that tests can pause it.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    origin: Timestamp,
    started: Instant,
}

impl Clock {
    /// A clock that shows `now` at this instant. Must be called inside a runtime.
    #[must_use]
    pub fn starting_at(now: Timestamp) -> Self {
        Self {
            origin: now,
            started: Instant::now(),
        }
    }

    /// The time it shows.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let passed = SignedDuration::try_from(self.started.elapsed()).unwrap_or_default();
        self.origin.checked_add(passed).unwrap_or(self.origin)
    }
}
