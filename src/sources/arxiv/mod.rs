//! arXiv's export API.
//!
//! Owns what its `query` is asked, the Atom feed it answers with, and what an entry says of a
//! manuscript. arXiv ids come in, all of a run at once; records go out, a hundred ids having been
//! asked for in one request and each entry kept under its own id. Must not search: titles are
//! found elsewhere, and arXiv asks for one request in three seconds.

mod descriptor;
mod map;
mod query;
mod service;
mod source;
mod wire;

pub use descriptor::DESCRIPTOR;
pub use service::SERVICE;
pub use source::Arxiv;

pub(super) use map::title;
pub(super) use query::without_class;
