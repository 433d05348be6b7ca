use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, Transaction, TransactionBehavior, params};

use super::{
    super::{
        error::{CacheError, is_busy, is_damage},
        limiter::{LimitState, micros},
        permits::{
            BudgetFacts, FAILURE_PAUSE, LEASE_TIME, LONGEST_PAUSE, Permit, PermitDecision,
            PermitRequest, Ruling, limit_name, rule,
        },
        spending::day,
        suspensions::{HostSuspension, LONGEST_SUSPENSION},
        tables::BudgetTables,
    },
    database,
    schema::BUDGET,
};

/// The name of the file.
const FILE: &str = "budget.sqlite";

/// The budget in a file or in memory. If the file can't be used any more, this process has a budget of
/// its own from then on, and the log reports it.
#[derive(Debug)]
pub(in crate::cache) struct SqliteBudget {
    storage: Mutex<Storage>,
}

/// Where the budget is stored.
#[derive(Debug)]
struct Storage {
    connection: Connection,
    place: Place,
    /// Whether other processes may have used permits that this one can't know of.
    unshared: bool,
    /// The error, if the last work could be done neither on the file nor in memory.
    failure: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    File(PathBuf),
    Memory,
}

impl SqliteBudget {
    /// Reports whether the folder has a budget.
    pub(in crate::cache) fn exists(dir: &Path) -> bool {
        dir.join(FILE).exists()
    }

    /// Opens the file in the folder, and creates both if they are missing.
    pub(in crate::cache) fn open(dir: &Path) -> Result<Self, CacheError> {
        let path = dir.join(FILE);
        let connection = database::open(&path, &BUDGET)?;
        // A file that can't be written would grant no permit.
        if connection.is_readonly("main").unwrap_or(true) {
            return Err(CacheError::Folder {
                path: dir.to_owned(),
                source: std::io::ErrorKind::PermissionDenied.into(),
            });
        }
        Ok(Self::over(connection, Place::File(path), false))
    }

    /// Returns a budget in memory; `unshared` if others may have used permits.
    pub(in crate::cache) fn in_memory(unshared: bool) -> Result<Self, CacheError> {
        let connection = database::in_memory(&BUDGET)?;
        Ok(Self::over(connection, Place::Memory, unshared))
    }

    fn over(connection: Connection, place: Place, unshared: bool) -> Self {
        Self {
            storage: Mutex::new(Storage {
                connection,
                place,
                unshared,
                failure: None,
            }),
        }
    }

    /// Does the work on the file; if that fails, on a new file or in memory. Returns `fallback` while
    /// the file is busy, and if all fails. The second argument of the work is whether the budget is
    /// unshared, so that permits of other processes are unknown.
    fn on_file<T>(
        &self,
        fallback: T,
        work: impl Fn(&mut Connection, bool) -> rusqlite::Result<T>,
    ) -> T {
        // A panic elsewhere leaves at most a transaction that SQLite has rolled back.
        let mut storage = self.storage.lock().unwrap_or_else(PoisonError::into_inner);
        let done = storage.done(work);
        storage.failure = match &done {
            // Another process is writing for long; the next attempt may find it done.
            Err(error) if !is_busy(error) => Some(error.to_string()),
            _ => None,
        };
        done.unwrap_or(fallback)
    }

    /// Executes one statement.
    fn execute(&self, sql: &str, parameters: impl rusqlite::Params + Copy) {
        self.on_file((), |connection, _| {
            connection
                .prepare_cached(sql)?
                .execute(parameters)
                .map(drop)
        });
    }

    /// Returns why the last work could not be done at all; `None` if it was done, or the file was busy.
    fn failure(&self) -> Option<String> {
        let storage = self.storage.lock().unwrap_or_else(PoisonError::into_inner);
        storage.failure.clone()
    }
}

impl Storage {
    /// Does the work on the file; if that fails, on a new file or in memory, for good.
    fn done<T>(
        &mut self,
        work: impl Fn(&mut Connection, bool) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        let error = match work(&mut self.connection, self.unshared) {
            Err(error) if !is_busy(&error) => error,
            done => return done,
        };
        let Place::File(path) = &self.place else {
            return Err(error);
        };
        self.unshared = true;
        if is_damage(&error)
            && let Ok(new) = database::renew(path, &BUDGET)
        {
            self.connection = new;
            if let Ok(done) = work(&mut self.connection, true) {
                return Ok(done);
            }
        }
        tracing::warn!(
            "the limits of services can't be shared with other runs, this one keeps them by \
             itself: {error}"
        );
        let Ok(memory) = database::in_memory(&BUDGET) else {
            return Err(error);
        };
        self.connection = memory;
        self.place = Place::Memory;
        work(&mut self.connection, true)
    }
}

