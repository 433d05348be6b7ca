//! The proxy's limits.

use super::wire;
use crate::http::{RatePolicy, Service, ServiceFacts};

/// The proxy of the DOI system. It publishes no limits for its API (its documentation and recorded
/// answers, 2026-06), so it is asked as seldom as any service that publishes none.
pub const SERVICE: Service = Service::new(&ServiceFacts {
    label: "doi",
    published: |_| RatePolicy::CAUTIOUS,
    says_not_found: |body| wire::says(body) == Some(wire::NOT_FOUND),
    overload_statuses: &[],
});
