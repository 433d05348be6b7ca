use std::{io, path::PathBuf};

use thiserror::Error;

/// Why a file can't be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// A folder has the name of the file.
    #[error("{} is a folder, a file was expected", path.display())]
    IsFolder {
        /// The path.
        path: PathBuf,
    },
    /// A later run has to read the file, and a device or a pipe keeps nothing.
    #[error("{} is a device or a pipe, which keeps nothing that a later run could read", path.display())]
    IsStream {
        /// The path.
        path: PathBuf,
    },
    /// A link leads back to itself.
    #[error("{} is a link that leads back to itself", link.display())]
    LinkLoop {
        /// The link.
        link: PathBuf,
    },
    /// A link leads into a folder that does not exist.
    #[error("{} is a link to {}, in a folder that does not exist", link.display(), to.display())]
    BrokenLink {
        /// The link.
        link: PathBuf,
        /// The file that it leads to.
        to: PathBuf,
    },
    /// Another program wrote the file each time that it was about to be replaced.
    #[error("{} is being written by another program again and again", path.display())]
    Contended {
        /// The file.
        path: PathBuf,
    },
    /// The file can't be written.
    #[error("{} can't be written", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system reports.
        source: io::Error,
    },
    /// Another failure of the file system, which names the path.
    #[error(transparent)]
    Io(#[from] io::Error),
}
