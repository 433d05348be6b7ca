//! Digests of entries: as long as an entry has the same, the same is proposed for it.

use std::{collections::BTreeMap, fmt::Write as _};

use super::{
    file::{BibFile, BibItem},
    plan::is_biblatex,
};
use crate::{bib::BibEntry, lock::digest};

/// Returns the digests of the entries of a file by their keys in the lock. They cover whatever of the file
/// proposals depend on: the fields of an entry and of its parents, and the manner of the whole file.
#[must_use]
pub fn entry_digests(file: &BibFile) -> BTreeMap<&str, String> {
    let manner = format!("{:?} {}\n", file.document.charset(), is_biblatex(file));
    let items = file.items.iter();
    let items = items.map(|item| (item.lock_key.as_str(), digest(&written(item, &manner))));
    items.collect()
}

fn written(item: &BibItem, manner: &str) -> String {
    let mut out = manner.to_owned();
    write(&item.own, &mut out);
    if item.whole.fields != item.own.fields || item.whole.kind != item.own.kind {
        write(&item.whole, &mut out);
    }
    out
}

/// Writes an entry so that no two others are written alike.
fn write(entry: &BibEntry, out: &mut String) {
    let BibEntry {
        kind, key, fields, ..
    } = entry;
    for (name, value) in [("kind", kind), ("key", key)] {
        _ = writeln!(out, "{name} {} {value}", value.len());
    }
    for (name, value) in fields {
        _ = writeln!(out, "{name} {} {value}", value.len());
    }
}
