//! bibsync turns a person's own list of publications into clean, verified BibTeX.
//!
//! ```text
//! profile.json ─▶ profile ─▶ matching ─▶ enrich ─▶ export ─▶ references.bib
//!   what the        Listing     Verdict     Work       bytes   + references.lock
//!   person lists                   ▲           ▲
//!                               sources: library · dblp · crossref · arxiv · datacite
//!                                  ▲
//!                               http (pace, retry) over cache (answers we already have)
//! ```
//!
//! A [`model::Listing`] is a claim, kept as written. A [`model::Record`] is what one source says.
//! A [`model::Verdict`] is one of exactly three things: matched (with evidence), ambiguous (ranked
//! candidates), unmatched. A [`model::Work`] is the merged record, each field with its origin.

pub mod bib;
pub mod cache;
pub mod cli;
pub mod config;
pub mod enrich;
pub mod export;
pub mod http;
pub mod library;
pub mod lock;
pub mod matching;
pub mod model;
pub mod profile;
pub mod sources;
pub mod sync;
pub mod text;
