//! A part of the library: one dataset in one file, its layout, build and queries.

mod body;
mod bucket;
mod build;
mod chunks;
mod entries;
mod error;
mod feed;
mod info;
mod key;
mod key_extractor;
mod layout;
mod open;
mod record_summary;
mod sorting;
mod update;
mod worker;
mod writer;

pub(super) use body::StoredRecord;
pub(super) use bucket::Posting;
pub(super) use build::{Naming, build};
pub(super) use error::BuildError;
pub(super) use feed::{FeedInput, OpenedFile};
pub(super) use info::READER_VERSION;
pub use info::{PartFile, PartInfo};
pub(super) use key::IndexKey;
pub(super) use key_extractor::{SHORT, folded};
pub(super) use open::{LibraryPart, PartError, PartReader};
pub(super) use record_summary::RecordSummary;
pub use update::UpdateCounts;
pub(super) use update::update;
