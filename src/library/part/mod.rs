//! One dataset of the library in one file: how it is laid out, made, and asked.

mod about;
mod body;
mod bucket;
mod build;
mod chunks;
mod entries;
mod face;
mod feed;
mod filing;
mod key;
mod layout;
mod open;
mod sorting;
mod update;
mod worker;
mod written;

pub(super) use about::READER;
pub use about::{About, FileCount};
pub(super) use body::Stored;
pub(super) use bucket::Posting;
pub(super) use build::{BuildError, Naming, build};
pub(super) use face::Face;
pub(super) use feed::Input;
pub(super) use filing::{SHORT, folded};
pub(super) use key::Key;
pub(super) use open::{Desk, Part, PartError};
pub use update::Updated;
pub(super) use update::update;
