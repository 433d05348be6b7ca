use std::{path::Path, time::Duration};

use jiff::Timestamp;

use super::{
    error::CacheError,
    sqlite::SqliteAnswers,
    status::CacheStatus,
    tables::{AnswerRow, AnswerTable, ClaimTable},
};

/// The compression level of bodies: 3 is zstd's default, and shrinks JSON to a third or less.
const COMPRESSION: i32 = 3;

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
    /// Those within their time to live that were stored after this time.
    Since(Timestamp),
    /// Those of any age: better than nothing when no request can be sent.
    Any,
}

/// The cache of responses. Shared between threads; every call is one short statement.
///
/// No call fails: what can't be read counts as missing, what can't be written is not stored, and the
/// log reports it.
#[derive(Debug)]
pub struct Cache {
    pub(super) table: Box<dyn AnswerTable>,
    /// Who asks what, where several machines share the cache.
    pub(super) claims: Option<Box<dyn ClaimTable>>,
}

impl Cache {
    /// Reports whether the folder has a cache.
    #[must_use]
    pub fn exists(dir: &Path) -> bool {
        SqliteAnswers::exists(dir)
    }

    /// Reports whether a folder is a cache folder of bibsync: it contains a `library` folder, which a
    /// person may have created, or a cache file.
    #[must_use]
    pub fn is_cache_folder(dir: &Path) -> bool {
        dir.join("library").is_dir() || SqliteAnswers::is_ours(dir)
    }

    /// Opens `cache.sqlite` in the folder, and creates both if they are missing. A damaged file is
    /// renamed to `cache.sqlite.broken` and replaced.
    ///
    /// # Errors
    /// When the folder can't be created or written, a newer bibsync wrote the file, or the file is a
    /// link or another program's.
    pub fn open(dir: &Path) -> Result<Self, CacheError> {
        Ok(Self::over(SqliteAnswers::open(dir)?))
    }

    /// Opens a temporary copy of the cache, for a folder that can't be written.
    ///
    /// # Errors
    /// When there is no cache, or no space for a copy.
    pub fn open_copy(dir: &Path) -> Result<Self, CacheError> {
        Ok(Self::over(SqliteAnswers::open_copy(dir)?))
    }

    /// Returns a cache in memory: for tests, and for a folder that can't be written.
    ///
    /// # Errors
    /// When SQLite has no memory for it.
    pub fn in_memory() -> Result<Self, CacheError> {
        Ok(Self::over(SqliteAnswers::in_memory()?))
    }

    pub(super) fn over(table: impl AnswerTable + 'static) -> Self {
        Self {
            table: Box::new(table),
            claims: None,
        }
    }

    pub(super) fn shared(
        table: impl AnswerTable + 'static,
        claims: impl ClaimTable + 'static,
    ) -> Self {
        Self {
            claims: Some(Box::new(claims)),
            ..Self::over(table)
        }
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
        let is_valid = |row: &AnswerRow| row.expires_at > now.as_second();
        self.read(bucket, key, |row| match freshness {
            Freshness::Fresh => is_valid(row),
            // Times are stored in seconds: one in the same second may be from before.
            Freshness::Since(time) => is_valid(row) && row.stored_at > time.as_second(),
            Freshness::Any => true,
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
        is_wanted: impl Fn(&AnswerRow) -> bool,
    ) -> Option<(CachedResponse, i64)> {
        let row = self.row(bucket, key)?;
        if !is_wanted(&row) {
            return None;
        }
        let Some(compressed) = row.body else {
            return Some((CachedResponse::NotFound, row.stored_at));
        };
        match decompress(&compressed) {
            Ok(body) => Some((CachedResponse::Body(body), row.stored_at)),
            Err(flaw) => {
                tracing::warn!(
                    "a cached response can't be read ({flaw}) and is dropped: {bucket} {key}"
                );
                self.forget(bucket, key);
                None
            }
        }
    }

    /// Two keys may have one hash: the later has then replaced the earlier.
    fn row(&self, bucket: &str, key: &str) -> Option<AnswerRow> {
        let row = self.table.row(bucket, hash(key))?;
        (row.key == key).then_some(row)
    }

    /// Returns when the response under the key was stored, however old it is.
    #[must_use]
    pub fn stored_at(&self, bucket: &str, key: &str) -> Option<Timestamp> {
        Timestamp::from_second(self.row(bucket, key)?.stored_at).ok()
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
        let row = AnswerRow {
            key: key.to_owned(),
            stored_at: now.as_second(),
            expires_at: expiry(now, ttl),
            body: compressed,
        };
        self.table.replace(bucket, hash(key), row);
    }

    /// Gives the response under the key the time to live `ttl` from `now`, because it was confirmed.
    /// The time at which it was stored stays.
    pub fn renew(&self, bucket: &str, key: &str, now: Timestamp, ttl: Duration) {
        self.table.renew(bucket, hash(key), key, expiry(now, ttl));
    }

    /// Removes the response under the key.
    pub fn forget(&self, bucket: &str, key: &str) {
        self.table.remove(bucket, hash(key), key);
    }

    /// Returns the contents at `now`.
    #[must_use]
    pub fn status(&self, now: Timestamp) -> CacheStatus {
        CacheStatus {
            place: self.table.place(),
            bytes: self.table.bytes(),
            buckets: self.table.buckets(now.as_second()),
        }
    }

    /// Removes the responses that are expired at `now`, and returns their number. They are then
    /// missing for `--offline` too.
    #[must_use]
    pub fn prune(&self, now: Timestamp) -> usize {
        self.table.remove_expired(now.as_second())
    }

    /// Removes all responses, and returns their number. Other files in the folder, such as the
    /// library, are not touched.
    #[must_use]
    pub fn clear(&self) -> usize {
        self.table.remove_all()
    }
}

fn expiry(now: Timestamp, ttl: Duration) -> i64 {
    now.as_second().saturating_add_unsigned(ttl.as_secs())
}

/// FNV-1a, 64 bits: short, and the same on every machine and with every compiler.
pub(super) fn hash(key: &str) -> i64 {
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
