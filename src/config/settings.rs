use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::Arc,
};

use url::Url;

use super::Email;
use crate::{
    cache::StoreAddress,
    model::SourceName,
    sources::{ConfiguredSource, Descriptor},
};

/// The resolved settings of a run, before flags of the command line.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Settings {
    /// The user's e-mail address, sent to services.
    pub contact: Option<Email>,
    /// The cache folder, when the environment or the file sets it; a relative one is resolved against
    /// the file's folder. See [`super::cache_folder`] for the rest.
    pub cache: Option<PathBuf>,
    /// The PostgreSQL database of a group, in place of the cache's and the budget's files.
    pub store: Option<StoreAddress>,
    /// The library of records on this disk.
    pub library: LibrarySettings,
    /// The sources, and their rates.
    pub sources: Sources,
    /// The output.
    pub export: ExportSettings,
    /// The linter.
    pub check: CheckSettings,
    /// Refreshes.
    pub refresh: RefreshSettings,
}

/// Settings of refreshes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct RefreshSettings {
    /// The command that is run when a refresh changed something, with the changelog on its input.
    pub on_change: Option<String>,
}

/// Settings of the library.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LibrarySettings {
    /// Folders besides the one in the cache; relative ones are resolved against the file's
    /// folder.
    pub folders: Vec<PathBuf>,
    /// The URL of DBLP's dump.
    pub dump: Url,
}

/// Settings of the sources.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Sources {
    /// The enabled sources, in the order of their use; no duplicates, and never the listing.
    pub order: Vec<SourceName>,
    /// Whether the settings leave open which sources are used: then those in `order` are the usual ones,
    /// and lists may be reason to ask others.
    pub is_automatic: bool,
    /// All sources of the catalog, enabled or not, with their settings.
    pub configured: Vec<SourceSettings>,
}

/// The settings of a source.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SourceSettings {
    /// What is known of the source.
    pub descriptor: &'static Descriptor,
    /// The source, as configured.
    pub source: Arc<dyn ConfiguredSource>,
}

/// Settings of the output.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExportSettings {
    /// The dialect of the bibliography.
    pub dialect: Dialect,
    /// The name of the style; the export module checks it.
    pub style: String,
    /// The pattern of citation keys; the export module checks it.
    pub keys: String,
    /// Words and phrases that keep their capitals in titles; each has a capital.
    pub protect: Vec<String>,
    /// Whether an entry's note states that the work was retracted, withdrawn or questioned.
    pub notices: bool,
    /// Whether an entry's note states that it is as listed, because no record was found.
    pub remarks: bool,
    /// The names to print for venues, by their full names.
    pub venues: BTreeMap<String, String>,
}

/// Settings of the linter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct CheckSettings {
    /// Codes of the rules to ignore, in capitals; the check module knows
    /// which exist.
    pub ignore: BTreeSet<String>,
    /// The references that the person knows to be right, with the reason, by their citation keys.
    pub known: BTreeMap<String, String>,
}

/// The dialect of a bibliography.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Classic BibTeX and its styles.
    #[default]
    Bibtex,
    /// The biblatex package with biber.
    Biblatex,
}
