//! DBLP's limits.

use std::{num::NonZeroU32, time::Duration};

use crate::{
    http::{RateLimit, RateLimits, RatePolicy, Service, ServiceFacts},
    sources::PublishedLimit,
};

/// robots.txt of sparql.dblp.org: `Crawl-delay: 10`.
pub(super) const EVERY: PublishedLimit<Duration> = PublishedLimit {
    bound: Duration::from_secs(10),
    origin: "one request per 10s (`Crawl-delay` in robots.txt of sparql.dblp.org)",
};

/// A run needs two to five queries.
pub(super) const BURST: PublishedLimit<u32> = PublishedLimit {
    bound: 4,
    origin: "a burst of 4, which is what one run needs, for robots.txt of sparql.dblp.org grants none",
};

/// DBLP's SPARQL endpoint.
pub const SERVICE: Service = Service::new(&ServiceFacts {
    label: "dblp",
    published: |_| {
        let burst = NonZeroU32::MIN.saturating_add(BURST.bound - 1);
        RatePolicy {
            pace: RateLimits::Shared(RateLimit::every(EVERY.bound).with_burst(burst)),
            // Requests of a burst that were sent at once were answered with 429.
            gap: Duration::from_secs(1),
            ..RatePolicy::CAUTIOUS
        }
    },
    // It gets requests for lists only.
    says_not_found: |_| false,
    overload_statuses: &[],
});

/// DBLP's classic API.
pub const CLASSIC_API: Service = Service::new(&ServiceFacts {
    label: "dblp-rest",
    // DBLP FAQ 1474706 asks for one to two seconds; 429s were seen below five.
    published: |_| RatePolicy {
        pace: RateLimits::Shared(RateLimit::every(Duration::from_secs(5))),
        ..RatePolicy::CAUTIOUS
    },
    says_not_found: |_| false,
    overload_statuses: &[],
});
