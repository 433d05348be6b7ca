//! Failures after which a worker goes on, told once: an outage may last for hours.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use crate::cli::exit::Failure;

/// The pause after a failure.
pub(super) const FAILURE_WAIT: Duration = Duration::from_secs(10);

/// The last failure that the log was told of.
#[derive(Debug, Default)]
pub(super) struct ToldFailure {
    last: Mutex<Option<String>>,
}

impl ToldFailure {
    /// Tells that the worker goes on after a failure.
    pub(super) fn goes_on(&self, failure: &Failure) {
        let message = failure.message();
        let seconds = FAILURE_WAIT.as_secs();
        if self.is_new(&message) {
            tracing::warn!("{message}; trying again every {seconds} seconds");
        } else {
            tracing::debug!("{message}; trying again in {seconds} seconds");
        }
    }

    /// Notes a success: the same failure after it is a new one.
    pub(super) fn is_over(&self) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        *last = None;
    }

    /// Whether a failure is another than the last, which it becomes.
    fn is_new(&self, message: &str) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = last.as_deref() != Some(message);
        if is_new {
            *last = Some(message.to_owned());
        }
        is_new
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
        told.is_over();
        assert!(told.is_new("no space"));
    }
}
