//! The lists that a group keeps fresh, and who works on them.

use std::{sync::Arc, time::Duration};

use jiff::Timestamp;
use postgres::Row;

use super::{
    super::{error::CacheError, limiter::micros},
    moment::now,
    store::{Store, storable},
};

/// A list as a person keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamList {
    /// The name, by which it is shown, exported and removed.
    pub name: String,
    /// The file's name with its ending.
    pub file: String,
    /// The file's content.
    pub content: Vec<u8>,
}

/// What became of a list that was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    /// It is new, or was removed before.
    New,
    /// It has another content now, and is due.
    Changed,
    /// It is the same.
    Unchanged,
}

/// A list that a worker may work on until its lease ends.
#[derive(Debug, Clone)]
pub struct LeasedList {
    /// The list.
    pub list: TeamList,
    /// The number of this content.
    pub revision: i64,
    /// The output and the lock of the last run.
    pub last: Option<ListOutput>,
    /// Whether the last run was of another content.
    pub is_changed: bool,
    /// When it fell due.
    pub due: Timestamp,
}

/// What a worker made of a list.
#[derive(Debug, Clone, Default)]
pub struct ListResult {
    /// The output and the lock; `None` if nothing could be made.
    pub made: Option<ListOutput>,
    /// A line for each change since the last run.
    pub changes: Vec<String>,
    /// Why the run was not complete.
    pub failure: Option<String>,
    /// When to look again.
    pub again: Duration,
}

/// How a list stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListStatus {
    /// Its name.
    pub name: String,
    /// When it was last looked up.
    pub checked: Option<Timestamp>,
    /// When it is to be looked up.
    pub due: Timestamp,
    /// Whether it is due now.
    pub is_due: bool,
    /// The worker that has it now.
    pub worker: Option<String>,
    /// Why the last run was not complete.
    pub failure: Option<String>,
}

/// A change of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListChange {
    /// The list's name.
    pub list: String,
    /// When it was noticed.
    pub at: Timestamp,
    /// The change, as a changelog has it.
    pub change: String,
}

/// An output and its lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListOutput {
    /// The bibliography.
    pub output: String,
    /// Its lock.
    pub lock: String,
}

/// The lists of a store.
#[derive(Debug)]
pub struct TeamLists {
    store: Arc<Store>,
}

impl TeamLists {
    pub(super) fn new(store: Arc<Store>) -> Self {
        Self { store }
    }

    /// Adds a list, or its new content. A list that was removed keeps the keys that it had.
    ///
    /// # Errors
    /// When the store fails.
    pub fn add(&self, list: &TeamList) -> Result<Added, CacheError> {
        let list = list.clone();
        self.store.run(move |it| {
            let insert = it.statement(concat!(
                "INSERT INTO list (name, file, content, due) VALUES ($1, $2, $3, ",
                now!(),
                ") ON CONFLICT (name) DO NOTHING"
            ))?;
            let update = it.statement(concat!(
                "WITH old AS (SELECT removed FROM list WHERE name = $1 FOR UPDATE)
                 UPDATE list SET file = $2, content = $3, revision = revision + 1, removed = false,
                     due = ",
                now!(),
                " FROM old WHERE name = $1
                     AND (list.removed OR content <> $3 OR file <> $2)
                 RETURNING old.removed"
            ))?;
            let (name, file, content) = (&list.name, &list.file, &list.content);
            if it.client.execute(&insert, &[name, file, content])? == 1 {
                return Ok(Added::New);
            }
            let changed = it.client.query_opt(&update, &[name, file, content])?;
            Ok(match changed.map(|row| row.get::<_, bool>(0)) {
                Some(true) => Added::New,
                Some(false) => Added::Changed,
                None => Added::Unchanged,
            })
        })
    }

    /// Removes a list from those that are kept fresh; returns whether there was one. Its output, its lock
    /// and its changes stay, for the day on which it is added again.
    ///
    /// # Errors
    /// When the store fails.
    pub fn remove(&self, name: &str) -> Result<bool, CacheError> {
        let name = name.to_owned();
        self.store.run(move |it| {
            let statement =
                it.statement("UPDATE list SET removed = true WHERE name = $1 AND NOT removed")?;
            Ok(it.client.execute(&statement, &[&name])? == 1)
        })
    }

