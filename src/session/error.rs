use std::{io, path::PathBuf};

use thiserror::Error;

use crate::{
    cache::CacheError,
    http::SetupError,
    library::{LibraryError, Problem},
    model::SourceName,
};

/// Why a session can't be opened.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The HTTP client can't be set up.
    #[error(transparent)]
    Transport(#[from] SetupError),
    /// No cache can be opened, or the folder holds another program's file.
    #[error(transparent)]
    Cache(#[from] CacheError),
    /// The temporary folder of a dry run can't be made.
    #[error(transparent)]
    Folder(#[from] io::Error),
    /// The order of the sources has a name that the settings don't describe.
    #[error("the settings of the source `{0}` are missing: expected those of each source in use")]
    NoSuchSource(SourceName),
}

/// Something that a session has to do without.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Warning {
    /// The cache can only be read.
    #[error(
        "the cache in {} can only be read: its answers are used, and new ones kept for this run only",
        folder.display()
    )]
    CacheReadOnly {
        /// The cache's folder.
        folder: PathBuf,
    },
    /// The cache can't be used at all.
    #[error("{error}; answers are kept for this run only")]
    NoCache {
        /// The reason.
        error: CacheError,
    },
    /// The store of a group can't be used, in a run that sends nothing.
    #[error(
        "{}; going on without the answers of the group",
        crate::cache::with_causes(error)
    )]
    NoStore {
        /// The reason.
        error: CacheError,
    },
    /// The state folder can't be used: rate limits are shared by runs on one cache only.
    #[error("{error}; only runs on the cache {} share the limits of services", cache.display())]
    BudgetOfCache {
        /// The reason.
        error: CacheError,
        /// The cache's folder.
        cache: PathBuf,
    },
    /// Neither the state folder nor the cache can be used: this run does not share its rate limits.
    #[error("{error}; this run keeps the limits of services by itself")]
    BudgetOfRun {
        /// The reason.
        error: CacheError,
    },
    /// The library can't be opened.
    #[error("{error}; going on without the library")]
    NoLibrary {
        /// The reason.
        error: LibraryError,
    },
    /// A record of the library can't be read.
    #[error("{0}")]
    Library(Problem),
}
