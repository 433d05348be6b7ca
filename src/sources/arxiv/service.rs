//! arXiv's limits.

use std::time::Duration;

use crate::{
    http::{RateLimit, RateLimits, RatePolicy, Service, ServiceFacts},
    sources::PublishedLimit,
};

/// arXiv's terms of use: one request per three seconds over one connection.
pub(super) const EVERY: PublishedLimit<Duration> = PublishedLimit {
    bound: Duration::from_secs(3),
    origin: "one request per 3s (arXiv's terms of use of its API)",
};

/// arXiv's export API.
pub const SERVICE: Service = Service::new(&ServiceFacts {
    label: "arxiv",
    published: |_| RatePolicy {
        pace: RateLimits::Shared(RateLimit::every(EVERY.bound)),
        // Its 429s last, so the waits are longer.
        backoff: Duration::from_secs(5),
        ..RatePolicy::CAUTIOUS
    },
    // It gets requests for lists only.
    says_not_found: |_| false,
    // It sheds load with 503 and, from some hosts, 406.
    overload_statuses: &[406, 503],
});