    /// Leases the lists that are due for longest, at most `most` of them, to `worker`. What it still had is
    /// given back by that: a worker leases when it works on nothing.
    ///
    /// # Errors
    /// When the store fails.
    pub fn lease(
        &self,
        worker: &str,
        most: u32,
        time: Duration,
    ) -> Result<Vec<LeasedList>, CacheError> {
        let (worker, most, time) = (worker.to_owned(), i64::from(most), micros(time));
        let rows = self.store.run(move |it| {
            let statement = it.statement(concat!(
                "WITH moment AS MATERIALIZED (SELECT ",
                now!(),
                " AS now), due AS (
                     SELECT name FROM list, moment
                     WHERE NOT removed AND due <= now
                         AND (lease = $1 OR coalesce(lease_until, 0) <= now)
                     ORDER BY due, name LIMIT $2 FOR UPDATE OF list SKIP LOCKED)
                 UPDATE list SET lease = $1, lease_until = (SELECT now FROM moment) + $3
                 FROM due WHERE list.name = due.name
                 RETURNING list.name, file, content, revision, output, lock,
                           resolved IS DISTINCT FROM revision, list.due"
            ))?;
            it.client.query(&statement, &[&worker, &most, &time])
        })?;
        let mut leased: Vec<LeasedList> = rows.iter().map(leased).collect();
        leased.sort_by(|a, b| a.list.name.cmp(&b.list.name));
        Ok(leased)
    }

    /// Extends the leases of the lists on which a worker works; returns the number of those that it still
    /// has. The leases of all others end, so that none is kept by a worker that has forgotten it.
    ///
    /// # Errors
    /// When the store fails.
    pub fn extend(
        &self,
        worker: &str,
        names: &[String],
        time: Duration,
    ) -> Result<u64, CacheError> {
        let (worker, names, time) = (worker.to_owned(), names.to_vec(), micros(time));
        self.store.run(move |it| {
            let statement = it.statement(concat!(
                "UPDATE list SET lease_until = ",
                now!(),
                " + $2 WHERE lease = $1 AND name = ANY ($3)"
            ))?;
            it.client.execute(&statement, &[&worker, &time, &names])
        })
    }

    /// Gives all lists of a worker back.
    ///
    /// # Errors
    /// When the store fails.
    pub fn give_back(&self, worker: &str) -> Result<u64, CacheError> {
        let worker = worker.to_owned();
        self.store.run(move |it| {
            let statement =
                it.statement("UPDATE list SET lease = NULL, lease_until = NULL WHERE lease = $1")?;
            it.client.execute(&statement, &[&worker])
        })
    }

    /// Stores what a worker made of a list, and ends the lease. Returns `false`, and stores nothing, if
    /// another worker has the list by now. A content that was added meanwhile stays due.
    ///
    /// # Errors
    /// When the store fails.
    pub fn finish(
        &self,
        worker: &str,
        leased: &LeasedList,
        result: &ListResult,
    ) -> Result<bool, CacheError> {
        let (worker, name) = (worker.to_owned(), leased.list.name.clone());
        let revision = leased.revision;
        let made = result.made.as_ref();
        let made = made.map(|it| (storable(&it.output), storable(&it.lock)));
        let (output, lock) = made.unzip();
        let changes: Vec<String> = result.changes.iter().map(|it| storable(it)).collect();
        let failure = result.failure.as_deref().map(storable);
        let again = micros(result.again);
        self.store.run(move |it| {
            let update = it.statement(concat!(
                "WITH moment AS MATERIALIZED (SELECT ",
                now!(),
                " AS now)
                 UPDATE list SET output = coalesce($3, output), lock = coalesce($4, lock),
                     resolved = CASE WHEN $3::text IS NULL THEN resolved ELSE $5 END,
                     failure = $6, checked = now, lease = NULL, lease_until = NULL,
                     due = CASE WHEN revision = $5 THEN now + $7 ELSE now END
                 FROM moment WHERE name = $2 AND lease = $1 RETURNING now"
            ))?;
            let note =
                it.statement("INSERT INTO list_change (list, day, change) VALUES ($1, $2, $3)")?;
            let mut work = it.client.transaction()?;
            let stored = work.query_opt(
                &update,
                &[&worker, &name, &output, &lock, &revision, &failure, &again],
            )?;
            let Some(stored) = stored else {
                return Ok(false);
            };
            let now: i64 = stored.get(0);
            for change in &changes {
                work.execute(&note, &[&name, &now, change])?;
            }
            work.commit()?;
            Ok(true)
        })
    }

    /// Returns how long it is until the next list is due, or until its lease ends; `None` without lists.
    ///
    /// # Errors
    /// When the store fails.
    pub fn next_due(&self) -> Result<Option<Duration>, CacheError> {
        let wait = self.store.run(|it| {
            let statement = it.statement(concat!(
                "SELECT min(greatest(due, coalesce(lease_until, 0))) - ",
                now!(),
                " FROM list WHERE NOT removed"
            ))?;
            Ok(it
                .client
                .query_one(&statement, &[])?
                .get::<_, Option<i64>>(0))
        })?;
        Ok(wait.map(|wait| Duration::from_micros(wait.max(0).unsigned_abs())))
    }

    /// Returns how each list stands, sorted by name.
    ///
    /// # Errors
    /// When the store fails.
    pub fn status(&self) -> Result<Vec<ListStatus>, CacheError> {
        let rows = self.store.run(|it| {
            let statement = it.statement(concat!(
                "SELECT name, checked, due, due <= now, CASE WHEN lease_until > now THEN lease END,
                        failure
                 FROM list, (SELECT ",
                now!(),
                " AS now) AS moment WHERE NOT removed ORDER BY name COLLATE \"C\""
            ))?;
            it.client.query(&statement, &[])
        })?;
        Ok(rows.iter().map(status).collect())
    }

    /// Returns the changes since a time, the oldest first.
    ///
    /// # Errors
    /// When the store fails.
    pub fn changes(&self, since: Timestamp) -> Result<Vec<ListChange>, CacheError> {
        let since = since.as_microsecond();
        let rows = self.store.run(move |it| {
            let statement = it.statement(
                "SELECT list, day, change FROM list_change WHERE day >= $1 ORDER BY id",
            )?;
            it.client.query(&statement, &[&since])
        })?;
        let change = |row: &Row| ListChange {
            list: row.get(0),
            at: moment(row.get(1)),
            change: row.get(2),
        };
        Ok(rows.iter().map(change).collect())
    }

    /// Returns the names of all lists, sorted.
    ///
    /// # Errors
    /// When the store fails.
    pub fn names(&self) -> Result<Vec<String>, CacheError> {
        let rows = self.store.run(|it| {
            let statement = it
                .statement("SELECT name FROM list WHERE NOT removed ORDER BY name COLLATE \"C\"")?;
            it.client.query(&statement, &[])
        })?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    /// Returns the output of a list; `None` if it has none.
    ///
    /// # Errors
    /// When the store fails.
    pub fn output(&self, name: &str) -> Result<Option<ListOutput>, CacheError> {
        let name = name.to_owned();
        let row = self.store.run(move |it| {
            let statement = it.statement(
                "SELECT output, lock FROM list
                 WHERE name = $1 AND NOT removed AND output IS NOT NULL AND lock IS NOT NULL",
            )?;
            it.client.query_opt(&statement, &[&name])
        })?;
        Ok(row.map(|row| ListOutput {
            output: row.get(0),
            lock: row.get(1),
        }))
    }
}

fn leased(row: &Row) -> LeasedList {
    let (output, lock): (Option<String>, Option<String>) = (row.get(4), row.get(5));
    LeasedList {
        list: TeamList {
            name: row.get(0),
            file: row.get(1),
            content: row.get(2),
        },
        revision: row.get(3),
        last: output
            .zip(lock)
            .map(|(output, lock)| ListOutput { output, lock }),
        is_changed: row.get(6),
        due: moment(row.get(7)),
    }
}

fn status(row: &Row) -> ListStatus {
    ListStatus {
        name: row.get(0),
        checked: row.get::<_, Option<i64>>(1).map(moment),
        due: moment(row.get(2)),
        is_due: row.get(3),
        worker: row.get(4),
        failure: row.get(5),
    }
}

/// Returns a time of the store. One that no calendar has counts as the beginning of it.
fn moment(micro: i64) -> Timestamp {
    Timestamp::from_microsecond(micro).unwrap_or(Timestamp::UNIX_EPOCH)
}

#[cfg(test)]
mod tests;
