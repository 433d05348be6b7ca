//! `references.bib`: how it is written, and what it says when it is read again.
//!
//! Owns the file that a person and bibsync both write: the entries with the marks by which a later run
//! tells the person's edits from its own text, and the merge that keeps those edits. A lock, the text of
//! the file and the new works come in; the new text, and what was done by hand, go out. Pure; must not
//! know files, sources or a terminal.
//!
//! The file and its lock may disagree in any way: each of them may be from before a crash, from another
//! branch, cut off, or gone. So each entry is followed by a line that says which text bibsync wrote, what
//! came after it and which fields are the person's (see `marks`). The file is then read by itself, and
//! the lock adds what it knows.

mod compose;
mod edits;
mod exported;
mod marks;
mod missing;
mod named;
mod read_back;
mod successors;
mod update;

pub use compose::is_as_written;
pub use edits::Merged;
pub use exported::{Exported, Notes};
pub use read_back::{key_holders, open_conflict};
pub use update::{Form, Update, Updated, again, update};
