//! The parts of a lock as they are serialized: its head and its blocks.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{FormerWork, LastRefresh, LockedListing, ManualEdits, OutputSettings};
use crate::model::{DblpKey, DblpPid, Notice, Work};

/// The part above the blocks.
#[derive(Serialize, Deserialize, Default)]
pub(super) struct LockHead {
    pub(super) format: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) output: Option<String>,
    #[serde(default, rename = "made")]
    pub(super) output_settings: OutputSettings,
    /// The manual edits of entries without a work, and in locks before format 3 all edits.
    #[serde(
        default,
        rename = "by_hand",
        skip_serializing_if = "ManualEdits::is_empty"
    )]
    pub(super) manual_edits: ManualEdits,
    /// Read from locks before format 3.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) notices: BTreeMap<String, Vec<Notice>>,
}

/// A work with everything that belongs to its key.
#[derive(Serialize, Deserialize)]
pub(super) struct WorkBlock {
    #[serde(flatten)]
    pub(super) work: Work,
    #[serde(flatten)]
    pub(super) output: OutputState,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) notices: Vec<Notice>,
}

/// What belongs to a key besides its work: digests of its entry and the manual edits.
#[derive(Serialize, Deserialize, Default)]
pub(super) struct OutputState {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) written: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) earlier: Vec<String>,
    #[serde(
        default,
        rename = "left_out",
        skip_serializing_if = "std::ops::Not::not"
    )]
    pub(super) removed: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) unexported: bool,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) edited: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) expressions: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) refused: BTreeMap<String, String>,
}

/// A work that is no longer listed, with everything that belongs to its key.
#[derive(Serialize, Deserialize)]
pub(super) struct FormerBlock {
    #[serde(flatten)]
    pub(super) former: FormerWork,
    #[serde(flatten)]
    pub(super) output: OutputState,
}

#[derive(Serialize, Deserialize)]
pub(super) struct UnlistedBlock {
    pub(super) dblp: DblpKey,
    pub(super) title: String,
}

#[derive(Serialize, Deserialize)]
pub(super) struct PageBlock {
    pub(super) dblp: DblpPid,
}

/// Blocks as they are parsed, one or several. They are written one at a time.
#[derive(Serialize, Deserialize, Default)]
pub(super) struct Blocks {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) listing: Vec<LockedListing>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) work: Vec<WorkBlock>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) former: Vec<FormerBlock>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) unlisted: Vec<UnlistedBlock>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) page: Vec<PageBlock>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) refreshed: Vec<LastRefresh>,
}
