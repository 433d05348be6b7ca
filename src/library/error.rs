use std::{fmt, path::PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The reason why the library can't be opened.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// The folder exists but its files can't be listed.
    #[error("{} can't be listed as the library's folder", dir.display())]
    Folder {
        /// The folder.
        dir: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
}

/// A fault in a file of the library; the rest of the file is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The file's name within the library's folder.
    pub file: String,
    /// The line, counted from 1; 0 for the file as a whole.
    pub line: usize,
    /// The fault.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        write!(f, ": {}", self.message)
    }
}
