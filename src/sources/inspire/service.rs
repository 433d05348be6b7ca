//! INSPIRE's limits.

use std::{num::NonZeroU32, time::Duration};

use serde_json::Value;

use crate::{
    http::{RateLimit, RateLimits, RatePolicy, Service, ServiceFacts},
    model::SourceName,
    sources::PublishedLimit,
};

/// Its name as a source.
pub const NAME: SourceName = SourceName::new("inspire");

/// Fifteen requests in any five seconds: five at once, and one more each half second.
pub(super) const LIMIT: PublishedLimit<Duration> = PublishedLimit {
    bound: Duration::from_millis(500),
    origin: "15 requests in 5 seconds, five of them at once (INSPIRE's rest-api-doc)",
};

/// The requests that may be sent at once.
const BURST: NonZeroU32 = NonZeroU32::MIN.saturating_add(4);

/// Returns the limit of one request per `every`, after a burst.
pub(super) const fn pace(every: Duration) -> RateLimits {
    RateLimits::Shared(RateLimit::every(every).with_burst(BURST))
}

/// INSPIRE's REST API. A request that it refuses counts like any other, so a refused one waits for the
/// whole window.
pub const SERVICE: Service = Service::new(&ServiceFacts {
    label: "inspire",
    published: |_| RatePolicy {
        pace: pace(LIMIT.bound),
        backoff: Duration::from_secs(5),
        attempt: Duration::from_secs(60),
        ..RatePolicy::CAUTIOUS
    },
    says_not_found,
    overload_statuses: &[],
});

/// Reads `{"status": 404, "message": "PID does not exist."}`.
fn says_not_found(body: &str) -> bool {
    serde_json::from_str::<Value>(body).is_ok_and(|said| said["status"] == 404)
}
