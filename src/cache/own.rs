use std::sync::PoisonError;

use rusqlite::Connection;

use super::{Cache, failed::is_busy, file};

/// Where this process keeps its budget.
#[derive(Debug)]
pub(super) enum Own {
    /// In the file, with all others.
    Shared,
    /// By itself, for the file failed: what is spent since.
    Apart(Connection),
}

impl Cache {
    /// Looks after the budget in the file; when that fails, from then on in one of this process
    /// alone. `instead` is what comes out while the file is busy, and when even that can't be had. The work is told whether
    /// the budget is shared no more.
    pub(super) fn on_budget<T>(
        &self,
        instead: T,
        work: impl Fn(&mut Connection, bool) -> rusqlite::Result<T>,
    ) -> T {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if let Own::Shared = *own {
            let mut connection = self.connection();
            match work(&mut connection, false) {
                Ok(done) => return done,
                // Another process is writing for long; the next attempt may find it done.
                Err(error) if is_busy(&error) => return instead,
                Err(error) => tracing::warn!(
                    "the limits of services can't be shared with other runs, this one keeps them \
                     by itself: {error}"
                ),
            }
            match file::in_memory() {
                Ok(apart) => *own = Own::Apart(apart),
                Err(_) => return instead,
            }
        }
        match &mut *own {
            Own::Apart(connection) => work(connection, true).unwrap_or(instead),
            Own::Shared => instead,
        }
    }
}
