use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// What the person did to the output, which later runs keep.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ByHand {
    /// Keys of entries that were taken out.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub left_out: BTreeSet<String>,
    /// Entries, comments and macros that were put in, as they were written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own: Vec<String>,
    /// Fields that were changed, by the entry's key; an empty value is a field that was taken out.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, BTreeMap<String, String>>,
}

impl ByHand {
    /// The output: the entries as `written`, then the person's own.
    #[must_use]
    pub fn after(&self, written: &str) -> String {
        let mut out = written.to_owned();
        for block in &self.own {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(block);
            out.push('\n');
        }
        out
    }

    /// Whether nothing was done.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
