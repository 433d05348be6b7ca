use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{DatasetVersion, Field, Metadata, Provenance};

/// How a work came to be what it is.
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
    /// Keys it had before the person wanted another, none of which any work has now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// How it came to be.
    pub status: WorkStatus,
    /// The merged metadata.
    pub meta: Metadata,
    /// BibTeX fields the person wrote, which win over everything.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, String>,
    /// Of these fields those whose value is written with macros (`IEEE_J_SE`, `jan # "~1"`): the value as
    /// BibTeX has it.
    #[serde(skip)]
    pub expressions: BTreeMap<String, String>,
    /// Who said each part of the metadata, and who said something else.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub origins: BTreeMap<Field, Provenance>,
    /// The datasets on this disk whose records it rests on.
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
