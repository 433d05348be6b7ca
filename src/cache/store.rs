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

/// How hard bodies are packed: level 3 is zstd's own middle, and shrinks JSON to a third or less.
const PACKING: i32 = 3;

/// The name of the file.
const FILE: &str = "cache.sqlite";

/// What is kept under a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CachedResponse {
    /// This body.
    Body(String),
    /// That there is none: the service said so.
    NotFound,
}

/// How old an entry may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// Only as old as it was to be when it was stored.
    Fresh,
    /// As old as it likes: better than nothing when no request can be made.
    Any,
}

/// The kept answers. Shared between threads; every call is one short statement.
///
/// No call fails: what can't be read is missing, what can't be written is not kept, and the log
/// says so.
#[derive(Debug)]
pub struct Cache {
    path: Option<PathBuf>,
    connection: Mutex<Connection>,
    complained: AtomicBool,
    /// The folder of a copy, gone with it.
    _aside: Option<TempDir>,
}

impl Cache {
    /// Whether there is a cache in the folder.
    #[must_use]
    pub fn exists(dir: &Path) -> bool {
        dir.join(FILE).exists()
    }

    /// Whether a folder is a cache of bibsync, by what is in it: a `library` folder, which a person
    /// may have made, or a file of answers.
    #[must_use]
    pub fn is_cache_folder(dir: &Path) -> bool {
        let answers = || ownership(&dir.join(FILE), &ANSWERS);
        dir.join("library").is_dir() || matches!(answers(), Ok(Ownership::Ours))
    }

    /// Opens `cache.sqlite` in the folder; makes both when they are missing. A damaged file is
    /// kept as `cache.sqlite.broken` and begun anew.
    ///
    /// # Errors
    /// When the folder can't be made or written, a newer bibsync wrote the file, or the file is a
    /// link or another program's.
    pub fn open(dir: &Path) -> Result<Self, CacheError> {
        let path = dir.join(FILE);
        Ok(Self::over(database::open(&path, &ANSWERS)?, Some(path)))
    }

    /// A copy of the cache in a folder that can't be written, gone with the process.
    ///
    /// # Errors
    /// When there is none, or no place for a copy.
    pub fn open_copy(dir: &Path) -> Result<Self, CacheError> {
        let aside = tempfile::tempdir().map_err(|source| CacheError::Folder {
            path: dir.to_owned(),
            source,
        })?;
        let copy = aside.path().join(FILE);
        database::copy(&dir.join(FILE), &copy, &ANSWERS)?;
        Ok(Self {
            _aside: Some(aside),
            ..Self::over(database::open(&copy, &ANSWERS)?, None)
        })
    }

    /// A cache that is gone with the process: for tests, and for a folder that can't be written.
    ///
    /// # Errors
    /// When SQLite has no memory for it.
    pub fn in_memory() -> Result<Self, CacheError> {
        Ok(Self::over(database::in_memory(&ANSWERS)?, None))
    }

    /// What is kept under the key, if it is young enough at `now`.
    #[must_use]
    pub fn get(
        &self,
        bucket: &str,
        key: &str,
        now: Timestamp,
        age: Freshness,
    ) -> Option<CachedResponse> {
        self.read(bucket, key, |expires_at| {
            age == Freshness::Any || expires_at > now.as_second()
        })
        .map(|(kept, _)| kept)
    }

    /// What is kept under the key, however old, and since when.
    #[must_use]
    pub fn get_dated(&self, bucket: &str, key: &str) -> Option<(CachedResponse, Timestamp)> {
        let (kept, stored_at) = self.read(bucket, key, |_| true)?;
        Some((kept, Timestamp::from_second(stored_at).ok()?))
    }

    fn read(
        &self,
        bucket: &str,
        key: &str,
        is_wanted: impl Fn(i64) -> bool,
    ) -> Option<(CachedResponse, i64)> {
        let (kept_key, stored_at, expires_at, body) = self
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
        // Two keys with one hash: the younger has taken the place.
        if kept_key != key || !is_wanted(expires_at) {
            return None;
        }
        let Some(packed) = body else {
            return Some((CachedResponse::NotFound, stored_at));
        };
        match unpack(&packed) {
            Ok(body) => Some((CachedResponse::Body(body), stored_at)),
            Err(flaw) => {
                tracing::warn!(
                    "a kept answer can't be read ({flaw}) and is dropped: {bucket} {key}"
                );
                self.forget(bucket, key);
                None
            }
        }
    }

    /// When what is kept under the key was stored, however old it is.
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

    /// Keeps a body, or with `None` that there is none, for `ttl` from `now`.
    pub fn put(&self, bucket: &str, key: &str, body: Option<&str>, now: Timestamp, ttl: Duration) {
        let packed = match body.map(pack).transpose() {
            Ok(packed) => packed,
            Err(error) => {
                tracing::warn!(
                    "an answer can't be packed and is not kept ({error}): {bucket} {key}"
                );
                return;
            }
        };
        let stored = now.as_second();
        let expires = stored.saturating_add_unsigned(ttl.as_secs());
        self.write("write", |connection| {
            connection
                .prepare_cached("INSERT OR REPLACE INTO entry VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?
                .execute(params![bucket, hash(key), key, stored, expires, packed])
        });
    }

    /// Makes what is kept under the key good for `ttl` from `now`, for it turned out to be right
    /// still. When it was stored stays.
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

    /// Drops what is kept under the key.
    pub fn forget(&self, bucket: &str, key: &str) {
        self.write("write", |connection| {
            connection.execute(
                "DELETE FROM entry WHERE bucket = ?1 AND hash = ?2 AND key = ?3",
                params![bucket, hash(key), key],
            )
        });
    }

    /// The file, unless the cache is in memory.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    fn over(connection: Connection, path: Option<PathBuf>) -> Self {
        Self {
            path,
            connection: Mutex::new(connection),
            complained: AtomicBool::new(false),
            _aside: None,
        }
    }

    /// Reads; `None` when SQLite would not.
    pub(super) fn with<T>(
        &self,
        act: &str,
        read: impl Fn(&Connection) -> rusqlite::Result<T>,
    ) -> Option<T> {
        let mut connection = self.connection();
        let outcome = read(&connection);
        self.settle(act, outcome, &mut connection)
    }

    /// Writes in a transaction that asks for the right to write before it begins, so that two
    /// processes wait for each other instead of failing; `None` when SQLite would not.
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
                Ok(anew) => *connection = anew,
                Err(error) => self.complain(act, &error),
            }
        } else {
            self.complain(act, &error);
        }
        None
    }

    /// Says it aloud once: a full disk would say it for every answer.
    fn complain(&self, act: &str, error: &dyn std::error::Error) {
        let place = self.path.as_deref().unwrap_or(Path::new("in memory"));
        let place = place.display();
        if self.complained.swap(true, Ordering::Relaxed) {
            tracing::debug!("can't {act} the cache {place}: {error}");
        } else {
            tracing::warn!("can't {act} the cache {place}, going on without: {error}");
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

fn pack(body: &str) -> std::io::Result<Vec<u8>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), PACKING)?;
    encoder.include_checksum(true)?;
    std::io::Write::write_all(&mut encoder, body.as_bytes())?;
    encoder.finish()
}

fn unpack(packed: &[u8]) -> Result<String, String> {
    let bytes = zstd::decode_all(packed).map_err(|e| e.to_string())?;
    String::from_utf8(bytes).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests;
