use std::{
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use fs_err as fs;
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};
use tempfile::TempDir;

use super::{
    super::{
        error::{CacheError, is_damage},
        status::BucketStatus,
        tables::{AnswerRow, AnswerTable},
    },
    database,
    ownership::{Ownership, ownership},
    schema::ANSWERS,
};

/// The name of the file.
const FILE: &str = "cache.sqlite";

/// The responses in a file or in memory. Shared between threads; every call is one short statement.
#[derive(Debug)]
pub(in crate::cache) struct SqliteAnswers {
    path: Option<PathBuf>,
    connection: Mutex<Connection>,
    has_warned: AtomicBool,
    /// The folder of a copy, which is deleted with it.
    _copy: Option<TempDir>,
}

impl SqliteAnswers {
    /// Reports whether the folder has a cache.
    pub(in crate::cache) fn exists(dir: &Path) -> bool {
        dir.join(FILE).exists()
    }

    /// Reports whether the folder has a cache of bibsync.
    pub(in crate::cache) fn is_ours(dir: &Path) -> bool {
        matches!(ownership(&dir.join(FILE), &ANSWERS), Ok(Ownership::Ours))
    }

    /// Opens the file in the folder, and creates both if they are missing.
    pub(in crate::cache) fn open(dir: &Path) -> Result<Self, CacheError> {
        let path = dir.join(FILE);
        Ok(Self::over(database::open(&path, &ANSWERS)?, Some(path)))
    }

    /// Opens a temporary copy of the file.
    pub(in crate::cache) fn open_copy(dir: &Path) -> Result<Self, CacheError> {
        let folder = tempfile::tempdir().map_err(|source| CacheError::Folder {
            path: dir.to_owned(),
            source,
        })?;
        let copy = folder.path().join(FILE);
        database::copy(&dir.join(FILE), &copy, &ANSWERS)?;
        Ok(Self {
            _copy: Some(folder),
            ..Self::over(database::open(&copy, &ANSWERS)?, None)
        })
    }

    pub(in crate::cache) fn in_memory() -> Result<Self, CacheError> {
        Ok(Self::over(database::in_memory(&ANSWERS)?, None))
    }

    fn over(connection: Connection, path: Option<PathBuf>) -> Self {
        Self {
            path,
            connection: Mutex::new(connection),
            has_warned: AtomicBool::new(false),
            _copy: None,
        }
    }

    /// Reads; returns `None` if SQLite fails. `act` is the verb for the log.
    fn with<T>(&self, act: &str, read: impl Fn(&Connection) -> rusqlite::Result<T>) -> Option<T> {
        let mut connection = self.connection();
        let outcome = read(&connection);
        self.settle(act, outcome, &mut connection)
    }

    /// Writes in a transaction that takes the write lock at its start, so that two processes wait for
    /// each other instead of failing; returns `None` if SQLite fails.
    fn write<T>(&self, act: &str, write: impl Fn(&Connection) -> rusqlite::Result<T>) -> Option<T> {
        let mut connection = self.connection();
        let outcome = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .and_then(|transaction| {
                let done = write(&transaction)?;
                transaction.commit()?;
                Ok(done)
            });
        self.settle(act, outcome, &mut connection)
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        // A panic elsewhere leaves at most a transaction that SQLite has rolled back.
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn settle<T>(
        &self,
        act: &str,
        outcome: rusqlite::Result<T>,
        connection: &mut Connection,
    ) -> Option<T> {
        let error = match outcome {
            Ok(done) => return Some(done),
            Err(error) => error,
        };
        if let (true, Some(path)) = (is_damage(&error), &self.path) {
            match database::renew(path, &ANSWERS) {
                Ok(new) => *connection = new,
                Err(error) => self.warn_once(act, &error),
            }
        } else {
            self.warn_once(act, &error);
        }
        None
    }

    /// Logs a warning once: a full disk would cause one for every response.
    fn warn_once(&self, act: &str, error: &dyn std::error::Error) {
        let place = self.path.as_deref().unwrap_or(Path::new("in memory"));
        let place = place.display();
        if self.has_warned.swap(true, Ordering::Relaxed) {
            tracing::debug!("can't {act} the cache {place}: {error}");
        } else {
            tracing::warn!("can't {act} the cache {place}, continuing without it: {error}");
        }
    }

    /// Shrinks the file to its contents.
    fn shrink(&self) {
        self.with("shrink", |connection| {
            let mut freeing = connection.prepare("PRAGMA incremental_vacuum")?;
            let mut rows = freeing.query([])?;
            while rows.next()?.is_some() {}
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        });
    }
}

impl AnswerTable for SqliteAnswers {
    fn row(&self, bucket: &str, hash: i64) -> Option<AnswerRow> {
        self.with("read", |connection| {
            connection
                .prepare_cached(
                    "SELECT key, stored_at, expires_at, body FROM entry
                     WHERE bucket = ?1 AND hash = ?2",
                )?
                .query_row(params![bucket, hash], |row| {
                    Ok(AnswerRow {
                        key: row.get(0)?,
                        stored_at: row.get(1)?,
                        expires_at: row.get(2)?,
                        body: row.get(3)?,
                    })
                })
                .optional()
        })
        .flatten()
    }

