//! Which entries a paper cites: the keys in the `.aux` file that LaTeX writes for BibTeX, in the `.bcf` file
//! that biblatex writes for biber, and in the source itself.

mod aux_file;
mod citations;
mod control_file;
mod source;

use std::path::Path;

pub use citations::Citations;
pub use control_file::BrokenControlFile;

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
            Self::Aux => Ok(aux_file::citations(text)),
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