impl BudgetTables for SqliteBudget {
    fn acquire(&self, request: &PermitRequest, now: Timestamp) -> PermitDecision {
        let decision = self.on_file(PermitDecision::Busy, |connection, unshared| {
            acquire(connection, request, now, unshared)
        });
        match self.failure() {
            // Without a budget nothing may be sent.
            Some(error) if matches!(decision, PermitDecision::Busy) => {
                let reason = format!("its limits can't be kept on this machine: {error}");
                PermitDecision::Suspended(now + FAILURE_PAUSE, reason)
            }
            _ => decision,
        }
    }

    fn extend_lease(&self, permit: &Permit, now: Timestamp) {
        let until = now.as_microsecond() + micros(LEASE_TIME);
        self.execute(
            "UPDATE seat SET until = ?2 WHERE id = ?1",
            [permit.lease, until],
        );
    }

    fn release(&self, permit: &Permit) {
        self.execute("DELETE FROM seat WHERE id = ?1", [permit.lease]);
    }

    fn refund(&self, permit: &Permit) {
        let (after, before) = (permit.after, permit.before);
        self.execute(
            "UPDATE pace SET last = ?3, due = ?4 WHERE name = ?1 AND passed = ?2",
            params![permit.name, after.granted, before.last, before.due],
        );
    }

    fn exhaust_burst(&self, request: &PermitRequest, now: Timestamp) {
        let exhausted = LimitState::exhausted(&request.pace, now.as_microsecond());
        self.execute(
            "UPDATE pace SET due = max(due, ?2) WHERE name = ?1",
            params![limit_name(request), exhausted.due],
        );
    }

    fn pause(&self, host: &str, until: Timestamp, reason: &str) {
        self.execute(
            "INSERT INTO rest VALUES (?1, ?2, ?3)
             ON CONFLICT (host) DO UPDATE SET until = excluded.until, why = excluded.why
             WHERE excluded.until > until OR until > excluded.until + ?4",
            params![host, until.as_microsecond(), reason, micros(LONGEST_PAUSE)],
        );
    }

    fn suspend(&self, host: &str, until: Timestamp, why: &str) {
        let furthest = LONGEST_SUSPENSION.as_secs().cast_signed();
        self.execute(
            "INSERT INTO host VALUES (?1, ?2, ?3)
             ON CONFLICT (name) DO UPDATE SET until = excluded.until, why = excluded.why
             WHERE excluded.until > until OR until > excluded.until + ?4",
            params![host, until.as_second(), why, furthest],
        );
    }

    fn suspension(&self, host: &str, now: Timestamp) -> Option<(Timestamp, String)> {
        let furthest = now
            .as_second()
            .saturating_add_unsigned(LONGEST_SUSPENSION.as_secs());
        let (until, why) = self.on_file(None, |connection, _| {
            connection
                .prepare_cached(
                    "SELECT until, why FROM host WHERE name = ?1 AND until > ?2 AND until <= ?3",
                )?
                .query_row(params![host, now.as_second(), furthest], |row| {
                    Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
                })
                .optional()
        })?;
        Timestamp::from_second(until).ok().map(|until| (until, why))
    }

    fn suspensions(&self, now: Timestamp) -> Vec<HostSuspension> {
        let noted = self.on_file(Vec::new(), |connection, _| {
            connection
                .prepare("SELECT name, until, why FROM host WHERE until > ?1 ORDER BY name")?
                .query_map([now.as_second()], |row| {
                    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
                })?
                .collect()
        });
        let note = |(host, until, why): (String, i64, String)| {
            let until = Timestamp::from_second(until).ok()?;
            Some(HostSuspension { host, until, why })
        };
        noted.into_iter().filter_map(note).collect()
    }

    fn prune(&self, now: Timestamp) {
        self.execute("DELETE FROM host WHERE until <= ?1", [now.as_second()]);
        self.execute("DELETE FROM rest WHERE until <= ?1", [now.as_microsecond()]);
    }

    fn lift_suspensions(&self) {
        self.execute("DELETE FROM host", []);
    }

    fn note_spent(&self, host: &str, spent: u64, now: Timestamp) {
        let (day, spent) = (
            day(now.as_second()),
            i64::try_from(spent).unwrap_or(i64::MAX),
        );
        self.execute(
            "INSERT INTO spent VALUES (?1, ?2, ?3)
             ON CONFLICT (host) DO UPDATE SET day = excluded.day, amount = excluded.amount
             WHERE day <> excluded.day OR amount < excluded.amount",
            params![host, day, spent],
        );
    }
}

