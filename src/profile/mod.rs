//! What a person lists.
//!
//! Owns the format of `profile.json`: which fields it has, what may stand in them, and how a fault
//! in it is reported. The text of a file comes in; a [`Profile`] goes out, the person and the
//! publications as claimed, or a [`ProfileError`] with every fault the file has. Edits of a file
//! come in with its text, and the text goes out with every other byte as it was; a new file is laid out
//! for people. Must not know
//! what any source says of a publication, nor where the text is from.

mod beside;
mod edit;
mod entry;
mod fields;
mod json;
mod layout;
mod nearest;
mod origin;
mod people;
mod problem;
mod read;
mod schema;
mod values;

pub use edit::{Edit, EditError, Owner, edit};
pub use layout::laid_out;
pub use origin::Origin;
pub use problem::{Problem, ProfileError};
pub use read::{Profile, parse};
pub use schema::schema;
pub use values::key;
