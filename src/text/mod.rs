//! Pure functions on text.
//!
//! Owns the comparison form of titles and names, their similarity, and the translations between a
//! source's markup, LaTeX and Unicode. Strings and the model's titles and names come in; strings,
//! scores and titles go out. Must not know file formats, services or I/O.

pub mod byline;
pub mod casing;
pub mod dates;
pub mod editions;
pub mod fold;
pub mod groups;
pub mod latex;
pub mod markup;
pub mod mojibake;
pub mod names;
pub mod ordinals;
pub mod publication_state;
pub mod roll;
pub mod similarity;
pub mod subtitle;
pub mod unlatex;
pub mod venue_fields;
