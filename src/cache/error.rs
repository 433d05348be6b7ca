use std::{io, path::PathBuf};

use thiserror::Error;

/// Why a file of the cache or of the budget can't be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CacheError {
    /// The folder can't be created, or a damaged file in it can't be renamed.
    #[error("the folder {} can't be used", .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's error, which names the file.
        #[source]
        source: io::Error,
    },
    /// The file has tables of a newer bibsync.
    #[error(
        "{} has layout {found}, this bibsync reads layout {known}; use a newer bibsync",
        .path.display()
    )]
    Layout {
        /// The file.
        path: PathBuf,
        /// The layout of the file.
        found: i64,
        /// The layout that this version reads.
        known: i64,
    },
    /// Something other than bibsync's file is in its place. It is left as it is.
    #[error("{} is {what} and not bibsync's; it is left as it is", .path.display())]
    Foreign {
        /// The path.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// SQLite failed.
    #[error("the database {path} can't be used")]
    Database {
        /// The file, or `in memory`.
        path: String,
        /// SQLite's error.
        #[source]
        source: rusqlite::Error,
    },
    /// The store on PostgreSQL can't be reached, or refuses.
    #[error("the store {place} can't be used")]
    Store {
        /// Its address, without the password.
        place: String,
        /// The server's answer.
        #[source]
        source: postgres::Error,
    },
    /// The store lacks tables of this version, and this run makes none.
    #[error("the store {place} lacks tables of this version of bibsync, and this run makes none")]
    StoreEmpty {
        /// Its address, without the password.
        place: String,
    },
    /// The role may not make tables.
    #[error(
        "the store {place} lacks tables of this version of bibsync, and this role may not make them: run \
         `bibsync cache status` once as a role that may, then let this one SELECT, INSERT, UPDATE and \
         DELETE"
    )]
    StoreRights {
        /// Its address, without the password.
        place: String,
        /// The server's answer.
        #[source]
        source: postgres::Error,
    },
    /// The role may not use the tables that there are.
    #[error(
        "this role may not use the tables of bibsync in the store {place}: GRANT SELECT, INSERT, UPDATE, \
         DELETE ON ALL TABLES IN SCHEMA public (or the one that they are in) TO it, as the role that made them; \
         again after an update that adds tables"
    )]
    StoreGrant {
        /// Its address, without the password.
        place: String,
        /// The server's answer.
        #[source]
        source: postgres::Error,
    },
    /// The server asks for a password, and there is none.
    #[error(
        "the store {place} asks for a password, and there is none: set PGPASSWORD, or put a line for it into \
         ~/.pgpass (mode 600)"
    )]
    StorePassword {
        /// Its address, without the password.
        place: String,
    },
    /// A newer bibsync has made tables that this one does not know.
    #[error(
        "the store {place} has layout {found}, this bibsync knows layout {known}; use a newer bibsync"
    )]
    StoreLayout {
        /// Its address, without the password.
        place: String,
        /// The layout of the store.
        found: i32,
        /// The layout that this version knows.
        known: i32,
    },
    /// The connection can't be set up: the trusted certificates can't be read, or no thread be started.
    #[error("the connection to the store {place} can't be set up")]
    StoreSetup {
        /// Its address, without the password.
        place: String,
        /// The system's error.
        #[source]
        source: io::Error,
    },
    /// The thread of the connection has ended.
    #[error("the connection to the store has ended")]
    StoreClosed,
}

/// Returns an error and its causes, on one line.
pub(crate) fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    let texts: Vec<String> = causes.map(ToString::to_string).collect();
    texts.join(": ")
}

/// Reports whether SQLite found the file damaged (or no database).
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    matches!(
        error.sqlite_error_code(),
        Some(DatabaseCorrupt | NotADatabase)
    )
}

/// Reports whether another process did not release the file in time.
pub(super) fn is_busy(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
    matches!(
        error.sqlite_error_code(),
        Some(DatabaseBusy | DatabaseLocked)
    )
}
