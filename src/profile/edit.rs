//! Edits of a profile's text that leave every other byte as it is.

mod object;
mod style;

use std::collections::BTreeMap;

use serde_json::Value;
use thiserror::Error;

use self::{object::Object, style::Style};
use super::json::Node;

/// What a field belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// The profile: `name`, `aliases`, `ids`.
    Profile,
    /// The publication at this place in `publications`, from 0, in the text before any edit.
    Publication(usize),
}

/// A change to a profile's text.
#[derive(Debug, Clone, PartialEq)]
pub enum Edit {
    /// Gives a field a value. A field that is there keeps its place, and its bytes if it has that
    /// value already; a new one comes last in a publication, and before `publications` in the
    /// profile.
    Set {
        /// What the field belongs to.
        of: Owner,
        /// Its name.
        field: String,
        /// Its new value; `null` counts as left away by [`super::parse`].
        value: Value,
    },
    /// Takes a field away; one that is not there is no fault.
    Remove {
        /// What the field belongs to.
        of: Owner,
        /// Its name.
        field: String,
    },
    /// Puts a publication behind the last one, in the last one's layout.
    Append {
        /// Its fields in order.
        fields: Vec<(String, Value)>,
    },
}

/// Why a text can't be edited.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EditError {
    /// The text is not JSON, or not a profile's.
    #[error("the text is not a profile: {0}")]
    NotAProfile(String),
    /// There is no such publication.
    #[error("there is no publications[{index}]: the profile lists {listed}, counted from 0")]
    NoPublication {
        /// The place asked for.
        index: usize,
        /// How many there are.
        listed: usize,
    },
    /// A field stands twice, and it can't be told which is meant.
    #[error("`{field}` is given twice in one object: keep one of them")]
    Twice {
        /// Its name.
        field: String,
    },
}

/// Carries out `edits` on the text of a profile.
///
/// Line ends, indentation, the order of fields, a byte order mark and whatever the profile has
/// that bibsync does not know stay as they are; new fields take the layout of their neighbours.
/// Edits of one owner are carried out in the order given; places of publications are those in
/// `text`, and what is appended can't be edited in the same call. A field that is set and then
/// removed leaves the bytes that were there before, and so does one that is set and then set
/// back, if its old value was laid out as a new one is.
///
/// Takes one pass over the text for all edits of publications and one for each of the profile.
/// Whether names and values are such as a profile may have is for [`super::parse`] to say.
///
/// # Errors
/// When the text is no profile, a publication is not there, or a field to be edited stands twice.
/// Nothing is changed then.
pub fn edit(text: &str, edits: &[Edit]) -> Result<String, EditError> {
    // A byte order mark and blanks before the profile are put back at the end.
    let blank = |c: char| c == '\u{feff}' || c.is_ascii_whitespace();
    let (before, text) = text.split_at(text.find(|c| !blank(c)).unwrap_or(text.len()));
    let mut out = within_publications(text, edits)?;
    let mut appended = Vec::new();
    for edit in edits {
        match edit {
            Edit::Set {
                of: Owner::Profile,
                field,
                value,
            } => out = Object::read(&out)?.with(field, value, Some(PUBLICATIONS))?,
            Edit::Remove {
                of: Owner::Profile,
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

/// The edits of publications, each carried out on the publication's own text.
fn within_publications(text: &str, edits: &[Edit]) -> Result<String, EditError> {
    let (_, listed) = listed(text)?;
    let mut edited: BTreeMap<usize, String> = BTreeMap::new();
    for edit in edits {
        let (Edit::Set { of, .. } | Edit::Remove { of, .. }) = edit else {
            continue;
        };
        let Owner::Publication(index) = *of else {
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

/// The list of publications, if the profile has one, and what stands in it; places are counted in
/// `text`, which begins with the profile's `{`.
fn listed(text: &str) -> Result<(Option<Node<'_>>, Vec<Node<'_>>), EditError> {
    let list = Object::read(text)?
        .value(PUBLICATIONS)?
        .filter(|list| !list.is_null());
    let items = match list {
        None => Vec::new(),
        Some(list) => list
            .list()
            .ok_or_else(|| EditError::NotAProfile(format!("`publications` is {}", list.sort())))?,
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
    let style = Style::of(&text[last.clone()])?;
    // What stands between the last two, or before the only one, comes before each new one.
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
