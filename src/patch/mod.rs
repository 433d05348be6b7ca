//! Changing single fields of a `.bib` file, and no other byte.
//!
//! Owns how an edit of an entry becomes replacements of spans of the file: a new field in the manner of
//! its surroundings, a value, a type; the proof that every other value is equal byte for byte; the
//! encoding of the file; and the unified diff of the replacements. The bytes of a file and
//! [`EntryEdit`]s come in; the bytes of the new file go out, and the entries whose edits could not be
//! proven harmless. Pure; must not know where values come from, nor the disk.

mod apply;
mod document;
mod edit;
mod entry_view;
mod manner;
mod removal;
mod splice;
mod unified;

pub use apply::{Dropped, Patched, insertion, patch};
pub use document::{Charset, Document, Unpatchable};
pub use edit::{EntryEdit, FieldEdit};
pub use entry_view::{EntryView, FieldView};
pub use manner::{EntryManner, FileManner};
pub use removal::removals;
pub use splice::{Splice, spliced};
pub use unified::unified_diff;
