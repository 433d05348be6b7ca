//! Whether a file is ours: what somebody else put under our name is refused and left as it is.

use std::{
    io::{self, Read as _},
    path::Path,
};

use fs_err as fs;
use rusqlite::{Connection, OpenFlags};
use url::Url;

use super::schema::Schema;

/// Whose a file is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ownership {
    /// There is none, or nothing is in it.
    Nobodys,
    /// Ours, damaged or not.
    Ours,
    /// Somebody else's; what it is, for a message.
    Others(&'static str),
}

/// With what every SQLite file begins (<https://sqlite.org/fileformat.html>, 1.3).
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Where in it the mark is, in four bytes.
const MARK: std::ops::Range<usize> = 68..72;

/// How much of a file is looked at: our pages have this size.
const PAGE: u64 = 4096;

/// A database that is not ours, in a message.
const FOREIGN: &str = "another program's database";

/// Looks whose a file is, and leaves no trace in it.
pub(super) fn ownership(path: &Path, shape: &Schema) -> io::Result<Ownership> {
    let about = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Ownership::Nobodys),
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
        return Ok(Ownership::Nobodys);
    }
    // A power failure leaves zeros, and no file that is in use begins with so many.
    if MAGIC.starts_with(&page) || page.iter().all(|byte| *byte == 0) {
        return Ok(Ownership::Ours);
    }
    if !page.starts_with(MAGIC) {
        return Ok(Ownership::Others("not an SQLite file"));
    }
    match page.get(MARK) {
        Some(mark) if mark == shape.mark.to_be_bytes() => return Ok(Ownership::Ours),
        Some([0, 0, 0, 0]) => {}
        Some(_) => return Ok(Ownership::Others(FOREIGN)),
        // The header broke off: no table is in it.
        None => return Ok(Ownership::Ours),
    }
    match looked_into(path, shape) {
        Ok(Some(what)) => Ok(Ownership::Others(what)),
        Ok(None) => Ok(Ownership::Ours),
        // It can't be read: then what it was made with says whose it is.
        Err(error) => {
            tracing::debug!(%error, "{} can't be looked into", path.display());
            let has = |trace: &str| page.windows(trace.len()).any(|at| at == trace.as_bytes());
            Ok(if shape.trace.is_some_and(has) {
                Ownership::Ours
            } else {
                Ownership::Others(FOREIGN)
            })
        }
    }
}

/// What a database without our mark is, if it is not ours. It is opened as one that nobody writes,
/// so that neither a journal nor a lock of its owner is touched.
fn looked_into(path: &Path, shape: &Schema) -> rusqlite::Result<Option<&'static str>> {
    let address = fs::canonicalize(path)
        .ok()
        .and_then(|path| Url::from_file_path(path).ok())
        .ok_or_else(|| rusqlite::Error::InvalidPath(path.to_owned()))?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let database = Connection::open_with_flags(format!("{address}?immutable=1"), flags)?;
    refused(&database, shape)
}

/// What an open database is, if it is not ours: by its mark, and without one by its tables.
pub(super) fn refused(
    database: &Connection,
    shape: &Schema,
) -> rusqlite::Result<Option<&'static str>> {
    let mark: i32 = database.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    if mark == shape.mark {
        return Ok(None);
    }
    let tables = tables(database)?;
    let is_known = |table: &String| {
        let mut known = shape.tables.iter().chain(shape.earlier);
        known.any(|known| known == table)
    };
    let is_whole = shape
        .tables
        .iter()
        .all(|table| tables.iter().any(|found| found == table));
    let ours = mark == 0 && tables.iter().all(is_known) && (tables.is_empty() || is_whole);
    Ok((!ours).then_some(FOREIGN))
}

/// The names of a database's tables and views, sorted.
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
        database::open,
        schema::{ANSWERS, BUDGET},
    };

    /// Opening the file is refused, and not a byte in its folder changes.
    #[track_caller]
    fn is_refused(path: &Path, what: &str) {
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
    fn databases_of_others_are_refused_and_left_as_they_are() {
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
            is_refused(&path, "another program's database");
            fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn database_that_its_owner_has_open_is_refused() {
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
            is_refused(&path, "not an SQLite file");
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        is_refused(&path, "not a file");
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
            is_refused(&path, "a symbolic link");
            assert_eq!(target.exists(), exists);
            fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn one_file_of_ours_is_not_taken_for_the_other() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("cache.sqlite");
        drop(open(&path, &BUDGET).unwrap());
        is_refused(&path, "another program's database");
    }

    #[test]
    fn empty_files_and_databases_are_begun() {
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
