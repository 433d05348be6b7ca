//! DataCite's REST API.
//!
//! Owns what `/dois` is asked, its JSON:API shape, and what a deposit says of a publication. arXiv
//! ids and DOIs of DataCite's prefixes come in; records go out, one request each, so the conductor
//! turns here only when arXiv fails or a DOI is nobody else's. Must not be asked for what Crossref
//! registers.

mod descriptor;
mod map;
mod query;
mod service;
mod source;
mod wire;

pub use descriptor::DESCRIPTOR;
pub use service::SERVICE;
pub use source::Datacite;
