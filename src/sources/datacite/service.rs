//! DataCite's limits.

use std::{num::NonZeroU32, time::Duration};

use serde_json::Value;

use crate::{
    http::{Pool, RateLimit, RateLimits, RatePolicy, Service, ServiceFacts},
    sources::PublishedLimit,
};

/// DataCite's plans: 1000 requests in five minutes with an e-mail address, 500 without.
pub(super) const LIMIT: PublishedLimit<Duration> = PublishedLimit {
    bound: Duration::from_millis(300),
    origin: "1000 requests in 5 minutes (DataCite's plans, with an e-mail address)",
};

/// DataCite's REST API.
pub const SERVICE: Service = Service::new(&ServiceFacts {
    label: "datacite",
    // A tenth below the limit.
    published: |pool| RatePolicy {
        pace: RateLimits::Shared(RateLimit::per_second(match pool {
            Pool::Polite => 3.0,
            Pool::Public => 1.5,
        })),
        concurrency: NonZeroU32::MIN.saturating_add(1),
        ..RatePolicy::CAUTIOUS
    },
    says_not_found,
    overload_statuses: &[],
});

/// Reads `{"errors":[{"status":"404","title":"The resource you are looking for doesn't exist."}]}`.
fn says_not_found(body: &str) -> bool {
    serde_json::from_str::<Value>(body).is_ok_and(|message| {
        message["errors"].as_array().is_some_and(|errors| {
            errors.iter().any(|error| {
                error["status"] == "404"
                    || error["title"]
                        .as_str()
                        .is_some_and(|title| title.contains("doesn't exist"))
            })
        })
    })
}
