//! CSL-JSON items, as exported by Zotero and other reference managers and returned by doi.org.
//!
//! Owns the fields of an item, by the schema of CSL 1.0.2 (<https://github.com/citation-style-language/schema>),
//! and their meaning.

mod item;
mod map;

pub(crate) use item::CslItem;
pub(crate) use map::record;
