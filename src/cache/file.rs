use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use fs_err as fs;
use rusqlite::{Connection, TransactionBehavior};

use super::failed::{CacheError, is_damage};

/// Raised when a table changes; one more table is no change to those who don't know it. What is in the bodies has its own version, in the bucket's name.
const LAYOUT: i64 = 1;

/// How long a statement waits for another process to finish writing.
const PATIENCE: Duration = Duration::from_secs(10);

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS entry (
        bucket     TEXT    NOT NULL,
        hash       INTEGER NOT NULL,
        key        TEXT    NOT NULL,
        stored_at  INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        body       BLOB,
        PRIMARY KEY (bucket, hash)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS host (
        name  TEXT    NOT NULL PRIMARY KEY,
        until INTEGER NOT NULL,
        why   TEXT    NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS rest (
        host  TEXT    NOT NULL PRIMARY KEY,
        until INTEGER NOT NULL,
        why   TEXT    NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS pace (
        name   TEXT    NOT NULL PRIMARY KEY,
        passed INTEGER NOT NULL,
        last   INTEGER NOT NULL,
        due    INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS seat (
        id    INTEGER PRIMARY KEY AUTOINCREMENT,
        host  TEXT    NOT NULL,
        until INTEGER NOT NULL
    ) STRICT;
";

/// Opens the file, and begins it anew when it is damaged.
pub(super) fn open(path: &Path) -> Result<Connection, CacheError> {
    match connect(path, Look::Quick) {
        Err(CacheError::Database { source, .. }) if is_damage(&source) => renew(path),
        opened => opened,
    }
}

/// Opens the file after something in it turned out damaged; begins it anew if that is still so.
///
/// Another process may have seen the same damage and dealt with it, so one at a time looks again
/// before anything is moved.
pub(super) fn renew(path: &Path) -> Result<Connection, CacheError> {
    let lock = fs::File::create(beside(path, ".lock")).map_err(|e| folder(path, e))?;
    lock.lock().map_err(|e| folder(path, e))?;
    match connect(path, Look::Thorough) {
        Err(CacheError::Database { source, .. }) if is_damage(&source) => {
            let broken = beside(path, ".broken");
            tracing::warn!(
                "the cache {} is damaged ({source}); it is kept as {} and begun anew",
                path.display(),
                broken.display()
            );
            fs::rename(path, &broken).map_err(|e| folder(path, e))?;
            // A new database must not meet the old one's journal.
            for journal in ["-wal", "-shm"] {
                match fs::remove_file(beside(path, journal)) {
                    Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(folder(path, e)),
                    _ => {}
                }
            }
            connect(path, Look::Quick)
        }
        opened => opened,
    }
}

/// Copies the file, with what has not found its way into it from the journal.
pub(super) fn copy(from: &Path, to: &Path) -> Result<(), CacheError> {
    copy_content(from, to).map_err(|e| folder(from, e))?;
    match copy_content(&beside(from, "-wal"), &beside(to, "-wal")) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(folder(from, e)),
        _ => Ok(()),
    }
}

/// Copies what is in a file and not its mode, which may forbid to write.
fn copy_content(from: &Path, to: &Path) -> io::Result<u64> {
    let mut content = fs::File::open(from)?;
    io::copy(&mut content, &mut fs::File::create(to)?)
}

/// A database that lives as long as the process.
pub(super) fn in_memory() -> Result<Connection, CacheError> {
    let name = |source| CacheError::Database {
        path: "in memory".to_owned(),
        source,
    };
    let mut connection = Connection::open_in_memory().map_err(name)?;
    lay(&mut connection).map_err(name)?;
    Ok(connection)
}

#[derive(Clone, Copy, PartialEq)]
enum Look {
    Quick,
    Thorough,
}

fn connect(path: &Path, look: Look) -> Result<Connection, CacheError> {
    let name = |source| CacheError::Database {
        path: path.display().to_string(),
        source,
    };
    let mut connection = Connection::open(path).map_err(name)?;
    connection.busy_timeout(PATIENCE).map_err(name)?;
    let found: i64 = connection
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .map_err(name)?;
    if found != 0 && found != LAYOUT {
        return Err(CacheError::Layout {
            path: path.to_owned(),
            found,
            known: LAYOUT,
        });
    }
    if found == 0 {
        // Takes effect only before the first table; lets `prune` give space back.
        connection
            .pragma_update(None, "auto_vacuum", "INCREMENTAL")
            .map_err(name)?;
    }
    connection
        .pragma_update(None, "journal_mode", "WAL")
        .map_err(name)?;
    connection
        .pragma_update(None, "synchronous", "NORMAL")
        .map_err(name)?;
    lay(&mut connection).map_err(name)?;
    if look == Look::Thorough {
        let verdict: String = connection
            .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
            .map_err(name)?;
        if verdict != "ok" {
            return Err(name(rusqlite::Error::SqliteFailure(
                rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT),
                Some(verdict),
            )));
        }
    }
    Ok(connection)
}

fn lay(connection: &mut Connection) -> rusqlite::Result<()> {
    // Most runs find everything there, and need not wait for one that writes.
    let laid: i64 = connection.query_row(
        "SELECT count(*) FROM sqlite_schema
         WHERE name IN ('entry', 'host', 'rest', 'pace', 'seat')",
        [],
        |row| row.get(0),
    )?;
    if laid == 5 {
        return Ok(());
    }
    let laid = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    laid.execute_batch(TABLES)?;
    laid.pragma_update(None, "user_version", LAYOUT)?;
    laid.commit()
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn folder(path: &Path, source: io::Error) -> CacheError {
    CacheError::Folder {
        path: path.parent().unwrap_or(path).to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(connection: &Connection) -> i64 {
        connection
            .query_row("SELECT count(*) FROM entry", [], |row| row.get(0))
            .unwrap()
    }

    #[test]
    fn a_file_that_is_no_database_is_moved_aside() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("cache.sqlite");
        fs::write(
            &path,
            "this is not a database, only some text. ".repeat(200),
        )
        .unwrap();
        let connection = open(&path).unwrap();
        assert_eq!(count(&connection), 0);
        let kept = fs::read_to_string(dir.path().join("cache.sqlite.broken")).unwrap();
        assert!(kept.starts_with("this is not a database"));
    }

    #[test]
    fn damage_inside_is_found_and_the_file_begun_anew() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("cache.sqlite");
        let connection = open(&path).unwrap();
        for n in 0..500 {
            connection
                .execute(
                    "INSERT INTO entry VALUES ('b', ?1, 'key', 0, 0, zeroblob(900))",
                    [n],
                )
                .unwrap();
        }
        drop(connection);
        let mut bytes = fs::read(&path).unwrap();
        let len = bytes.len();
        bytes[8192..len].fill(0xa5);
        fs::write(&path, bytes).unwrap();

        let connection = renew(&path).unwrap();
        assert_eq!(count(&connection), 0);
        assert!(dir.path().join("cache.sqlite.broken").exists());
    }

    #[test]
    fn a_sound_file_survives_a_second_look() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("cache.sqlite");
        open(&path)
            .unwrap()
            .execute("INSERT INTO entry VALUES ('b', 1, 'k', 0, 0, NULL)", [])
            .unwrap();
        assert_eq!(count(&renew(&path).unwrap()), 1);
        assert!(!dir.path().join("cache.sqlite.broken").exists());
    }

    #[test]
    fn a_newer_layout_is_left_untouched() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("cache.sqlite");
        open(&path)
            .unwrap()
            .pragma_update(None, "user_version", LAYOUT + 1)
            .unwrap();
        let error = open(&path).unwrap_err();
        assert!(
            matches!(error, CacheError::Layout { found: 2, .. }),
            "{error}"
        );
        assert!(path.exists());
    }
}
