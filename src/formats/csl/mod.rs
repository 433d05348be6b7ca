//! An item of CSL-JSON, as Zotero and other reference managers export it and doi.org gives it.
//!
//! Owns the fields of an item, by the schema of CSL 1.0.2 (<https://github.com/citation-style-language/schema>),
//! and what they mean.

mod item;
mod map;

pub(crate) use item::Item;
pub(crate) use map::record;
