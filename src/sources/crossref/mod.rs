//! Crossref's REST API.
//!
//! Owns what is asked of `/works`, the shape of a work there, and the cleaning of what registrants
//! deposit: markup, doubled escapes, capitals, misplaced names and dates. DOIs and titles come in,
//! all of a run at once; records go out, DOIs having been asked in batches and each answer kept
//! under its own DOI. Must not know whether a record is the one a listing means: a search here
//! always brings something.

mod map;
mod names;
mod query;
mod source;
mod wire;

pub use source::Crossref;
