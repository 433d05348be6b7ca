//! Europe PMC's limits.

use std::time::Duration;

use crate::{
    http::{Pool, RateLimit, RateLimits, RatePolicy, Service, ServiceFacts},
    model::SourceName,
    sources::PublishedLimit,
};

/// Its name as a source.
pub const NAME: SourceName = SourceName::new("europepmc");

/// Europe PMC's developers name 10 requests a second in its forum; its documentation (read 2026-11)
/// states no limit.
pub(super) const LIMIT: PublishedLimit<Duration> = PublishedLimit {
    bound: Duration::from_millis(100),
    origin: "10 requests per second (Europe PMC's developers forum)",
};

/// The default, half of what is permitted: the limit is not documented.
pub(super) const PER_SECOND: f64 = 5.0;

/// Europe PMC's REST API.
pub const SERVICE: Service = Service::new(&ServiceFacts {
    label: "europepmc",
    published: |pool| RatePolicy {
        pace: RateLimits::Shared(match pool {
            Pool::Polite => RateLimit::per_second(PER_SECOND),
            Pool::Public => RateLimit::per_second(PER_SECOND / 2.0),
        }),
        // A hundred articles come with their abstracts, which are read and dropped.
        attempt: Duration::from_secs(60),
        ..RatePolicy::CAUTIOUS
    },
    // A search without results is an answer.
    says_not_found: |_| false,
    overload_statuses: &[],
});
