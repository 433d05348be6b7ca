//! Readers of records, one file or folder for each format.
//!
//! Bytes come in; records, people and faults go out. Must not know the index.

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
pub(in crate::library) use detect::{UnsupportedFile, recognised};
pub(in crate::library) use document::JsonDocument;
pub(in crate::library) use format::{Chunk, FormatReader};
pub use item::PersonPage;
pub(in crate::library) use item::{DatasetRecord, ReadItem};
pub(in crate::library) use jsonl::JsonLines;
pub(in crate::library) use plain::arxiv_of_corr;
pub(in crate::library) use unpack::unpacked;
