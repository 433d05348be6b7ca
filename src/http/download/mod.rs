//! One big file, fetched politely.
//!
//! Owns the way of a file that is too large for memory and for the cache: asked for only when it
//! changed, streamed to a part beside its place, gone on with where an earlier attempt or run broke
//! off, checked against its published MD5 sum, and only then put into place. An address and a path
//! come in; the file, or a named failure, goes out. Must not know what the file holds beyond that
//! it is packed with gzip.

mod attempt;
mod checksum;
mod downloads;
mod failed;
#[cfg(test)]
mod fake;
mod online;
mod part;
#[cfg(test)]
mod tests;
mod wire;

pub use downloads::{Downloaded, Downloads};
pub use failed::DownloadError;
