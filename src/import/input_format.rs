use std::path::Path;

use super::{csv, endnote_xml, hayagriva, json, markdown, refused::Refused, ris, tagged};
use crate::bib;

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputFormat {
    /// A profile of bibsync, which [`crate::profile::parse`] reads, or JSON in no other known
    /// format.
    Profile,
    /// JSON Resume.
    JsonResume,
    /// CSL-JSON.
    CslJson,
    /// RIS.
    Ris,
    /// A table with a row of names, as Google Scholar and Zotero export it.
    Csv,
    /// Hayagriva's YAML.
    Hayagriva,
    /// `EndNote`'s XML, or that of Reference Manager.
    EndnoteXml,
    /// `EndNote`'s tagged lines (`.enw`).
    Endnote,
    /// MEDLINE's tagged lines (`.nbib`), as PubMed exports them.
    Medline,
    /// BibTeX or biblatex.
    Bib,
    /// LaTeX.
    Latex,
    /// HTML.
    Html,
    /// Markdown.
    Markdown,
    /// PDF.
    Pdf,
    /// reStructuredText.
    Rst,
    /// A plain text.
    Text,
    /// A person's page in DBLP, which is not a file.
    Page,
}

impl InputFormat {
    /// Detects the format of a file by its content if that is unambiguous, or else by its extension
    /// or the most frequent markup.
    ///
    /// # Errors
    ///
    /// Returns an error if the file can't be read, with what to do instead.
    pub fn of(bytes: &[u8], name: &str) -> Result<Self, Refused> {
        if let Some(form) = by_signature(bytes)? {
            return Ok(form);
        }
        let text = bib::decode(bytes);
        let text = text.trim_start_matches(|c: char| c == '\u{feff}' || c.is_whitespace());
        let ending = Path::new(name).extension().unwrap_or_default();
        let ending = ending.to_string_lossy().to_lowercase();
        if let Some(form) = by_content(text, &ending) {
            return Ok(form);
        }
        if let Some(form) = unknown_fields(text, &ending) {
            return Err(Refused::UnknownFields(form));
        }
        Ok(match ending.as_str() {
            "pdf" => return Err(Refused::NotAPdf),
            "md" | "markdown" | "mkd" | "mdx" | "qmd" | "rmd" => Self::Markdown,
            "html" | "htm" | "xhtml" => Self::Html,
            "tex" | "latex" | "ltx" => Self::Latex,
            "bib" | "bibtex" => Self::Bib,
            "ris" => Self::Ris,
            "csv" | "tsv" | "tab" => Self::Csv,
            "enw" => Self::Endnote,
            "nbib" => Self::Medline,
            "rst" | "rest" => Self::Rst,
            "json" => Self::Profile,
            _ => by_marks(text, &ending),
        })
    }

    /// Returns whether files with such a name are usually lists.
    #[must_use]
    pub fn has_known_ending(file: &str) -> bool {
        let ending = Path::new(file).extension().unwrap_or_default();
        let ending = ending.to_string_lossy().to_lowercase();
        ENDINGS.contains(&ending.as_str())
    }

    /// Returns the name of the format for messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Profile => "a profile",
            Self::JsonResume => "JSON Resume",
            Self::CslJson => "CSL-JSON",
            Self::Ris => "RIS",
            Self::Csv => "a table (CSV)",
            Self::Hayagriva => "Hayagriva",
            Self::EndnoteXml => "EndNote XML",
            Self::Endnote => "EndNote",
            Self::Medline => "MEDLINE",
            Self::Bib => "BibTeX",
            Self::Latex => "LaTeX",
            Self::Html => "HTML",
            Self::Markdown => "Markdown",
            Self::Pdf => "PDF",
            Self::Rst => "reStructuredText",
            Self::Text => "plain text",
            Self::Page => "a page of DBLP",
        }
    }

    /// Whether the format has named fields, so that nothing has to be guessed.
    #[must_use]
    pub fn is_structured(self) -> bool {
        !matches!(
            self,
            Self::Latex | Self::Html | Self::Markdown | Self::Pdf | Self::Rst | Self::Text
        )
    }
}