    fn replace(&self, bucket: &str, hash: i64, row: AnswerRow) {
        self.write("write", |connection| {
            connection
                .prepare_cached("INSERT OR REPLACE INTO entry VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?
                .execute(params![
                    bucket,
                    hash,
                    row.key,
                    row.stored_at,
                    row.expires_at,
                    row.body
                ])
        });
    }

    fn renew(&self, bucket: &str, hash: i64, key: &str, expires_at: i64) {
        self.write("write", |connection| {
            connection
                .prepare_cached(
                    "UPDATE entry SET expires_at = ?4 WHERE bucket = ?1 AND hash = ?2 AND key = ?3",
                )?
                .execute(params![bucket, hash, key, expires_at])
        });
    }

    fn remove(&self, bucket: &str, hash: i64, key: &str) {
        self.write("write", |connection| {
            connection.execute(
                "DELETE FROM entry WHERE bucket = ?1 AND hash = ?2 AND key = ?3",
                params![bucket, hash, key],
            )
        });
    }

    fn buckets(&self, now: i64) -> Vec<BucketStatus> {
        let buckets = self.with("read", |connection| {
            connection
                .prepare(
                    "SELECT bucket, count(*), sum(expires_at > ?1),
                            ifnull(sum(length(body)), 0)
                     FROM entry GROUP BY bucket ORDER BY bucket",
                )?
                .query_map([now], |row| {
                    let (entries, fresh) = (amount(row, 1)?, amount(row, 2)?);
                    Ok(BucketStatus {
                        bucket: row.get(0)?,
                        entries,
                        fresh,
                        stale: entries - fresh,
                        bytes: amount(row, 3)?,
                    })
                })?
                .collect()
        });
        buckets.unwrap_or_default()
    }

    fn remove_expired(&self, now: i64) -> usize {
        let removed = self.write("write", |connection| {
            connection.execute("DELETE FROM entry WHERE expires_at <= ?1", [now])
        });
        self.shrink();
        removed.unwrap_or_default()
    }

    fn remove_all(&self) -> usize {
        let removed = self.write("write", |connection| {
            connection.execute("DELETE FROM entry", [])
        });
        self.shrink();
        removed.unwrap_or_default()
    }

    /// The size of the file, its journal included.
    fn bytes(&self) -> u64 {
        let Some(path) = &self.path else { return 0 };
        ["", "-wal"]
            .iter()
            .filter_map(|ending| {
                let mut name = path.as_os_str().to_owned();
                name.push(ending);
                fs::metadata(PathBuf::from(name)).ok()
            })
            .map(|found| found.len())
            .sum()
    }

    fn place(&self) -> Option<String> {
        Some(self.path.as_ref()?.display().to_string())
    }
}

/// Returns a count or size, which SQLite stores as a signed number.
fn amount(row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get::<_, i64>(column).map(i64::unsigned_abs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(key: &str) -> AnswerRow {
        AnswerRow {
            key: key.to_owned(),
            stored_at: 0,
            expires_at: 3600,
            body: Some(b"{}".to_vec()),
        }
    }

    fn report_damage(_: &Connection) -> rusqlite::Result<()> {
        let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
        Err(rusqlite::Error::SqliteFailure(code, None))
    }

    #[test]
    fn sound_file_is_kept_when_a_statement_reports_damage() {
        let dir = tempfile::tempdir().unwrap();
        let table = SqliteAnswers::open(&dir.path().join("deep/down")).unwrap();
        table.replace("b", 1, row("k"));
        assert_eq!(table.with("read", report_damage), None);
        assert_eq!(table.row("b", 1), Some(row("k")));
    }

    #[test]
    fn file_damaged_during_the_run_is_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let table = SqliteAnswers::open(dir.path()).unwrap();
        for n in 0..200 {
            table.replace("b", n, row("k"));
        }
        table.with("checkpoint", |c| {
            c.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        });
        fs::write(table.path.clone().unwrap(), "x".repeat(20_000)).unwrap();
        assert_eq!(table.with("read", report_damage), None);
        table.replace("b", 1, row("k"));
        assert_eq!(table.row("b", 1), Some(row("k")));
        assert!(dir.path().join("cache.sqlite.broken").exists());
    }

    #[test]
    fn cleared_file_is_small_and_other_files_stay() {
        let dir = tempfile::tempdir().unwrap();
        let table = SqliteAnswers::open(dir.path()).unwrap();
        for n in 0..200 {
            let body = Some(vec![b'x'; 1000]);
            table.replace("b", n, AnswerRow { body, ..row("k") });
        }
        let before = table.bytes();
        let library = dir.path().join("library");
        fs::create_dir_all(&library).unwrap();
        fs::write(library.join("mine.bib"), "@misc{a}").unwrap();
        assert_eq!(table.remove_all(), 200);
        assert!(table.bytes() < before / 2, "{} of {before}", table.bytes());
        assert!(library.join("mine.bib").exists());
    }
}
