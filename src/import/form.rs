use std::path::Path;

use super::{json, markdown, refused::Refused, ris};
use crate::bib;

/// What a file is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A profile of bibsync's own, which [`crate::profile::parse`] reads; and JSON that is nothing
    /// else that is known.
    Profile,
    /// JSON Resume.
    JsonResume,
    /// CSL-JSON.
    CslJson,
    /// RIS.
    Ris,
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
    /// A plain text.
    Text,
    /// A person's page in DBLP, which is no file.
    Page,
}

impl Form {
    /// The form of a file, by its content where that is plain, else by the ending of its name,
    /// else by what most of its marks are.
    ///
    /// # Errors
    /// When it is something that can't be read, with what to do instead.
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
        Ok(match ending.as_str() {
            "pdf" => return Err(Refused::NotAPdf),
            "md" | "markdown" | "mkd" | "mdx" | "qmd" | "rmd" => Self::Markdown,
            "html" | "htm" | "xhtml" => Self::Html,
            "tex" | "latex" | "ltx" => Self::Latex,
            "bib" | "bibtex" => Self::Bib,
            "ris" => Self::Ris,
            "json" => Self::Profile,
            _ => by_marks(text, &ending),
        })
    }

    /// The form in words, for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Profile => "a profile",
            Self::JsonResume => "JSON Resume",
            Self::CslJson => "CSL-JSON",
            Self::Ris => "RIS",
            Self::Bib => "BibTeX",
            Self::Latex => "LaTeX",
            Self::Html => "HTML",
            Self::Markdown => "Markdown",
            Self::Pdf => "PDF",
            Self::Text => "plain text",
            Self::Page => "a page of DBLP",
        }
    }

    /// Whether each field was told by its name, so that nothing had to be guessed.
    #[must_use]
    pub fn is_told(self) -> bool {
        matches!(
            self,
            Self::Profile | Self::JsonResume | Self::CslJson | Self::Ris | Self::Bib | Self::Page
        )
    }
}

/// How far marks are looked for, in bytes.
const REACH: usize = 1 << 16;

/// By the bytes that files of a kind begin with.
fn by_signature(bytes: &[u8]) -> Result<Option<Form>, Refused> {
    let head = &bytes[..bytes.len().min(1024)];
    if head.windows(5).any(|window| window == b"%PDF-") {
        return Ok(Some(Form::Pdf));
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

/// Whether bytes are no text in any encoding: a text has no zeros, and hardly any control
/// characters but blanks, line ends and form feeds.
fn is_noise(bytes: &[u8]) -> bool {
    let is_control =
        |byte: &&u8| **byte < b' ' && !matches!(**byte, b'\t' | b'\n' | b'\r' | 0xc | 0x1b);
    let controls = bytes.iter().filter(is_control).count();
    memchr::memchr(0, bytes).is_some() || controls * 50 > bytes.len()
}

fn by_content(text: &str, ending: &str) -> Option<Form> {
    let mut after = text.chars().skip(1).filter(|c| !c.is_whitespace());
    let next = after.next();
    let is_json = text.starts_with('{') && matches!(next, Some('"' | '}') | None)
        || text.starts_with('[') && matches!(next, Some('{' | ']'));
    if is_json {
        return Some(match json::outline(text) {
            json::Outline::Csl => Form::CslJson,
            json::Outline::Resume => Form::JsonResume,
            json::Outline::Other => Form::Profile,
        });
    }
    if ending == "json" {
        return Some(Form::Profile);
    }
    if ris::is_ris(text) {
        return Some(Form::Ris);
    }
    let head = near(text);
    let lower = head.get(..15).unwrap_or(head).to_ascii_lowercase();
    if lower.starts_with("<!doctype html") || lower.starts_with("<html") {
        return Some(Form::Html);
    }
    // A page may show LaTeX, and a `.bib` file may hold a preamble.
    let of_its_own = matches!(ending, "md" | "markdown" | "html" | "htm" | "bib");
    if !of_its_own && (head.contains("\\documentclass") || head.contains("\\begin{document}")) {
        return Some(Form::Latex);
    }
    if !of_its_own && markdown::has_front(text) {
        return Some(Form::Markdown);
    }
    None
}

/// By the marks that stand in a text whose name tells nothing.
fn by_marks(text: &str, ending: &str) -> Form {
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
        return Form::Bib;
    }
    if ending == "txt" || ending == "text" {
        return Form::Text;
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
        Form::Text
    } else if html == most {
        Form::Html
    } else if latex == most {
        Form::Latex
    } else if count(&["](http", "\n# ", "\n## ", "**"]) + usize::from(head.starts_with("# ")) > 0 {
        Form::Markdown
    } else {
        // Bullets are in plain texts as well.
        Form::Text
    }
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
    fn content_counts_before_the_name() {
        for (text, name, want) in [
            ("%PDF-1.5 x", "cv.txt", Form::Pdf),
            (r#"{"name": "A"}"#, "a.txt", Form::Profile),
            (r#"{"basics": {}}"#, "resume.json", Form::JsonResume),
            (r#"[{"title": "x"}]"#, "a.json", Form::CslJson),
            (r#"[{"title": "x""#, "a.json", Form::Profile),
            ("nothing", "a.json", Form::Profile),
            ("TY  - JOUR\nER  - ", "a.txt", Form::Ris),
            ("\u{feff}<!DOCTYPE html><p>", "a", Form::Html),
            ("\\documentclass{cv}", "a.txt", Form::Latex),
            ("---\ntitle: x\n---\ntext", "-", Form::Markdown),
            ("% my list\n@article{a, title={x}}", "a.txt", Form::Bib),
            ("@article{a, title={x}}", "a.md", Form::Markdown),
            ("[1] A. Doe", "a.tex", Form::Latex),
            ("words", "a.HTML", Form::Html),
            ("<ul><li>a</li><li>b</li></ul>", "-", Form::Html),
            ("\\section{P}\\item a \\item b", "-", Form::Latex),
            ("# P\n\n- **A** b\n- [c](http://x)", "-", Form::Markdown),
            ("Publications\n- a\n- b\n- c\n- d", "-", Form::Text),
            ("Publications", "cv.txt", Form::Text),
            ("", "cv", Form::Text),
        ] {
            assert_eq!(Form::of(text.as_bytes(), name), Ok(want), "{text}");
        }
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for bytes in [
            &b"PK\x03\x04x"[..],
            b"\x1f\x8bx",
            b"{\\rtf1",
            b"a\0b",
            b"\x01\x02ab",
        ] {
            assert!(Form::of(bytes, "cv.docx").is_err());
        }
        assert_eq!(Form::of(b"words", "cv.pdf"), Err(Refused::NotAPdf));
        assert_eq!(Form::of(b"\xff\xfea\0", "cv.txt"), Ok(Form::Text));
    }
}
