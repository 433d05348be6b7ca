//! Whether a file is ours. Another program's file under our name is refused and left as it is.

use std::{
    io::{self, Read as _},
    path::Path,
};

use fs_err as fs;
use rusqlite::{Connection, OpenFlags};
use url::Url;

use super::schema::Schema;

/// The owner of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ownership {
    /// There is no file, or it is empty.
    Nobody,
    /// Ours, damaged or not.
    Ours,
    /// Not ours; what it is instead, for a message.
    Others(&'static str),
}

/// The first bytes of every SQLite file (<https://sqlite.org/fileformat.html>, 1.3).
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// The bytes with the mark (`application_id`).
const MARK: std::ops::Range<usize> = 68..72;

/// The number of bytes that are read: our pages have this size.
const PAGE: u64 = 4096;

/// What a database of another program is called in a message.
const FOREIGN: &str = "another program's database";

/// Returns the owner of a file, and leaves no trace in it.
pub(super) fn ownership(path: &Path, schema: &Schema) -> io::Result<Ownership> {
    let about = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Ownership::Nobody),
        about => about?,
    };
    if about.is_symlink() {
        return Ok(Ownership::Others("a symbolic link"));
    }
    if !about.is_file() {
        return Ok(Ownership::Others("not a file"));
    }
    let mut page = Vec::new();
    fs::File::open(path)?.take(PAGE).read_to_end(&mut page)?;
    if page.is_empty() {
        return Ok(Ownership::Nobody);
    }
    // A power failure leaves zeros; no file in use begins with so many.
    if MAGIC.starts_with(&page) || page.iter().all(|byte| *byte == 0) {
        return Ok(Ownership::Ours);
    }
    if !page.starts_with(MAGIC) {
        return Ok(Ownership::Others("not an SQLite file"));
    }
    match page.get(MARK) {
        Some(mark) if mark == schema.mark.to_be_bytes() => return Ok(Ownership::Ours),
        Some([0, 0, 0, 0]) => {}
        Some(_) => return Ok(Ownership::Others(FOREIGN)),
        // The header is incomplete, so the file has no table.
        None => return Ok(Ownership::Ours),
    }
    match inspect(path, schema) {
        Ok(Some(what)) => Ok(Ownership::Others(what)),
        Ok(None) => Ok(Ownership::Ours),
        // The file can't be read. The statement that created it is still in its first page.
        Err(error) => {
            tracing::debug!(%error, "{} can't be inspected", path.display());
            let has = |trace: &str| page.windows(trace.len()).any(|at| at == trace.as_bytes());
            Ok(if schema.trace.is_some_and(has) {
                Ownership::Ours
            } else {
                Ownership::Others(FOREIGN)
            })
        }
    }
}

/// Returns what a database without our mark is, if it is not ours. It is opened as immutable, so that
/// neither journal nor lock of its owner is touched.
fn inspect(path: &Path, schema: &Schema) -> rusqlite::Result<Option<&'static str>> {
    let address = fs::canonicalize(path)
        .ok()
        .and_then(|path| Url::from_file_path(path).ok())
        .ok_or_else(|| rusqlite::Error::InvalidPath(path.to_owned()))?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let database = Connection::open_with_flags(format!("{address}?immutable=1"), flags)?;
    refused(&database, schema)
}

/// Returns what an open database is, if it is not ours: by its mark, or by its tables if it has none.
pub(super) fn refused(
    database: &Connection,
    schema: &Schema,
) -> rusqlite::Result<Option<&'static str>> {
    let mark: i32 = database.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    if mark == schema.mark {
        return Ok(None);
    }
    let tables = tables(database)?;
    let is_known = |table: &String| {
        let mut known = schema.tables.iter().chain(schema.earlier);
        known.any(|known| known == table)
    };
    let is_whole = schema
        .tables
        .iter()
        .all(|table| tables.iter().any(|found| found == table));
    let ours = mark == 0 && tables.iter().all(is_known) && (tables.is_empty() || is_whole);
    Ok((!ours).then_some(FOREIGN))
}

