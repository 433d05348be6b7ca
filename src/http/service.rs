use std::{cmp::Ordering, fmt, hash};

use url::Url;

use super::{Pool, RatePolicy};

/// A service with rate limits of its own. A source declares those that it asks, as constants; two
/// with one label are the same.
#[derive(Clone, Copy)]
pub struct Service(&'static ServiceFacts);

/// What is known of a service before it is asked.
#[derive(Debug)]
pub struct ServiceFacts {
    /// The short name used in reports, in logs and in the shared budget, such as `crossref`. Each
    /// service has its own.
    pub label: &'static str,
    /// Returns the limits that the service publishes for a pool of clients.
    pub published: fn(Pool) -> RatePolicy,
    /// Reports whether a body with status 404 is the service's own statement that it has no such
    /// record. Any other body may come from a proxy in between.
    pub says_not_found: fn(&str) -> bool,
    /// The statuses by which the service sheds load, besides 429.
    pub overload_statuses: &'static [u16],
}

impl Service {
    /// Declares a service.
    #[must_use]
    pub const fn new(facts: &'static ServiceFacts) -> Self {
        Self(facts)
    }

    /// Returns the short name used in reports and logs, such as `crossref`.
    #[must_use]
    pub fn host_label(self) -> &'static str {
        self.0.label
    }

    /// Returns the limits that the service publishes for a pool of clients.
    #[must_use]
    pub fn published(self, pool: Pool) -> RatePolicy {
        (self.0.published)(pool)
    }

    /// Returns what is known of the service.
    pub(super) fn facts(self) -> &'static ServiceFacts {
        self.0
    }
}

impl PartialEq for Service {
    fn eq(&self, other: &Self) -> bool {
        self.0.label == other.0.label
    }
}

impl Eq for Service {}

impl PartialOrd for Service {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Service {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.label.cmp(other.0.label)
    }
}

impl hash::Hash for Service {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.0.label.hash(state);
    }
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.label)
    }
}

/// Returns the name of a host in the budget, such as `arxiv@export.arxiv.org`. It contains the
/// address, so that a refusal by a stand-in on this machine (a test, a proxy) doesn't count for the
/// real service.
pub(super) fn budget_name(label: &str, url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{label}@{host}:{port}"),
        None => format!("{label}@{host}"),
    }
}
