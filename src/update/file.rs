use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use crate::{
    bib::{self, BibEntry, Content, scan},
    import,
    model::{Listing, Metadata},
    patch::{Document, EntryView, Unpatchable},
};

/// A `.bib` file with its entries.
#[derive(Debug)]
pub struct BibFile {
    /// Its bytes and text.
    pub document: Document,
    /// The entries that can be read, in order.
    pub items: Vec<BibItem>,
    /// The entries that can't.
    pub unreadable: Vec<Unreadable>,
}

/// An entry that can be read.
#[derive(Debug, Clone)]
pub struct BibItem {
    /// The number of its block in [`bib::scan`]'s result.
    pub block: usize,
    /// Its key as written.
    pub key: String,
    /// The line on which it begins, counted from 1.
    pub line: usize,
    /// Its own fields, with macros expanded.
    pub own: BibEntry,
    /// Its own fields and those it inherits.
    pub whole: BibEntry,
    /// Its key in the lock: the key as written, or `key#2` for the second entry that has it.
    pub lock_key: String,
    stated: OnceLock<Stated>,
}

/// What an entry says, made when it is first asked for: of most entries of a file nobody asks.
#[derive(Debug, Clone)]
struct Stated {
    listed: Metadata,
    listing: Option<Listing>,
}

impl BibItem {
    /// Whether a person means this entry by `key`: its key, or for one of several that share a key, its key in the
    /// lock.
    #[must_use]
    pub fn is_called(&self, key: &str) -> bool {
        self.key == key || self.lock_key == key
    }

    /// Returns what it says of the work.
    #[must_use]
    pub fn listed(&self) -> &Metadata {
        &self.stated().listed
    }

    /// Returns the claim that is looked up; `None` where there is nothing to look up.
    #[must_use]
    pub fn listing(&self) -> Option<&Listing> {
        self.stated().listing.as_ref()
    }

    fn stated(&self) -> &Stated {
        self.stated.get_or_init(|| {
            let listed = bib::metadata(&self.whole);
            let is_work = !NO_WORKS.contains(&self.own.kind.as_str()) && !self.own.key.is_empty();
            Stated {
                listing: import::listing(&listed).filter(|_| is_work),
                listed,
            }
        })
    }
}

/// An entry with a syntax fault, which is left as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// Its key, as far as it can be read.
    pub key: String,
    /// The line on which it begins, counted from 1.
    pub begins: usize,
    /// The line of the fault, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The fault.
    pub message: String,
}

/// Entry types that hold fields for other entries, options, or what no source has.
const NO_WORKS: [&str; 4] = ["xdata", "set", "control", "ieeetranbstctl"];

impl BibFile {
    /// Reads a file.
    ///
    /// # Errors
    /// When its encoding can't be kept.
    pub fn read(bytes: Vec<u8>) -> Result<Self, Unpatchable> {
        let document = Document::read(bytes)?;
        let text = document.text();
        let blocks = scan(text);
        let bibliography = bib::read(text);
        let entries = blocks.iter().enumerate().filter_map(|(at, block)| {
            let is_entry = matches!(block.content, Content::Entry { .. });
            is_entry.then(|| {
                (
                    at,
                    block,
                    EntryView::of(text, block).and_then(|it| it.fault),
                )
            })
        });
        let (mut read, mut unreadable) = (Vec::new(), Vec::new());
        let mut places = Places::of(text);
        let mut keys = LockKeys::default();
        for ((at, block, fault), (own, whole)) in
            entries.zip(bibliography.entries.iter().zip(bibliography.resolved()))
        {
            if let Some((byte, message)) = fault {
                let (line, column) = places.of_byte(byte);
                unreadable.push(Unreadable {
                    key: own.key.clone(),
                    begins: block.line,
                    line,
                    column,
                    message: message.to_owned(),
                });
            } else {
                read.push((at, block.line, keys.of(&own.key), own, whole));
            }
        }
        let items = read.into_iter();
        let items = items.map(|(block, line, lock_key, own, whole)| BibItem {
            block,
            key: own.key.clone(),
            line,
            own: own.clone(),
            whole: Cow::into_owned(whole),
            lock_key,
            stated: OnceLock::new(),
        });
        let items = items.collect();
        Ok(Self {
            document,
            items,
            unreadable,
        })
    }
}

/// Gives each entry a key of its own in the lock, though several may have one key in the file.
#[derive(Default)]
struct LockKeys {
    /// The number of entries with each key, in lower case: BibTeX does not tell `Key` from `key`.
    counts: BTreeMap<String, usize>,
    given: BTreeSet<String>,
}

impl LockKeys {
    fn of(&mut self, key: &str) -> String {
        let count = self.counts.entry(key.to_lowercase()).or_default();
        loop {
            *count += 1;
            let own = match *count {
                1 => key.to_owned(),
                number => format!("{key}#{number}"),
            };
            // A file may have a key `a#2` beside two of `a`.
            if self.given.insert(own.clone()) {
                return own;
            }
        }
    }
}

/// Lines and columns of bytes, counted on from one to the next, since a file may have many faults.
struct Places<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    column: usize,
}

impl<'a> Places<'a> {
    fn of(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            line: 1,
            column: 1,
        }
    }

    fn of_byte(&mut self, byte: usize) -> (usize, usize) {
        if byte < self.at {
            *self = Self::of(self.text);
        }
        let passed = self.text.get(self.at..byte).unwrap_or_default();
        self.line += passed.matches('\n').count();
        match passed.rsplit_once('\n') {
            Some((_, last)) => self.column = 1 + last.chars().count(),
            None => self.column += passed.chars().count(),
        }
        self.at = byte;
        (self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_entries_are_named_and_others_are_read() {
        let text = "@article{a, title = {On Looms}, year = 2020}\n@article{b, title = {Open,\n year = 2021\n}\n\
                    @xdata{x, title = {None}}\n@misc{a, title = {Again}}\n\
                    @misc{a#2, title = {Own}}\n@misc{A, title = {Third}}\n";
        let file = BibFile::read(text.as_bytes().to_vec()).unwrap();
        let items = file.items.iter();
        let keys: Vec<(&str, usize, bool)> = items
            .map(|it| (it.lock_key.as_str(), it.line, it.listing().is_some()))
            .collect();
        assert_eq!(
            keys,
            [
                ("a", 1, true),
                ("x", 5, false),
                ("a#2", 6, true),
                ("a#2#2", 7, true),
                ("A#3", 8, true)
            ]
        );
        let [broken] = file.unreadable.as_slice() else {
            panic!("{:?}", file.unreadable)
        };
        assert_eq!(
            (broken.key.as_str(), broken.line, broken.column),
            ("b", 2, 21)
        );
    }
}