/// Returns the names of a database's tables and views, sorted.
pub(super) fn tables(database: &Connection) -> rusqlite::Result<Vec<String>> {
    database
        .prepare(
            "SELECT name FROM sqlite_schema
             WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
             ORDER BY name",
        )?
        .query_map([], |row| row.get(0))?
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::{
        CacheError,
        sqlite::{
            database::open,
            schema::{ANSWERS, BUDGET},
        },
    };

    /// Asserts that the file is refused and that no byte in its folder changes.
    #[track_caller]
    fn assert_refused(path: &Path, what: &str) {
        let all = || {
            let folder = fs::read_dir(path.parent().unwrap()).unwrap();
            let mut all: Vec<_> = folder
                .map(|entry| entry.unwrap().path())
                .map(|path| (path.clone(), fs::read(&path).ok()))
                .collect();
            all.sort();
            all
        };
        let before = all();
        let error = open(path, &ANSWERS).unwrap_err();
        assert!(matches!(error, CacheError::Foreign { .. }), "{error}");
        assert!(error.to_string().contains(what), "{error}");
        assert_eq!(all(), before);
    }

    #[test]
    fn databases_of_other_programs_are_refused_and_left_as_they_are() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("cache.sqlite");
        for content in [
            "CREATE TABLE bookmark (name TEXT);",
            "PRAGMA user_version = 1; CREATE TABLE bookmark (name TEXT);",
            "CREATE TABLE host (name TEXT);",
            "CREATE TABLE entry (x); CREATE TABLE bookmark (name TEXT);",
            "PRAGMA application_id = 77;",
            "PRAGMA journal_mode = WAL; CREATE TABLE bookmark (name TEXT);",
        ] {
            let owner = Connection::open(&path).unwrap();
            owner.execute_batch(content).unwrap();
            drop(owner);
            assert_refused(&path, "another program's database");
            fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn database_that_its_owner_has_open_assert_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("cache.sqlite");
        let owner = Connection::open(&path).unwrap();
        owner
            .execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE bookmark (name TEXT);")
            .unwrap();
        let error = open(&path, &ANSWERS).unwrap_err();
        assert!(matches!(error, CacheError::Foreign { .. }), "{error}");
        owner
            .execute("INSERT INTO bookmark VALUES ('a')", [])
            .unwrap();
    }

    #[test]
    fn other_files_are_refused_and_left_as_they_are() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("cache.sqlite");
        for content in [
            "a letter to my sister",
            "\0\0\0\0 and more",
            "SQLite format 2",
        ] {
            fs::write(&path, content).unwrap();
            assert_refused(&path, "not an SQLite file");
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_refused(&path, "not a file");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_refused_and_left_as_they_are() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("cache.sqlite");
        let elsewhere = tempfile::tempdir().unwrap();
        let target = elsewhere.path().join("cache.sqlite");
        for exists in [false, true] {
            if exists {
                drop(open(&target, &ANSWERS).unwrap());
            }
            std::os::unix::fs::symlink(&target, &path).unwrap();
            assert_refused(&path, "a symbolic link");
            assert_eq!(target.exists(), exists);
            fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn cache_and_budget_are_not_taken_for_each_other() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("cache.sqlite");
        drop(open(&path, &BUDGET).unwrap());
        assert_refused(&path, "another program's database");
    }

    #[test]
    fn empty_files_and_databases_are_accepted() {
        let dir = tempfile::tempdir().unwrap();
        for (name, content) in [("a", ""), ("b", "SQLite f")] {
            let path = dir.path().join(name);
            fs::write(&path, content).unwrap();
            assert!(open(&path, &ANSWERS).is_ok(), "{name}");
        }
        let path = dir.path().join("c");
        let empty = Connection::open(&path).unwrap();
        empty.execute_batch("PRAGMA journal_mode = WAL").unwrap();
        drop(empty);
        assert!(open(&path, &ANSWERS).is_ok());
    }
}
