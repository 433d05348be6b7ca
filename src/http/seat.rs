use std::{future::Future, pin::pin, sync::Arc};

use tokio::{sync::Notify, time::sleep};

use super::Clock;
use crate::cache::{Budget, LEASE, Ticket};

/// A place among those who may be with a service at once, in this process and all others that
/// share its budget; free again when dropped.
#[derive(Debug)]
pub(super) struct Seat {
    budget: Arc<Budget>,
    ticket: Ticket,
    freed: Arc<Notify>,
}

impl Seat {
    pub(super) fn new(budget: Arc<Budget>, ticket: Ticket, freed: Arc<Notify>) -> Self {
        Self {
            budget,
            ticket,
            freed,
        }
    }

    /// Does the work and keeps the seat as long as it takes.
    pub(super) async fn during<T>(&self, clock: Clock, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        loop {
            tokio::select! {
                biased;
                done = &mut work => return done,
                () = sleep(LEASE / 3) => self.budget.stay(&self.ticket, clock.now()),
            }
        }
    }

    /// No connection came about: the service has seen nothing that would count.
    pub(super) fn hand_back(&self) {
        self.budget.hand_back(&self.ticket);
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.budget.leave(&self.ticket);
        self.freed.notify_waiters();
    }
}
