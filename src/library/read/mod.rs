//! The formats that records come in, one file or folder for each.
//!
//! Bytes come in, records, people and faults go out. Nothing here knows the index.

mod bibtex;
mod dblp;
mod detect;
mod document;
mod format;
mod item;
mod json;
mod jsonl;
mod plain;
mod unpack;

pub(in crate::library) use bibtex::Bibtex;
pub(in crate::library) use dblp::{DblpXml, join};
pub(in crate::library) use detect::{Unfit, recognised};
pub(in crate::library) use document::JsonDocument;
pub(in crate::library) use format::{Chunk, Reader};
pub use item::PersonPage;
pub(in crate::library) use item::{Filed, Item};
pub(in crate::library) use jsonl::JsonLines;
pub(in crate::library) use plain::arxiv_of_corr;
pub(in crate::library) use unpack::unpacked;
