//! `references.lock`: what was decided, under which keys, and why.
//!
//! Owns the file beside the output that makes a run repeatable: every listing with its verdict and
//! evidence, every work with its key and merged metadata. Decisions and works come in and TOML goes
//! out, and the reverse. Must not know how decisions are made, nor write any other file.

mod by_hand;
mod file;
mod fingerprint;
mod places;
mod text;

pub use by_hand::ByHand;
pub use file::{Lock, LockError, LockedListing, Made};
pub use fingerprint::{digest, fingerprint};
pub use text::open_conflict;
