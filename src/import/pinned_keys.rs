use std::collections::BTreeMap;

use crate::profile;

/// The citation keys of a file, each of which can be pinned once.
#[derive(Debug, Default)]
pub(super) struct PinnedKeys {
    taken: BTreeMap<String, usize>,
}

/// Whether a reference manager's id is a citation key made by a person or a program. Its internal
/// ids are numbers, URLs (`http://zotero.org/users/1/items/X`, `1/X`) or codes.
pub(super) fn is_citable(id: &str) -> bool {
    !id.contains('/') && id.contains(|c: char| c.is_ascii_lowercase())
}

impl PinnedKeys {
    /// Returns the key to pin if there is one, or a warning if it is taken: BibTeX ignores case
    /// when it compares keys, and the second of a pair would replace the first.
    pub(super) fn pin(&mut self, key: &str, line: usize) -> Result<Option<String>, String> {
        if key.is_empty() {
            return Ok(None);
        }
        if let Some(first) = self.taken.get(&key.to_lowercase()) {
            return Err(format!(
                "key `{key}` is on line {first} too, so it is not pinned here: this entry gets a new one"
            ));
        }
        self.taken.insert(key.to_lowercase(), line);
        match profile::key(key) {
            Ok(key) => Ok(Some(key)),
            Err(wrong) => Err(format!("{wrong}; this entry gets a new one")),
        }
    }
}
