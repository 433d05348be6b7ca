//! DBLP, asked through its SPARQL endpoint.
//!
//! Owns the SPARQL recipes, the shape of its answers and what DBLP's vocabulary means. People,
//! identifiers and titles come in, all of a run at once; pages and full records go out, few
//! requests having been made: since September 2026 the classic API answers programs with a bot
//! challenge, so it is asked only where an address for it is configured and SPARQL failed. Must
//! not know whether a record is the one a listing means: what comes near is handed on.

mod descriptor;
mod details;
mod endpoint;
mod entry;
mod hits;
mod ids;
mod map;
mod overview;
mod person;
mod probe;
mod query;
mod rest;
mod service;
mod source;
mod terms;
mod titles;
mod wire;

#[cfg(test)]
mod tests;

pub use descriptor::DESCRIPTOR;
pub use service::{CLASSIC_API, SERVICE};
pub use source::Dblp;
