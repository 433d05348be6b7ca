use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{DatasetVersion, Field, Metadata, Provenance};

/// The origin of a work's metadata.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WorkStatus {
    /// Merged from the records of sources.
    Matched,
    /// As listed: several works could be meant.
    Ambiguous,
    /// As listed: no source has it.
    Unmatched,
}

/// One distinct publication as it will be exported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Work {
    /// Its citation key.
    pub key: String,
    /// Earlier keys, which the person has replaced. No work has one of them now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// The origin of its metadata.
    pub status: WorkStatus,
    /// The merged metadata.
    pub meta: Metadata,
    /// BibTeX fields that the person wrote. They take precedence over everything.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, String>,
    /// The values of those fields that are written with macros (`IEEE_J_SE`, `jan # "~1"`), as BibTeX
    /// source.
    #[serde(skip)]
    pub expressions: BTreeMap<String, String>,
    /// The source of each part of the metadata, and the sources that contradict it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub origins: BTreeMap<Field, Provenance>,
    /// The local datasets of its records.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub editions: BTreeSet<DatasetVersion>,
}

impl Work {
    /// Creates a matched work of which the key and the metadata are known.
    #[must_use]
    pub fn new(key: impl Into<String>, meta: Metadata) -> Self {
        Self {
            key: key.into(),
            aliases: Vec::new(),
            status: WorkStatus::Matched,
            meta,
            fields: BTreeMap::new(),
            expressions: BTreeMap::new(),
            origins: BTreeMap::new(),
            editions: BTreeSet::new(),
        }
    }
}
