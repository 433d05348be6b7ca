//! What to change in a `.bib` file that a person keeps.
//!
//! Owns the decision which fields of an entry are missing, contradicted or out of date, given the work it
//! was matched to, and what is remembered of it in the lock beside the file. Entries, works and earlier
//! decisions come in; [`Proposal`]s and a lock go out. A source is believed against the person only where
//! it contradicts them, never about form. Pure; must not know how works are found, nor the disk.

mod answer;
mod compare;
mod decide;
mod done;
mod entry_digest;
mod file;
mod filter;
mod memory;
mod plan;
mod proposal;
mod published;
mod rendered;
mod titles;

pub use answer::{Answer, Remembered};
pub use done::{done_marks, is_done, still_done};
pub use entry_digest::entry_digests;
pub use file::{BibFile, BibItem, Unreadable};
pub use filter::{FIELDS, FieldFilter};
pub use memory::{memory, open_items, remembered, with_done};
pub use plan::{EntryPlan, Upgrades, Verdict, plan};
pub use proposal::{Change, Proposal, edit_of};
