//! OpenAlex's limits and prices.

use std::{num::NonZeroU32, time::Duration};

use crate::{
    http::{Allowance, RateLimit, RateLimits, RatePolicy, Service, ServiceFacts},
    model::SourceName,
    sources::PublishedLimit,
};

/// Its name as a source.
pub const NAME: SourceName = SourceName::new("openalex");

/// OpenAlex's developers' pages on authentication and pricing, read 2026-11.
pub(super) const LIMIT: PublishedLimit<Duration> = PublishedLimit {
    bound: Duration::from_millis(10),
    origin: "100 requests per second (OpenAlex's pages on authentication)",
};

/// The default rate: a list of a hundred works needs a handful of requests, so there is no hurry.
pub(super) const PER_SECOND: f64 = 10.0;

/// A dollar, in the unit of an [`Allowance`].
const DOLLAR: u64 = 1_000_000;

/// The free allowance of a day without a key: $0.10. A list costs $0.10 for a thousand, a search $1; a
/// single work is free.
const WITHOUT_KEY: Allowance = Allowance {
    per_day: DOLLAR / 10,
    list: 100,
    search: 1000,
    advice: "a free key allows ten times as much: see `key` in [sources.openalex]",
};

/// The free allowance of a day with a key: $1.
pub(super) const WITH_KEY: Allowance = Allowance {
    per_day: DOLLAR,
    advice: "OpenAlex sells more",
    ..WITHOUT_KEY
};

/// OpenAlex's API.
pub const SERVICE: Service = Service::new(&ServiceFacts {
    label: "openalex",
    published: |_| RatePolicy {
        pace: RateLimits::Shared(RateLimit::per_second(PER_SECOND)),
        concurrency: NonZeroU32::MIN,
        allowance: Some(WITHOUT_KEY),
        ..RatePolicy::CAUTIOUS
    },
    says_not_found,
    // It answers 403 to too many requests in a second; 429 means that the day's allowance is used up.
    overload_statuses: &[403],
});

/// Recognizes the page for an unknown work, which is HTML: that of its web framework.
fn says_not_found(body: &str) -> bool {
    let body = body.to_ascii_lowercase();
    let is_message = body.contains("\"error\"") && body.contains("not found");
    is_message
        || body.contains("<title>404 not found</title>") && body.contains("<h1>not found</h1>")
}
