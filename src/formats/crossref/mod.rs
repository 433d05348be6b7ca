//! A work as Crossref gives it: in the answers of `/works` and in the public data file.
//!
//! Owns the fields of a work and the cleaning of what registrants deposit: markup, doubled escapes,
//! capitals, misplaced names and dates.

mod map;
mod names;
mod notices;
mod work;

pub(crate) use map::record;
pub(crate) use notices::notices;
pub(crate) use work::Work;