/// The endings of files that are usually lists.
const ENDINGS: [&str; 30] = [
    "bib", "bibtex", "csv", "enw", "htm", "html", "json", "latex", "ltx", "markdown", "md", "mdx",
    "mkd", "nbib", "org", "pdf", "qmd", "rest", "ris", "rmd", "rst", "tab", "tex", "text", "tsv",
    "txt", "xhtml", "xml", "yaml", "yml",
];

/// The number of bytes that are searched for markup.
const REACH: usize = 1 << 16;

/// Detects the format by the first bytes of the file.
fn by_signature(bytes: &[u8]) -> Result<Option<InputFormat>, Refused> {
    let head = &bytes[..bytes.len().min(1024)];
    if head.windows(5).any(|window| window == b"%PDF-") {
        return Ok(Some(InputFormat::Pdf));
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(Refused::Packed(
            "a zip archive, as .docx and .odt files are",
        ));
    }
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return Err(Refused::Packed("packed with gzip"));
    }
    if bytes.starts_with(b"{\\rtf") {
        return Err(Refused::Packed("in Rich Text Format"));
    }
    if bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]) {
        return Err(Refused::Packed("an old Word file"));
    }
    let has_mark = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    if !has_mark && is_noise(&bytes[..bytes.len().min(REACH)]) {
        return Err(Refused::NoText);
    }
    Ok(None)
}

/// Whether bytes are no text in any encoding: text has no zeros, and few control characters except
/// tabs, line ends and form feeds.
fn is_noise(bytes: &[u8]) -> bool {
    let is_control =
        |byte: &&u8| **byte < b' ' && !matches!(**byte, b'\t' | b'\n' | b'\r' | 0xc | 0x1b);
    let controls = bytes.iter().filter(is_control).count();
    memchr::memchr(0, bytes).is_some() || controls * 50 > bytes.len()
}

fn by_content(text: &str, ending: &str) -> Option<InputFormat> {
    let mut after = text.chars().skip(1).filter(|c| !c.is_whitespace());
    let next = after.next();
    let is_json = text.starts_with('{') && matches!(next, Some('"' | '}') | None)
        || text.starts_with('[') && matches!(next, Some('{' | ']'));
    if is_json {
        return Some(match json::detect(text) {
            json::JsonFormat::Csl => InputFormat::CslJson,
            json::JsonFormat::Resume => InputFormat::JsonResume,
            json::JsonFormat::Other => InputFormat::Profile,
        });
    }
    if ending == "json" {
        return Some(InputFormat::Profile);
    }
    if ris::is_ris(text) {
        return Some(InputFormat::Ris);
    }
    if endnote_xml::is_endnote(text) {
        return Some(InputFormat::EndnoteXml);
    }
    if let Some(form) = by_first_lines(text, ending) {
        return Some(form);
    }
    let head = near(text);
    let lower = head.get(..15).unwrap_or(head).to_ascii_lowercase();
    let is_xhtml = || lower.starts_with("<?xml") && head.to_ascii_lowercase().contains("<html");
    if lower.starts_with("<!doctype html") || lower.starts_with("<html") || is_xhtml() {
        return Some(InputFormat::Html);
    }
    // A page may show LaTeX, and a `.bib` file may hold a preamble.
    let of_its_own = matches!(ending, "md" | "markdown" | "html" | "htm" | "bib" | "org");
    if !of_its_own && (head.contains("\\documentclass") || head.contains("\\begin{document}")) {
        return Some(InputFormat::Latex);
    }
    if !of_its_own && markdown::has_front(text) {
        return Some(InputFormat::Markdown);
    }
    None
}

