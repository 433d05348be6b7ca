use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use rusqlite::Connection;

use super::{
    database,
    error::{CacheError, is_busy, is_damage},
    schema::BUDGET,
};

/// The name of the file.
const FILE: &str = "budget.sqlite";

/// What all runs of a user on this machine may together request of each host: rate limits, leases,
/// pauses and suspensions. One file in the user's state folder, whatever cache a run has.
///
/// No call fails: if the file can't be used any more, this process has a budget of its own from then
/// on, and the log reports it.
#[derive(Debug)]
pub struct Budget {
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

impl Budget {
    /// Reports whether the folder has a budget.
    #[must_use]
    pub fn exists(dir: &Path) -> bool {
        dir.join(FILE).exists()
    }

    /// Opens `budget.sqlite` in the folder, and creates both if they are missing. A damaged file is
    /// renamed to `budget.sqlite.broken` and replaced.
    ///
    /// # Errors
    /// When the folder can't be created or written, a newer bibsync wrote the file, or the file is a
    /// link or another program's.
    pub fn open(dir: &Path) -> Result<Self, CacheError> {
        let path = dir.join(FILE);
        let connection = database::open(&path, &BUDGET)?;
        let place = Place::File(path);
        // A file that can't be written would grant no permit.
        if connection.is_readonly("main").unwrap_or(true) {
            return Err(CacheError::Folder {
                path: dir.to_owned(),
                source: std::io::ErrorKind::PermissionDenied.into(),
            });
        }
        Ok(Self::over(connection, place, false))
    }

    /// Returns a budget in memory that no other process shares: for tests, and for runs that send
    /// nothing.
    ///
    /// # Errors
    /// When SQLite has no memory for it.
    pub fn in_memory() -> Result<Self, CacheError> {
        Ok(Self::over(
            database::in_memory(&BUDGET)?,
            Place::Memory,
            false,
        ))
    }

    /// Returns a budget in memory for a process that can't use the file. What others have used is
    /// unknown, so all bursts are used up at the start.
    ///
    /// # Errors
    /// When SQLite has no memory for it.
    pub fn unshared() -> Result<Self, CacheError> {
        Ok(Self::over(
            database::in_memory(&BUDGET)?,
            Place::Memory,
            true,
        ))
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
    pub(super) fn on_file<T>(
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

    /// Returns why the last work could not be done at all; `None` if it was done, or the file was busy.
    pub(super) fn failure(&self) -> Option<String> {
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
