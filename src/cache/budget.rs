use std::path::Path;

use jiff::Timestamp;

use super::{
    error::CacheError,
    permits::{Permit, PermitDecision, PermitRequest},
    spending::spent_of,
    sqlite::SqliteBudget,
    suspensions::HostSuspension,
    tables::BudgetTables,
};

/// What all runs of a user on this machine may together request of each host: rate limits, leases,
/// pauses and suspensions. One file in the user's state folder, whatever cache a run has.
///
/// No call fails: if the file can't be used any more, this process has a budget of its own from then
/// on, and the log reports it.
#[derive(Debug)]
pub struct Budget {
    pub(super) tables: Box<dyn BudgetTables>,
}

impl Budget {
    /// Reports whether the folder has a budget.
    #[must_use]
    pub fn exists(dir: &Path) -> bool {
        SqliteBudget::exists(dir)
    }

    /// Opens `budget.sqlite` in the folder, and creates both if they are missing. A damaged file is
    /// renamed to `budget.sqlite.broken` and replaced.
    ///
    /// # Errors
    /// When the folder can't be created or written, a newer bibsync wrote the file, or the file is a
    /// link or another program's.
    pub fn open(dir: &Path) -> Result<Self, CacheError> {
        Ok(Self::over(SqliteBudget::open(dir)?))
    }

    /// Returns a budget in memory that no other process shares: for tests, and for runs that send
    /// nothing.
    ///
    /// # Errors
    /// When SQLite has no memory for it.
    pub fn in_memory() -> Result<Self, CacheError> {
        Ok(Self::over(SqliteBudget::in_memory(false)?))
    }

    /// Returns a budget in memory for a process that can't use the file. What others have used is
    /// unknown, so all bursts are used up at the start.
    ///
    /// # Errors
    /// When SQLite has no memory for it.
    pub fn unshared() -> Result<Self, CacheError> {
        Ok(Self::over(SqliteBudget::in_memory(true)?))
    }

    pub(super) fn over(tables: impl BudgetTables + 'static) -> Self {
        Self {
            tables: Box::new(tables),
        }
    }

    /// Grants a permit if all limits allow a request at `now`. If the tables can't be written, this
    /// process has a budget of its own from then on, or waits.
    #[must_use]
    pub fn acquire(&self, request: &PermitRequest, now: Timestamp) -> PermitDecision {
        self.tables.acquire(request, now)
    }

    /// Extends the lease to [`super::LEASE_TIME`] from `now`.
    pub fn extend_lease(&self, permit: &Permit, now: Timestamp) {
        self.tables.extend_lease(permit, now);
    }

    /// Ends the lease: the request is over.
    pub fn release(&self, permit: &Permit) {
        self.tables.release(permit);
    }

    /// Takes the request out of the rate limit again, because the host never saw it. The lease goes
    /// on. Does nothing if another request was granted since.
    pub fn refund(&self, permit: &Permit) {
        self.tables.refund(permit);
    }

    /// Uses up the burst of the limit, so that the next request waits for the interval.
    pub fn exhaust_burst(&self, request: &PermitRequest, now: Timestamp) {
        self.tables.exhaust_burst(request, now);
    }

    /// Makes all requests to the host wait until `until`, from every process. A pause that lasts
    /// longer stays as it is.
    pub fn pause(&self, host: &str, until: Timestamp, reason: &str) {
        self.tables.pause(host, until, reason);
    }

    /// Suspends the host until `until`, for every process. A suspension that lasts longer stays as it
    /// is.
    pub fn suspend(&self, host: &str, until: Timestamp, why: &str) {
        self.tables.suspend(host, until, why);
    }

    /// Returns the end of the host's suspension and its reason; `None` when it is not suspended at
    /// `now`.
    #[must_use]
    pub fn suspension(&self, host: &str, now: Timestamp) -> Option<(Timestamp, String)> {
        self.tables.suspension(host, now)
    }

    /// Returns the hosts suspended at `now`, sorted by name.
    #[must_use]
    pub fn suspensions(&self, now: Timestamp) -> Vec<HostSuspension> {
        self.tables.suspensions(now)
    }

    /// Removes the suspensions and pauses that have ended at `now`.
    pub fn prune(&self, now: Timestamp) {
        self.tables.prune(now);
    }

    /// Removes all suspensions: the remedy when a hotel's login page was taken for a refusal. Rate
    /// limits and pauses stay.
    pub fn lift_suspensions(&self) {
        self.tables.lift_suspensions();
    }

    /// Notes that so many dollars are left of what may be spent today, if that is less than is known.
    pub fn note_remaining(&self, host: &str, dollars: f64, per_day: u64, now: Timestamp) {
        self.tables
            .note_spent(host, spent_of(dollars, per_day), now);
    }
}

#[cfg(test)]
mod tests;
