use std::{num::NonZeroU32, time::Duration};

/// The limits that a service publishes. Headers of its responses may lower them, and nothing raises
/// them.
#[derive(Debug, Clone, PartialEq)]
pub struct RatePolicy {
    /// The rate limits.
    pub pace: RateLimits,
    /// The least time between two requests, within a burst too. No more than the interval.
    pub gap: Duration,
    /// The number of concurrent requests.
    pub concurrency: NonZeroU32,
    /// How long the service is left alone after a refusal.
    pub cooldown: Duration,
    /// The number of retries after a fault of the service.
    pub retries: u32,
    /// The wait before the first retry. It doubles each time, and jitter adds up to as much.
    pub backoff: Duration,
    /// The time limit for one request, body included.
    pub attempt: Duration,
    /// What the requests of a day may cost, where a service counts them in money.
    pub allowance: Option<Allowance>,
}

/// What a service gives away each day, in millionths of a dollar. A day begins at midnight UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// What the requests of a day may cost.
    pub per_day: u64,
    /// What a request costs of kind [`RequestKind::List`]. A single record is free.
    pub list: u64,
    /// What a request costs of kind [`RequestKind::Search`].
    pub search: u64,
    /// What to do when it is used up, for a message.
    pub advice: &'static str,
}

impl Allowance {
    /// Returns what a request costs.
    #[must_use]
    pub fn cost(&self, kind: RequestKind) -> u64 {
        match kind {
            RequestKind::Single => 0,
            RequestKind::List => self.list,
            RequestKind::Search => self.search,
        }
    }
}

/// The kind of a request. A service may have a rate limit for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RequestKind {
    /// One record by its id (`/works/{doi}`).
    Single,
    /// A list or a search (`/works?…`).
    List,
    /// A search, where it costs more than a list. It has the rate limit of lists.
    Search,
}

/// One rate limit, or one for each kind of request.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RateLimits {
    /// Requests of both kinds count together.
    Shared(RateLimit),
    /// Each kind has a limit of its own.
    PerKind {
        /// For [`RequestKind::Single`].
        single: RateLimit,
        /// For [`RequestKind::List`].
        list: RateLimit,
    },
}

/// One request per interval, after a burst.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RateLimit {
    /// The interval; zero means no limit.
    pub every: Duration,
    /// The number of requests that may be sent at once after a pause; 1 for evenly spaced requests.
    pub burst: NonZeroU32,
}

/// The pool of clients that Crossref and DataCite count us in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pool {
    /// Clients with an e-mail address in their User-Agent.
    Polite,
    /// Anonymous clients.
    Public,
}

impl RateLimit {
    /// Returns a limit of one request per `every`, without a burst.
    #[must_use]
    pub const fn every(every: Duration) -> Self {
        Self {
            every,
            burst: NonZeroU32::MIN,
        }
    }

    /// Returns a limit of `rate` requests per second, evenly spaced. A rate that is zero, negative or
    /// not a number becomes one request per day.
    #[must_use]
    pub fn per_second(rate: f64) -> Self {
        const DAY: Duration = Duration::from_secs(24 * 60 * 60);
        let every = Duration::try_from_secs_f64(1.0 / rate).unwrap_or(DAY);
        Self::every(every.min(DAY))
    }

    /// Returns the slower of two limits; this one if both have the same interval.
    #[must_use]
    pub fn or_slower(self, other: Self) -> Self {
        if self.every < other.every {
            other
        } else {
            self
        }
    }

    /// Returns the same limit with a burst.
    #[must_use]
    pub const fn with_burst(self, burst: NonZeroU32) -> Self {
        Self { burst, ..self }
    }

    /// Returns the least time from the first of `requests` requests to the last.
    #[must_use]
    pub fn time_for(&self, requests: usize, gap: Duration) -> Duration {
        let Some(waits) = requests.checked_sub(1) else {
            return Duration::ZERO;
        };
        let times = |time: Duration, count: usize| {
            time.saturating_mul(u32::try_from(count).unwrap_or(u32::MAX))
        };
        let burst = usize::try_from(self.burst.get()).unwrap_or(usize::MAX);
        let paced = times(self.every, requests.saturating_sub(burst));
        paced.max(times(gap.min(self.every), waits))
    }
}

impl RateLimits {
    /// Returns the limit for a kind of request.
    #[must_use]
    pub fn of(&self, kind: RequestKind) -> RateLimit {
        match (self, kind) {
            (Self::Shared(pace), _)
            | (Self::PerKind { single: pace, .. }, RequestKind::Single)
            | (Self::PerKind { list: pace, .. }, RequestKind::List | RequestKind::Search) => *pace,
        }
    }
}

impl RatePolicy {
    /// Returns these published limits with the pace that the settings want. Anonymous clients are not
    /// faster than what is published for them.
    #[must_use]
    pub fn paced(self, wanted: RateLimit, pool: Pool) -> Self {
        let pace = match pool {
            Pool::Polite => wanted,
            Pool::Public => wanted.or_slower(self.pace.of(RequestKind::Single)),
        };
        Self {
            pace: RateLimits::Shared(pace),
            ..self
        }
    }

    /// Limits for a service that publishes none: one request per second and at a time. Begin with
    /// these, and set what the service publishes.
    pub const CAUTIOUS: Self = Self {
        pace: RateLimits::Shared(RateLimit::every(Duration::from_secs(1))),
        gap: Duration::ZERO,
        concurrency: NonZeroU32::MIN,
        cooldown: Duration::from_secs(60 * 60),
        retries: 3,
        backoff: Duration::from_secs(1),
        attempt: Duration::from_secs(30),
        allowance: None,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_rates_become_one_request_per_day() {
        for rate in [0.0, -1.0, f64::NAN, 1e-300] {
            let pace = RateLimit::per_second(rate);
            assert_eq!(pace.every, Duration::from_secs(86_400), "{rate}");
        }
        assert_eq!(RateLimit::per_second(4.0).every, Duration::from_millis(250));
    }

    #[test]
    fn time_for_requests_counts_gaps_in_a_burst_and_intervals_after() {
        let burst = NonZeroU32::new(4).unwrap();
        let pace = RateLimit::every(Duration::from_secs(10)).with_burst(burst);
        let seconds = |requests| pace.time_for(requests, Duration::from_secs(1)).as_secs();
        assert_eq!([0, 1, 4, 5, 7].map(seconds), [0, 0, 3, 10, 30]);
    }
}
