//! Why a part of the library was not built.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::part::BuildError;

/// The reason why a part was not built. The library is unchanged then.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MakeError {
    /// The file can't be read, or is truncated.
    #[error("{}: {what}; the library is as it was", file.display())]
    Input {
        /// The file.
        file: PathBuf,
        /// The fault, and what to do.
        what: String,
    },
    /// The file has too few records.
    #[error("{}: holds only {found} records where at least {expected} are expected; the library is as it was", file.display())]
    TooFew {
        /// The file.
        file: PathBuf,
        /// The number of records in it.
        found: u64,
        /// The minimum number.
        expected: u64,
    },
    /// A part with this name exists.
    #[error("there is a part named {name} ({}); give another --name, or use `library build` to replace it", path.display())]
    Exists {
        /// The name.
        name: String,
        /// Its file.
        path: PathBuf,
    },
    /// No part with this name exists.
    #[error("there is no part named {name} in {}; `bibsync library status` lists them", folder.display())]
    Unknown {
        /// The name.
        name: String,
        /// The library's folder.
        folder: PathBuf,
    },
    /// The name is not a valid file name.
    #[error(
        "`{0}` can't be a part's name; expected letters, digits, `-`, `_` and `.`; give another with --name"
    )]
    Name(String),
    /// Another process is building a part in this folder.
    #[error("another bibsync is changing the library in {}; wait until it is done", .0.display())]
    Busy(PathBuf),
    /// The library's folder can't be written.
    #[error("the library can't be written: {0}")]
    Disk(#[from] io::Error),
}

impl From<BuildError> for MakeError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Input { file, cause } => Self::Input {
                file: file.into(),
                what: cause.to_string(),
            },
            BuildError::Disk(cause) => Self::Disk(cause),
            BuildError::Index(cause) => Self::Disk(io::Error::other(cause)),
        }
    }
}
