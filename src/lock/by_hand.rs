use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// Values of BibTeX fields by their names.
pub type Fields = BTreeMap<String, String>;

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
    pub fields: BTreeMap<String, Fields>,
    /// Of the changed fields those whose value was written with macros (`IEEE_J_SE`, `jan # "~1"`): the
    /// value as written. `fields` has what it reads as.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub expressions: BTreeMap<String, Fields>,
}

impl ByHand {
    /// A file of `entries` with the person's own blocks: macros before them, since BibTeX knows a macro
    /// from its definition on, all else after them.
    #[must_use]
    pub fn around(&self, entries: &str) -> String {
        let (macros, others): (Vec<&String>, Vec<&String>) =
            self.own.iter().partition(|block| is_macro(block));
        let mut out = String::new();
        for block in macros {
            out.push_str(block);
            out.push_str("\n\n");
        }
        out.push_str(entries);
        for block in others {
            if !out.is_empty() && !out.ends_with("\n\n") {
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

/// Whether a block defines macros.
fn is_macro(block: &str) -> bool {
    let word = block.strip_prefix('@').unwrap_or_default().trim_start();
    word.get(..6)
        .is_some_and(|word| word.eq_ignore_ascii_case("string"))
}
