//! What a refresh changed, and how it is told.
//!
//! Owns the comparison of two locks, the choice of what is taken over from the newer one, and the
//! changelog for people, in plain text and in Markdown. Two [`crate::lock::Lock`]s come in;
//! [`Change`]s, a lock of what was accepted, and text go out. Pure; must not know how either lock
//! came about.

mod accept;
mod between;
mod change;
mod difference;
mod fields;
#[cfg(test)]
mod samples;
mod tell;

pub use accept::{Accept, accepted};
pub use between::between;
pub use change::{Change, What};
pub use difference::difference;
pub use tell::{Form, changelog};
