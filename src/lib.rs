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
//!
//! The way of one listing, with an answer that was recorded; [`sync::resolve`] goes it with whole
//! lists and live [`sources`]:
//!
//! ```
//! use std::collections::BTreeSet;
//!
//! use bibsync::{
//!     bib, enrich,
//!     export::{RenderOptions, bibtex, keys},
//!     matching,
//!     model::{Record, SourceName, Work},
//!     profile,
//! };
//!
//! // A claim: what the person lists. `null` is the person.
//! let profile = profile::parse(
//!     r#"{"name": "Zezhou Wang", "publications": [{
//!         "title": "Electrode: accelerating distributed protocols with EBPF",
//!         "authors": ["Yang Zhou", null, "Sowmya Dharanipragada", "Minlan Yu"],
//!         "venue": "NSDI '23"
//!     }]}"#,
//!     "profile.json",
//! )?;
//! let listing = &profile.publications[0];
//!
//! // A record: what one source says, here in the form in which DBLP exports it.
//! let answer = bib::read(
//!     "@inproceedings{DBLP:conf/nsdi/ZhouWDY23,
//!        author    = {Yang Zhou and Zezhou Wang and Sowmya Dharanipragada and Minlan Yu},
//!        title     = {Electrode: Accelerating Distributed Protocols with eBPF},
//!        booktitle = {20th {USENIX} Symposium on Networked Systems Design and Implementation},
//!        pages     = {1391--1407},
//!        year      = {2023}
//!      }",
//! );
//! let record = Record::new(SourceName::DBLP, bib::metadata(&answer.entries[0]));
//!
//! // A verdict, and the work it stands for.
//! let own_pages = BTreeSet::new();
//! let decision = matching::decide(listing, &profile.person, &own_pages, &[&record]);
//! assert_eq!(decision.verdict.status(), "matched");
//! let precedence = enrich::Precedence::default();
//! let merged =
//!     enrich::merge(&decision.records, listing, &precedence).ok_or("nothing to merge")?;
//! let key = keys::base_key(&merged.meta, keys::DEFAULT_PATTERN);
//! let work = Work::new(key, merged.meta);
//!
//! assert_eq!(
//!     bibtex::write(&[&work], bibtex::Dialect::Bibtex, &RenderOptions::default()),
//!     "@inproceedings{zhou2023electrode,
//!   author    = {Zhou, Yang and Wang, Zezhou and Dharanipragada, Sowmya and Yu, Minlan},
//!   title     = {Electrode: Accelerating Distributed Protocols with {eBPF}},
//!   booktitle = {20th {USENIX} Symposium on Networked Systems Design and Implementation},
//!   pages     = {1391--1407},
//!   year      = {2023},
//! }
//! "
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bib;
pub mod cache;
pub mod changes;
pub mod check;
pub mod cli;
pub mod config;
pub mod enrich;
pub mod export;
mod formats;
pub mod http;
pub mod import;
pub mod library;
pub mod lock;
pub mod matching;
pub mod model;
pub mod output;
pub mod profile;
pub mod schedule;
pub mod sources;
pub mod sync;
pub mod text;
mod words;
