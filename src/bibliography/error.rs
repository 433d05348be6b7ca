use std::path::PathBuf;

use thiserror::Error;

use crate::{export::Style, files::FileError, lock::LockError};

/// Why a bibliography can't be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BibliographyError {
    /// The settings name no such style.
    #[error(transparent)]
    Style(#[from] UnknownStyle),
    /// The output holds a conflict that git left open.
    #[error("{}:{line}: a conflict that git left open", path.display())]
    OpenConflict {
        /// The output.
        path: PathBuf,
        /// The line on which the conflict begins, counted from 1.
        line: usize,
    },
    /// There is no lock, and the run needs one.
    #[error("there is no lock at {}", path.display())]
    NoLock {
        /// Where it should be.
        path: PathBuf,
    },
    /// The lock is damaged, and the run needs all of it.
    #[error("{} is damaged: {damage}", path.display())]
    DamagedLock {
        /// The lock.
        path: PathBuf,
        /// What is wrong first, with its line.
        damage: String,
    },
    /// Nothing of the lock can be read.
    #[error("nothing could be read of {}", path.display())]
    UnreadableLock {
        /// The lock.
        path: PathBuf,
    },
    /// Another program wrote the lock during the run.
    #[error("{} was changed by another program during the run, and is left as it is", path.display())]
    LockChanged {
        /// The lock.
        path: PathBuf,
    },
    /// The lock is of another format.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The new lock can't be written as TOML.
    #[error(transparent)]
    Toml(#[from] toml::ser::Error),
    /// A file can't be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// A style that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("export.style: `{name}` is not a style: expected one of {}", names().join(", "))]
pub struct UnknownStyle {
    /// Its name in the settings.
    pub name: String,
}

fn names() -> Vec<&'static str> {
    Style::ALL.iter().map(|style| style.name).collect()
}
