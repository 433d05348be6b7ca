use std::ops::Range;

use crate::bib::{Block, Content, RawField, RawFields, ValuePart};

/// An entry of the file with the places of its parts.
#[derive(Debug, Clone)]
pub struct EntryView<'a> {
    /// The whole file.
    pub text: &'a str,
    /// Its bytes.
    pub span: Range<usize>,
    /// The line on which it begins, counted from 1.
    pub line: usize,
    /// The type as written.
    pub kind: &'a str,
    /// The key as written.
    pub key: &'a str,
    /// Its fields in order.
    pub fields: Vec<FieldView<'a>>,
    /// The first fault in it, with its byte.
    pub fault: Option<(usize, &'static str)>,
}

/// A field with the places of its parts.
#[derive(Debug, Clone)]
pub struct FieldView<'a> {
    /// The name as written.
    pub name: &'a str,
    /// The bytes from the name to the end of the value.
    pub span: Range<usize>,
    /// The byte of the equals sign.
    pub equals: usize,
    /// The bytes of the value with its delimiters.
    pub value: Range<usize>,
    /// The parts of the value.
    pub parts: Vec<ValuePart<'a>>,
}

impl<'a> EntryView<'a> {
    /// Returns the view of a block; `None` where it is no entry.
    #[must_use]
    pub fn of(text: &'a str, block: &Block<'a>) -> Option<Self> {
        let Content::Entry { kind, key, fields } = &block.content else {
            return None;
        };
        let RawFields { fields, faults, .. } = fields;
        let mut fault = faults.first().map(|fault| (fault.at, fault.message));
        let mut views = Vec::with_capacity(fields.len());
        for field in fields {
            match FieldView::of(text, field) {
                Some(view) => views.push(view),
                None => fault = fault.or(Some((field.span.start, "field without a value"))),
            }
        }
        Some(Self {
            text,
            span: block.span.clone(),
            line: block.line,
            kind,
            key,
            fields: views,
            fault,
        })
    }

    /// Returns the number of the first field with a name, which is in lower case.
    #[must_use]
    pub fn position(&self, name: &str) -> Option<usize> {
        let mut fields = self.fields.iter();
        fields.position(|field| field.name.eq_ignore_ascii_case(name))
    }

    /// Returns the bytes of the type.
    #[must_use]
    pub fn kind_span(&self) -> Range<usize> {
        let block = self.text.get(self.span.clone()).unwrap_or_default();
        let after = block.strip_prefix('@').unwrap_or(block);
        let blanks = after.len() - after.trim_start_matches([' ', '\t']).len();
        let start = self.span.start + (block.len() - after.len()) + blanks;
        start..start + self.kind.len()
    }

    /// Returns the byte after the key, or after the opening delimiter where it has none.
    #[must_use]
    pub fn after_key(&self) -> usize {
        let kind = self.kind_span();
        let rest = self.text.get(kind.end..self.span.end).unwrap_or_default();
        let opened = rest.trim_start();
        let inside = opened.get(1..).unwrap_or_default();
        let key = inside.trim_start();
        kind.end + (rest.len() - key.len()) + self.key.len()
    }

    /// Returns the text between a field and the next one, or the closing delimiter.
    pub(super) fn gap_after(&self, field: usize) -> &'a str {
        let Some(view) = self.fields.get(field) else {
            return "";
        };
        let end = match self.fields.get(field + 1) {
            Some(next) => next.span.start,
            None => self.span.end.saturating_sub(1),
        };
        self.text.get(view.span.end..end).unwrap_or_default()
    }

    /// Returns the text between the key and the first field.
    pub(super) fn first_gap(&self) -> &'a str {
        let end = self.fields.first().map_or(0, |first| first.span.start);
        self.text.get(self.after_key()..end).unwrap_or_default()
    }
}

impl<'a> FieldView<'a> {
    fn of(text: &'a str, field: &RawField<'a>) -> Option<Self> {
        let rest = text.get(field.span.start + field.name.len()..field.span.end)?;
        let after = rest.trim_start().strip_prefix('=')?;
        let equals = field.span.end - after.len() - 1;
        let value = field.span.end - after.trim_start().len();
        Some(Self {
            name: field.name,
            span: field.span.clone(),
            equals,
            value: value..field.span.end,
            parts: field.value.clone(),
        })
    }

    /// Returns the only part of the value, if there is one.
    #[must_use]
    pub fn only_part(&self) -> Option<ValuePart<'a>> {
        match self.parts.as_slice() {
            [part] => Some(*part),
            _ => None,
        }
    }

    /// Returns the text of a part.
    pub(super) fn text_of(part: ValuePart<'a>) -> &'a str {
        match part {
            ValuePart::Braced(text)
            | ValuePart::Quoted(text)
            | ValuePart::Macro(text)
            | ValuePart::Bare(text) => text,
        }
    }
}