/// Detects a format of named fields that its first lines show, in a file whose name says nothing else.
fn by_first_lines(text: &str, ending: &str) -> Option<InputFormat> {
    let says_else = [
        "md", "markdown", "mkd", "mdx", "qmd", "rmd", "html", "htm", "xhtml", "tex", "latex",
        "ltx", "bib", "bibtex", "org", "rst", "rest",
    ];
    if says_else.contains(&ending) {
        None
    } else if tagged::is_medline(text) {
        Some(InputFormat::Medline)
    } else if tagged::is_endnote(text) {
        Some(InputFormat::Endnote)
    } else if hayagriva::is_hayagriva(text) {
        Some(InputFormat::Hayagriva)
    // A table that was copied into a text has cells of several names, and lines that are no rows.
    } else if !matches!(ending, "txt" | "text") && csv::is_table(text) {
        Some(InputFormat::Csv)
    } else {
        None
    }
}

/// Returns the name of a format with named fields that is not read. As prose, every field would be an entry.
fn unknown_fields(text: &str, ending: &str) -> Option<&'static str> {
    let head = near(text);
    let is_xml = head.starts_with("<?xml") || matches!(ending, "xml" | "rdf" | "mods");
    if is_xml && !matches!(ending, "html" | "htm" | "xhtml") {
        return Some("XML in another form than EndNote's");
    }
    if matches!(ending, "yml" | "yaml" | "cff") {
        return Some("YAML in another form than Hayagriva's");
    }
    let mut lines = text.lines();
    let is_isi = lines.next().is_some_and(|line| line.starts_with("FN "))
        && lines.next().is_some_and(|line| line.starts_with("VR "));
    (is_isi || matches!(ending, "ciw" | "isi")).then_some("Web of Science's plain text")
}

/// Detects the format by the markup in a text with an unknown extension.
fn by_marks(text: &str, ending: &str) -> InputFormat {
    let head = near(text);
    let first = head.lines().find(|line| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('%')
    });
    let is_entry = first
        .and_then(|line| line.trim().strip_prefix('@'))
        .is_some_and(|line| {
            let word = line.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            word.len() < line.len() && word.trim_start().starts_with(['{', '('])
        });
    if is_entry {
        return InputFormat::Bib;
    }
    if matches!(ending, "txt" | "text") && is_commands(head) {
        return InputFormat::Latex;
    }
    if matches!(ending, "txt" | "text" | "org") {
        return InputFormat::Text;
    }
    let count =
        |marks: &[&str]| -> usize { marks.iter().map(|mark| head.matches(mark).count()).sum() };
    let html = count(&["<li", "<p>", "<div", "<br", "<h2", "<a ", "</"]);
    let latex = count(&[
        "\\item",
        "\\section",
        "\\textbf",
        "\\emph",
        "\\cv",
        "\\begin{",
    ]);
    let markdown = count(&["](http", "\n# ", "\n## ", "\n### ", "**", "\n- ", "\n* "])
        + usize::from(head.starts_with("# "));
    let most = html.max(latex).max(markdown);
    if most < 3 {
        InputFormat::Text
    } else if html == most {
        InputFormat::Html
    } else if latex == most {
        InputFormat::Latex
    } else if count(&["](http", "\n# ", "\n## ", "**"]) + usize::from(head.starts_with("# ")) > 0 {
        InputFormat::Markdown
    } else {
        // Bullets occur in plain text as well.
        InputFormat::Text
    }
}

