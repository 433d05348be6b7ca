//! Reading BibTeX files.
//!
//! Owns the lossless scan of a `.bib` file into blocks, the expansion of macros, the inheritance of
//! fields from parent entries, lists of names, and the conversion of an entry to
//! [`crate::model::Metadata`]. Text comes in, however broken; entries and a list of problems go out,
//! and a fault costs at most the field that contains it. Must not know services, matching or I/O.
mod cited;
mod dates;
mod decode;
mod fault;
mod fields;
mod identify;
mod inherit;
mod kinds;
mod lookahead;
mod metadata;
mod names;
mod read;
mod scan;

pub use cited::{BrokenControlFile, Citations, PaperFile};
pub use decode::{decode, decode_mixed, first_guessed_line};
pub use fault::SyntaxFault;
pub use fields::{RawField, RawFields, ValuePart};
pub use lookahead::is_name;
pub use metadata::{metadata, stated_metadata};
pub use names::names;
pub use read::{BibEntries, BibEntry, BibProblem, read};
pub use scan::{Block, Content, scan};
