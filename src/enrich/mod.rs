//! Merges the records of a matched work.
//!
//! Owns how the records of one work become one [`crate::model::Work`]: each field comes from the
//! source that is believed first for it (one table, by field, kind of work and field of study) and keeps its
//! provenance. Records, a listing and the
//! [`Precedence`] of the sources come in; metadata with provenance go out. It does no I/O and must
//! not know how records are fetched.

mod dispute;
mod field_table;
mod listed;
mod merge;
mod precedence;
mod version;

pub use listed::listed_metadata;
pub use merge::{MergedMetadata, merge};
pub use precedence::Precedence;
