//! Downloads of large files.
//!
//! Owns the transfer of a file that is too large for memory and for the cache. It is fetched only if
//! it changed, streamed to a partial file next to its destination, resumed where an earlier attempt
//! or run stopped, checked against its published MD5 sum, and only then renamed to the destination.
//! An address and a path come in; the file or a [`DownloadError`] goes out. Must not know more of
//! the content than that it is compressed with gzip.

mod checksum;
mod downloader;
mod error;
#[cfg(test)]
mod fake_server;
mod network;
mod partial_file;
#[cfg(test)]
mod tests;
mod transfer;
mod transport;

pub use downloader::{DownloadedFile, Downloader};
pub use error::DownloadError;
