use super::Lines;

/// A text as the reader of its format leaves it: lines, and what markup said about them. The forms
/// of markup end here; what makes a list of publications of the lines knows none of them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Page {
    /// The name that markup gives as the author's: `\name{}`, front matter, a byline.
    pub name: Option<String>,
    /// The title that markup gives the page.
    pub title: Option<String>,
    /// Whether its lines are those of print, which end where the page was full. In markup a line
    /// that ends was ended on purpose.
    pub printed: bool,
    /// The lines in reading order. Blank ones are left out: what they told is in
    /// [`Line::begins`].
    pub lines: Vec<Line>,
}

/// One line of print: a line of a plain text; in markup a block, or a part of it between two hard
/// line breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Where it stands in the file.
    pub at: Lines,
    /// What begins with it.
    pub begins: Begins,
    /// By how many columns it is set in, in a plain text; how deep its list is nested, in markup.
    pub indent: usize,
    /// How many boxes of markup were still open when all that ended before it had ended, if any did
    /// since the line before. Of entries that are a box each, the first lines have the fewest.
    pub left: Option<usize>,
    /// How it fills its column of print, where the format tells lengths.
    pub room: Option<Room>,
    /// Its text in order, without line breaks and without control characters; put together, the
    /// line.
    pub spans: Vec<Span>,
}

/// How a line of proportional type fills its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Where it ends, in columns as [`Line::indent`] counts them.
    pub end: usize,
    /// What room is left behind it, in a unit of the format.
    pub behind: usize,
    /// What room its first word takes with a blank before it, in the same unit.
    pub first: usize,
}

/// What a line begins, so far as the format says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begins {
    /// A heading; 1 is the highest.
    Heading(u8),
    /// An item of a list or a row of a table, by markup. (A plain text has none: bullets and
    /// numbers stand in its spans.)
    Item,
    /// A paragraph: markup says so, or a blank line stands before it.
    Paragraph,
    /// A page, before which a running foot may have been dropped.
    Page,
    /// Nothing: it goes on after a line break.
    Nothing,
}

/// A stretch of a line in one style.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Span {
    /// The text; inner spaces are kept, since columns may be told apart by them.
    pub text: String,
    /// How it is set.
    pub style: Style,
    /// Where it leads, if it is a link.
    pub link: Option<String>,
}

/// How a stretch of text is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a property of its own, as in type itself"
)]
pub struct Style {
    /// Bold.
    pub bold: bool,
    /// Italic, slanted or emphasised.
    pub italic: bool,
    /// Underlined.
    pub underlined: bool,
    /// A button, a badge or a label by the markup.
    pub label: bool,
    /// The field of an entry that the markup calls it.
    pub named: Option<Named>,
}

/// A field of an entry by what markup calls it: `<div class="pub-title">`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// The title.
    Title,
    /// The authors.
    Authors,
    /// Journal, proceedings or publisher.
    Venue,
}

impl Line {
    /// The text without its styles.
    #[must_use]
    pub fn text(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }
}

/// A line in short for tests: what it begins (`*` an item, `¶` a paragraph, a number for a
/// heading), its indent, and its text with marks for style: `*bold*`, `/italic/`, `_underlined_`,
/// `[label]`, `(link)`.
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
