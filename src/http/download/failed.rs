use std::{io, path::PathBuf, time::Duration};

use thiserror::Error;

/// Why a file could not be fetched. What of it came by then lies beside its place, and the next
/// run goes on from there.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DownloadError {
    /// The server does not want to give it: a challenge page, a 403, or one 429 too many.
    #[error(
        "{url} refused: {cause}; it is left alone for {} min, but a browser may get it: open {url} there, save the file and give that instead",
        .pause.as_secs().div_ceil(60)
    )]
    Refused {
        /// What was asked for.
        url: String,
        /// How it showed.
        cause: String,
        /// How long the server is not asked again.
        pause: Duration,
    },
    /// The server could not be reached.
    #[error("{url} can't be reached: {cause}")]
    Unreachable {
        /// What was asked for.
        url: String,
        /// What the network said.
        cause: String,
    },
    /// The transfer failed again and again; trying later may help.
    #[error(
        "{url} did not come whole: {cause}; {kept} bytes of it are kept, and the next run goes on from there"
    )]
    Broken {
        /// What was asked for.
        url: String,
        /// What went wrong last.
        cause: String,
        /// How many bytes have come.
        kept: u64,
    },
    /// What the server gives is not what was asked for, and asking again won't help.
    #[error("{url} is not to be had: {cause}")]
    Useless {
        /// What was asked for.
        url: String,
        /// What came instead.
        cause: String,
    },
    /// The file is not the one whose MD5 sum is published. Nothing of it is kept.
    #[error("{url} came damaged: its MD5 sum is {found}, and {published} is published")]
    Damaged {
        /// What was asked for.
        url: String,
        /// The published sum, in lower-case hexadecimal digits.
        published: String,
        /// The sum of what came.
        found: String,
    },
    /// Another process fetches the same file.
    #[error("another process fetches {}; wait for it to end", path.display())]
    InUse {
        /// The file's place.
        path: PathBuf,
    },
    /// The file can't be written. The source names its path.
    #[error("the file can't be written")]
    Disk(#[from] io::Error),
}
