//! DBLP's classic search API, for where SPARQL fails and an address of it is configured.
//!
//! Owns what its search is asked, the shape of its hits and what they mean. Titles come in;
//! records go out, less full than those of the endpoint: a volume is known by its short name
//! alone, and its publisher and editors not at all. Must not know SPARQL.

mod map;
mod query;
mod wire;

pub(super) use query::Rest;
