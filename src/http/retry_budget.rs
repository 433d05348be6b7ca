use std::time::Duration;

use backon::{BackoffBuilder as _, ExponentialBackoff, ExponentialBuilder};

use super::RatePolicy;

/// The number of "too many requests" in a row that are retried; one more is a refusal.
const BUSY_RETRIES: u32 = 2;

/// The number of responses in a row that are no answers (web pages, empty bodies) at which a wall
/// has been put before the service. One is a gateway's hiccup, two are a longer one. The whole
/// service gets a growing pause after each, so that three are some seconds apart. Where every tenth
/// body is a stray by chance, three in a row come once in a thousand requests.
pub(super) const MAX_STRAYS: u32 = 3;

/// The number of retries after a timeout. Each costs half a minute.
const TIMEOUT_RETRIES: u32 = 1;

/// The wait before the only retry at a service that has not responded yet.
const QUICK: Duration = Duration::from_millis(500);

/// The retries that one request has left, and the waits before them.
#[derive(Debug)]
pub(super) struct RetryBudget {
    delays: ExponentialBackoff,
    busy_left: u32,
    timeouts_left: u32,
    unreached: u32,
    strays: u32,
}

impl RetryBudget {
    /// Returns the budget of a request. The seed decides about the jitter.
    pub(super) fn new(policy: &RatePolicy, seed: u64) -> Self {
        Self {
            delays: ExponentialBuilder::default()
                .with_min_delay(policy.backoff)
                .with_max_delay(Duration::from_secs(60))
                .with_max_times(usize::try_from(policy.retries).unwrap_or(usize::MAX))
                .with_jitter()
                .with_jitter_seed(seed)
                .build(),
            busy_left: BUSY_RETRIES,
            timeouts_left: TIMEOUT_RETRIES,
            unreached: 0,
            strays: 0,
        }
    }

    /// Returns the budget of a large file, where a timeout is as good as a broken connection: the
    /// download continues where it stopped.
    pub(super) fn for_file(policy: &RatePolicy, seed: u64) -> Self {
        Self {
            timeouts_left: u32::MAX,
            ..Self::new(policy, seed)
        }
    }

    /// Returns the wait after "too many requests"; `None` when there were too many of them.
    pub(super) fn after_busy(&mut self, asked: Option<Duration>) -> Option<Duration> {
        self.busy_left = self.busy_left.checked_sub(1)?;
        self.after_fault(asked)
    }

    /// Returns the wait after a fault of the service, which is never shorter than it asked for;
    /// `None` when no retry is left.
    pub(super) fn after_fault(&mut self, asked: Option<Duration>) -> Option<Duration> {
        let delay = self.delays.next()?;
        Some(asked.map_or(delay, |asked| asked.max(delay)))
    }

    /// Counts a response that is no answer, and reports whether there were too many.
    pub(super) fn record_stray(&mut self) -> bool {
        self.strays += 1;
        self.strays >= MAX_STRAYS
    }

    /// Returns the wait after a timeout; `None` when no retry is left.
    pub(super) fn after_timeout(&mut self) -> Option<Duration> {
        self.timeouts_left = self.timeouts_left.checked_sub(1)?;
        self.delays.next()
    }

    /// Returns the wait after a failed connection; `None` when no retry is left. A service that has
    /// responded before in this run gets the time that a network takes to recover.
    pub(super) fn after_no_connection(&mut self, responded_before: bool) -> Option<Duration> {
        self.unreached += 1;
        if responded_before {
            self.delays.next()
        } else {
            (self.unreached == 1).then_some(QUICK)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn retries() -> RetryBudget {
        RetryBudget::new(&RatePolicy::CAUTIOUS, 7)
    }

    #[test]
    fn faults_are_retried_three_times_with_growing_waits() {
        let mut retries = retries();
        let mut least = Duration::from_secs(1);
        for _ in 0..3 {
            let wait = retries.after_fault(None).unwrap();
            assert!(
                wait >= least && wait <= least * 2,
                "{wait:?} from {least:?}"
            );
            least *= 2;
        }
        assert_eq!(retries.after_fault(None), None);
    }

    #[test]
    fn requested_wait_is_never_shortened() {
        let asked = Duration::from_secs(40);
        assert_eq!(retries().after_busy(Some(asked)), Some(asked));
        let no_time = retries().after_busy(Some(Duration::ZERO)).unwrap();
        assert!(no_time >= Duration::from_secs(1));
    }

    #[test]
    fn third_too_many_requests_is_not_retried() {
        let mut retries = retries();
        assert!(retries.after_busy(None).is_some());
        assert!(retries.after_fault(None).is_some());
        assert!(retries.after_busy(None).is_some());
        assert_eq!(retries.after_busy(None), None);
    }

    #[test]
    fn same_seed_gives_the_same_waits() {
        let waits = |_| {
            let mut retries = retries();
            std::iter::from_fn(move || retries.after_fault(None)).collect::<Vec<_>>()
        };
        assert_eq!(waits(1), waits(2));
    }
}
