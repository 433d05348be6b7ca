use std::time::Duration;

use thiserror::Error;

use super::Service;

/// Why a question got no answer. None of these says that a publication does not exist.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Failed {
    /// No request may be made, and the cache has no answer.
    #[error("offline, and no answer is kept for {url}")]
    Offline {
        /// Who would have been asked.
        service: Service,
        /// What would have been asked.
        url: String,
    },
    /// The service could not be reached.
    #[error("{url} can't be reached: {cause}")]
    Unreachable {
        /// Who was asked.
        service: Service,
        /// What was asked.
        url: String,
        /// What the network said.
        cause: String,
    },
    /// The service does not want to answer: a challenge page, a 403, or one 429 too many.
    #[error("{url} refused: {cause}; it is left alone for {} min", .pause.as_secs() / 60)]
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
    #[error("{url} gave no usable answer: {cause}")]
    Unusable {
        /// Who was asked.
        service: Service,
        /// What was asked.
        url: String,
        /// What came instead.
        cause: String,
    },
    /// The service calls the question wrong (status 400): a fault of ours.
    #[error("{url} calls the question wrong: {cause}")]
    Rejected {
        /// Who was asked.
        service: Service,
        /// What was asked.
        url: String,
        /// What it said.
        cause: String,
    },
    /// The question asks too much at once; a smaller one may be answered.
    #[error("{url} ran out of time over the question: {cause}")]
    TooHard {
        /// Who was asked.
        service: Service,
        /// What was asked.
        url: String,
        /// What it said.
        cause: String,
    },
}

impl Failed {
    /// Who was asked.
    #[must_use]
    pub fn service(&self) -> Service {
        match self {
            Self::Offline { service, .. }
            | Self::Unreachable { service, .. }
            | Self::Refused { service, .. }
            | Self::Unusable { service, .. }
            | Self::Rejected { service, .. }
            | Self::TooHard { service, .. } => *service,
        }
    }
}
