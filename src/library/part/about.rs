use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::library::Problem;
use crate::model::DatasetVersion;

/// Who reads files into a part. The number after the slash rises when the same file is read to
/// other records, or filed otherwise, between versions.
pub(in crate::library) const READER: &str = concat!(env!("CARGO_PKG_VERSION"), "/2");

/// What is known of a part of the library.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// Its name: `dblp`.
    pub name: String,
    /// Which version read the files. Another may read the same file to other records.
    pub reader: String,
    /// The files it was made of, in the order in which they were read.
    pub files: Vec<FileCount>,
    /// The day its content is of: when the newest of its records changed, or as was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// Under which licence it is given out, as an SPDX identifier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// How many publications it holds.
    pub records: u64,
    /// How many people's pages.
    pub people: u64,
    /// How many faults its files had.
    pub faults: u64,
    /// The first of these faults.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
}

/// A file of the library and what it gives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileCount {
    /// Its name, without its folder.
    pub file: String,
    /// How many records it holds.
    pub records: u64,
    /// By what a change of it is known; see [`crate::library::files`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::library) stamp: Option<crate::library::files::Stamp>,
}

impl About {
    /// What each of its records says of where it was read.
    #[must_use]
    pub fn edition(&self) -> DatasetVersion {
        DatasetVersion {
            name: self.name.clone(),
            date: self.date,
            licence: self.licence.clone(),
        }
    }
}
