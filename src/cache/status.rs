use std::path::PathBuf;

use fs_err as fs;
use jiff::Timestamp;

use super::Cache;

/// The contents of a cache.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CacheStatus {
    /// The file; `None` for a cache in memory.
    pub path: Option<PathBuf>,
    /// The size of the file on the disk, its journal included.
    pub bytes: u64,
    /// The buckets, sorted by name.
    pub buckets: Vec<BucketStatus>,
}

/// The contents of a bucket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BucketStatus {
    /// The name, such as `crossref-list-v1`.
    pub bucket: String,
    /// The number of responses.
    pub entries: u64,
    /// The number of fresh ones.
    pub fresh: u64,
    /// The number of expired ones, which are used only if no request may be sent.
    pub stale: u64,
    /// The size of their bodies, compressed.
    pub bytes: u64,
}

impl Cache {
    /// Returns the contents at `now`.
    #[must_use]
    pub fn status(&self, now: Timestamp) -> CacheStatus {
        let buckets = self.with("read", |connection| {
            connection
                .prepare(
                    "SELECT bucket, count(*), sum(expires_at > ?1),
                            ifnull(sum(length(body)), 0)
                     FROM entry GROUP BY bucket ORDER BY bucket",
                )?
                .query_map([now.as_second()], |row| {
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
        CacheStatus {
            path: self.path().map(ToOwned::to_owned),
            bytes: self.bytes(),
            buckets: buckets.unwrap_or_default(),
        }
    }

    /// Removes the responses that are expired at `now`, and returns their number. They are then
    /// missing for `--offline` too.
    pub fn prune(&self, now: Timestamp) -> usize {
        let removed = self.write("write", |connection| {
            connection.execute(
                "DELETE FROM entry WHERE expires_at <= ?1",
                [now.as_second()],
            )
        });
        self.shrink();
        removed.unwrap_or_default()
    }

    /// Removes all responses, and returns their number. Other files in the folder, such as the
    /// library, are not touched.
    pub fn clear(&self) -> usize {
        let removed = self.write("write", |connection| {
            connection.execute("DELETE FROM entry", [])
        });
        self.shrink();
        removed.unwrap_or_default()
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

    fn bytes(&self) -> u64 {
        let Some(path) = self.path() else { return 0 };
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
}

/// Returns a count or size, which SQLite stores as a signed number.
fn amount(row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get::<_, i64>(column).map(i64::unsigned_abs)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::cache::{CachedResponse, Freshness};

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + second).unwrap()
    }

    fn filled(dir: &std::path::Path) -> Cache {
        let cache = Cache::open(dir).unwrap();
        for n in 0..200 {
            // Every body is different and hard to compress.
            let body: String = (0..400u64)
                .map(|i| char::from(b'!' + u8::try_from((i * i * 31 + n * 977) % 90).unwrap()))
                .collect();
            cache.put(
                "b-v1",
                &n.to_string(),
                Some(&body),
                at(0),
                Duration::from_secs(n + 1),
            );
        }
        cache.put("a-v1", "x", None, at(0), Duration::from_secs(1000));
        cache
    }

    #[test]
    fn status_counts_fresh_and_expired_responses() {
        let dir = tempfile::tempdir().unwrap();
        let cache = filled(dir.path());
        let status = cache.status(at(100));
        assert_eq!(
            status.path.as_deref(),
            Some(dir.path().join("cache.sqlite").as_path())
        );
        assert!(status.bytes > 0);
        let buckets: Vec<_> = status
            .buckets
            .iter()
            .map(|b| (b.bucket.as_str(), b.entries, b.fresh, b.stale, b.bytes > 0))
            .collect();
        assert_eq!(
            buckets,
            [("a-v1", 1, 1, 0, false), ("b-v1", 200, 100, 100, true)]
        );
    }

    #[test]
    fn prune_removes_only_expired_responses() {
        let dir = tempfile::tempdir().unwrap();
        let cache = filled(dir.path());
        assert_eq!(cache.prune(at(100)), 100);
        assert_eq!(cache.get("b-v1", "99", at(100), Freshness::Any), None);
        assert!(cache.get("b-v1", "100", at(100), Freshness::Any).is_some());
        assert_eq!(
            cache.get("a-v1", "x", at(100), Freshness::Fresh),
            Some(CachedResponse::NotFound)
        );
        assert_eq!(cache.prune(at(100)), 0);
    }

    #[test]
    fn clear_empties_the_file_and_leaves_other_files() {
        let dir = tempfile::tempdir().unwrap();
        let library = dir.path().join("library");
        fs::create_dir_all(&library).unwrap();
        fs::write(library.join("mine.bib"), "@misc{a}").unwrap();
        let cache = filled(dir.path());
        let before = cache.status(at(0)).bytes;
        assert_eq!(cache.clear(), 201);
        let status = cache.status(at(0));
        assert!(status.buckets.is_empty());
        assert!(status.bytes < before / 2, "{} of {before}", status.bytes);
        assert!(library.join("mine.bib").exists());
    }
}
