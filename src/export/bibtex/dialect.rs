//! The two dialects.

use crate::text::latex::Charset;

/// Which program reads the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Dialect {
    /// Classic BibTeX and its styles of 1988 and after: ASCII, the entry types and fields of
    /// btxdoc, with `doi`, `url` and `eprint`.
    #[default]
    Bibtex,
    /// The biblatex package with biber: UTF-8 and biblatex's data model.
    Biblatex,
}

impl Dialect {
    /// The characters a file in this dialect may hold.
    #[must_use]
    pub fn charset(self) -> Charset {
        match self {
            Self::Bibtex => Charset::Ascii,
            Self::Biblatex => Charset::Unicode,
        }
    }

    /// The name used in the configuration: `bibtex`, `biblatex`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Bibtex => "bibtex",
            Self::Biblatex => "biblatex",
        }
    }

    /// The dialect called `name` in the configuration.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Bibtex, Self::Biblatex]
            .into_iter()
            .find(|dialect| dialect.as_str() == name)
    }
}
