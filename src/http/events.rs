use std::time::Duration;

use super::Service;

/// An observer of requests, for progress and logs.
pub trait HttpObserver: Send + Sync {
    /// Receives an event. Called from many tasks; must return quickly.
    fn on_event(&self, event: &HttpEvent);
}

/// An event in the course of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum HttpEvent {
    /// The cache had the response.
    FromCache {
        /// The service.
        service: Service,
        /// The address of the request.
        url: String,
    },
    /// A request waits before it is sent.
    Waiting {
        /// The service.
        service: Service,
        /// How long it waits.
        pause: Duration,
        /// The reason: `pace`, or what the service returned last.
        why: String,
    },
    /// A request was sent.
    Sent {
        /// The service.
        service: Service,
        /// The address of the request.
        url: String,
        /// The number of the attempt, from 1.
        attempt: u32,
    },
    /// A response arrived.
    Answered {
        /// The service.
        service: Service,
        /// The address of the request.
        url: String,
        /// The status of the response.
        status: u16,
    },
    /// The service refused, and is left alone.
    Refused {
        /// The service.
        service: Service,
        /// How it refused.
        cause: String,
        /// How long it is left alone.
        pause: Duration,
    },
}

/// The number of requests to a service in this run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RequestCounts {
    /// Requests sent, retries included.
    pub sent: u64,
    /// Retries among them.
    pub retried: u64,
    /// Requests answered with status 429 or a refusal.
    pub refused: u64,
    /// Requests answered by the cache.
    pub cached: u64,
}
