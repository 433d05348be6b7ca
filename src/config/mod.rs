//! What a run is set to.
//!
//! Owns `bibsync.toml`: `raw.rs` is what the file says, [`Settings`] what it means once the
//! environment has been heard and the rest filled in. The text of the file and the environment's
//! variables come in as arguments; settings, or a [`ConfigError`] with every fault, go out. Must
//! not read the environment or the disk, and knows of sources only their names and addresses.

mod desk;
mod email;
mod folder;
mod load;
mod problem;
mod raw;
mod services;
mod settings;
mod values;

pub use email::Email;
pub use folder::{CacheFolders, cache_folder};
pub use load::{load, stray_variables};
pub use problem::{ConfigError, Place, Problem};
pub use raw::schema;
pub use settings::{
    Arxiv, Check, Crossref, Datacite, Dblp, Dialect, Export, Library, Pace, Refresh, Settings,
    Sources,
};