/// Whether half of the lines begin with a command of LaTeX, three at least.
fn is_commands(text: &str) -> bool {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_command = |line: &&str| {
        line.strip_prefix('\\')
            .is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    let commands = lines().filter(is_command).count();
    commands >= 3 && commands * 2 >= lines().count()
}

fn near(text: &str) -> &str {
    let mut end = text.len().min(REACH);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides_before_the_extension() {
        for (text, name, want) in [
            ("%PDF-1.5 x", "cv.txt", InputFormat::Pdf),
            (r#"{"name": "A"}"#, "a.txt", InputFormat::Profile),
            (r#"{"basics": {}}"#, "resume.json", InputFormat::JsonResume),
            (r#"[{"title": "x"}]"#, "a.json", InputFormat::CslJson),
            (r#"[{"title": "x""#, "a.json", InputFormat::Profile),
            ("nothing", "a.json", InputFormat::Profile),
            ("TY  - JOUR\nER  - ", "a.txt", InputFormat::Ris),
            ("\u{feff}<!DOCTYPE html><p>", "a", InputFormat::Html),
            ("\\documentclass{cv}", "a.txt", InputFormat::Latex),
            ("---\ntitle: x\n---\ntext", "-", InputFormat::Markdown),
            (
                "% my list\n@article{a, title={x}}",
                "a.txt",
                InputFormat::Bib,
            ),
            ("@article{a, title={x}}", "a.md", InputFormat::Markdown),
            ("#+TITLE: P\n<p><br><a x></a>", "a.org", InputFormat::Text),
            ("---\ntitle: P\n---\n* Q\n", "a.org", InputFormat::Text),
            ("- [a](http://x) **b**\n- c", "a.org", InputFormat::Text),
            ("[1] A. Doe", "a.tex", InputFormat::Latex),
            (
                "\\Pubs{\n\\Pub{On looms}{A. Lee}\n\\Pub{Mills}{B. Ray}\n}",
                "a.txt",
                InputFormat::Latex,
            ),
            ("words", "a.HTML", InputFormat::Html),
            ("<ul><li>a</li><li>b</li></ul>", "-", InputFormat::Html),
            ("\\section{P}\\item a \\item b", "-", InputFormat::Latex),
            (
                "# P\n\n- **A** b\n- [c](http://x)",
                "-",
                InputFormat::Markdown,
            ),
            ("Publications\n- a\n- b\n- c\n- d", "-", InputFormat::Text),
            ("Publications", "cv.txt", InputFormat::Text),
            ("PMID- 1\nTI  - A\n", "-", InputFormat::Medline),
            ("%0 Book\n%T A\n", "export.txt", InputFormat::Endnote),
            ("%0 Book\n%T A\n", "a.tex", InputFormat::Latex),
            (
                "a:\n  type: Book\n  title: A\n",
                "refs.yml",
                InputFormat::Hayagriva,
            ),
            (
                "Authors,Title,Year,Pages\nA,B,2020,1\n",
                "-",
                InputFormat::Csv,
            ),
            ("sep=;\nTitle;Year\nA;2020\n", "a.csv", InputFormat::Csv),
            (
                "Authors, title, year, pages. I list all.\nA\n",
                "-",
                InputFormat::Text,
            ),
            (
                "Year\tTitle\tAuthors\n2020\tA\tB\n",
                "a.txt",
                InputFormat::Text,
            ),
            ("<xml><records><record>", "a.xml", InputFormat::EndnoteXml),
            (
                "<?xml version=\"1.0\"?><!DOCTYPE html><html>",
                "-",
                InputFormat::Html,
            ),
            ("Papers\n======\n", "a.rst", InputFormat::Rst),
            ("", "cv", InputFormat::Text),
        ] {
            assert_eq!(InputFormat::of(text.as_bytes(), name), Ok(want), "{text}");
        }
    }

    #[test]
    fn other_formats_of_fields_are_refused() {
        for (text, name) in [
            ("<?xml version=\"1.0\"?><modsCollection>", "-"),
            ("<dblpperson>", "95.xml"),
            ("- title: A\n  authors: B\n", "publications.yml"),
            ("cff-version: 1.2.0\ntitle: A\n", "CITATION.cff"),
            ("FN Clarivate\nVR 1.0\nPT J\n", "savedrecs.txt"),
        ] {
            let refused = InputFormat::of(text.as_bytes(), name).unwrap_err();
            assert!(matches!(refused, Refused::UnknownFields(_)), "{text}");
            assert!(refused.to_string().contains("export the list"), "{refused}");
        }
    }

    #[test]
    fn binary_files_are_refused() {
        for bytes in [
            &b"PK\x03\x04x"[..],
            b"\x1f\x8bx",
            b"{\\rtf1",
            b"a\0b",
            b"\x01\x02ab",
        ] {
            assert!(InputFormat::of(bytes, "cv.docx").is_err());
        }
        assert_eq!(InputFormat::of(b"words", "cv.pdf"), Err(Refused::NotAPdf));
        assert_eq!(
            InputFormat::of(b"\xff\xfea\0", "cv.txt"),
            Ok(InputFormat::Text)
        );
    }
}
