use std::{num::NonZeroU32, time::Duration};

use super::{RequestKind, Service};

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
    pub fn every(every: Duration) -> Self {
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

    /// Returns the same limit with a burst.
    #[must_use]
    pub fn with_burst(self, burst: NonZeroU32) -> Self {
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
            | (Self::PerKind { list: pace, .. }, RequestKind::List) => *pace,
        }
    }
}

impl RatePolicy {
    /// Returns the limits that the service publishes, as of November 2026.
    #[must_use]
    pub fn published(service: Service, pool: Pool) -> Self {
        let seconds = Duration::from_secs;
        let plain = Self {
            pace: RateLimits::Shared(RateLimit::every(seconds(1))),
            gap: Duration::ZERO,
            concurrency: NonZeroU32::MIN,
            cooldown: seconds(60 * 60),
            retries: 3,
            backoff: seconds(1),
            attempt: seconds(30),
        };
        match service {
            // robots.txt of sparql.dblp.org: `Crawl-delay: 10`. A run needs two to five queries,
            // which a burst lets through one a second: those sent at once were answered with 429.
            Service::Dblp => Self {
                pace: RateLimits::Shared(RateLimit::every(seconds(10)).with_burst(burst(4))),
                gap: seconds(1),
                ..plain
            },
            // DBLP FAQ 1474706 asks for one to two seconds; 429s were seen below five.
            Service::DblpRest => Self {
                pace: RateLimits::Shared(RateLimit::every(seconds(5))),
                ..plain
            },
            // Crossref's rate limits since 2025-12-01, by pool and kind of request.
            Service::Crossref => match pool {
                Pool::Polite => Self {
                    pace: RateLimits::PerKind {
                        single: RateLimit::per_second(10.0),
                        list: RateLimit::per_second(3.0),
                    },
                    concurrency: burst(3),
                    ..plain
                },
                Pool::Public => Self {
                    pace: RateLimits::PerKind {
                        single: RateLimit::per_second(5.0),
                        list: RateLimit::per_second(1.0),
                    },
                    ..plain
                },
            },
            // arXiv's terms of use: one request per three seconds over one connection. Its 429s
            // last, so the waits are longer.
            Service::Arxiv => Self {
                pace: RateLimits::Shared(RateLimit::every(seconds(3))),
                backoff: seconds(5),
                ..plain
            },
            // DataCite: 1000 requests in five minutes with an e-mail address, 500 without.
            Service::Datacite => Self {
                pace: RateLimits::Shared(RateLimit::per_second(match pool {
                    Pool::Polite => 3.0,
                    Pool::Public => 1.5,
                })),
                concurrency: burst(2),
                ..plain
            },
        }
    }
}

fn burst(requests: u32) -> NonZeroU32 {
    NonZeroU32::new(requests).unwrap_or(NonZeroU32::MIN)
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
        let dblp = RatePolicy::published(Service::Dblp, Pool::Public);
        let seconds = |requests| {
            let pace = dblp.pace.of(RequestKind::List);
            pace.time_for(requests, dblp.gap).as_secs()
        };
        assert_eq!([0, 1, 4, 5, 7].map(seconds), [0, 0, 3, 10, 30]);
    }

    #[test]
    fn crossref_without_an_address_has_the_limits_of_the_public_pool() {
        let public = RatePolicy::published(Service::Crossref, Pool::Public);
        assert_eq!(public.concurrency.get(), 1);
        assert_eq!(
            public.pace.of(RequestKind::List).every,
            Duration::from_secs(1)
        );
        assert_eq!(
            public.pace.of(RequestKind::Single).every,
            Duration::from_millis(200)
        );
    }
}
