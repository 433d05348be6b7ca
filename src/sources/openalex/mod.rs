//! OpenAlex: works of all fields of study, their authors' ORCID iDs, and retractions.
//!
//! Owns the requests to `/works`, what they cost, the shape of the answers, and what a work says of a
//! publication. DOIs, PubMed identifiers, people with an ORCID iD or an author's page at OpenAlex, and
//! titles come in; records go out. Must not be asked for people by name, because its authors are
//! computed: one name has many, and one person several.

mod descriptor;
mod map;
mod query;
mod service;
mod source;
mod wire;

pub use descriptor::DESCRIPTOR;
pub use service::{NAME, SERVICE};
pub use source::OpenAlex;
