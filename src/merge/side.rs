use std::collections::BTreeMap;

use crate::{
    bib::{self, BibEntry, Block, Content, ValuePart, scan},
    patch::{EntryView, FieldView},
};

/// One version of a file, as the sequence of its parts.
pub(super) struct Side<'a> {
    pub(super) parts: Vec<Part<'a>>,
    pub(super) entries: Vec<SideEntry<'a>>,
    /// The blanks behind the last part.
    pub(super) end: &'a str,
}

/// An entry, or a piece of the text between entries: a line, or a whole `@string`, `@preamble` or
/// `@comment`.
pub(super) struct Part<'a> {
    /// The blanks before it.
    pub(super) lead: &'a str,
    pub(super) source: &'a str,
    /// The number of the entry; `None` for text.
    pub(super) entry: Option<usize>,
}

/// An entry.
pub(super) struct SideEntry<'a> {
    /// Its number among the parts.
    pub(super) part: usize,
    pub(super) view: EntryView<'a>,
    /// The text of the entry.
    pub(super) source: &'a str,
    pub(super) read: BibEntry,
}

impl<'a> Side<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let mut read = bib::read(text).entries.into_iter();
        let mut side = Self {
            parts: Vec::new(),
            entries: Vec::new(),
            end: text,
        };
        let mut end = 0;
        for block in scan(text) {
            let entry = side.entry(text, &block, &mut read);
            let is_text = matches!(block.content, Content::Text);
            let source = text.get(block.span.clone()).unwrap_or_default();
            let mut at = block.span.start;
            for piece in source.split_inclusive(|c| is_text && c == '\n') {
                let start = at + (piece.len() - piece.trim_start().len());
                at += piece.len();
                let piece = piece.trim();
                if piece.is_empty() {
                    continue;
                }
                side.parts.push(Part {
                    lead: text.get(end..start).unwrap_or_default(),
                    source: piece,
                    entry,
                });
                end = start + piece.len();
            }
        }
        side.end = text.get(end..).unwrap_or_default();
        side
    }

    /// Adds the entry that a block is, and returns its number.
    fn entry(
        &mut self,
        text: &'a str,
        block: &Block<'a>,
        read: &mut impl Iterator<Item = BibEntry>,
    ) -> Option<usize> {
        let view = EntryView::of(text, block)?;
        let read = read.next()?;
        self.entries.push(SideEntry {
            part: self.parts.len(),
            source: text.get(block.span.clone()).unwrap_or_default(),
            view,
            read,
        });
        Some(self.entries.len() - 1)
    }
}

impl Part<'_> {
    /// Whether it stands on the line below the part before it, or on the same one.
    pub(super) fn is_close(&self) -> bool {
        self.lead.matches('\n').count() < 2
    }

    /// Whether it continues the line of the part before it.
    pub(super) fn continues_line(&self) -> bool {
        !self.lead.contains('\n')
    }

    /// Whether it is `@string`, `@preamble` or `@comment`.
    pub(super) fn is_block(&self) -> bool {
        self.entry.is_none() && self.source.starts_with('@')
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
            && self.remarks() == other.remarks()
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

    /// Returns what stands between the fields beside commas and blanks, by lines: BibTeX ignores it, and it
    /// is somebody's remark.
    pub(super) fn remarks(&self) -> Vec<&str> {
        let fields = &self.view.fields;
        let starts =
            std::iter::once(self.view.after_key()).chain(fields.iter().map(|it| it.span.end));
        let last = self.view.span.end.saturating_sub(1);
        let ends = fields.iter().map(|it| it.span.start).chain([last]);
        starts
            .zip(ends)
            .flat_map(|(start, end)| self.text(start..end).lines())
            .map(|line| line.trim().trim_start_matches(',').trim())
            .filter(|line| !line.is_empty())
            .collect()
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
