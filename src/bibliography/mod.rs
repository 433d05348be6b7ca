//! The bibliography of a list: `references.bib` and `references.lock`, from one run to the next.
//!
//! Owns the last part of the data path: works become entries as the settings ask, what a person edited
//! in the file is merged, and lock and file are written. [`Settings`](crate::config::Settings), lists,
//! an open [`Session`](crate::session::Session) and the files of the last run come in; a lock, the
//! file's text and an account of the merge go out, in memory ([`Bibliography`]) or on disk
//! ([`BibliographyFiles`]). Must not know how records are found and compared, nor a terminal.

mod error;
mod export_record;
mod generation;
mod lock_file;
mod memory;
mod on_disk;
mod previous;
mod refresh_state;
mod rendering;
mod resolve;

pub use error::{BibliographyError, UnknownStyle};
pub use export_record::ExportRecord;
pub use generation::restore_generation;
pub use lock_file::{LockFile, read_lock};
pub use memory::{Bibliography, list};
pub use on_disk::{BibliographyFiles, Outcome, WriteMode};
pub use refresh_state::RefreshStates;
pub use rendering::Rendering;
pub use resolve::Scope;
