//! `.bib` files that are edited and merged in place: tables of cases, and random edits and merges of
//! generated and of real files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod edits;
mod entry_cases;
mod field_cases;
mod files;
mod merges;
mod random;
mod tex;
mod text_cases;
