//! Entries and fields as the rules see them.

use super::finding::RawFinding;
use crate::bib::ValuePart;

/// An entry prepared for the rules.
#[derive(Debug)]
pub(super) struct CheckedEntry<'a> {
    /// The byte of its `@`.
    pub at: usize,
    /// The type in lower case.
    pub kind: String,
    pub key: &'a str,
    /// Its fields in order, without repeated ones.
    pub fields: Vec<CheckedField<'a>>,
    /// The byte after it.
    pub end: usize,
}

/// A field prepared for the rules.
#[derive(Debug)]
pub(super) struct CheckedField<'a> {
    /// The byte of its name.
    pub at: usize,
    /// The name in lower case.
    pub name: String,
    pub pieces: Vec<ValuePart<'a>>,
    /// The value with its parts concatenated, macros by their names.
    pub text: String,
    /// The byte at which the value's text begins, where it has one part.
    pub inside: Option<usize>,
}

impl CheckedField<'_> {
    /// Returns the position in the file of a byte of the value.
    pub(super) fn place(&self, byte: usize) -> usize {
        self.inside.map_or(self.at, |inside| inside + byte)
    }

    /// Creates an error at a byte of the value.
    pub(super) fn error(
        &self,
        byte: usize,
        rule: &'static str,
        message: impl Into<String>,
    ) -> RawFinding {
        RawFinding {
            field: Some(self.name.clone()),
            ..RawFinding::error(self.place(byte), rule, message)
        }
    }
}

impl CheckedEntry<'_> {
    /// Returns the value of a field, trimmed; empty where there is none.
    pub(super) fn value(&self, name: &str) -> &str {
        self.field(name).map_or("", |field| field.text.trim())
    }

    pub(super) fn field(&self, name: &str) -> Option<&CheckedField<'_>> {
        self.fields.iter().find(|field| field.name == name)
    }
}
