//! Text in works that can't be printed as it is, or looks like an attack on a reader.

use std::collections::BTreeSet;
use std::fmt;

use super::OutputFormat;
use super::bibtex::Dialect;
use crate::model::{Run, Work};
use crate::text::latex::{self, Charset, tidy};

/// Text in a work that was replaced or escaped because it is unprintable or unsafe.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Oddity {
    /// The work's key.
    pub key: String,
    /// The field: `title`.
    pub part: &'static str,
    /// The text and how it was written instead.
    pub kind: OddityKind,
}

/// The kind of oddity.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum OddityKind {
    /// A control character or a mark that changes the direction of writing.
    Unseen(char),
    /// An emoji, for which TeX has no character.
    Emoji,
    /// A command with which TeX would read or write files or redefine itself: `\input`.
    Command(String),
    /// A letter for which classic BibTeX has no command.
    Letter(char),
    /// A character for which classic BibTeX has no command, and its replacement.
    Nearest(char, String),
    /// A letter with a command that needs another font encoding than LaTeX's default.
    Encoding(char),
    /// A character that a source had lost already (U+FFFD).
    Lost,
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry `{}`, {}: ", self.key, self.part)?;
        match &self.kind {
            OddityKind::Unseen(c) => write!(
                f,
                "an invisible character (U+{:04X}), which is omitted",
                u32::from(*c)
            ),
            OddityKind::Emoji => f.write_str("a picture, which is written [emoji]"),
            OddityKind::Command(name) => write!(f, "`{name}`, which is printed and does nothing"),
            OddityKind::Letter(c) => write!(
                f,
                "letters such as `{c}`, which classic BibTeX can't write and pdfLaTeX can't print; --format biblatex can"
            ),
            OddityKind::Nearest(c, tex) if tex.is_empty() => write!(
                f,
                "the mark U+{:04X}, which pdfLaTeX's fonts lack, is left out; --format biblatex keeps it",
                u32::from(*c)
            ),
            OddityKind::Nearest(c, tex) => write!(
                f,
                "`{c}`, which pdfLaTeX's fonts lack, is written `{tex}`; --format biblatex keeps it"
            ),
            OddityKind::Encoding(c) => write!(
                f,
                "letters such as `{c}` stop pdfLaTeX in a document without \\usepackage[T1]{{fontenc}}"
            ),
            OddityKind::Lost => f.write_str("a character that was lost before (U+FFFD)"),
        }
    }
}

/// Commands that read, write, or change the meaning of later text.
const COMMANDS: [&str; 22] = [
    "\\begin",
    "\\catcode",
    "\\closeout",
    "\\csname",
    "\\def",
    "\\directlua",
    "\\end",
    "\\edef",
    "\\gdef",
    "\\immediate",
    "\\include",
    "\\includegraphics",
    "\\input",
    "\\let",
    "\\newcommand",
    "\\openin",
    "\\openout",
    "\\read",
    "\\renewcommand",
    "\\special",
    "\\usepackage",
    "\\write",
];

/// Returns the oddities in `works` that concern `format`, sorted by key. Fields that the person
/// wrote are not checked.
#[must_use]
pub fn oddities(works: &[&Work], format: OutputFormat) -> Vec<Oddity> {
    let classic = format == OutputFormat::Bib(Dialect::Bibtex);
    let mut found = BTreeSet::new();
    for work in works {
        for (part, text) in texts(work) {
            for kind in odd(&text, classic) {
                let key = work.key.clone();
                found.insert(Oddity { key, part, kind });
            }
        }
    }
    // The need for a font encoding is reported once.
    let mut said = false;
    found.retain(|one| match one.kind {
        OddityKind::Encoding(_) => !std::mem::replace(&mut said, true),
        _ => true,
    });
    found.into_iter().collect()
}

