use std::{future::Future, pin::pin, sync::Arc};

use tokio::{sync::Notify, time::sleep};

use super::Clock;
use crate::cache::{Budget, LEASE_TIME, Permit};

/// A permit with its lease, which is released when this is dropped.
#[derive(Debug)]
pub(super) struct Lease {
    budget: Arc<Budget>,
    permit: Permit,
    released: Arc<Notify>,
}

impl Lease {
    /// `released` wakes the requests of this process that wait for a lease.
    pub(super) fn new(budget: Arc<Budget>, permit: Permit, released: Arc<Notify>) -> Self {
        Self {
            budget,
            permit,
            released,
        }
    }

    /// Does the work, and extends the lease as long as that takes.
    pub(super) async fn during<T>(&self, clock: Clock, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        loop {
            tokio::select! {
                biased;
                done = &mut work => return done,
                () = sleep(LEASE_TIME / 3) => self.budget.extend_lease(&self.permit, clock.now()),
            }
        }
    }

    /// Takes the request out of the rate limit, because no connection was made.
    pub(super) fn refund(&self) {
        self.budget.refund(&self.permit);
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.budget.release(&self.permit);
        self.released.notify_waiters();
    }
}
