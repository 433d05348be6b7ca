use std::{io, path::PathBuf};

use thiserror::Error;

/// Why a file of the cache or of the budget can't be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CacheError {
    /// The folder can't be made, or a broken file in it can't be moved aside.
    #[error("the folder {} can't be used", .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said; it names the file.
        #[source]
        source: io::Error,
    },
    /// The file was written by a bibsync that stores its answers in another way.
    #[error(
        "{} has layout {found}, this bibsync reads layout {known}; use a newer bibsync",
        .path.display()
    )]
    Layout {
        /// The file.
        path: PathBuf,
        /// Its layout number.
        found: i64,
        /// The only layout number that is understood.
        known: i64,
    },
    /// Something that is not bibsync's is where the file would be. It is left as it is.
    #[error("{} is {what} and not bibsync's; it is left as it is", .path.display())]
    Foreign {
        /// Its path.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// SQLite would not do it.
    #[error("the database {path} can't be used")]
    Database {
        /// The file, or `in memory`.
        path: String,
        /// What SQLite said.
        #[source]
        source: rusqlite::Error,
    },
}

/// Whether SQLite says that the file itself is damaged (or was never a database).
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    matches!(
        error.sqlite_error_code(),
        Some(DatabaseCorrupt | NotADatabase)
    )
}

/// Whether SQLite says that another process has not let go of the file in time.
pub(super) fn is_busy(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
    matches!(
        error.sqlite_error_code(),
        Some(DatabaseBusy | DatabaseLocked)
    )
}
