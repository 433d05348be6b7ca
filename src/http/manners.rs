use std::{num::NonZeroU32, time::Duration};

use super::{Lane, Service};

/// How a service wants to be treated. The service's own headers may make it slower, nothing makes
/// it faster.
#[derive(Debug, Clone, PartialEq)]
pub struct Manners {
    /// How often.
    pub pace: Lanes,
    /// The least time from one request to the next even within a burst; no more than the interval
    /// of the pace.
    pub gap: Duration,
    /// How many requests at once.
    pub concurrency: NonZeroU32,
    /// How long it is left alone after a refusal.
    pub cooldown: Duration,
    /// How often a question is sent again after a fault of the service.
    pub retries: u32,
    /// The wait before the first of these; it doubles each time, and chance adds up to as much.
    pub backoff: Duration,
    /// How long one request may take, body included.
    pub attempt: Duration,
}

/// One limit, or one for each lane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Lanes {
    /// Lists and single records count together.
    Shared(Pace),
    /// Each has its own.
    Apart {
        /// For [`Lane::Single`].
        single: Pace,
        /// For [`Lane::List`].
        list: Pace,
    },
}

/// One request per interval, after a burst.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// The interval; zero means no limit.
    pub every: Duration,
    /// How many may go at once after a rest; 1 for evenly spaced requests.
    pub burst: NonZeroU32,
}

/// How a client is known to Crossref and DataCite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pool {
    /// By an e-mail address in its User-Agent.
    Polite,
    /// Not at all.
    Public,
}

impl Pace {
    /// One request per `every`, without a burst.
    #[must_use]
    pub fn every(every: Duration) -> Self {
        Self {
            every,
            burst: NonZeroU32::MIN,
        }
    }

    /// So many requests a second, evenly spaced. Zero, negative and unreal rates become one request
    /// per day.
    #[must_use]
    pub fn per_second(rate: f64) -> Self {
        const DAY: Duration = Duration::from_secs(24 * 60 * 60);
        let every = Duration::try_from_secs_f64(1.0 / rate).unwrap_or(DAY);
        Self::every(every.min(DAY))
    }

    /// The same with a burst.
    #[must_use]
    pub fn with_burst(self, burst: NonZeroU32) -> Self {
        Self { burst, ..self }
    }
}

impl Lanes {
    /// The limit for a lane.
    #[must_use]
    pub fn of(&self, lane: Lane) -> Pace {
        match (self, lane) {
            (Self::Shared(pace), _)
            | (Self::Apart { single: pace, .. }, Lane::Single)
            | (Self::Apart { list: pace, .. }, Lane::List) => *pace,
        }
    }
}

impl Pace {
    /// How long so many requests take at least, from the first to the last.
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

impl Manners {
    /// The limits each service publishes, as of November 2026.
    #[must_use]
    pub fn published(service: Service, pool: Pool) -> Self {
        let seconds = Duration::from_secs;
        let plain = Self {
            pace: Lanes::Shared(Pace::every(seconds(1))),
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
                pace: Lanes::Shared(Pace::every(seconds(10)).with_burst(burst(4))),
                gap: seconds(1),
                ..plain
            },
            // DBLP FAQ 1474706 asks for one to two seconds; 429s were seen below five.
            Service::DblpRest => Self {
                pace: Lanes::Shared(Pace::every(seconds(5))),
                ..plain
            },
            // Crossref's rate limits since 2025-12-01, by pool and kind of request.
            Service::Crossref => match pool {
                Pool::Polite => Self {
                    pace: Lanes::Apart {
                        single: Pace::per_second(10.0),
                        list: Pace::per_second(3.0),
                    },
                    concurrency: burst(3),
                    ..plain
                },
                Pool::Public => Self {
                    pace: Lanes::Apart {
                        single: Pace::per_second(5.0),
                        list: Pace::per_second(1.0),
                    },
                    ..plain
                },
            },
            // arXiv's terms of use: one request per three seconds over one connection. Its 429s
            // last, so the waits are longer.
            Service::Arxiv => Self {
                pace: Lanes::Shared(Pace::every(seconds(3))),
                backoff: seconds(5),
                ..plain
            },
            // DataCite: 1000 requests in five minutes with an e-mail address, 500 without.
            Service::Datacite => Self {
                pace: Lanes::Shared(Pace::per_second(match pool {
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
    fn unreal_rates_become_slow_ones() {
        for rate in [0.0, -1.0, f64::NAN, 1e-300] {
            let pace = Pace::per_second(rate);
            assert_eq!(pace.every, Duration::from_secs(86_400), "{rate}");
        }
        assert_eq!(Pace::per_second(4.0).every, Duration::from_millis(250));
    }

    #[test]
    fn a_burst_takes_its_gaps_and_the_rest_its_intervals() {
        let dblp = Manners::published(Service::Dblp, Pool::Public);
        let seconds = |requests| {
            let pace = dblp.pace.of(Lane::List);
            pace.time_for(requests, dblp.gap).as_secs()
        };
        assert_eq!([0, 1, 4, 5, 7].map(seconds), [0, 0, 3, 10, 30]);
    }

    #[test]
    fn without_an_address_crossref_is_asked_in_the_public_pool() {
        let public = Manners::published(Service::Crossref, Pool::Public);
        assert_eq!(public.concurrency.get(), 1);
        assert_eq!(public.pace.of(Lane::List).every, Duration::from_secs(1));
        assert_eq!(
            public.pace.of(Lane::Single).every,
            Duration::from_millis(200)
        );
    }
}
