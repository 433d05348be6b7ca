use std::{io, path::PathBuf, time::Duration};

use thiserror::Error;

/// Why a file could not be downloaded. The part that arrived is kept, and the next run resumes
/// there.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DownloadError {
    /// The server refused: a challenge page, a 403, or one 429 too many.
    #[error(
        "{url} refused: {cause}; it is left alone for {} min, but a browser may get it: open {url} there, save the file and give that instead",
        .pause.as_secs().div_ceil(60)
    )]
    Refused {
        /// The address.
        url: String,
        /// How it refused.
        cause: String,
        /// How long it is left alone.
        pause: Duration,
    },
    /// The server can't be reached.
    #[error("{url} can't be reached: {cause}")]
    Unreachable {
        /// The address.
        url: String,
        /// The network's error.
        cause: String,
    },
    /// The transfer failed after every retry; trying later may help.
    #[error(
        "{url} was not downloaded completely: {cause}; {kept} bytes are kept, and the next run resumes there"
    )]
    Broken {
        /// The address.
        url: String,
        /// The last fault.
        cause: String,
        /// The number of bytes that arrived.
        kept: u64,
    },
    /// The server's response is not the file, and a retry won't help.
    #[error("{url} can't be downloaded: {cause}")]
    Useless {
        /// The address.
        url: String,
        /// What came instead.
        cause: String,
    },
    /// The file doesn't have the published MD5 sum. Nothing of it is kept.
    #[error("{url} arrived damaged: its MD5 sum is {found}, and {published} is published")]
    Damaged {
        /// The address.
        url: String,
        /// The published sum, in lower-case hexadecimal digits.
        published: String,
        /// The sum of the downloaded file.
        found: String,
    },
    /// Another process downloads the same file.
    #[error("another process downloads {}; wait for it to finish", path.display())]
    InUse {
        /// The destination.
        path: PathBuf,
    },
    /// The file can't be written. The source error names its path.
    #[error("the file can't be written")]
    Disk(#[from] io::Error),
}
