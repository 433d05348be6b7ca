//! Writes works as BibTeX, in two dialects.
//!
//! A work becomes an entry of typed values (`entry`, `form`, `publication`), each value becomes
//! text in one place (`encode`, `names`, `title`), and entries become a file (`layout`). Fields
//! that a person wrote replace the generated ones (`overrides`), regardless of the
//! [`crate::export::Style`].

mod dialect;
mod encode;
mod entry;
mod form;
mod layout;
mod names;
pub(in crate::export) mod overrides;
mod publication;
mod title;

pub use dialect::Dialect;
pub use layout::{entries, write};
