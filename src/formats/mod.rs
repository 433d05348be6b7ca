//! JSON formats of works, shared by services and files.
//!
//! Owns the fields of each format, their meaning, and the cleaning of deposited values. One work comes
//! in as JSON; its record goes out, or nothing where it is not a publication. Fields of the wrong type
//! count as absent. Must not know the origin of a work (a request, a file), nor its envelope.

pub(crate) mod address;
pub(crate) mod crossref;
pub(crate) mod csl;
pub(crate) mod lenient;
