//! Three-way merge of `.bib` files.
//!
//! Owns which entries of three versions of a file are the same, the merge of each field by field, the merge
//! of the text between entries line by line, and the conflict markers. Three texts come in; one text with
//! the number of its conflicts goes out, or the statement that they can't be merged as BibTeX. Every entry
//! of either side is in the result or between markers. Pure; must not know git, nor the disk.

mod between;
mod changes;
mod conflict;
mod entries;
mod entry;
mod fields;
mod file;
mod join;
mod lines;
mod pair;
mod pieces;
mod place;
mod same;
mod side;
mod text;

pub use conflict::Markers;
pub use file::{Merged, NotBibtex, merge};
