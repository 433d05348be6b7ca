use std::path::Path;

use super::bibtex::Dialect;

/// A format in which works are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OutputFormat {
    /// BibTeX or biblatex.
    Bib(Dialect),
    /// CSL-JSON, for citation processors.
    CslJson,
    /// RIS, for reference managers.
    Ris,
    /// Hayagriva's YAML, for Typst.
    Hayagriva,
    /// A Markdown list grouped by year.
    Markdown,
    /// An HTML page grouped by year.
    Html,
    /// JSON with one work a line, including the provenance of each field.
    Jsonl,
}

impl OutputFormat {
    /// All formats: `--format` offers no others.
    pub const ALL: [Self; 8] = [
        Self::Bib(Dialect::Bibtex),
        Self::Bib(Dialect::Biblatex),
        Self::CslJson,
        Self::Ris,
        Self::Hayagriva,
        Self::Markdown,
        Self::Html,
        Self::Jsonl,
    ];

    /// Returns the name used on the command line: `bibtex`, `csl-json`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Bib(dialect) => dialect.as_str(),
            Self::CslJson => "csl-json",
            Self::Ris => "ris",
            Self::Hayagriva => "hayagriva",
            Self::Markdown => "markdown",
            Self::Html => "html",
            Self::Jsonl => "jsonl",
        }
    }

    /// Returns the format with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == name)
    }

    /// Returns the format for a file's extension. `.bib` means `dialect`. A message in `cli/export.rs`
    /// lists the extensions.
    #[must_use]
    pub fn of_file(path: &Path, dialect: Dialect) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match ending.as_str() {
            "bib" | "bibtex" => Self::Bib(dialect),
            "json" => Self::CslJson,
            "ris" => Self::Ris,
            "yaml" | "yml" => Self::Hayagriva,
            "md" | "markdown" => Self::Markdown,
            "html" | "htm" => Self::Html,
            "jsonl" | "ndjson" => Self::Jsonl,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_follows_from_name_and_extension() {
        for format in OutputFormat::ALL {
            assert_eq!(OutputFormat::from_name(format.as_str()), Some(format));
        }
        let of = |name: &str| OutputFormat::of_file(Path::new(name), Dialect::Biblatex);
        assert_eq!(
            of("out/refs.BIB"),
            Some(OutputFormat::Bib(Dialect::Biblatex))
        );
        assert_eq!(of("refs.yml"), Some(OutputFormat::Hayagriva));
        assert_eq!(of("refs"), None);
        assert_eq!(of("refs.docx"), None);
    }
}
