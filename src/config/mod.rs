//! The settings of a run.
//!
//! Owns `bibsync.toml`: `raw.rs` has the settings as written, [`Settings`] has them resolved with the
//! environment's variables and the defaults. The text of the file and the variables come in as
//! arguments; settings, or a [`ConfigError`] with every fault, go out. Must not read the environment
//! or the disk, and knows sources by their [descriptors](crate::sources::Descriptor) alone.

mod email;
mod folder;
mod load;
mod problem;
mod raw;
mod raw_sources;
mod resolver;
mod settings;
mod source_settings;
mod values;

pub use email::Email;
pub use folder::{CacheFolders, cache_folder};
pub use load::{load, load_for, stray_variables};
pub use problem::{ConfigError, ConfigProblem, SettingLocation};
pub use raw::schema;
pub use settings::{
    CheckSettings, Dialect, ExportSettings, LibrarySettings, RefreshSettings, Settings,
    SourceSettings, Sources,
};
