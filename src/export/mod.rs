//! Works into bytes.
//!
//! Owns what clean output is: which fields an entry has in each dialect, how names and titles are
//! written so that they survive every style, and the citation keys. [`crate::model::Work`]s come
//! in; text goes out, the same bytes for the same works in whatever order they come. Must not know
//! where works are from, nor where the text is put; adds no fact that a work doesn't state.

mod abbreviations;
pub mod bibtex;
mod cited;
mod conference_words;
mod csl;
mod format;
mod hayagriva;
mod identifiers;
pub mod keys;
mod listing;
mod manner;
mod names;
mod numbers;
mod oddities;
mod places;
mod ris;
#[cfg(test)]
mod samples;
mod style;
mod venue;
mod venue_name;

pub use abbreviations::{Abbreviations, Unmatched};
pub use format::{Format, write};
pub use manner::Manner;
pub use oddities::{Oddity, What, oddities};
pub use style::Style;
