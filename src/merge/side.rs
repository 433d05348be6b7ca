use std::collections::BTreeMap;

use crate::{
    bib::{self, BibEntry, Content, ValuePart, scan},
    patch::{EntryView, FieldView},
};

/// One version of a file.
pub(super) struct Side<'a> {
    pub(super) entries: Vec<SideEntry<'a>>,
    /// The text behind the last entry.
    pub(super) tail: &'a str,
}

/// An entry with the text before it.
pub(super) struct SideEntry<'a> {
    /// The text between the entry before and this one, `@string` and the like included.
    pub(super) lead: &'a str,
    pub(super) view: EntryView<'a>,
    /// The text of the entry.
    pub(super) source: &'a str,
    pub(super) read: BibEntry,
}

impl<'a> Side<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let read = bib::read(text).entries;
        let mut read = read.into_iter();
        let mut entries = Vec::new();
        let mut end = 0;
        for block in scan(text) {
            if !matches!(block.content, Content::Entry { .. }) {
                continue;
            }
            let (Some(view), Some(read)) = (EntryView::of(text, &block), read.next()) else {
                continue;
            };
            entries.push(SideEntry {
                lead: text.get(end..block.span.start).unwrap_or_default(),
                source: text.get(block.span.clone()).unwrap_or_default(),
                view,
                read,
            });
            end = block.span.end;
        }
        Self {
            entries,
            tail: text.get(end..).unwrap_or_default(),
        }
    }
}

impl SideEntry<'_> {
    /// Whether both say the same, in whatever layout.
    pub(super) fn says_what(&self, other: &Self) -> bool {
        if self.source == other.source {
            return true;
        }
        let kinds = self.view.kind.eq_ignore_ascii_case(other.view.kind);
        kinds
            && self.view.key == other.view.key
            && self.view.fault.is_none()
            && other.view.fault.is_none()
            && self
                .values()
                .is_some_and(|values| Some(values) == other.values())
    }

    /// Returns the meanings of the fields by name; `None` where a field is there twice.
    pub(super) fn values(&self) -> Option<BTreeMap<String, String>> {
        let mut out = BTreeMap::new();
        for field in &self.view.fields {
            if out
                .insert(field.name.to_lowercase(), meaning(field))
                .is_some()
            {
                return None;
            }
        }
        Some(out)
    }

    /// Returns a field by its name in lower case.
    pub(super) fn field(&self, name: &str) -> Option<&FieldView<'_>> {
        let at = self.view.position(name)?;
        self.view.fields.get(at)
    }

    /// Returns a part of the file.
    pub(super) fn text(&self, span: std::ops::Range<usize>) -> &str {
        self.view.text.get(span).unwrap_or_default()
    }
}

/// Returns what a value says: delimiters and line breaks are layout, names of macros are not.
fn meaning(field: &FieldView<'_>) -> String {
    let mut out = String::new();
    for part in &field.parts {
        let text = match part {
            ValuePart::Macro(name) => {
                out.extend(["\u{1}", &name.to_lowercase(), "\u{1}"]);
                continue;
            }
            ValuePart::Braced(text) | ValuePart::Quoted(text) | ValuePart::Bare(text) => text,
        };
        for c in text.chars() {
            if !c.is_whitespace() {
                out.push(c);
            } else if !out.ends_with(' ') {
                out.push(' ');
            }
        }
    }
    out.trim().to_owned()
}
