use std::{borrow::Cow, collections::BTreeSet};

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
    /// What it says of the work.
    pub listed: Metadata,
    /// The claim that is looked up; `None` where there is nothing to look up.
    pub listing: Option<Listing>,
    /// Whether an earlier entry has the same key.
    pub repeats_key: bool,
}

/// An entry with a syntax fault, which is left as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// Its key, as far as it can be read.
    pub key: String,
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
        let entries = blocks
            .iter()
            .enumerate()
            .filter(|(_, block)| matches!(block.content, Content::Entry { .. }));
        let (mut items, mut unreadable) = (Vec::new(), Vec::new());
        let mut keys: BTreeSet<String> = BTreeSet::new();
        let read = bibliography.entries.iter().zip(bibliography.resolved());
        for ((at, block), (own, whole)) in entries.zip(read) {
            let Some(view) = EntryView::of(text, block) else {
                continue;
            };
            if let Some((byte, message)) = view.fault {
                let (line, column) = place(text, byte);
                unreadable.push(Unreadable {
                    key: own.key.clone(),
                    line,
                    column,
                    message: message.to_owned(),
                });
                continue;
            }
            let listed = bib::metadata(&whole);
            let is_work = !NO_WORKS.contains(&own.kind.as_str()) && !own.key.is_empty();
            let listing = import::listing(&listed).filter(|_| is_work);
            items.push(BibItem {
                block: at,
                key: own.key.clone(),
                line: block.line,
                own: own.clone(),
                whole: Cow::into_owned(whole),
                listed,
                listing,
                repeats_key: !keys.insert(own.key.to_lowercase()),
            });
        }
        Ok(Self {
            document,
            items,
            unreadable,
        })
    }
}

/// Returns line and column of a byte.
fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.rsplit_once('\n').map_or(before, |(_, line)| line);
    (1 + before.matches('\n').count(), 1 + line.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_entries_are_named_and_others_are_read() {
        let text = "@article{a, title = {On Looms}, year = 2020}\n@article{b, title = {Open,\n year = 2021\n}\n\
                    @xdata{x, title = {None}}\n@misc{a, title = {Again}}\n";
        let file = BibFile::read(text.as_bytes().to_vec()).unwrap();
        let keys: Vec<(&str, usize, bool, bool)> = file
            .items
            .iter()
            .map(|it| {
                (
                    it.key.as_str(),
                    it.line,
                    it.listing.is_some(),
                    it.repeats_key,
                )
            })
            .collect();
        assert_eq!(
            keys,
            [
                ("a", 1, true, false),
                ("x", 5, false, false),
                ("a", 6, true, true)
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
