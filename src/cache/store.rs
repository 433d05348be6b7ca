use std::{
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use fs_err as fs;
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};
use tempfile::TempDir;

use super::{
    failed::{CacheError, is_damage},
    file,
    own::Own,
};

/// How hard bodies are packed: level 3 is zstd's own middle, and shrinks JSON to a third or less.
const PACKING: i32 = 3;

/// The name of the file.
const FILE: &str = "cache.sqlite";

/// What is kept under a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kept {
    /// This body.
    Body(String),
    /// That there is none: the service said so.
    Absent,
}

/// How old an entry may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Age {
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
    pub(super) own: Mutex<Own>,
    complained: AtomicBool,
    /// The folder of a copy, gone with it.
    _aside: Option<TempDir>,
}

impl Cache {
    /// Whether there is a cache in the folder.
    #[must_use]
    pub fn stands(dir: &Path) -> bool {
        dir.join(FILE).exists()
    }

    /// Opens `cache.sqlite` in the folder; makes both when they are missing. A damaged file is
    /// kept as `cache.sqlite.broken` and begun anew.
    ///
    /// # Errors
    /// When the folder can't be made or written, or a newer bibsync wrote the file.
    pub fn open(dir: &Path) -> Result<Self, CacheError> {
        fs::create_dir_all(dir).map_err(|source| CacheError::Folder {
            path: dir.to_owned(),
            source,
        })?;
        let path = dir.join(FILE);
        Ok(Self::over(file::open(&path)?, Some(path)))
    }

    /// A copy of the cache in a folder that can't be written, gone with the process.
    ///
    /// # Errors
    /// When there is none, or no place for a copy.
    pub fn copied(dir: &Path) -> Result<Self, CacheError> {
        let aside = tempfile::tempdir().map_err(|source| CacheError::Folder {
            path: dir.to_owned(),
            source,
        })?;
        let copy = aside.path().join(FILE);
        file::copy(&dir.join(FILE), &copy)?;
        Ok(Self {
            _aside: Some(aside),
            ..Self::over(file::open(&copy)?, None)
        })
    }

    /// A cache that is gone with the process: for tests, and for a folder that can't be written.
    ///
    /// # Errors
    /// When SQLite has no memory for it.
    pub fn in_memory() -> Result<Self, CacheError> {
        Ok(Self::over(file::in_memory()?, None))
    }

    /// What is kept under the key, if it is young enough at `now`.
    #[must_use]
    pub fn get(&self, bucket: &str, key: &str, now: Timestamp, age: Age) -> Option<Kept> {
        self.read(bucket, key, |expires_at| {
            age == Age::Any || expires_at > now.as_second()
        })
        .map(|(kept, _)| kept)
    }

    /// What is kept under the key, however old, and since when.
    #[must_use]
    pub fn get_dated(&self, bucket: &str, key: &str) -> Option<(Kept, Timestamp)> {
        let (kept, stored_at) = self.read(bucket, key, |_| true)?;
        Some((kept, Timestamp::from_second(stored_at).ok()?))
    }

