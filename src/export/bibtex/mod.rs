//! Works as BibTeX, in two dialects.
//!
//! A work becomes an entry of typed values (`entry`, `form`, `standing`), each value becomes text
//! in one place (`encode`, `names`, `title`), and entries become a file (`layout`). What a person
//! wrote as verbatim fields goes past all of them (`person`), and past every [`crate::export::Style`].

mod dialect;
mod encode;
mod entry;
mod form;
mod layout;
mod names;
pub(in crate::export) mod person;
mod standing;
mod title;

pub use dialect::Dialect;
pub use layout::{entries, write};
