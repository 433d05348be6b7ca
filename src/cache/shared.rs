use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use rusqlite::Connection;

use super::{
    failed::{CacheError, is_busy, is_damage},
    file,
    shape::BUDGET,
};

/// The name of the file.
const FILE: &str = "budget.sqlite";

/// What all runs of a user on this machine may together ask of each host: its pace, its seats, its
/// pauses, and the notes on hosts that want to be left alone. One file in the user's state folder,
/// whatever cache a run has.
///
/// No call fails: where the file can't be used any more, this process keeps a budget of its own
/// from then on, and the log says so.
#[derive(Debug)]
pub struct Budget {
    file: Mutex<Kept>,
}

/// Where the budget is kept.
#[derive(Debug)]
struct Kept {
    connection: Connection,
    place: Place,
    /// Whether others may have spent what this process can't know of.
    alone: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    File(PathBuf),
    Memory,
}

impl Budget {
    /// Whether there is a budget in the folder.
    #[must_use]
    pub fn stands(dir: &Path) -> bool {
        dir.join(FILE).exists()
    }

    /// Opens `budget.sqlite` in the folder; makes both when they are missing. A damaged file is
    /// kept as `budget.sqlite.broken` and begun anew.
    ///
    /// # Errors
    /// When the folder can't be made or written, a newer bibsync wrote the file, or the file is a
    /// link or another program's.
    pub fn open(dir: &Path) -> Result<Self, CacheError> {
        let path = dir.join(FILE);
        let connection = file::open(&path, &BUDGET)?;
        let place = Place::File(path);
        // One that can only be read would let no run go.
        if connection.is_readonly("main").unwrap_or(true) {
            return Err(CacheError::Folder {
                path: dir.to_owned(),
                source: std::io::ErrorKind::PermissionDenied.into(),
            });
        }
        Ok(Self::over(connection, place, false))
    }

    /// A budget that is gone with the process and that nobody else spends from: for tests, and for
    /// runs that send nothing.
    ///
    /// # Errors
    /// When SQLite has no memory for it.
    pub fn in_memory() -> Result<Self, CacheError> {
        Ok(Self::over(file::in_memory(&BUDGET)?, Place::Memory, false))
    }

    /// A budget of this process alone, for no file can be had. What others have spent is unknown, so
    /// it begins with nothing to spare.
    ///
    /// # Errors
    /// When SQLite has no memory for it.
    pub fn apart() -> Result<Self, CacheError> {
        Ok(Self::over(file::in_memory(&BUDGET)?, Place::Memory, true))
    }

    fn over(connection: Connection, place: Place, alone: bool) -> Self {
        Self {
            file: Mutex::new(Kept {
                connection,
                place,
                alone,
            }),
        }
    }

    /// Does the work on the file; when that fails, on a file begun anew or on one in memory.
    /// `instead` is what comes out while the file is busy, and when even that can't be had. The
    /// work is told whether others may have spent what the file does not know of.
    pub(super) fn on_file<T>(
        &self,
        instead: T,
        work: impl Fn(&mut Connection, bool) -> rusqlite::Result<T>,
    ) -> T {
        // A panic elsewhere leaves at most a transaction that SQLite has rolled back.
        let mut kept = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let Kept {
            connection,
            place,
            alone,
        } = &mut *kept;
        let error = match work(connection, *alone) {
            Ok(done) => return done,
            // Another process is writing for long; the next attempt may find it done.
            Err(error) if is_busy(&error) => return instead,
            Err(error) => error,
        };
        let Place::File(path) = place else {
            return instead;
        };
        *alone = true;
        if is_damage(&error)
            && let Ok(anew) = file::renew(path, &BUDGET)
        {
            *connection = anew;
            if let Ok(done) = work(connection, true) {
                return done;
            }
        }
        tracing::warn!(
            "the limits of services can't be shared with other runs, this one keeps them by \
             itself: {error}"
        );
        let Ok(memory) = file::in_memory(&BUDGET) else {
            return instead;
        };
        *connection = memory;
        *place = Place::Memory;
        work(connection, true).unwrap_or(instead)
    }
}
