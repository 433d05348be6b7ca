use std::collections::BTreeMap;

use crate::profile;

/// The citation keys that a file gives, each pinned once.
#[derive(Debug, Default)]
pub(super) struct Keys {
    taken: BTreeMap<String, usize>,
}

/// Whether a reference manager's id is a citation key that a person or a program made to be cited
/// by; its own ids are numbers, addresses (`http://zotero.org/users/1/items/X`, `1/X`) or codes.
pub(super) fn is_citable(id: &str) -> bool {
    !id.contains('/') && id.contains(|c: char| c.is_ascii_lowercase())
}

impl Keys {
    /// The key to be pinned, if there is one, or why it can't be: BibTeX disregards case when it
    /// compares keys, and the second of a pair would take the first one's place.
    pub(super) fn pin(&mut self, key: &str, line: usize) -> Result<Option<String>, String> {
        if key.is_empty() {
            return Ok(None);
        }
        if let Some(first) = self.taken.get(&key.to_lowercase()) {
            return Err(format!(
                "key `{key}` stands on line {first} too, so it is not pinned here: this entry gets a new one"
            ));
        }
        self.taken.insert(key.to_lowercase(), line);
        match profile::key(key) {
            Ok(key) => Ok(Some(key)),
            Err(wrong) => Err(format!("{wrong}; this entry gets a new one")),
        }
    }
}
