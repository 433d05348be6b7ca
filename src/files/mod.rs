//! Files that are replaced as a whole.
//!
//! Owns how a file is written: a draft beside the target, flushed and renamed, and only if the target
//! is still the one that was read; backups of what bibsync did not write; the lock that makes runs on
//! one output take turns. Paths and bytes come in; [`Written`], [`ConditionalWrite`] or a
//! [`FileError`] go out. Must not know what the files hold, nor print.

mod draft;
mod error;
mod paths;
mod run_lock;
mod target;

pub use draft::replace;
pub use error::FileError;
pub use paths::canonical_name;
pub use run_lock::RunLock;
pub use target::{ConditionalWrite, ContentHash, FileTarget, Written};
