//! The limits of K10plus.

use std::time::Duration;

use crate::{
    http::{Pool, RateLimit, RateLimits, RatePolicy, Service, ServiceFacts},
    model::SourceName,
    sources::PublishedLimit,
};

/// Its name as a source.
pub const NAME: SourceName = SourceName::new("k10plus");

/// Its documentation (wiki.k10plus.de, "SRU", read 2026-11) states no limit; this one is our own.
pub(super) const EVERY: PublishedLimit<Duration> = PublishedLimit {
    bound: Duration::from_secs(1),
    origin: "one request per 1s (K10plus publishes no limit; this is bibsync's own)",
};

/// The SRU interface of K10plus.
pub const SERVICE: Service = Service::new(&ServiceFacts {
    label: "k10plus",
    published: |pool| RatePolicy {
        pace: RateLimits::Shared(RateLimit::every(match pool {
            Pool::Polite => EVERY.bound,
            Pool::Public => EVERY.bound * 2,
        })),
        // A hundred records come with the holdings of libraries, which are read and dropped.
        attempt: Duration::from_secs(60),
        ..RatePolicy::CAUTIOUS
    },
    // A search without results is an answer.
    says_not_found: |_| false,
    overload_statuses: &[],
});
