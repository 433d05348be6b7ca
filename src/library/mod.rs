//! Records on this disk.
//!
//! Owns the parts of the library, each one dataset in one file (`dblp.library`), and the index
//! over the `.bib` and `.jsonl` files that lie in its folder: how they are made of what others
//! publish, and how they are searched. Files and questions come in; records and people's pages go
//! out, best first. Faults in the files never stop it: they go out as problems. Must not know
//! services, requests, nor which record a listing means.

mod error;
mod files;
mod find;
mod loose;
mod make;
mod open;
mod part;
mod phrase;
mod read;

pub use error::{LibraryError, Problem};
pub use find::{Id, PersonAsked, TitleAsked};
pub use loose::INDEX_FILE;
pub(in crate::library) use loose::LOOSE;
pub use make::{Before, Made, Make, MakeError, Progress, is_made_of, make, remove};
pub use open::Library;
use part::READER;
pub use part::{About, FileCount, Updated};
pub use read::PersonPage;
