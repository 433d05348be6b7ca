use std::{mem, time::Duration};

use thiserror::Error;

use super::Service;

/// Why a question got no answer. None of these says that a publication does not exist.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Failed {
    /// No request may be made, and the cache has no answer.
    #[error("offline, and no answer is kept for {}", brief(.url))]
    Offline {
        /// Who would have been asked.
        service: Service,
        /// What would have been asked.
        url: String,
    },
    /// The run was interrupted before the answer came.
    #[error("interrupted before {} answered", brief(.url))]
    Interrupted {
        /// Who was or would have been asked.
        service: Service,
        /// What.
        url: String,
    },
    /// The service could not be reached.
    #[error("{} can't be reached: {cause}", brief(.url))]
    Unreachable {
        /// Who was asked.
        service: Service,
        /// What was asked.
        url: String,
        /// What the network said.
        cause: String,
    },
    /// The service does not want to answer: a challenge page, a 403, or one 429 too many.
    #[error("{} refused: {cause}; it is left alone for {} min", brief(.url), .pause.as_secs() / 60)]
    Refused {
        /// Who was asked.
        service: Service,
        /// What was asked.
        url: String,
        /// How it showed.
        cause: String,
        /// How long no request is sent to it.
        pause: Duration,
    },
    /// The service answers, but not usefully, and went on so after every retry.
    #[error("{} gave no usable answer: {cause}", brief(.url))]
    Unusable {
        /// Who was asked.
        service: Service,
        /// What was asked.
        url: String,
        /// What came instead.
        cause: String,
    },
    /// The service gave too many questions in a row no usable answer; none is sent to it in this
    /// run any more.
    #[error("{} gave no usable answer: {cause}", brief(.url))]
    GivenUp {
        /// Who was or would have been asked.
        service: Service,
        /// What.
        url: String,
        /// How many questions that were, and what the last brought.
        cause: String,
    },
    /// The service calls the question wrong (status 400): a fault of ours.
    #[error("{} calls the question wrong: {cause}", brief(.url))]
    Rejected {
        /// Who was asked.
        service: Service,
        /// What was asked.
        url: String,
        /// What it said.
        cause: String,
    },
    /// The question asks too much at once; a smaller one may be answered.
    #[error("{} ran out of time over the question: {cause}", brief(.url))]
    TooHard {
        /// Who was asked.
        service: Service,
        /// What was asked.
        url: String,
        /// What it said.
        cause: String,
    },
}

/// An address without its query, which may be a page long; the log has it whole.
fn brief(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or(url)
}

impl Failed {
    /// Whether another question to the same service failed in the same way for the same cause.
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
            | Self::TooHard { cause, .. } => cause,
        }
    }

    /// Who was asked.
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
            | Self::TooHard { service, .. } => *service,
        }
    }
}
