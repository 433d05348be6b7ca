//! One identity, the full record.
//!
//! Owns which identifiers of a matched work are still to be followed, and how what several sources
//! say becomes one [`crate::model::Work`]: each part from the source that is best for it, its
//! origin kept. Records and a listing come in, metadata with origins go out. Pure; must not know
//! how records are fetched.

mod dispute;
mod follow;
mod listed;
mod merge;
mod version;

pub use follow::{is_of_dblp, still_to_ask};
pub use listed::as_listed;
pub use merge::{Merged, merge};
