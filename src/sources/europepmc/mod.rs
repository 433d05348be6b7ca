//! Europe PMC's REST API: PubMed and the preprints of the life sciences.
//!
//! Owns the queries to `/searchPOST`, the shape of its answers, and what an article says of a publication.
//! DOIs, PubMed identifiers and titles come in; records of articles and preprints go out, many in a
//! request. Books, theses and patents are left to others. Must not decide whether an article that Europe
//! PMC merely takes for a preprint's publication is one.

mod descriptor;
mod map;
mod query;
mod service;
mod source;
mod wire;

pub use descriptor::DESCRIPTOR;
pub use service::{NAME, SERVICE};
pub use source::EuropePmc;
