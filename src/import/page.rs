use std::ops::Range;

use super::LineRange;

/// A text as lines, with what its markup states about them. All later steps work on pages and are
/// independent of the file's format.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Page {
    /// The author's name according to the markup: `\name{}`, front matter, a byline.
    pub name: Option<String>,
    /// The title according to the markup.
    pub title: Option<String>,
    /// Whether lines end because the printed page was full. In markup, line ends are intended.
    pub printed: bool,
    /// The lines in reading order without blank ones, which [`Line::begins`] reflects.
    pub lines: Vec<Line>,
}

/// A line of plain text; in markup, a block or the part of it between two hard line breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its lines in the file.
    pub at: LineRange,
    /// What it begins.
    pub begins: Begins,
    /// Its indentation: columns in a plain text, the nesting of its list in markup.
    pub indent: usize,
    /// The number of boxes of markup that were still open when all that ended since the previous
    /// line had ended; `None` if none ended. If each entry is a box, the first lines of entries
    /// have the fewest.
    pub left: Option<usize>,
    /// How it fills its column, if the format states lengths.
    pub room: Option<Room>,
    /// Its text, without line breaks and control characters.
    pub spans: Vec<Span>,
}

/// How a line of proportional type fills its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// The position of its end, in columns as for [`Line::indent`].
    pub end: usize,
    /// The space left at its end, in a unit of the format.
    pub behind: usize,
    /// The width of its first word with a space before it, in the same unit.
    pub first: usize,
}

/// What a line begins according to the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begins {
    /// A heading; 1 is the highest level.
    Heading(u8),
    /// An item of a list or a row of a table, by markup. Plain text has none, since bullets and
    /// numbers are part of its text.
    Item,
    /// A paragraph, by markup or after a blank line.
    Paragraph,
    /// A page, before which a running foot may have been removed.
    Page,
    /// Nothing: it continues after a line break.
    Nothing,
}

/// A part of a line with one style.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Span {
    /// The text. Spaces inside it are kept because they may separate columns.
    pub text: String,
    /// Its style.
    pub style: TextStyle,
    /// The URL, if it is a link.
    pub link: Option<String>,
    /// The formulas in its text, in order, if the format has TeX.
    pub formulas: Vec<Formula>,
}

/// A formula that a text has as plain text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    /// Its bytes in the text.
    pub at: Range<usize>,
    /// Its TeX, with dollar signs: `$_2$`.
    pub tex: String,
}

/// The style of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a property of its own, as in type itself"
)]
pub struct TextStyle {
    /// Bold.
    pub bold: bool,
    /// Italic, slanted or emphasised.
    pub italic: bool,
    /// Underlined.
    pub underlined: bool,
    /// A button, badge or label by the markup.
    pub label: bool,
    /// The field of an entry that it is by the markup.
    pub named: Option<FieldRole>,
}

/// A field of an entry named by markup: `<div class="pub-title">`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldRole {
    /// The title.
    Title,
    /// The authors.
    Authors,
    /// Journal, proceedings or publisher.
    Venue,
}

impl Line {
    /// Returns the text without styles.
    #[must_use]
    pub fn text(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }
}

/// Formats a line for tests: what it begins (`*` an item, `¶` a paragraph, a number a heading), its
/// indentation, and its text with marks for style: `*bold*`, `/italic/`, `_underlined_`, `[label]`,
/// `(link)`.
#[cfg(test)]
pub(super) fn shown(line: &Line) -> String {
    let mut out = match line.begins {
        Begins::Heading(level) => level.to_string(),
        Begins::Item => "*".to_owned(),
        Begins::Paragraph => "¶".to_owned(),
        Begins::Page => "#".to_owned(),
        Begins::Nothing => " ".to_owned(),
    };
    if line.indent > 0 {
        out.extend([line.indent.to_string().as_str(), " "]);
    }
    out.push('|');
    for span in &line.spans {
        let style = span.style;
        let mut text = span.text.clone();
        for (is, open, close) in [
            (style.bold, '*', '*'),
            (style.italic, '/', '/'),
            (style.underlined, '_', '_'),
            (style.label, '[', ']'),
            (span.link.is_some(), '(', ')'),
        ] {
            if is {
                text = format!("{open}{text}{close}");
            }
        }
        out.push_str(&text);
    }
    out
}
