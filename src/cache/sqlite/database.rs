use std::{
    io,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use fs_err as fs;
use rusqlite::{Connection, TransactionBehavior};

use super::{
    super::error::{CacheError, is_busy, is_damage},
    ownership::{Ownership, ownership, refused},
    schema::Schema,
};

/// How long a statement waits for another process to finish writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// The pause before the next try where SQLite does not wait itself.
const BUSY_PAUSE: Duration = Duration::from_millis(20);

/// Opens the file. Creates it and its folder if they are missing, and replaces it if it is ours and
/// damaged.
pub(super) fn open(path: &Path, schema: &Schema) -> Result<Connection, CacheError> {
    make_folder(path)?;
    if let Ownership::Others(what) = ownership(path, schema).map_err(|e| folder(path, e))? {
        return Err(CacheError::Foreign {
            path: path.to_owned(),
            what,
        });
    }
    match connect(path, schema, HealthCheck::Quick) {
        Err(CacheError::Database { source, .. }) if is_damage(&source) => renew(path, schema),
        opened => opened,
    }
}

/// Opens our file after something in it was found damaged, and replaces it if it still is.
///
/// Another process may have found the same damage and replaced the file, so one process at a time
/// checks again before it moves anything.
pub(super) fn renew(path: &Path, schema: &Schema) -> Result<Connection, CacheError> {
    // Not truncated: a checkout may have put a link to another file there.
    let lock = fs::OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(beside(path, ".lock"))
        .map_err(|e| folder(path, e))?;
    lock.lock().map_err(|e| folder(path, e))?;
    match connect(path, schema, HealthCheck::Thorough) {
        Err(CacheError::Database { source, .. }) if is_damage(&source) => {
            let broken = beside(path, ".broken");
            tracing::warn!(
                "{} is damaged ({source}); it is renamed to {} and replaced",
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
            connect(path, schema, HealthCheck::Quick)
        }
        opened => opened,
    }
}

/// Copies the file with its journal, which may have changes that the file lacks.
pub(super) fn copy(from: &Path, to: &Path, schema: &Schema) -> Result<(), CacheError> {
    if let Ownership::Others(what) = ownership(from, schema).map_err(|e| folder(from, e))? {
        return Err(CacheError::Foreign {
            path: from.to_owned(),
            what,
        });
    }
    copy_content(from, to).map_err(|e| folder(from, e))?;
    match copy_content(&beside(from, "-wal"), &beside(to, "-wal")) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(folder(from, e)),
        _ => Ok(()),
    }
}

/// Copies the contents of a file and not its mode, which may forbid writing.
fn copy_content(from: &Path, to: &Path) -> io::Result<u64> {
    let mut content = fs::File::open(from)?;
    io::copy(&mut content, &mut fs::File::create(to)?)
}

/// Returns a database in memory.
pub(super) fn in_memory(schema: &Schema) -> Result<Connection, CacheError> {
    let name = |source| CacheError::Database {
        path: "in memory".to_owned(),
        source,
    };
    let mut connection = Connection::open_in_memory().map_err(name)?;
    create_tables(&mut connection, schema).map_err(name)?;
    Ok(connection)
}

#[derive(Clone, Copy, PartialEq)]
enum HealthCheck {
    Quick,
    Thorough,
}

fn connect(path: &Path, schema: &Schema, check: HealthCheck) -> Result<Connection, CacheError> {
    let name = |source| CacheError::Database {
        path: path.display().to_string(),
        source,
    };
    let mut connection = Connection::open(path).map_err(name)?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(name)?;
    // The journal may have more than the file, so the owner is checked once more.
    if let Some(what) = refused(&connection, schema).map_err(name)? {
        return Err(CacheError::Foreign {
            path: path.to_owned(),
            what,
        });
    }
    let found: i64 = connection
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .map_err(name)?;
    if found != 0 && found != schema.layout {
        return Err(CacheError::Layout {
            path: path.to_owned(),
            found,
            known: schema.layout,
        });
    }
    if found == 0 {
        // Takes effect only before the first table. Lets the file shrink.
        connection
            .pragma_update(None, "auto_vacuum", "INCREMENTAL")
            .map_err(name)?;
    }
    journal_ahead(&connection).map_err(name)?;
    connection
        .pragma_update(None, "synchronous", "NORMAL")
        .map_err(name)?;
    create_tables(&mut connection, schema).map_err(name)?;
    if check == HealthCheck::Thorough {
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

/// Sets the journal mode. Where two programs do so in a new file at once, SQLite gives up without waiting.
fn journal_ahead(connection: &Connection) -> rusqlite::Result<()> {
    let mut waited = Duration::ZERO;
    loop {
        match connection.pragma_update(None, "journal_mode", "WAL") {
            Err(error) if is_busy(&error) && waited < BUSY_TIMEOUT => {
                thread::sleep(BUSY_PAUSE);
                waited += BUSY_PAUSE;
            }
            done => return done,
        }
    }
}

/// Creates the tables, and marks the file as ours.
fn create_tables(connection: &mut Connection, schema: &Schema) -> rusqlite::Result<()> {
    let tables = super::ownership::tables(connection)?;
    let has_tables = schema
        .tables
        .iter()
        .all(|table| tables.iter().any(|found| found == table));
    let mark: i32 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    // Most runs find everything in place, and need not wait for one that writes.
    if has_tables && (mark == schema.mark || connection.is_readonly("main")?) {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(schema.sql)?;
    if mark != schema.mark {
        for table in schema.earlier {
            transaction.execute_batch(&format!("DROP TABLE IF EXISTS {table}"))?;
        }
        transaction.pragma_update(None, "application_id", schema.mark)?;
    }
    transaction.pragma_update(None, "user_version", schema.layout)?;
    transaction.commit()
}

/// Creates the folder, readable by its owner only. An existing folder keeps its mode, and new files
/// in it follow the umask, so that a group can share the folder.
fn make_folder(path: &Path) -> Result<(), CacheError> {
    let Some(parent) = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
    else {
        return Ok(());
    };
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(parent).map_err(|e| folder(path, e))
}

pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
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
    use crate::cache::sqlite::schema::ANSWERS;

    fn count(connection: &Connection) -> i64 {
        connection
            .query_row("SELECT count(*) FROM entry", [], |row| row.get(0))
            .unwrap()
    }

    fn filled(path: &Path) {
        let connection = open(path, &ANSWERS).unwrap();
        for n in 0..500 {
            connection
                .execute(
                    "INSERT INTO entry VALUES ('b', ?1, 'key', 0, 0, zeroblob(900))",
                    [n],
                )
                .unwrap();
        }
    }

    fn harm(path: &Path, range: impl std::ops::RangeBounds<usize>, byte: u8) {
        let mut bytes = fs::read(path).unwrap();
        let end = match range.end_bound() {
            std::ops::Bound::Excluded(end) => *end,
            _ => bytes.len(),
        };
        let std::ops::Bound::Included(start) = range.start_bound() else {
            panic!("a start");
        };
        bytes[*start..end].fill(byte);
        fs::write(path, bytes).unwrap();
    }

    #[test]
    fn file_with_a_damaged_page_is_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("cache.sqlite");
        filled(&path);
        harm(&path, 8192.., 0xa5);
        assert_eq!(count(&renew(&path, &ANSWERS).unwrap()), 0);
        assert!(dir.path().join("cache.sqlite.broken").exists());
    }

    #[test]
    fn our_file_with_a_damaged_first_page_is_replaced() {
        for (range, byte) in [(0..4096, 0), (100..3000, 0xa5), (16..40, 0xff)] {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("cache.sqlite");
            filled(&path);
            harm(&path, range.clone(), byte);
            let opened = open(&path, &ANSWERS);
            assert_eq!(opened.map(|it| count(&it)).unwrap(), 0, "{range:?}");
            assert!(dir.path().join("cache.sqlite.broken").exists(), "{range:?}");
        }
    }

    #[test]
    fn sound_file_survives_a_second_check() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("cache.sqlite");
        open(&path, &ANSWERS)
            .unwrap()
            .execute("INSERT INTO entry VALUES ('b', 1, 'k', 0, 0, NULL)", [])
            .unwrap();
        assert_eq!(count(&renew(&path, &ANSWERS).unwrap()), 1);
        assert!(!dir.path().join("cache.sqlite.broken").exists());
    }

    #[test]
    fn newer_layout_is_left_unchanged() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("cache.sqlite");
        open(&path, &ANSWERS)
            .unwrap()
            .pragma_update(None, "user_version", ANSWERS.layout + 1)
            .unwrap();
        let error = open(&path, &ANSWERS).unwrap_err();
        assert!(
            matches!(error, CacheError::Layout { found: 2, .. }),
            "{error}"
        );
        assert!(path.exists());
    }

    #[test]
    fn file_of_an_earlier_version_keeps_its_responses() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("cache.sqlite");
        Connection::open(&path)
            .unwrap()
            .execute_batch(
                "PRAGMA user_version = 1;
                 CREATE TABLE entry (bucket TEXT NOT NULL, hash INTEGER NOT NULL, key TEXT NOT NULL,
                     stored_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, body BLOB,
                     PRIMARY KEY (bucket, hash)) STRICT;
                 CREATE TABLE host (name TEXT PRIMARY KEY);
                 CREATE TABLE rest (host TEXT PRIMARY KEY);
                 CREATE TABLE pace (name TEXT PRIMARY KEY);
                 CREATE TABLE seat (id INTEGER PRIMARY KEY AUTOINCREMENT);
                 INSERT INTO entry VALUES ('b', 1, 'k', 0, 0, NULL);",
            )
            .unwrap();
        let connection = open(&path, &ANSWERS).unwrap();
        assert_eq!(count(&connection), 1);
        assert_eq!(
            super::super::ownership::tables(&connection).unwrap(),
            ["entry"]
        );
    }

    #[cfg(unix)]
    #[test]
    fn new_folder_is_private_and_an_old_one_keeps_its_mode() {
        use std::os::unix::fs::PermissionsExt as _;
        let dir = tempfile::tempdir().unwrap();
        let mode = |name: &str| {
            let about = fs::metadata(dir.path().join(name)).unwrap();
            about.permissions().mode() & 0o777
        };
        open(&dir.path().join("new/cache.sqlite"), &ANSWERS).unwrap();
        assert_eq!(mode("new"), 0o700);
        fs::create_dir(dir.path().join("shared")).unwrap();
        let shared = std::fs::Permissions::from_mode(0o775);
        fs::set_permissions(dir.path().join("shared"), shared).unwrap();
        open(&dir.path().join("shared/cache.sqlite"), &ANSWERS).unwrap();
        assert_eq!(mode("shared"), 0o775);
    }
}