fn texts(work: &Work) -> Vec<(&'static str, String)> {
    let meta = &work.meta;
    // The letters of a formula have commands of their own.
    let title = |runs: &[Run]| -> String {
        let shown = runs.iter().map(|run| match run {
            Run::Math(tex) if !tex.is_ascii() => "",
            run => run.text(),
        });
        shown.collect()
    };
    let names = |list: &[crate::model::Contributor]| {
        let names = list.iter().map(|one| one.name.to_string());
        names.collect::<Vec<_>>().join("; ")
    };
    let mut texts = vec![
        ("title", title(meta.title.runs())),
        ("authors", names(&meta.authors)),
    ];
    if let Some(venue) = &meta.venue {
        texts.push(("venue", title(venue.runs())));
    }
    let optional = [
        ("series", &meta.series),
        ("publisher", &meta.publisher),
        ("address", &meta.address),
        ("institution", &meta.institution),
        ("note", &meta.note),
    ];
    let known = optional
        .into_iter()
        .filter_map(|(part, text)| Some((part, text.clone()?)));
    texts.extend(known);
    texts
}

fn odd(text: &str, classic: bool) -> Vec<OddityKind> {
    if text.is_ascii() && !text.contains(|c: char| c.is_control() || c == '\\') {
        return Vec::new();
    }
    let mut found = Vec::new();
    let unseen = text.chars().find(|c| {
        c.is_control() && !c.is_whitespace()
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    });
    found.extend(unseen.map(OddityKind::Unseen));
    if text.contains('\u{fffd}') {
        found.push(OddityKind::Lost);
    }
    let tidied = tidy(text);
    if tidied.contains("[emoji]") && !text.contains("[emoji]") {
        found.push(OddityKind::Emoji);
    }
    for (at, _) in text.match_indices('\\') {
        let rest = &text[at + 1..];
        let length = rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let name = &text[at..=at + length];
        if COMMANDS.contains(&name) {
            found.push(OddityKind::Command(name.to_owned()));
        }
    }
    if classic && !tidied.is_ascii() {
        let written = latex::text(&tidied, Charset::Ascii);
        found.extend(
            written
                .chars()
                .find(|c| !c.is_ascii())
                .map(OddityKind::Letter),
        );
        let nearest = latex::approximated(&tidied).into_iter();
        found.extend(nearest.map(|(c, tex)| OddityKind::Nearest(c, tex)));
        found.extend(latex::needs_t1(&tidied).map(OddityKind::Encoding));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::samples;
    use crate::model::Title;

    fn said(title: &str, format: OutputFormat) -> Vec<String> {
        let mut work = samples::work("k");
        work.meta.title = Title::plain(title);
        let found = oddities(&[&work], format);
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn oddities_are_reported() {
        let classic = OutputFormat::Bib(Dialect::Bibtex);
        assert_eq!(
            said("\u{202e}evil \\write18{rm} 基于 \u{7}😀", classic),
            [
                "entry `k`, title: an invisible character (U+202E), which is omitted",
                "entry `k`, title: a picture, which is written [emoji]",
                "entry `k`, title: `\\write`, which is printed and does nothing",
                "entry `k`, title: letters such as `基`, which classic BibTeX can't write and pdfLaTeX can't print; --format biblatex can",
            ]
        );
        assert_eq!(
            said("Hữu ɹ x\u{325} ęę", classic),
            [
                "entry `k`, title: `ɹ`, which pdfLaTeX's fonts lack, is written `r`; --format biblatex keeps it",
                "entry `k`, title: the mark U+0325, which pdfLaTeX's fonts lack, is left out; --format biblatex keeps it",
                "entry `k`, title: `ữ`, which pdfLaTeX's fonts lack, is written `{\\~u}`; --format biblatex keeps it",
                "entry `k`, title: letters such as `ę` stop pdfLaTeX in a document without \\usepackage[T1]{fontenc}",
            ]
        );
        assert!(said("Hữu ɹ ę", OutputFormat::Bib(Dialect::Biblatex)).is_empty());
        assert!(said("基于", OutputFormat::Ris).is_empty());
        assert!(said("Plain – Zoë’s \\alpha α", classic).is_empty());
    }
}
