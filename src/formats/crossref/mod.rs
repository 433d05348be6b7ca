//! Crossref's JSON format of a work, in the responses of `/works` and in the public data file.
//!
//! Owns the fields of a work and the cleaning of deposited metadata: markup, doubled escapes,
//! capitals, misplaced names and dates.

mod map;
mod names;
mod notices;
mod work;

pub(crate) use map::record;
pub(crate) use notices::notices;
pub(crate) use work::CrossrefWork;
