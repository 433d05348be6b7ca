//! Which entries a paper cites: the keys in the `.aux` file that LaTeX writes for BibTeX, in the `.bcf` file
//! that biblatex writes for biber, and in the source itself.

mod control_file;
mod log_file;
mod source;

use std::{collections::BTreeSet, path::Path};

use thiserror::Error;

/// What a file of a paper cites.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Citations {
    /// The citation keys.
    pub keys: BTreeSet<String>,
    /// Whether every entry of the bibliography is wanted, as `\nocite{*}` says.
    pub all: bool,
    /// Files that belong to the paper, as they are named: `chapter.aux`, `chapter` of
    /// `\include{chapter}`.
    pub files: Vec<String>,
}

impl Citations {
    /// Adds the keys of a list such as `doe2023, roe2024`.
    fn cite(&mut self, list: &str) {
        for key in list.split(',').map(str::trim) {
            match key {
                "*" => self.all = true,
                // Of a macro's definition, `\cite{#1}`, or a key that another macro makes.
                key if key.is_empty() || key.contains(['#', '\\', '{', '}']) => {}
                key => {
                    self.keys.insert(key.to_owned());
                }
            }
        }
    }
}

/// The kinds of files that tell what a paper cites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaperFile {
    /// What LaTeX writes for BibTeX: `paper.aux`.
    Aux,
    /// What biblatex writes for biber: `paper.bcf`.
    Bcf,
    /// The source: `paper.tex`.
    Tex,
}

/// A `.bcf` file that is no XML.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("not the XML that biblatex writes: {0}")]
pub struct BrokenControlFile(String);

impl PaperFile {
    /// The kind of a file with this name; `None` for another ending.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "aux" => Some(Self::Aux),
            "bcf" => Some(Self::Bcf),
            "tex" | "ltx" => Some(Self::Tex),
            _ => None,
        }
    }

    /// What a text of this kind cites.
    ///
    /// # Errors
    ///
    /// Returns an error if a `.bcf` file is no XML.
    pub fn citations(self, text: &str) -> Result<Citations, BrokenControlFile> {
        match self {
            Self::Aux => Ok(log_file::citations(text)),
            Self::Bcf => control_file::citations(text),
            Self::Tex => Ok(source::citations(text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_by_the_ending() {
        let of = |name: &str| PaperFile::of(Path::new(name));
        assert_eq!(of("out/paper.aux"), Some(PaperFile::Aux));
        assert_eq!(of("Paper.BCF"), Some(PaperFile::Bcf));
        assert_eq!(of("paper.tex"), Some(PaperFile::Tex));
        assert_eq!(of("paper.pdf"), None);
        assert_eq!(of("paper"), None);
    }
}
