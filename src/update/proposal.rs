use jiff::civil::Date;
use serde::Serialize;

use crate::patch::{EntryEdit, FieldEdit};

/// A change of an entry that is accepted or refused as a whole: a field, or the fields that make a
/// preprint its publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The name under which a refusal is remembered: the field's, or `upgrade`.
    pub name: String,
    /// The value that is refused with it.
    pub value: String,
    /// Whether it makes a preprint its publication.
    pub is_upgrade: bool,
    /// The changes, at least one.
    pub changes: Vec<Change>,
}

/// A change of a field, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The name of the field in lower case; `entrytype` is the type.
    pub field: String,
    /// The value that is there, in TeX.
    pub from: Option<String>,
    /// The new value, in TeX; `None` where the field is removed.
    pub to: Option<String>,
    /// The source of the new value.
    pub source: String,
    /// The reason, with the day of the source's answer.
    pub why: String,
    /// The name of the field that this one takes the place of, if it is another.
    #[serde(skip)]
    pub replaces: Option<String>,
    /// The day of the source's answer.
    #[serde(skip)]
    pub day: Option<Date>,
}

/// The name of the type among the fields of a change.
pub(super) const ENTRY_TYPE: &str = "entrytype";

/// Returns the edit of a block that makes these changes.
#[must_use]
pub fn edit_of<'a>(block: usize, changes: impl IntoIterator<Item = &'a Change>) -> EntryEdit {
    let mut edit = EntryEdit::of(block);
    for change in changes {
        let to = change.to.clone();
        if change.field == ENTRY_TYPE {
            edit.kind = to;
            continue;
        }
        edit.fields
            .push(match (&change.from, to, &change.replaces) {
                (_, Some(value), Some(name)) => FieldEdit::Replace {
                    name: name.clone(),
                    rename: Some(change.field.clone()),
                    value,
                },
                (Some(_), Some(value), None) => FieldEdit::replace(change.field.as_str(), value),
                (None, Some(value), None) => FieldEdit::add(change.field.as_str(), value),
                (_, None, _) => FieldEdit::Remove {
                    name: change.field.clone(),
                },
            });
    }
    edit
}
