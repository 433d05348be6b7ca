//! The proxy of the DOI system, <https://doi.org>.
//!
//! Owns the question whether an identifier is registered, whichever agency registered it, and the answer
//! of the Handle system to it. DOIs and arXiv ids, which are DOIs too, come in; whether each exists goes
//! out, one request each. Must not be asked for what a record proves to exist, nor for metadata.

mod descriptor;
mod query;
mod service;
mod source;
mod wire;

pub use descriptor::DESCRIPTOR;
pub use service::SERVICE;
pub use source::DoiProxy;
