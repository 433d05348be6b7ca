use std::time::Duration;

use super::{
    classify::Fault,
    retry_after::{LONGEST_SUSPENSION, LONGEST_WAIT},
    retry_budget::RetryBudget,
};

/// What follows from a fault.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Consequence {
    /// The request is sent again after the wait.
    Retry(Duration),
    /// The request is sent again, and until then every request to the service waits.
    PauseService(Duration),
    /// The service is left alone for this long.
    Suspend(Duration),
    /// No retry is left.
    NoRetryLeft,
    /// The service can't be reached.
    Unreachable,
    /// Sending the request again can't help.
    Final,
}

/// What is known of the service that a fault came from.
#[derive(Debug, Clone, Copy)]
pub(super) struct ServiceHealth {
    /// Whether it has responded in this run.
    pub(super) responded: bool,
    /// Whether too many of its responses in a row were no answers.
    pub(super) too_many_strays: bool,
    /// How long it is left alone after a refusal.
    pub(super) cooldown: Duration,
}

/// Returns what follows from a fault, and takes a retry out of the budget if it is to be used.
pub(super) fn consequence(
    fault: &Fault,
    retries: &mut RetryBudget,
    service: ServiceHealth,
) -> Consequence {
    use Consequence::{Final, NoRetryLeft, PauseService, Retry, Suspend, Unreachable};
    match fault {
        Fault::Refused(_) => Suspend(service.cooldown),
        Fault::Busy(_, Some(asked)) | Fault::Broken(_, Some(asked)) if *asked > LONGEST_WAIT => {
            Suspend(*asked.min(&LONGEST_SUSPENSION))
        }
        // Too many requests are too many from all processes.
        Fault::Busy(_, asked) => retries
            .after_busy(*asked)
            .map_or(Suspend(service.cooldown), PauseService),
        Fault::Broken(_, asked) => retries.after_fault(*asked).map_or(NoRetryLeft, Retry),
        Fault::Stray(_) if service.too_many_strays => Suspend(service.cooldown),
        // What is in front of the service is in front of every request.
        Fault::Stray(_) => retries.after_fault(None).map_or(NoRetryLeft, PauseService),
        // A server that accepts a connection and never responds is as good as absent.
        Fault::Timeout(_) if !service.responded => Unreachable,
        Fault::Timeout(_) => retries.after_timeout().map_or(NoRetryLeft, Retry),
        Fault::NoConnection(_) => retries
            .after_no_connection(service.responded)
            .map_or(Unreachable, Retry),
        Fault::Rejected(_) | Fault::TooComplex(_) | Fault::Astray(_) | Fault::Useless(_) => Final,
    }
}
