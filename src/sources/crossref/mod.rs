//! Crossref's REST API.
//!
//! Owns what is asked of `/works` and the envelope in which works come back; a work itself is read
//! by the module `formats`. DOIs and titles come in, all of a run at once; records go out, DOIs having
//! been asked in batches and each answer kept under its own DOI. Must not know whether a record is
//! the one a listing means: a search here always brings something.

mod descriptor;
mod query;
mod search;
mod service;
mod source;
mod wire;

pub use descriptor::DESCRIPTOR;
pub use service::SERVICE;
pub use source::Crossref;
