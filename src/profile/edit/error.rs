use thiserror::Error;

/// The reason why a text can't be edited.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EditError {
    /// The text is not JSON, or not a profile's.
    #[error("the text is not a profile: {0}")]
    NotAProfile(String),
    /// There is no such publication.
    #[error("there is no publications[{index}]: the profile lists {listed}, counted from 0")]
    NoPublication {
        /// The requested index.
        index: usize,
        /// The number of publications.
        listed: usize,
    },
    /// An edited field occurs twice, so that it is ambiguous.
    #[error("`{field}` is given twice in one object: keep one of them")]
    DuplicateField {
        /// Its name.
        field: String,
    },
}
