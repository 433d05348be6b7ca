//! `references.lock`: the record of a run, from which it can be repeated.
//!
//! This module owns the format of the lock: every listing with its verdict and evidence, and every work with
//! its key and merged metadata. Decisions and works become TOML, and TOML is read back, as far as a damaged
//! file is intact. The module must not know how decisions are made, nor the format of any other file.

mod assemble;
mod blocks;
mod boundaries;
mod conflict;
mod done;
mod file;
mod fingerprint;
mod identity;
mod listing;
mod manual_edits;
mod parts;
mod places;
mod read;
#[cfg(test)]
mod samples;
mod settled;
mod text;

pub use conflict::open_conflict;
pub use done::{DoneEntries, DoneEntry, DoneMark, SetAside, set_aside};
pub use file::{FormerWork, LastRefresh, Lock, LockError, OutputSettings};
pub use fingerprint::{digest, fingerprint};
pub use identity::{free_key, is_other_work};
pub use listing::LockedListing;
pub(crate) use manual_edits::field_comment;
pub use manual_edits::{Fields, ManualEdits, around};
pub use read::Salvaged;
pub use settled::{is_settled, settled};
