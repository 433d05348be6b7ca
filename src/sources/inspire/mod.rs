//! INSPIRE-HEP's REST API: the literature of particle physics.
//!
//! Owns the searches in `/api/literature`, the shape of its records, and what one says of a publication.
//! DOIs, arXiv ids, people with an ORCID iD and titles come in; records go out, many in a request. Must not
//! fetch the authors of works that nobody listed: three thousand sign a paper of a large experiment, and
//! such a person's page has a thousand of these.

mod descriptor;
mod lookup;
mod map;
mod person;
mod query;
mod service;
mod source;
mod wire;

pub use descriptor::DESCRIPTOR;
pub use service::{NAME, SERVICE};
pub use source::Inspire;
