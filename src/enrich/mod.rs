//! Merges the records of a matched work.
//!
//! This module decides which identifiers of a matched work other sources should still be asked for,
//! and merges the records of several sources into one [`crate::model::Work`]: each field comes from
//! the source that is best for it and keeps its provenance. It takes records and a listing and
//! returns metadata with provenance. It does no I/O and does not know how records are fetched.

mod dispute;
mod follow;
mod listed;
mod merge;
mod version;

pub use follow::{is_dblp_record, pending_lookups};
pub use listed::listed_metadata;
pub use merge::{MergedMetadata, merge};
