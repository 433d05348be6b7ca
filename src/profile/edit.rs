//! Edits of a profile's text that keep every other byte as it is.
//!
//! `jsonc-parser`'s syntax tree keeps other bytes too, but gives new values a layout of its own (an object
//! always has several lines), not that of their neighbours.

mod error;
mod object;
mod style;

use std::collections::BTreeMap;

use serde_json::Value;

pub use self::error::EditError;
use self::object::Object;
use super::json::Node;

/// The object that an edited field belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EditTarget {
    /// The profile: `name`, `aliases`, `ids`.
    Profile,
    /// The publication at this index in `publications`, counted from 0 before any edit.
    Publication(usize),
}

/// A change to a profile's text.
#[derive(Debug, Clone, PartialEq)]
pub enum Edit {
    /// Sets a field. An existing field keeps its position, and its bytes if its value does not
    /// change; a new field is added last in a publication, and before `publications` in the
    /// profile.
    Set {
        /// The object that contains the field.
        of: EditTarget,
        /// Its name.
        field: String,
        /// Its new value; [`super::parse`] treats `null` as absent.
        value: Value,
    },
    /// Removes a field; an absent field is no error.
    Remove {
        /// The object that contains the field.
        of: EditTarget,
        /// Its name.
        field: String,
    },
    /// Appends a publication, in the layout of the last one.
    Append {
        /// Its fields in order.
        fields: Vec<(String, Value)>,
    },
}

/// Applies `edits` to the text of a profile.
///
/// Line ends, indentation, the order of fields, a byte order mark and unknown fields are kept; new
/// fields take the layout of their neighbours. Edits of one object are applied in the given order;
/// indexes are those in `text`, and an appended publication can't be edited in the same call. A field
/// that is set and then removed leaves the original bytes, and so does one that is set and then set
/// back, if its old value had the layout of a new one.
///
/// Takes one pass over the text for all edits of publications and one for each edit of the profile.
/// Does not check names and values; [`super::parse`] does.
/// # Errors
/// Fails when the text is not a profile, a publication does not exist, or an edited field occurs
/// twice. Nothing is changed then.
pub fn edit(text: &str, edits: &[Edit]) -> Result<String, EditError> {
    // A byte order mark and blanks before the profile are restored at the end.
    let blank = |c: char| c == '\u{feff}' || c.is_ascii_whitespace();
    let (before, text) = text.split_at(text.find(|c| !blank(c)).unwrap_or(text.len()));
    let mut out = within_publications(text, edits)?;
    let mut appended = Vec::new();
    for edit in edits {
        match edit {
            Edit::Set {
                of: EditTarget::Profile,
                field,
                value,
            } => out = Object::read(&out)?.with(field, value, Some(PUBLICATIONS))?,
            Edit::Remove {
                of: EditTarget::Profile,
                field,
            } => out = Object::read(&out)?.without(field)?,
            Edit::Append { fields } => appended.push(fields.as_slice()),
            Edit::Set { .. } | Edit::Remove { .. } => {}
        }
    }
    if !appended.is_empty() {
        out = append(&out, &appended)?;
    }
    Ok(format!("{before}{out}"))
}

const PUBLICATIONS: &str = "publications";

/// Applies the edits of publications, each to the publication's own text.
fn within_publications(text: &str, edits: &[Edit]) -> Result<String, EditError> {
    let (_, listed) = listed(text)?;
    let mut edited: BTreeMap<usize, String> = BTreeMap::new();
    for edit in edits {
        let (Edit::Set { of, .. } | Edit::Remove { of, .. }) = edit else {
            continue;
        };
        let EditTarget::Publication(index) = *of else {
            continue;
        };
        let item = listed.get(index).ok_or(EditError::NoPublication {
            index,
            listed: listed.len(),
        })?;
        let old = edited
            .remove(&index)
            .unwrap_or_else(|| text[item.span()].to_owned());
        let object = Object::read(&old)?;
        let new = match edit {
            Edit::Set { field, value, .. } => object.with(field, value, None)?,
            Edit::Remove { field, .. } => object.without(field)?,
            Edit::Append { .. } => continue,
        };
        edited.insert(index, new);
    }
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (index, new) in &edited {
        let span = listed[*index].span();
        out.push_str(&text[done..span.start]);
        out.push_str(new);
        done = span.end;
    }
    out.push_str(&text[done..]);
    Ok(out)
}

/// Returns the list of publications, if the profile has one, and its items; positions are counted in
/// `text`, which begins with the profile's `{`.
fn listed(text: &str) -> Result<(Option<Node<'_>>, Vec<Node<'_>>), EditError> {
    let list = Object::read(text)?
        .value(PUBLICATIONS)?
        .filter(|list| !list.is_null());
    let items = match list {
        None => Vec::new(),
        Some(list) => list.list().ok_or_else(|| {
            EditError::NotAProfile(format!("`publications` is {}", list.type_name()))
        })?,
    };
    Ok((list, items))
}

fn append(text: &str, publications: &[&[(String, Value)]]) -> Result<String, EditError> {
    let (whole, items) = listed(text)?;
    let (Some(whole), Some(last)) = (whole, items.last()) else {
        let root = Object::read(text)?;
        let list = root.style().list_of(publications);
        return root.put(PUBLICATIONS, &list, None);
    };
    let last = last.span();
    let style = Object::read(&text[last.clone()])?.style();
    // The blanks between the last two items, or before the only one, precede each new item.
    let gap = match items.len().checked_sub(2) {
        Some(previous) => {
            let between = &text[items[previous].span().end..last.start];
            between.split_once(',').map_or("", |(_, gap)| gap)
        }
        None => style.gap_or_blank(&text[whole.span().start + 1..last.start]),
    };
    let mut out = text[..last.end].to_owned();
    for fields in publications {
        out.push(',');
        out.push_str(gap);
        out.push_str(&style.object(fields));
    }
    out.push_str(&text[last.end..]);
    Ok(out)
}

#[cfg(test)]
mod tests;
