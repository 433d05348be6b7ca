//! Entries as bibsync writes them, found by key, title or DOI.

use std::collections::BTreeMap;

use super::parse::{OutputEntry, title_of};
use crate::bib::{BibEntry, read};

/// Entries as bibsync writes them, with indexes.
pub(super) struct EntryIndex<'a> {
    /// The parsed entries and their texts, by key.
    pub(super) keyed: BTreeMap<&'a str, (BibEntry, &'a str)>,
    /// Keys by folded title.
    pub(super) titled: BTreeMap<String, Vec<&'a str>>,
    /// Keys by DOI.
    pub(super) registered: BTreeMap<String, &'a str>,
}

impl<'a> EntryIndex<'a> {
    pub(super) fn of(written: &'a [(String, String)]) -> Self {
        let mut out = Self {
            keyed: BTreeMap::new(),
            titled: BTreeMap::new(),
            registered: BTreeMap::new(),
        };
        for (key, text) in written {
            let Some(entry) = read(text).entries.into_iter().next() else {
                continue;
            };
            let title = title_of(&entry);
            if !title.is_empty() {
                out.titled.entry(title).or_default().push(key);
            }
            if let Some(doi) = entry.field("doi") {
                out.registered.entry(doi.to_owned()).or_insert(key);
            }
            out.keyed.insert(key, (entry, text));
        }
        out
    }

    pub(super) fn get(&self, key: &str) -> Option<&BibEntry> {
        self.keyed.get(key).map(|(entry, _)| entry)
    }

    /// Returns the key of the only entry with this DOI, or else with this title.
    pub(super) fn alike(&self, written: &OutputEntry) -> Option<&'a str> {
        let doi = written.entry.field("doi");
        let registered = doi.and_then(|doi| self.registered.get(doi).copied());
        registered.or_else(|| match self.titled.get(&written.title())?.as_slice() {
            [only] => Some(only),
            _ => None,
        })
    }
}
