//! BibTeX as a file format, the reading side.
//!
//! Owns how a `.bib` file is taken apart: a lossless scan into blocks, the entries with their
//! macros expanded and their parents' fields inherited, lists of names, and what an entry says as
//! [`crate::model::Metadata`]. Text comes in, however broken; entries and a list of problems go
//! out, and no fault costs more than the field it stands in. Must not know services, matching or
//! I/O.

mod ahead;
mod dates;
mod decode;
mod fields;
mod identify;
mod inherit;
mod kinds;
mod metadata;
mod names;
mod read;
mod scan;

pub use ahead::is_name;
pub use decode::{decode, decode_mixed, first_guessed_line};
pub use fields::{Fields, Piece, RawField};
pub use metadata::{metadata, stated};
pub use names::names;
pub use read::{Bibliography, Entry, Problem, read};
pub use scan::{Block, Content, Fault, scan};
