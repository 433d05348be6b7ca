//! The two dialects of BibTeX.

use crate::text::latex::Charset;

/// The program that reads the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Dialect {
    /// Classic BibTeX and its styles since 1988: ASCII, with the entry types and fields of btxdoc
    /// and `doi`, `url` and `eprint`.
    #[default]
    Bibtex,
    /// The biblatex package with biber: UTF-8 and biblatex's data model.
    Biblatex,
}

impl Dialect {
    /// Returns the characters that a file in this dialect may contain.
    #[must_use]
    pub fn charset(self) -> Charset {
        match self {
            Self::Bibtex => Charset::Ascii,
            Self::Biblatex => Charset::Unicode,
        }
    }

    /// Returns the name used in the configuration: `bibtex`, `biblatex`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Bibtex => "bibtex",
            Self::Biblatex => "biblatex",
        }
    }

    /// Returns the dialect with this name in the configuration.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Bibtex, Self::Biblatex]
            .into_iter()
            .find(|dialect| dialect.as_str() == name)
    }
}
