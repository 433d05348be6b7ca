//! ORCID's limits.

use std::time::Duration;

use crate::{
    http::{Pool, RateLimit, RateLimits, RatePolicy, Service, ServiceFacts},
    model::SourceName,
    sources::PublishedLimit,
};

/// Its name as a source.
pub const NAME: SourceName = SourceName::new("orcid");

/// ORCID's frequent questions on its API (read 2026-11): 12 requests a second, after a burst of 40.
pub(super) const LIMIT: PublishedLimit<Duration> = PublishedLimit {
    bound: Duration::from_nanos(1_000_000_000 / 12),
    origin: "12 requests per second (ORCID's frequent questions on API limits)",
};

/// The default. A list is two requests for each hundred works at most.
pub(super) const PER_SECOND: f64 = 4.0;

/// ORCID's public API.
pub const SERVICE: Service = Service::new(&ServiceFacts {
    label: "orcid",
    published: |pool| RatePolicy {
        pace: RateLimits::Shared(match pool {
            Pool::Polite => RateLimit::per_second(PER_SECOND),
            Pool::Public => RateLimit::per_second(PER_SECOND / 2.0),
        }),
        // A hundred works come with all their contributors.
        attempt: Duration::from_secs(60),
        ..RatePolicy::CAUTIOUS
    },
    says_not_found: |body| body.contains("\"response-code\""),
    overload_statuses: &[],
});
