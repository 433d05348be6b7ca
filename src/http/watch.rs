use std::time::Duration;

use super::Service;

/// Is told what happens, as it happens: for progress and logs. Called from many tasks; must be
/// quick.
pub trait Watch: Send + Sync {
    /// Something happened.
    fn saw(&self, event: &HttpEvent);
}

/// What can happen to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum HttpEvent {
    /// A kept answer was good enough.
    FromCache {
        /// Who would have been asked.
        service: Service,
        /// What.
        url: String,
    },
    /// A question waits before it is sent.
    Waiting {
        /// Who is to be asked.
        service: Service,
        /// How long.
        pause: Duration,
        /// Because of what: `pace`, or what the service said last.
        why: String,
    },
    /// A request went out.
    Sent {
        /// To whom.
        service: Service,
        /// For what.
        url: String,
        /// For the how-manieth time, from 1.
        attempt: u32,
    },
    /// A response came back.
    Answered {
        /// From whom.
        service: Service,
        /// To what.
        url: String,
        /// Its status.
        status: u16,
    },
    /// The service does not want to answer and is left alone.
    Refused {
        /// Who.
        service: Service,
        /// How it showed.
        cause: String,
        /// How long.
        pause: Duration,
    },
}

/// What became of a service's questions in this run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Requests sent, retries included.
    pub sent: u64,
    /// How many of these were retries.
    pub retried: u64,
    /// How many of these were turned away: status 429, or a refusal.
    pub refused: u64,
    /// Questions that a kept answer settled.
    pub cached: u64,
}
