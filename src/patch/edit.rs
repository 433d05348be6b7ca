/// The edits of one entry.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EntryEdit {
    /// The number of its block in [`crate::bib::scan`]'s result.
    pub block: usize,
    /// Its new type, in lower case.
    pub kind: Option<String>,
    /// The edits of its fields.
    pub fields: Vec<FieldEdit>,
}

impl EntryEdit {
    /// Makes an edit that changes nothing yet.
    #[must_use]
    pub fn of(block: usize) -> Self {
        Self {
            block,
            ..Self::default()
        }
    }

    /// Whether it changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kind.is_none() && self.fields.is_empty()
    }
}

/// An edit of one field. Names are in lower case; values are TeX without their outer delimiters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldEdit {
    /// Adds a field that the entry lacks.
    Add {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// Replaces the value of a field, and its name where that changes too (`journal` becomes
    /// `booktitle`).
    Replace {
        /// The name of the field that is there.
        name: String,
        /// Its new name, if it gets one.
        rename: Option<String>,
        /// Its new value.
        value: String,
    },
    /// Removes a field.
    Remove {
        /// Its name.
        name: String,
    },
}

impl FieldEdit {
    /// Adds a field.
    #[must_use]
    pub fn add(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self::Add {
            name: name.into(),
            value: value.into(),
        }
    }

    /// Replaces the value of a field.
    #[must_use]
    pub fn replace(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self::Replace {
            name: name.into(),
            rename: None,
            value: value.into(),
        }
    }

    /// Returns the name of the field that is there, or is added.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Add { name, .. } | Self::Replace { name, .. } | Self::Remove { name } => name,
        }
    }
}
