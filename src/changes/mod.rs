//! What a refresh changed, and how it is told.
//!
//! Owns the comparison of two locks, the choice of what is taken over from the newer one, and the
//! changelog for people, in plain text and in Markdown. Two [`crate::lock::Lock`]s come in;
//! [`Change`]s, a lock of what was accepted, and text go out. Pure; must not know how either lock
//! came about.

mod accept;
mod as_written;
mod between;
mod change;
mod difference;
mod fields;
mod hand;
mod keys;
#[cfg(test)]
mod samples;
mod tell;

pub use accept::{Accept, accepted};
pub use as_written::{before_edits, is_as_written, written};
pub use between::between;
pub use change::{Change, What};
pub use difference::difference;
pub use hand::by_hand;
pub use keys::{Keys, is_listed_since, own_keys};
pub use tell::{Form, changelog};
