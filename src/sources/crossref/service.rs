//! Crossref's limits since 2025-12-01, by pool and kind of request.

use std::{num::NonZeroU32, time::Duration};

use crate::{
    http::{Pool, RateLimit, RateLimits, RatePolicy, Service, ServiceFacts},
    sources::PublishedLimit,
};

pub(super) const LISTS: PublishedLimit<Duration> = PublishedLimit {
    bound: Duration::from_nanos(333_333_333),
    origin: "3 lists per second (Crossref's rate limits since 2025-12-01, polite pool)",
};

pub(super) const SINGLES: PublishedLimit<Duration> = PublishedLimit {
    bound: Duration::from_millis(100),
    origin: "10 single records per second (Crossref's rate limits since 2025-12-01, polite pool)",
};

pub(super) const AT_ONCE: PublishedLimit<u32> = PublishedLimit {
    bound: 3,
    origin: "3 requests at once (Crossref's rate limits since 2025-12-01, polite pool)",
};

/// Crossref's REST API.
pub const SERVICE: Service = Service::new(&ServiceFacts {
    label: "crossref",
    published: |pool| match pool {
        Pool::Polite => RatePolicy {
            pace: RateLimits::PerKind {
                single: RateLimit::every(SINGLES.bound),
                list: RateLimit::every(LISTS.bound),
            },
            concurrency: NonZeroU32::MIN.saturating_add(AT_ONCE.bound - 1),
            ..RatePolicy::CAUTIOUS
        },
        Pool::Public => RatePolicy {
            pace: RateLimits::PerKind {
                single: RateLimit::per_second(5.0),
                list: RateLimit::per_second(1.0),
            },
            ..RatePolicy::CAUTIOUS
        },
    },
    says_not_found: |body| body.starts_with("Resource not found"),
    overload_statuses: &[],
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::RequestKind;

    #[test]
    fn anonymous_clients_have_the_limits_of_the_public_pool() {
        let public = SERVICE.published(Pool::Public);
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
