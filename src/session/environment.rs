use std::path::PathBuf;

use jiff::Timestamp;

/// The surroundings of a run, as arguments: nothing here reads them itself.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Environment {
    /// The time at which the run began.
    pub now: Timestamp,
    /// A refresh takes answers that were stored after this time as new: the time at which it began, or at
    /// which it fell due.
    pub new_since: Timestamp,
    /// Returns the current time.
    pub clock: fn() -> Timestamp,
    /// The seed of random pauses between retries.
    pub seed: u64,
    /// The user's folder for state that is kept between runs. Runs that share it share the rate
    /// limits of the services.
    pub state_dir: PathBuf,
}

impl Environment {
    /// Makes an environment with this clock and state folder; the run begins now.
    #[must_use]
    pub fn new(clock: fn() -> Timestamp, state_dir: impl Into<PathBuf>) -> Self {
        let now = clock();
        Self {
            now,
            new_since: now,
            clock,
            seed: now.as_millisecond().unsigned_abs(),
            state_dir: state_dir.into(),
        }
    }

    /// Replaces the time at which the run began.
    #[must_use]
    pub fn begun_at(self, now: Timestamp) -> Self {
        Self {
            now,
            new_since: now,
            ..self
        }
    }

    /// Replaces the time after which answers are new for a refresh.
    #[must_use]
    pub fn with_new_since(self, new_since: Timestamp) -> Self {
        Self { new_since, ..self }
    }

    /// Replaces the seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }
}
