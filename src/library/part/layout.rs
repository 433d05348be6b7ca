use std::path::Path;

use rusqlite::{Connection, OpenFlags, params};

use super::{error::BuildError, info::PartInfo};
use crate::library::VenueHoldings;

/// The version of the layout of a part's file. A file with another version is rebuilt, never
/// migrated.
pub(super) const LAYOUT: i32 = 5;

/// `bucket.body` has the entries whose keys begin with the bits of `bucket.id`; `entry` has the entries
/// added by later updates. `record.modified` counts days since 1970; `record.face` is the summary
/// (`record_summary.rs`) that titles are compared with.
/// `word.n` is the number of titles with the word, as of the last complete build.
const TABLES: &str = "
CREATE TABLE about (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE record (id INTEGER PRIMARY KEY, modified INTEGER, face BLOB NOT NULL, body BLOB NOT NULL) STRICT;
CREATE TABLE person (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
CREATE TABLE word (id INTEGER PRIMARY KEY, word TEXT NOT NULL, n INTEGER NOT NULL) STRICT;
CREATE TABLE bucket (id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
CREATE TABLE entry (key INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (key, id)) STRICT, WITHOUT ROWID;
";

/// The name under which `about` has the venues of a whole dataset.
pub(super) const HOLDINGS: &str = "venues";

/// A whole dataset may have one fault in this many records: what could not be read is missing.
const ONE_FAULT_IN: u64 = 100_000;

/// Stores the venues of a whole dataset, unless too much of it could not be read.
pub(super) fn note_holdings(
    db: &Connection,
    mut holdings: VenueHoldings,
    about: &PartInfo,
) -> Result<(), BuildError> {
    if about.faults > about.records / ONE_FAULT_IN || holdings.is_empty() {
        return Ok(());
    }
    holdings.date = about.date;
    let text = serde_json::to_vec(&holdings).map_err(std::io::Error::from)?;
    db.execute(
        "INSERT INTO about (name, value) VALUES (?1, ?2)",
        params![HOLDINGS, text],
    )?;
    Ok(())
}

/// Creates a new file for one writer. An incomplete file is useless, so nothing protects it from a
/// crash.
pub(super) fn create(path: &Path) -> rusqlite::Result<Connection> {
    let db = Connection::open(path)?;
    db.pragma_update(None, "page_size", 16_384)?;
    db.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    db.pragma_update(None, "journal_mode", "OFF")?;
    db.pragma_update(None, "synchronous", "OFF")?;
    db.pragma_update(None, "cache_size", -32_768)?;
    db.execute_batch(TABLES)?;
    db.pragma_update(None, "user_version", LAYOUT)?;
    Ok(db)
}

/// Opens a complete file for reading. Such files are replaced and never changed, so look-ups need no
/// locks.
pub(super) fn open(path: &Path) -> rusqlite::Result<Connection> {
    let address = fs_err::canonicalize(path)
        .ok()
        .and_then(|path| url::Url::from_file_path(path).ok())
        .ok_or_else(|| rusqlite::Error::InvalidPath(path.to_owned()))?;
    let db = Connection::open_with_flags(
        format!("{address}?immutable=1"),
        OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    db.pragma_update(None, "mmap_size", 64_i64 << 30)?;
    db.set_prepared_statement_cache_capacity(32);
    Ok(db)
}

/// Opens the copy of a complete file for changes.
pub(super) fn change(path: &Path) -> rusqlite::Result<Connection> {
    let db = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    db.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    db.pragma_update(None, "journal_mode", "OFF")?;
    db.pragma_update(None, "synchronous", "OFF")?;
    db.pragma_update(None, "cache_size", -65_536)?;
    Ok(db)
}