    fn read(
        &self,
        bucket: &str,
        key: &str,
        is_wanted: impl Fn(i64) -> bool,
    ) -> Option<(Kept, i64)> {
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
            return Some((Kept::Absent, stored_at));
        };
        match unpack(&packed) {
            Ok(body) => Some((Kept::Body(body), stored_at)),
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
            own: Mutex::new(Own::Shared),
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
            match file::renew(path) {
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
mod tests {
    use std::{sync::Arc, thread};

    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + second).unwrap()
    }

    fn body(text: &str) -> Kept {
        Kept::Body(text.to_owned())
    }

    #[test]
    fn what_was_put_is_got_until_it_is_stale() {
        let cache = Cache::in_memory().unwrap();
        cache.put("list-v1", "a", Some("{\"ü\":1}"), at(0), HOUR);
        assert_eq!(
            cache.get("list-v1", "a", at(3599), Age::Fresh),
            Some(body("{\"ü\":1}"))
        );
        assert_eq!(cache.get("list-v1", "a", at(3600), Age::Fresh), None);
        assert_eq!(
            cache.get("list-v1", "a", at(99_999), Age::Any),
            Some(body("{\"ü\":1}"))
        );
        assert_eq!(cache.stored_at("list-v1", "a"), Some(at(0)));
        assert_eq!(cache.stored_at("list-v1", "b"), None);
        assert_eq!(cache.get("list-v1", "b", at(0), Age::Any), None);
        assert_eq!(cache.get("list-v2", "a", at(0), Age::Any), None);
    }

    #[test]
    fn a_copy_has_what_was_kept_and_keeps_nothing() {
        let dir = tempfile::tempdir().unwrap();
        assert!(Cache::copied(dir.path()).is_err());
        let cache = Cache::open(dir.path()).unwrap();
        cache.put("b", "k", Some("{}"), at(0), HOUR);
        let copy = Cache::copied(dir.path()).unwrap();
        assert_eq!(copy.get("b", "k", at(1), Age::Fresh), Some(body("{}")));
        copy.put("b", "new", Some("[]"), at(1), HOUR);
        assert_eq!(copy.get("b", "new", at(1), Age::Fresh), Some(body("[]")));
        assert_eq!(cache.get("b", "new", at(1), Age::Any), None);
    }

    #[test]
    fn what_is_right_still_is_good_for_longer() {
        let cache = Cache::in_memory().unwrap();
        cache.put("b", "k", Some("{}"), at(0), HOUR);
        cache.renew("b", "k", at(7200), HOUR);
        assert_eq!(
            cache.get("b", "k", at(10_799), Age::Fresh),
            Some(body("{}"))
        );
        assert_eq!(cache.get("b", "k", at(10_800), Age::Fresh), None);
        assert_eq!(cache.get_dated("b", "k"), Some((body("{}"), at(0))));
    }

    #[test]
    fn absence_is_kept_and_gives_way_to_a_body() {
        let cache = Cache::in_memory().unwrap();
        cache.put("b", "k", None, at(0), HOUR);
        assert_eq!(cache.get("b", "k", at(1), Age::Fresh), Some(Kept::Absent));
        cache.put("b", "k", Some("{}"), at(2), HOUR);
        assert_eq!(cache.get("b", "k", at(3), Age::Fresh), Some(body("{}")));
    }

    #[test]
    fn a_row_that_cannot_be_decoded_heals() {
        let cache = Cache::in_memory().unwrap();
        for harm in [
            "UPDATE entry SET body = x'00112233'",
            "UPDATE entry SET body = substr(body, 1, length(body) - 3)",
            "UPDATE entry SET body = x''",
            // One letter changed: only the checksum can tell.
            "UPDATE entry SET body =
                 CAST(substr(body, 1, 12) || x'58' || substr(body, 14) AS BLOB)",
        ] {
            cache.put("b", "k", Some("{\"a\": [1, 2, 3]}"), at(0), HOUR);
            cache.connection().execute(harm, []).unwrap();
            assert_eq!(cache.get("b", "k", at(1), Age::Any), None, "{harm}");
            let rows: i64 = cache
                .connection()
                .query_row("SELECT count(*) FROM entry", [], |row| row.get(0))
                .unwrap();
            assert_eq!(rows, 0, "{harm}");
        }
    }

    #[test]
    fn one_hash_two_keys_never_swaps_bodies() {
        let cache = Cache::in_memory().unwrap();
        cache.put("b", "k", Some("{}"), at(0), HOUR);
        cache
            .connection()
            .execute("UPDATE entry SET key = 'another'", [])
            .unwrap();
        assert_eq!(cache.get("b", "k", at(1), Age::Any), None);
        cache.put("b", "k", Some("[]"), at(0), HOUR);
        assert_eq!(cache.get("b", "k", at(1), Age::Any), Some(body("[]")));
    }

    fn cry_damage(_: &Connection) -> rusqlite::Result<()> {
        let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
        Err(rusqlite::Error::SqliteFailure(code, None))
    }

    #[test]
    fn a_sound_file_is_kept_when_one_statement_cries_damage() {
        let dir = tempfile::tempdir().unwrap();
        let cache = Cache::open(&dir.path().join("deep/down")).unwrap();
        cache.put("b", "k", Some("{}"), at(0), HOUR);
        assert_eq!(cache.with("read", cry_damage), None);
        assert_eq!(cache.get("b", "k", at(1), Age::Fresh), Some(body("{}")));
    }

    #[test]
    fn a_file_damaged_mid_run_is_begun_anew() {
        let dir = tempfile::tempdir().unwrap();
        let cache = Cache::open(dir.path()).unwrap();
        for n in 0..200 {
            cache.put("b", &n.to_string(), Some("{}"), at(0), HOUR);
        }
        cache.with("checkpoint", |c| {
            c.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        });
        let path = cache.path().unwrap().to_owned();
        fs::write(&path, "x".repeat(20_000)).unwrap();
        assert_eq!(cache.with("read", cry_damage), None);
        cache.put("b", "k", Some("[]"), at(0), HOUR);
        assert_eq!(cache.get("b", "k", at(1), Age::Fresh), Some(body("[]")));
        assert!(dir.path().join("cache.sqlite.broken").exists());
    }

    #[test]
    fn two_handles_write_one_file_at_once() {
        let dir = tempfile::tempdir().unwrap();
        let handles = [(); 2].map(|()| Arc::new(Cache::open(dir.path()).unwrap()));
        let writers: Vec<_> = (0..4)
            .map(|writer| {
                let cache = Arc::clone(&handles[writer % 2]);
                thread::spawn(move || {
                    for n in 0..50 {
                        let key = format!("{writer}/{n}");
                        cache.put("b", &key, Some(&key), at(0), HOUR);
                    }
                })
            })
            .collect();
        for writer in writers {
            writer.join().unwrap();
        }
        let third = Cache::open(dir.path()).unwrap();
        for writer in 0..4 {
            for n in 0..50 {
                let key = format!("{writer}/{n}");
                assert_eq!(third.get("b", &key, at(1), Age::Fresh), Some(body(&key)));
            }
        }
    }

    #[test]
    fn many_may_open_a_new_folder_at_once() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("new");
        let openers: Vec<_> = (0..8)
            .map(|_| {
                let place = place.clone();
                thread::spawn(move || Cache::open(&place).map(drop))
            })
            .collect();
        for opener in openers {
            opener.join().unwrap().unwrap();
        }
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("file"), "").unwrap();
        let error = Cache::open(&dir.path().join("file/cache")).unwrap_err();
        assert!(error.to_string().contains("file/cache"), "{error}");
    }
}
