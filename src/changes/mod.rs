//! The changes that a refresh makes, and the changelog that reports them.
//!
//! Owns the comparison of two locks, the selection of changes to accept from the newer one, and the
//! changelog in plain text and Markdown. Two [`crate::lock::Lock`]s come in; [`Change`]s, a lock with
//! the accepted changes, and text go out. Pure; must not know how either lock was made.

mod accept;
mod between;
mod change;
mod changelog;
mod difference;
mod fields;
#[cfg(test)]
mod samples;

pub use accept::{AcceptedChanges, accepted};
pub use between::between;
pub use change::{Change, ChangeKind};
pub use changelog::{ChangelogFormat, changelog};
pub use difference::difference;
