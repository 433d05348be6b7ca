//! Entries as bibsync writes them, found by key, title or DOI.

use std::{cell::OnceCell, collections::BTreeMap};

use super::parse::{OutputEntry, title_of};
use crate::bib::{BibEntry, read};

/// Entries as bibsync writes them. One is parsed when it is asked for, since a file that nobody edited needs
/// few of them and all together are large.
pub(super) struct EntryIndex<'a> {
    /// The texts, by key.
    texts: BTreeMap<&'a str, &'a str>,
    names: OnceCell<EntryNames<'a>>,
}

/// What identifies entries besides their keys.
struct EntryNames<'a> {
    /// Keys by folded title.
    titled: BTreeMap<String, Vec<&'a str>>,
    /// Keys by DOI.
    registered: BTreeMap<String, &'a str>,
}

impl<'a> EntryIndex<'a> {
    pub(super) fn of(written: &'a [(String, String)]) -> Self {
        let texts = written.iter();
        Self {
            texts: texts
                .map(|(key, text)| (key.as_str(), text.as_str()))
                .collect(),
            names: OnceCell::new(),
        }
    }

    /// Returns the keys, sorted.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'a str> {
        self.texts.keys().copied()
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.texts.contains_key(key)
    }

    /// Returns the text of an entry.
    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        self.texts.get(key).copied()
    }

    /// Parses an entry.
    pub(super) fn get(&self, key: &str) -> Option<BibEntry> {
        read(self.text(key)?).entries.into_iter().next()
    }

    /// Returns the key of the only entry with this DOI, or else with this title.
    pub(super) fn alike(&self, written: &OutputEntry) -> Option<&'a str> {
        let names = self.names();
        let doi = written.entry.field("doi");
        let registered = doi.and_then(|doi| names.registered.get(doi).copied());
        registered.or_else(|| match names.titled.get(&written.title())?.as_slice() {
            [only] => Some(only),
            _ => None,
        })
    }

    /// Returns the key of the first entry with this folded title.
    pub(super) fn titled(&self, title: &str) -> Option<&'a str> {
        self.names().titled.get(title)?.first().copied()
    }

    /// Returns the key of the first entry with this DOI.
    pub(super) fn registered(&self, doi: &str) -> Option<&'a str> {
        self.names().registered.get(doi).copied()
    }

    fn names(&self) -> &EntryNames<'a> {
        self.names.get_or_init(|| {
            let mut out = EntryNames {
                titled: BTreeMap::new(),
                registered: BTreeMap::new(),
            };
            for key in self.keys() {
                let Some(entry) = self.get(key) else { continue };
                let title = title_of(&entry);
                if !title.is_empty() {
                    out.titled.entry(title).or_default().push(key);
                }
                if let Some(doi) = entry.field("doi") {
                    out.registered.entry(doi.to_owned()).or_insert(key);
                }
            }
            out
        })
    }
}
