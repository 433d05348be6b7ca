use std::{mem, time::Duration};

use thiserror::Error;

use super::Service;

/// Why a request got no response. No variant means that a publication doesn't exist.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RequestError {
    /// No request may be sent, and the cache has no response.
    #[error("offline, and no response is cached for {}", brief(.url))]
    Offline {
        /// The service.
        service: Service,
        /// The address.
        url: String,
    },
    /// The run was interrupted before the response came.
    #[error("interrupted before {} answered", brief(.url))]
    Interrupted {
        /// The service.
        service: Service,
        /// The address.
        url: String,
    },
    /// The service can't be reached.
    #[error("{} can't be reached: {cause}", brief(.url))]
    Unreachable {
        /// The service.
        service: Service,
        /// The address.
        url: String,
        /// The network's error.
        cause: String,
    },
    /// The service refused: a challenge page, a 403, or one 429 too many.
    #[error("{} refused: {cause}; it is left alone for {} min", brief(.url), .pause.as_secs() / 60)]
    Refused {
        /// The service.
        service: Service,
        /// The address.
        url: String,
        /// How it refused.
        cause: String,
        /// How long no request is sent to it.
        pause: Duration,
    },
    /// No response was usable, after every retry.
    #[error("{} gave no usable response: {cause}", brief(.url))]
    Unusable {
        /// The service.
        service: Service,
        /// The address.
        url: String,
        /// What came instead.
        cause: String,
    },
    /// Too many requests in a row got no usable response; this run sends the service no more.
    #[error("{} gave no usable response: {cause}", brief(.url))]
    GivenUp {
        /// The service.
        service: Service,
        /// The address.
        url: String,
        /// The number of failed requests, and the cause of the last failure.
        cause: String,
    },
    /// The service rejected the request as invalid (status 400), which is our fault.
    #[error("{} rejected the request as invalid: {cause}", brief(.url))]
    Rejected {
        /// The service.
        service: Service,
        /// The address.
        url: String,
        /// The service's message.
        cause: String,
    },
    /// The request asks for too much; a smaller one may succeed.
    #[error("{} ran out of time for the request: {cause}", brief(.url))]
    TooComplex {
        /// The service.
        service: Service,
        /// The address.
        url: String,
        /// The service's message.
        cause: String,
    },
}

/// Returns an address without its query, which may be a page long. The log has the whole address.
fn brief(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or(url)
}

impl RequestError {
    /// Reports whether another request to the same service failed in the same way and for the same
    /// cause.
    #[must_use]
    pub fn has_cause_of(&self, other: &Self) -> bool {
        mem::discriminant(self) == mem::discriminant(other)
            && self.service() == other.service()
            && self.cause() == other.cause()
    }

    fn cause(&self) -> &str {
        match self {
            Self::Offline { .. } | Self::Interrupted { .. } => "",
            Self::Unreachable { cause, .. }
            | Self::Refused { cause, .. }
            | Self::Unusable { cause, .. }
            | Self::GivenUp { cause, .. }
            | Self::Rejected { cause, .. }
            | Self::TooComplex { cause, .. } => cause,
        }
    }

    /// Returns the service.
    #[must_use]
    pub fn service(&self) -> Service {
        match self {
            Self::Offline { service, .. }
            | Self::Interrupted { service, .. }
            | Self::Unreachable { service, .. }
            | Self::Refused { service, .. }
            | Self::Unusable { service, .. }
            | Self::GivenUp { service, .. }
            | Self::Rejected { service, .. }
            | Self::TooComplex { service, .. } => *service,
        }
    }
}
