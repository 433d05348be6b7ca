use std::{
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};
use tempfile::TempDir;

use super::{
    database,
    error::{CacheError, is_damage},
    ownership::{Ownership, ownership},
    schema::ANSWERS,
};

/// The compression level of bodies: 3 is zstd's default, and shrinks JSON to a third or less.
const COMPRESSION: i32 = 3;

/// The name of the file.
const FILE: &str = "cache.sqlite";

/// A response in the cache.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CachedResponse {
    /// The body.
    Body(String),
    /// The service has no such record.
    NotFound,
}

/// The responses that a request accepts from the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// Those within their time to live.
    Fresh,
    /// Those of any age: better than nothing when no request can be sent.
    Any,
}

/// The cache of responses. Shared between threads; every call is one short statement.
///
/// No call fails: what can't be read counts as missing, what can't be written is not stored, and the
/// log reports it.
#[derive(Debug)]
pub struct Cache {
    path: Option<PathBuf>,
    connection: Mutex<Connection>,
    has_warned: AtomicBool,
    /// The folder of a copy, which is deleted with it.
    _copy: Option<TempDir>,
}

impl Cache {
    /// Reports whether the folder has a cache.
    #[must_use]
    pub fn exists(dir: &Path) -> bool {
        dir.join(FILE).exists()
    }

    /// Reports whether a folder is a cache folder of bibsync: it contains a `library` folder, which a
    /// person may have created, or a cache file.
    #[must_use]
    pub fn is_cache_folder(dir: &Path) -> bool {
        let answers = || ownership(&dir.join(FILE), &ANSWERS);
        dir.join("library").is_dir() || matches!(answers(), Ok(Ownership::Ours))
    }

    /// Opens `cache.sqlite` in the folder, and creates both if they are missing. A damaged file is
    /// renamed to `cache.sqlite.broken` and replaced.
    ///
    /// # Errors
    /// When the folder can't be created or written, a newer bibsync wrote the file, or the file is a
    /// link or another program's.
    pub fn open(dir: &Path) -> Result<Self, CacheError> {
        let path = dir.join(FILE);
        Ok(Self::over(database::open(&path, &ANSWERS)?, Some(path)))
    }

