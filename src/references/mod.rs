//! Judges whether references are real, and described as they are.
//!
//! Owns the five verdicts on a reference, the proof that each needs, and reports of them as text,
//! JSON, SARIF and GitHub workflow commands. A reference as stated, what a survey of the sources found
//! on it, and what is known to be complete come in; judgements go out. It must not know how sources
//! are asked, nor any clock: the day is an argument. It reads nothing but the library on this disk, where
//! a volume is held completely.
//!
//! A false accusation is the worst fault. So a reference is contradicted only by positive proof, "not
//! found" needs an answer of each source that must have it, and an answer that is missing makes
//! "can't tell".

mod asked_sources;
mod coverage;
mod doi;
mod fields;
mod grounds;
mod impossible;
mod judge;
mod judgement;
mod known_venues;
mod meant_work;
mod near_records;
mod placeholder;
mod reference;
mod render;
mod report;
mod scripts;
mod side_events;
mod silenced;
#[cfg(test)]
mod tests;
mod venue_class;
mod venue_fields;
mod venues;
mod words;

pub use grounds::Grounds;
pub use judge::judge;
pub use judgement::{AskedSource, FieldFinding, Judgement, Nearest, Standing, Weight};
pub use reference::Reference;
pub use render::render;
pub use report::{JudgedFile, JudgedReference, VerdictCounts};
pub use silenced::{Silenced, reasons, silenced};
pub use venue_class::{FindingClass, VENUES, VenuePolicy};
