//! `references.bib`: the file that bibsync writes and a person may edit.
//!
//! This module owns the format of the file, the marks by which a later run distinguishes the person's edits
//! from its own text, and the merge that keeps those edits. A lock, the text of the file and the new works
//! come in; the new text and the person's edits go out. Pure: it must not know about the file system,
//! sources or the terminal.
//!
//! The file and its lock may disagree in any way: each may be from before a crash or from another branch,
//! truncated or missing. So a comment after each entry identifies the text that bibsync wrote, the neighbours
//! of the entry and the fields that the person edited (see `marks`). The file is understood by itself first,
//! and the lock adds what it holds.

mod compose;
mod edits;
mod entry_index;
mod exported;
mod key_changes;
mod marks;
mod parse;
mod recognition;
mod removals;
mod update;
mod work_names;

pub use compose::is_as_written;
pub use edits::MergedEdits;
pub use exported::{ExportedWork, NoteOptions};
pub use parse::{key_holders, open_conflict};
pub use update::{EntryFormat, OutputUpdate, UpdatedOutput, render_lock, update};
