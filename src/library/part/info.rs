use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::library::{Problem, Shard};
use crate::model::DatasetVersion;

/// The version of the readers. The number after the slash rises when the same file gives other records
/// or keys than before within one version of bibsync.
pub(in crate::library) const READER_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "/2");

/// The description of a part of the library.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartInfo {
    /// The name of its dataset: `dblp`.
    pub name: String,
    /// Which part of the dataset it is, if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The version that read the files. Another one may read the same file differently.
    pub reader: String,
    /// The files it was built from, in the order of reading.
    pub files: Vec<PartFile>,
    /// The date of its content: the newest modification date of its records, or as given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// Its licence, as an SPDX identifier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// The number of publications.
    pub records: u64,
    /// The number of people's pages.
    pub people: u64,
    /// The number of faults in its files.
    pub faults: u64,
    /// The first of these faults.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
}

/// A file of the library and the number of its records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartFile {
    /// Its name, without its folder.
    pub file: String,
    /// The number of its records.
    pub records: u64,
    /// The state by which a change is detected; see [`crate::library::files`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::library) stamp: Option<crate::library::files::Stamp>,
}

impl PartInfo {
    /// Returns the dataset that each of its records names as its origin.
    #[must_use]
    pub fn edition(&self) -> DatasetVersion {
        DatasetVersion {
            name: self.name.clone(),
            date: self.date,
            licence: self.licence.clone(),
        }
    }
}
