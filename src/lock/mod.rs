//! `references.lock`: what was decided, under which keys, and why.
//!
//! Owns the file beside the output that makes a run repeatable: every listing with its verdict and
//! evidence, every work with its key and merged metadata. Decisions and works come in and TOML goes
//! out, and the reverse, as far as a damaged file is whole. Must not know how decisions are made, nor write any other file.

mod assemble;
mod conflict;
mod file;
mod fingerprint;
mod identity;
mod manual_edits;
mod parts;
mod places;
mod read;
mod text;

pub use conflict::open_conflict;
pub use file::{FormerWork, LastRefresh, Lock, LockError, LockedListing, OutputSettings};
pub use fingerprint::{digest, fingerprint};
pub use identity::{free_key, is_other_work};
pub use manual_edits::{Fields, ManualEdits};
pub use read::Salvaged;
