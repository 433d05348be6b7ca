use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

/// The time of day.
#[derive(Debug, Clone, Copy)]
pub struct Clock(Kind);

#[derive(Debug, Clone, Copy)]
enum Kind {
    Carried { origin: Timestamp, started: Instant },
    Read(fn() -> Timestamp),
}

impl Clock {
    /// A clock that shows `now` at this instant and is carried on by the runtime's own, so that
    /// tests can pause it. Must be called inside a runtime.
    #[must_use]
    pub fn starting_at(now: Timestamp) -> Self {
        Self(Kind::Carried {
            origin: now,
            started: Instant::now(),
        })
    }

    /// The clock that `read` reads. All processes on a machine read the same one, so that they
    /// agree on whose turn it is even after it was put right.
    #[must_use]
    pub fn reading(read: fn() -> Timestamp) -> Self {
        Self(Kind::Read(read))
    }

    /// The time it shows.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        match self.0 {
            Kind::Carried { origin, started } => {
                let passed = SignedDuration::try_from(started.elapsed()).unwrap_or_default();
                origin.checked_add(passed).unwrap_or(origin)
            }
            Kind::Read(read) => read(),
        }
    }
}
