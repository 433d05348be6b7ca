//! The library: records on this disk.
//!
//! Owns the parts of the library, each one dataset in one file (`dblp.library`), and the index over the
//! `.bib` and `.jsonl` files in its folder: how they are built from published datasets, and how they
//! are searched. Files and queries come in; records and people's pages go out, best first. Faults in
//! the files never stop it: they are returned as problems. Must not know services, requests, nor which
//! record a listing means.

mod dataset_files;
mod deletions;
mod error;
mod files;
mod find;
mod holdings;
mod loose;
mod make;
mod make_error;
mod open;
mod part;
mod phrase;
mod read;
mod shard;
mod shards;

pub use error::{LibraryError, Problem};
pub use find::{Id, PersonLookup, TitleLookup};
pub use holdings::{CompleteVolume, VenueHoldings};
pub use loose::INDEX_FILE;
pub use make::{BuildProgress, IfPartExists, MadePart, PartSpec, is_made_of, make, remove};
pub use make_error::MakeError;
pub use open::Library;
pub use part::{PartFile, PartInfo, UpdateCounts};
pub use read::PersonPage;
pub use shard::Shard;
pub use shards::{MadeShards, ShardsSpec, make_shards};
