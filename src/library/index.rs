use std::{path::Path, thread, time::Duration};

use fs_err as fs;
use rusqlite::{Connection, ErrorCode};

/// The name of the index file. It carries the version of the layout: another layout is another
/// file, and nothing is ever migrated.
pub const INDEX_FILE: &str = "library-v1.sqlite";

/// How long to wait for another process that is building.
const PATIENCE: Duration = Duration::from_secs(60);

/// `record.id` runs through a file's records without gaps, so that `file.first` and `file.last`
/// say which are whose. `record.title` is the hash of the squeezed title; `word.mirrored` is the
/// word read backwards, to look words up by their ends; `word.n` is the number of titles in that
/// file that have it.
const LAYOUT: &str = "
CREATE TABLE IF NOT EXISTS file (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    hash INTEGER NOT NULL,
    reader TEXT NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS problem (
    file INTEGER NOT NULL,
    line INTEGER NOT NULL,
    message TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS record (
    id INTEGER PRIMARY KEY,
    line INTEGER NOT NULL,
    title INTEGER NOT NULL,
    dblp TEXT,
    doi TEXT,
    arxiv TEXT,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS record_title ON record (title);
CREATE INDEX IF NOT EXISTS record_dblp ON record (dblp) WHERE dblp IS NOT NULL;
CREATE INDEX IF NOT EXISTS record_doi ON record (doi) WHERE doi IS NOT NULL;
CREATE INDEX IF NOT EXISTS record_arxiv ON record (arxiv) WHERE arxiv IS NOT NULL;
CREATE TABLE IF NOT EXISTS word (
    word TEXT NOT NULL,
    file INTEGER NOT NULL,
    mirrored TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (word, file)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS word_mirrored ON word (mirrored);
CREATE VIRTUAL TABLE IF NOT EXISTS term USING fts5 (
    terms, content = '', contentless_delete = 1, detail = none,
    tokenize = \"ascii tokenchars '+#@.'\"
);
";

/// Opens the index in that file, or lays out a new one.
pub(super) fn connect(path: &Path) -> rusqlite::Result<Connection> {
    if let Some(folder) = path.parent() {
        // When this fails, so does opening, and says why.
        fs::create_dir_all(folder).ok();
    }
    let index = Connection::open(path)?;
    index.busy_timeout(PATIENCE)?;
    write_ahead(&index)?;
    index.pragma_update(None, "synchronous", "NORMAL")?;
    prepare(index)
}

/// An index that lives as long as this process.
pub(super) fn in_memory() -> rusqlite::Result<Connection> {
    prepare(Connection::open_in_memory()?)
}

/// Puts a broken index out of the way, keeping it for inspection.
pub(super) fn move_aside(path: &Path) {
    let beside = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        name
    };
    // Whatever fails here shows again, with its reason, when the new index is laid out.
    fs::rename(path, beside(".broken")).ok();
    for journal in ["-wal", "-shm", "-journal"] {
        fs::remove_file(beside(journal)).ok();
    }
}

/// Whether a new file in the same place could help.
pub(super) fn is_broken(error: &rusqlite::Error) -> bool {
    !matches!(
        error.sqlite_error_code(),
        Some(
            ErrorCode::DatabaseBusy
                | ErrorCode::DatabaseLocked
                | ErrorCode::CannotOpen
                | ErrorCode::ReadOnly
                | ErrorCode::PermissionDenied
                | ErrorCode::DiskFull
                | ErrorCode::OutOfMemory
                | ErrorCode::FileLockingProtocolFailed
        )
    )
}

fn prepare(index: Connection) -> rusqlite::Result<Connection> {
    index.set_prepared_statement_cache_capacity(64);
    index.pragma_update(None, "cache_size", -65_536)?;
    let laid_out: i64 = index.query_row(
        "SELECT count(*) FROM sqlite_schema WHERE name = 'term'",
        [],
        |row| row.get(0),
    )?;
    if laid_out == 0 {
        index.execute_batch(&format!("BEGIN IMMEDIATE; {LAYOUT} COMMIT;"))?;
    }
    Ok(index)
}

/// Readers go on while a writer writes. Two processes that switch a new file over at once can
/// meet in a way that `SQLite` answers with "busy" at once, whatever the timeout.
fn write_ahead(index: &Connection) -> rusqlite::Result<()> {
    const PAUSE: Duration = Duration::from_millis(20);
    for _ in 0..100 {
        match index.pragma_update(None, "journal_mode", "WAL") {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                thread::sleep(PAUSE);
            }
            other => return other,
        }
    }
    index.pragma_update(None, "journal_mode", "WAL")
}
