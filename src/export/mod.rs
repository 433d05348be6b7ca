//! Writes works as bibliographies.
//!
//! Owns which fields an entry has in each dialect, how names and titles are written so that every
//! style prints them correctly, and the citation keys. [`crate::model::Work`]s come in; text that
//! does not depend on their order goes out. It must not know where works come from or where the
//! text is stored, and adds no fact that a work does not state.

mod abbreviations;
pub mod bibtex;
mod cited;
mod conference_words;
mod csl;
mod hayagriva;
mod identifiers;
pub mod keys;
mod names;
mod numbers;
mod oddities;
mod output_format;
mod person_fields;
mod places;
mod reading_list;
mod render_options;
mod ris;
#[cfg(test)]
mod samples;
mod style;
mod venue;
mod venue_name;
mod venue_title;
mod write;

pub use abbreviations::{Abbreviations, UnmatchedRule};
pub use oddities::{Oddity, OddityKind, oddities};
pub use output_format::OutputFormat;
pub use render_options::RenderOptions;
pub use style::Style;
pub use write::write;
