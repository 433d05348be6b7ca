//! Works into bytes.
//!
//! Owns what clean output is: which fields an entry has in each dialect, how names and titles are
//! written so that they survive every style, and the citation keys. [`crate::model::Work`]s come
//! in; text goes out, the same bytes for the same works in whatever order they come. Must not know
//! where works are from, nor where the text is put; adds no fact that a work doesn't state.

pub mod bibtex;
pub mod keys;
mod names;
