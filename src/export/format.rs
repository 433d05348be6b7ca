use std::path::Path;

use super::bibtex::{self, Dialect};
use super::{Manner, csl, hayagriva, listing, ris};
use crate::model::Work;

/// A format in which works can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Classic BibTeX or BibLaTeX.
    Bib(Dialect),
    /// The items of citation processors, as JSON.
    CslJson,
    /// What reference managers import.
    Ris,
    /// The YAML of Typst's bibliographies.
    Hayagriva,
    /// A list by years for people to read.
    Markdown,
    /// The same as a page for browsers.
    Html,
    /// One work a line, with the origin of each part: everything bibsync knows.
    Jsonl,
}

impl Format {
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

    /// The name on the command line: `bibtex`, `csl-json`.
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

    /// The format called so.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == name)
    }

    /// The format that the ending of a file's name means; `.bib` means `dialect`.
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

/// Writes `works` in a format: the same bytes in whatever order they come.
///
/// # Errors
/// Never for works as they are; what the writer of JSON could say is passed on.
pub fn write(
    works: &[&Work],
    format: Format,
    manner: &Manner,
) -> Result<String, serde_json::Error> {
    Ok(match format {
        Format::Bib(dialect) => bibtex::write(works, dialect, manner),
        Format::CslJson => csl::write(works, manner),
        Format::Ris => ris::write(works, manner),
        Format::Hayagriva => hayagriva::write(works, manner),
        Format::Markdown => listing::markdown(works, manner),
        Format::Html => listing::html(works, manner),
        Format::Jsonl => json_lines(works)?,
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
    fn formats_by_name_and_ending() {
        for format in Format::ALL {
            assert_eq!(Format::from_name(format.as_str()), Some(format));
        }
        let of = |name: &str| Format::of_file(Path::new(name), Dialect::Biblatex);
        assert_eq!(of("out/refs.BIB"), Some(Format::Bib(Dialect::Biblatex)));
        assert_eq!(of("refs.yml"), Some(Format::Hayagriva));
        assert_eq!(of("refs"), None);
        assert_eq!(of("refs.docx"), None);
    }

    #[test]
    fn lines_of_json_come_back() {
        let works = [samples::work("b"), samples::article("a")];
        let text = write(&[&works[0], &works[1]], Format::Jsonl, &Manner::default()).unwrap();
        let read: Vec<Work> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(read, [works[1].clone(), works[0].clone()]);
    }

    #[test]
    fn no_format_minds_the_order_of_works() {
        let works = [
            samples::work("b"),
            samples::article("a"),
            samples::preprint("c"),
        ];
        let [b, a, c] = &works;
        for format in Format::ALL {
            let text = |works: &[&Work]| write(works, format, &Manner::default()).unwrap();
            assert_eq!(text(&[a, b, c]), text(&[c, b, a]), "{format:?}");
        }
    }
}
