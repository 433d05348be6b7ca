use std::path::Path;

use super::bibtex::{self, Dialect};
use super::{RenderOptions, csl, hayagriva, reading_list, ris};
use crate::model::Work;

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
    /// All formats.
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

    /// Returns the format for a file's extension. `.bib` means `dialect`.
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

/// Writes `works` in a format. The order of `works` does not affect the output.
///
/// # Errors
///
/// Returns an error of the JSON writer, which does not occur for valid works.
pub fn write(
    works: &[&Work],
    format: OutputFormat,
    options: &RenderOptions,
) -> Result<String, serde_json::Error> {
    Ok(match format {
        OutputFormat::Bib(dialect) => bibtex::write(works, dialect, options),
        OutputFormat::CslJson => csl::write(works, options),
        OutputFormat::Ris => ris::write(works, options),
        OutputFormat::Hayagriva => hayagriva::write(works, options),
        OutputFormat::Markdown => reading_list::markdown(works, options),
        OutputFormat::Html => reading_list::html(works, options),
        OutputFormat::Jsonl => json_lines(works)?,
    })
}

fn json_lines(works: &[&Work]) -> Result<String, serde_json::Error> {
    let mut works = works.to_vec();
    works.sort_by(|a, b| a.key.cmp(&b.key));
    let mut out = String::new();
    for work in works {
        out.push_str(&serde_json::to_string(work)?);
        out.push('\n');
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::samples;

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

    #[test]
    fn json_lines_are_read_back() {
        let works = [samples::work("b"), samples::article("a")];
        let text = write(
            &[&works[0], &works[1]],
            OutputFormat::Jsonl,
            &RenderOptions::default(),
        )
        .unwrap();
        let read: Vec<Work> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(read, [works[1].clone(), works[0].clone()]);
    }

    #[test]
    fn order_of_works_does_not_affect_any_format() {
        let works = [
            samples::work("b"),
            samples::article("a"),
            samples::preprint("c"),
        ];
        let [b, a, c] = &works;
        for format in OutputFormat::ALL {
            let text = |works: &[&Work]| write(works, format, &RenderOptions::default()).unwrap();
            assert_eq!(text(&[a, b, c]), text(&[c, b, a]), "{format:?}");
        }
    }
}
