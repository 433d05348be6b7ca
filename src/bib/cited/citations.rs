use std::collections::BTreeSet;

/// What a file of a paper cites.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Citations {
    /// The citation keys.
    pub keys: BTreeSet<String>,
    /// Whether every entry of the bibliography is wanted, as `\nocite{*}` says.
    pub all: bool,
    /// Files that belong to the paper, as they are named: `chapter.aux`, `chapter` of
    /// `\include{chapter}`.
    pub files: Vec<String>,
}

impl Citations {
    /// Adds the keys of a list such as `doe2023, roe2024`.
    pub(super) fn cite(&mut self, list: &str) {
        for key in list.split(',').map(str::trim) {
            match key {
                "*" => self.all = true,
                // Of a macro's definition, `\cite{#1}`, or a key that another macro makes.
                key if key.is_empty() || key.contains(['#', '\\', '{', '}']) => {}
                key => {
                    self.keys.insert(key.to_owned());
                }
            }
        }
    }
}
