use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// Values of BibTeX fields by their names.
pub type Fields = BTreeMap<String, String>;

/// The person's edits of the output, which later runs keep.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ManualEdits {
    /// The keys of removed entries.
    #[serde(
        default,
        rename = "left_out",
        skip_serializing_if = "BTreeSet::is_empty"
    )]
    pub removed: BTreeSet<String>,
    /// The person's own entries, comments and macros, as written.
    #[serde(default, rename = "own", skip_serializing_if = "Vec::is_empty")]
    pub own_blocks: Vec<String>,
    /// The edited fields, by the entry's key. An empty value means that the field was removed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, Fields>,
    /// The values as written of the edited fields that use macros (`IEEE_J_SE`, `jan # "~1"`). `fields` has
    /// the expanded values.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub expressions: BTreeMap<String, Fields>,
}

impl ManualEdits {
    /// Returns `entries` with the person's own blocks.
    #[must_use]
    pub fn around(&self, entries: &str) -> String {
        around(entries, &self.own_blocks)
    }

    /// Returns whether there are no edits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Returns `entries` with blocks of the person's own: macros before them, since BibTeX needs a macro's
/// definition before its use, and everything else after them.
#[must_use]
pub fn around(entries: &str, own_blocks: &[String]) -> String {
    let (macros, others): (Vec<&String>, Vec<&String>) =
        own_blocks.iter().partition(|block| is_macro(block));
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

/// Returns a field's value as a comment of the bibliography. `None` if it can't be one: BibTeX reads an `@`
/// even in a comment.
pub(crate) fn field_comment(key: &str, name: &str, value: &str) -> Option<String> {
    let words: Vec<&str> = value.split_whitespace().collect();
    let is_comment = !words.is_empty() && !value.contains('@');
    is_comment.then(|| format!("% {key}: {name} = {{{}}}", words.join(" ")))
}

/// Returns whether a block defines macros.
fn is_macro(block: &str) -> bool {
    let word = block.strip_prefix('@').unwrap_or_default().trim_start();
    word.get(..6)
        .is_some_and(|word| word.eq_ignore_ascii_case("string"))
}
