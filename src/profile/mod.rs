//! The format of `profile.json`, a person's list of publications.
//!
//! Owns the fields of the format, their values, the report of faults, edits, and the layout of a new
//! file. The text of a file comes in; a [`Profile`] with the person and the publications as claimed
//! goes out, or a [`ProfileError`] with every fault in the file. An edit keeps every byte outside the
//! edited fields. Must not know what sources state about a publication, nor where the text is from.

mod edit;
mod entry;
mod extra_fields;
mod fields;
mod json;
mod layout;
mod medical_names;
mod name_list;
mod origin;
mod problem;
mod read;
mod schema;
mod suggestion;
mod values;

pub use edit::{Edit, EditError, EditTarget, edit};
pub use layout::laid_out;
pub use origin::ImportOrigin;
pub use problem::{ProfileError, ProfileProblem};
pub use read::{Profile, parse};
pub use schema::schema;
pub use values::key;
