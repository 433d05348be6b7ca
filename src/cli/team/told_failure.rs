//! Failures after which a worker goes on, told once: an outage may last for hours.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use crate::cli::{exit::Failure, screen::say};

/// The pause after a failure.
pub(super) const FAILURE_WAIT: Duration = Duration::from_secs(10);

/// The sort of the last failure that the log was told of.
#[derive(Debug, Default)]
pub(super) struct ToldFailure {
    last: Mutex<Option<String>>,
}

impl ToldFailure {
    /// Tells that the worker goes on after a failure.
    pub(super) fn goes_on(&self, failure: &Failure) {
        let message = failure.message();
        let seconds = FAILURE_WAIT.as_secs();
        // A server that is away says so in different words while it comes back.
        let sort = if failure.is_of_store_away() {
            "away"
        } else {
            &message
        };
        if self.is_new(sort) {
            tracing::warn!("{message}; trying again every {seconds} seconds");
        } else {
            tracing::debug!("{message}; trying again in {seconds} seconds");
        }
    }

    /// Tells, after a failure, that the worker works again: the same failure after it is a new one.
    pub(super) fn is_over(&self) {
        if self.ended() {
            say("works again");
        }
    }

    /// Whether a failure is of another sort than the last, which it becomes.
    fn is_new(&self, sort: &str) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = last.as_deref() != Some(sort);
        if is_new {
            *last = Some(sort.to_owned());
        }
        is_new
    }

    /// Whether there was a failure; there is none any more.
    fn ended(&self) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.take().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failure_is_told_once_until_it_is_over() {
        let told = ToldFailure::default();
        assert!(told.is_new("no route"));
        assert!(!told.is_new("no route"));
        assert!(told.is_new("no space"));
        assert!(told.ended());
        assert!(!told.ended());
        assert!(told.is_new("no space"));
    }
}
