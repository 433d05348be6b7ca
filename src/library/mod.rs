//! Records on this disk.
//!
//! Owns the reading of every `.bib` and `.jsonl` file of the library's folder and the index over
//! them, which is built anew for the files that changed and can be thrown away at any time.
//! Identifiers, titles and authors come in; records go out, best first. Faults in the files never
//! stop it: they go out as problems. Must not know services, requests, nor which record a listing
//! means.

mod bibtex;
mod error;
mod files;
mod filing;
mod index;
mod jsonl;
mod lookup;
mod open;
mod plain;
mod probes;
mod rank;
mod refresh;
mod spelling;
mod terms;

pub use error::{LibraryError, Problem};
pub use index::INDEX_FILE;
pub use lookup::Id;
pub use open::{FileCount, Library};