/// Decides in one transaction. A budget that became `unshared` because the file failed can't know what
/// was granted before, and begins with the burst used up.
fn acquire(
    connection: &mut Connection,
    request: &PermitRequest,
    now: Timestamp,
    unshared: bool,
) -> rusqlite::Result<PermitDecision> {
    let budget = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let name = limit_name(request);
    let micro = now.as_microsecond();
    let facts = BudgetFacts {
        suspended: noted(
            &budget,
            "SELECT until, why FROM host WHERE name = ?1 AND until > ?2",
            &request.host,
            now.as_second(),
        )?,
        paused: noted(
            &budget,
            "SELECT until, why FROM rest WHERE host = ?1 AND until > ?2",
            &request.host,
            micro,
        )?,
        leases: leases(&budget, &request.host, micro)?,
        spent: spent(&budget, &request.host, day(now.as_second()))?,
        state: stored_state(&budget, &name)?,
        unshared,
    };
    let decision = match rule(request, facts, micro) {
        Ruling::Refused(decision) => decision,
        Ruling::TooEarly(state, wait) => {
            store_state(&budget, &name, state)?;
            PermitDecision::Wait(wait, "pace".to_owned())
        }
        Ruling::Granted { before, after } => {
            store_state(&budget, &name, after)?;
            if let Some(spending) = request.spending.filter(|it| it.cost > 0) {
                spend(&budget, &request.host, spending.cost, day(now.as_second()))?;
            }
            budget
                .prepare_cached("INSERT INTO seat (host, until) VALUES (?1, ?2)")?
                .execute(params![request.host, micro + micros(LEASE_TIME)])?;
            PermitDecision::Granted(Permit {
                name,
                lease: budget.last_insert_rowid(),
                after,
                before,
            })
        }
    };
    budget.commit()?;
    Ok(decision)
}

/// Returns the end and the reason of a suspension or pause.
fn noted(
    budget: &Transaction<'_>,
    sql: &str,
    host: &str,
    now: i64,
) -> rusqlite::Result<Option<(i64, String)>> {
    budget
        .prepare_cached(sql)?
        .query_row(params![host, now], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()
}

/// Returns the number of leases on the host, after it removed those that have ended. One that lasts
/// longer than any can is from before the clock was set back.
fn leases(budget: &Transaction<'_>, host: &str, now: i64) -> rusqlite::Result<u32> {
    budget
        .prepare_cached("DELETE FROM seat WHERE host = ?1 AND (until <= ?2 OR until > ?3)")?
        .execute(params![host, now, now + 2 * micros(LEASE_TIME)])?;
    budget
        .prepare_cached("SELECT count(*) FROM seat WHERE host = ?1")?
        .query_row([host], |row| row.get(0))
}

/// Returns what was spent on a day; nothing if what is noted is of another day.
fn spent(budget: &Transaction<'_>, host: &str, day: i64) -> rusqlite::Result<u64> {
    let amount: Option<i64> = budget
        .prepare_cached("SELECT amount FROM spent WHERE host = ?1 AND day = ?2")?
        .query_row(params![host, day], |row| row.get(0))
        .optional()?;
    Ok(amount.map_or(0, |amount| u64::try_from(amount).unwrap_or(0)))
}

/// Adds the cost of a request.
fn spend(budget: &Transaction<'_>, host: &str, cost: u64, day: i64) -> rusqlite::Result<()> {
    let cost = i64::try_from(cost).unwrap_or(i64::MAX);
    budget
        .prepare_cached(
            "INSERT INTO spent VALUES (?1, ?2, ?3)
             ON CONFLICT (host) DO UPDATE SET day = excluded.day,
                 amount = CASE WHEN day = excluded.day THEN amount ELSE 0 END + excluded.amount",
        )?
        .execute(params![host, day, cost])
        .map(drop)
}

fn stored_state(budget: &Transaction<'_>, name: &str) -> rusqlite::Result<Option<LimitState>> {
    budget
        .prepare_cached("SELECT passed, last, due FROM pace WHERE name = ?1")?
        .query_row([name], |row| {
            Ok(LimitState {
                granted: row.get(0)?,
                last: row.get(1)?,
                due: row.get(2)?,
            })
        })
        .optional()
}

fn store_state(budget: &Transaction<'_>, name: &str, state: LimitState) -> rusqlite::Result<()> {
    budget
        .prepare_cached("INSERT OR REPLACE INTO pace VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![name, state.granted, state.last, state.due])
        .map(drop)
}

#[cfg(test)]
mod tests;
