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
//! # From a profile to a bibliography
//!
//! Four values make a bibliography: [settings](config), a [list](profile), a
//! [session](session::Session) with the sources that the settings name, and the
//! [bibliography](bibliography::Bibliography) itself, which looks the list up and writes entries.
//! This runs offline, on the records in this repository; `examples/bibliography.rs` is the same as a
//! program.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use bibsync::{
//!     bibliography::{Bibliography, list},
//!     config, profile,
//!     session::{Environment, NetworkMode, Session},
//!     sync::Event,
//! };
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let home = tempfile::tempdir()?;
//! # let (cache, state) = (home.path().join("cache"), home.path().join("state"));
//! let mut settings = config::load(None, &BTreeMap::new())?;
//! settings.library.folders.push("cache/library".into());
//! let file = "examples/zezhou-wang.json";
//! let profile = profile::parse(&std::fs::read_to_string(file)?, file)?;
//!
//! let environment = Environment::new(jiff::Timestamp::now, state);
//! let session = Session::open(&settings, &cache, NetworkMode::Offline, environment, None)?;
//! let bibliography = Bibliography::new(&settings)?;
//! let progress = |event: &Event| eprintln!("{event:?}");
//! let resolved = bibliography.resolve(&[list(file, profile)], &session, &progress).await?;
//! let updated = bibliography.update(resolved.lock);
//!
//! let works = &updated.lock.works; // what each listing was matched to, merged from all sources
//! let lock = updated.lock.render()?; // the decisions and their evidence: references.lock
//! let text = &updated.text; // the entries: references.bib
//! # assert!(works.iter().any(|work| work.key == "zhou2023electrode"));
//! # assert!(lock.contains("zhou2023electrode") && text.contains("{zhou2023electrode,"));
//! # Ok(())
//! # }
//! ```
//!
//! A later run continues from the lock and the text of this one
//! ([`continued`](bibliography::Bibliography::continued)): keys stay, and what a person edited in the
//! text is kept. [`BibliographyFiles`](bibliography::BibliographyFiles) does all of this on disk, safe
//! from other runs and from a crash, as the `bibsync` program does. A source that fails does not fail
//! the run: [`Resolved::failures`](sync::Resolved) names it.
//!
//! # Step by step
//!
//! The same path for one listing, with a recorded answer:
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
//! // A verdict, and the work that it means.
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

#[doc(hidden)] // for the other modules and tests
pub mod bib;
pub mod bibliography;
pub mod cache;
pub mod changes;
pub mod check;
#[doc(hidden)] // for the program alone
pub mod cli;
pub mod config;
pub mod enrich;
pub mod export;
#[doc(hidden)] // for the other modules and tests
pub mod files;
mod formats;
pub mod http;
pub mod import;
#[doc(hidden)] // for the other modules and tests
pub mod library;
pub mod lock;
pub mod matching;
#[doc(hidden)] // for the program and tests
pub mod merge;
pub mod model;
#[doc(hidden)] // for the other modules and tests
pub mod output;
#[doc(hidden)] // for the program and tests
pub mod page;
#[doc(hidden)] // for tests
pub mod patch;
pub mod profile;
pub mod references;
#[doc(hidden)] // for the program alone
pub mod schedule;
pub mod session;
pub mod sources;
pub mod sync;
#[doc(hidden)] // for tests and examples/evaluate
pub mod text;
#[doc(hidden)] // for the program and tests
pub mod update;
mod words;