    /// Opens a temporary copy of the cache, for a folder that can't be written.
    ///
    /// # Errors
    /// When there is no cache, or no space for a copy.
    pub fn open_copy(dir: &Path) -> Result<Self, CacheError> {
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

    /// Returns a cache in memory: for tests, and for a folder that can't be written.
    ///
    /// # Errors
    /// When SQLite has no memory for it.
    pub fn in_memory() -> Result<Self, CacheError> {
        Ok(Self::over(database::in_memory(&ANSWERS)?, None))
    }

    /// Returns the response under the key, if it is fresh enough at `now`.
    #[must_use]
    pub fn get(
        &self,
        bucket: &str,
        key: &str,
        now: Timestamp,
        freshness: Freshness,
    ) -> Option<CachedResponse> {
        self.read(bucket, key, |expires_at| {
            freshness == Freshness::Any || expires_at > now.as_second()
        })
        .map(|(response, _)| response)
    }

    /// Returns the response under the key, however old, and the time at which it was stored.
    #[must_use]
    pub fn get_dated(&self, bucket: &str, key: &str) -> Option<(CachedResponse, Timestamp)> {
        let (response, stored_at) = self.read(bucket, key, |_| true)?;
        Some((response, Timestamp::from_second(stored_at).ok()?))
    }

    fn read(
        &self,
        bucket: &str,
        key: &str,
        is_wanted: impl Fn(i64) -> bool,
    ) -> Option<(CachedResponse, i64)> {
        let (stored_key, stored_at, expires_at, body) = self
            .with("read", |connection| {
                connection
                    .prepare_cached(
                        "SELECT key, stored_at, expires_at, body FROM entry
                         WHERE bucket = ?1 AND hash = ?2",
                    )?
                    .query_row(params![bucket, hash(key)], |row| {
                        Ok((
                            row.get::<_, String>(0)?,
                            row.get::<_, i64>(1)?,
                            row.get::<_, i64>(2)?,
                            row.get::<_, Option<Vec<u8>>>(3)?,
                        ))
                    })
                    .optional()
            })
            .flatten()?;
        // Two keys with one hash: the later has replaced the earlier.
        if stored_key != key || !is_wanted(expires_at) {
            return None;
        }
        let Some(compressed) = body else {
            return Some((CachedResponse::NotFound, stored_at));
        };
        match decompress(&compressed) {
            Ok(body) => Some((CachedResponse::Body(body), stored_at)),
            Err(flaw) => {
                tracing::warn!(
                    "a cached response can't be read ({flaw}) and is dropped: {bucket} {key}"
                );
                self.forget(bucket, key);
                None
            }
        }
    }

    /// Returns when the response under the key was stored, however old it is.
    #[must_use]
    pub fn stored_at(&self, bucket: &str, key: &str) -> Option<Timestamp> {
        let stored: i64 = self
            .with("read", |connection| {
                connection
                    .prepare_cached(
                        "SELECT stored_at FROM entry WHERE bucket = ?1 AND hash = ?2 AND key = ?3",
                    )?
                    .query_row(params![bucket, hash(key), key], |row| row.get(0))
                    .optional()
            })
            .flatten()?;
        Timestamp::from_second(stored).ok()
    }

    /// Stores a body, or "not found" for `None`, with the time to live `ttl` from `now`.
    pub fn put(&self, bucket: &str, key: &str, body: Option<&str>, now: Timestamp, ttl: Duration) {
        let compressed = match body.map(compress).transpose() {
            Ok(compressed) => compressed,
            Err(error) => {
                tracing::warn!(
                    "a response can't be compressed and is not stored ({error}): {bucket} {key}"
                );
                return;
            }
        };
        let stored = now.as_second();
        let expires = stored.saturating_add_unsigned(ttl.as_secs());
        self.write("write", |connection| {
            connection
                .prepare_cached("INSERT OR REPLACE INTO entry VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?
                .execute(params![bucket, hash(key), key, stored, expires, compressed])
        });
    }

    /// Gives the response under the key the time to live `ttl` from `now`, because it was confirmed.
    /// The time at which it was stored stays.
    pub fn renew(&self, bucket: &str, key: &str, now: Timestamp, ttl: Duration) {
        let expires = now.as_second().saturating_add_unsigned(ttl.as_secs());
        self.write("write", |connection| {
            connection
                .prepare_cached(
                    "UPDATE entry SET expires_at = ?4 WHERE bucket = ?1 AND hash = ?2 AND key = ?3",
                )?
                .execute(params![bucket, hash(key), key, expires])
        });
    }

    /// Removes the response under the key.
    pub fn forget(&self, bucket: &str, key: &str) {
        self.write("write", |connection| {
            connection.execute(
                "DELETE FROM entry WHERE bucket = ?1 AND hash = ?2 AND key = ?3",
                params![bucket, hash(key), key],
            )
        });
    }

    /// Returns the file's path, unless the cache is in memory.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
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
    pub(super) fn with<T>(
        &self,
        act: &str,
        read: impl Fn(&Connection) -> rusqlite::Result<T>,
    ) -> Option<T> {
        let mut connection = self.connection();
        let outcome = read(&connection);
        self.settle(act, outcome, &mut connection)
    }

    /// Writes in a transaction that takes the write lock at its start, so that two processes wait for
    /// each other instead of failing; returns `None` if SQLite fails.
    pub(super) fn write<T>(
        &self,
        act: &str,
        write: impl Fn(&Connection) -> rusqlite::Result<T>,
    ) -> Option<T> {
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

    pub(super) fn connection(&self) -> MutexGuard<'_, Connection> {
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
}

/// FNV-1a, 64 bits: short, and the same on every machine and with every compiler.
fn hash(key: &str) -> i64 {
    let hash = key.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    hash.cast_signed()
}

fn compress(body: &str) -> std::io::Result<Vec<u8>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), COMPRESSION)?;
    encoder.include_checksum(true)?;
    std::io::Write::write_all(&mut encoder, body.as_bytes())?;
    encoder.finish()
}

fn decompress(compressed: &[u8]) -> Result<String, String> {
    let bytes = zstd::decode_all(compressed).map_err(|e| e.to_string())?;
    String::from_utf8(bytes).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests;
