use std::io;

use thiserror::Error;

/// The reason why a part could not be built.
#[derive(Debug, Error)]
pub(in crate::library) enum BuildError {
    #[error("{file} can't be read to its end: {cause}")]
    Input { file: String, cause: io::Error },
    #[error("the index can't be written: {0}")]
    Index(#[from] rusqlite::Error),
    #[error("the index can't be written: {0}")]
    Disk(#[from] io::Error),
}
