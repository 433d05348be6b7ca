//! A MARC 21 record, with the fields that are read here; stored as JSON.

use serde::{Deserialize, Serialize};

/// The fields that are read: identifiers, people, title, edition, imprint, series, thesis.
const READ: [&str; 12] = [
    "020", "024", "100", "110", "245", "250", "260", "264", "490", "502", "700", "710",
];

/// A record of a catalogue.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Marc {
    /// Positions 6 and 7 say what sort of record it is: `am` is a printed text on its own.
    pub(super) leader: String,
    pub(super) fields: Vec<MarcField>,
}

/// A field with its tag, its second indicator and its subfields.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MarcField {
    pub(super) tag: String,
    pub(super) second: String,
    pub(super) parts: Vec<(String, String)>,
}

impl Marc {
    /// Whether a field is read. Holdings, subjects and links to other records are not.
    pub(super) fn is_read(tag: &str) -> bool {
        READ.contains(&tag)
    }

    /// Returns the fields with this tag, in order.
    pub(super) fn all<'a>(&'a self, tag: &'a str) -> impl Iterator<Item = &'a MarcField> {
        self.fields.iter().filter(move |field| field.tag == tag)
    }

    /// Returns the first field with this tag.
    pub(super) fn first(&self, tag: &str) -> Option<&MarcField> {
        self.fields.iter().find(|field| field.tag == tag)
    }
}

impl MarcField {
    /// Returns the first subfield with this code that is not empty.
    pub(super) fn get<'a>(&'a self, code: &'a str) -> Option<&'a str> {
        self.all(code).next()
    }

    /// Returns all subfields with this code that are not empty.
    pub(super) fn all<'a>(&'a self, code: &'a str) -> impl Iterator<Item = &'a str> {
        let parts = self.parts.iter().filter(move |(own, _)| own == code);
        let texts = parts.map(|(_, text)| text.trim());
        texts.filter(|text| !text.is_empty())
    }
}
