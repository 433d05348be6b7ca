use std::collections::{BTreeMap, BTreeSet};

use super::{Begins, Formula, Line, LineRange, Page, Span, TextStyle, plain::is_invisible};

/// Builds a page from the pieces that the reader of a markup language finds.
///
/// Spaces are treated as in print: a run of them is one space, and a line neither begins nor ends
/// with one.
#[derive(Debug, Default)]
pub(super) struct Composer {
    lines: Vec<Line>,
    spans: Vec<Span>,
    at: Option<LineRange>,
    begins: Option<(Begins, usize)>,
    /// The fewest boxes that were open since the last text, if any ended.
    left: Option<usize>,
    /// The same for the line under construction.
    left_before: Option<usize>,
    /// The level of a heading that the next item begins.
    within: Option<u8>,
    /// The lines that begin both an item and a heading, with the heading's level.
    headed: BTreeMap<usize, u8>,
    /// The lines that begin several items at once, one within the other.
    shared: BTreeSet<usize>,
    /// Whether the next line will be one of these.
    is_shared: bool,
    /// The number of lines that begin an item as long as an entry.
    items: usize,
}

/// The shortest item, in bytes, that may be an entry.
const LONG_ITEM: usize = 40;

impl Composer {
    /// Makes the next text begin something, nested `indent` deep in lists. If several things begin
    /// at one place, the most significant counts: an item's first paragraph is that item.
    pub(super) fn begin(&mut self, begins: Begins, indent: usize) {
        self.end_line();
        self.is_shared |= begins == Begins::Item && matches!(self.begins, Some((Begins::Item, _)));
        let weightier = self
            .begins
            .is_none_or(|(known, _)| weight(begins) >= weight(known));
        if weightier {
            self.begins = Some((begins, indent));
        }
        match begins {
            Begins::Heading(level) => self.within = Some(level),
            Begins::Item => self.within = None,
            _ => {}
        }
    }

    /// Returns the number of lines and of items as long as an entry.
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.lines.len(), self.items)
    }

    /// Makes the line with this number begin an item.
    pub(super) fn make_item(&mut self, line: usize) {
        if let Some(line) = self.lines.get_mut(line) {
            line.begins = Begins::Item;
        }
    }

    /// Undoes that a line begins an item, because the element that seemed to be one contains items. One of these may
    /// begin with the same line.
    pub(super) fn make_none(&mut self, line: usize) {
        let level = self.headed.get(&line).copied();
        let is_shared = self.shared.contains(&line);
        if let Some(line) = self.lines.get_mut(line)
            && line.begins == Begins::Item
            && !is_shared
        {
            line.begins = level.map_or(Begins::Paragraph, Begins::Heading);
        }
    }

    /// Undoes that the next text begins something, as after the last row of a table.
    pub(super) fn begins_nothing(&mut self) {
        self.end_line();
        self.begins = None;
        self.is_shared = false;
    }

    /// Ends the line but not the block it is in.
    pub(super) fn end_line(&mut self) {
        if let Some(last) = self.spans.last_mut() {
            let length = last.text.trim_end().len();
            last.text.truncate(length);
            last.formulas.retain_mut(|formula| {
                formula.at.end = formula.at.end.min(length);
                formula.at.start <= length
            });
            if last.text.is_empty() {
                self.spans.pop();
            }
        }
        let Some(at) = self.at.take() else { return };
        if self.spans.is_empty() {
            return;
        }
        let indent = self.lines.last().map_or(0, |line| line.indent);
        let (begins, indent) = self.begins.take().unwrap_or((Begins::Nothing, indent));
        let within = self.within.take();
        if std::mem::take(&mut self.is_shared) {
            self.shared.insert(self.lines.len());
        }
        if begins == Begins::Item {
            let length: usize = self.spans.iter().map(|span| span.text.len()).sum();
            self.items += usize::from(length >= LONG_ITEM);
            if let Some(level) = within {
                self.headed.insert(self.lines.len(), level);
            }
        }
        self.lines.push(Line {
            at,
            begins,
            indent,
            left: self.left_before.take(),
            room: None,
            spans: std::mem::take(&mut self.spans),
        });
    }

    /// Adds text from line `at` of the file.
    pub(super) fn text(&mut self, text: &str, style: TextStyle, link: Option<&str>, at: usize) {
        let mut clean = String::with_capacity(text.len());
        let mut blank = self.ends_blank();
        for c in text.chars() {
            if c.is_whitespace() {
                if !blank {
                    clean.push(' ');
                }
                blank = true;
            } else if !c.is_control() && !is_invisible(c) {
                clean.push(c);
                blank = false;
            }
        }
        self.push(&clean, style, link, at);
    }

    /// Adds the text of a formula, with its TeX.
    pub(super) fn formula(
        &mut self,
        text: &str,
        tex: String,
        style: TextStyle,
        link: Option<&str>,
        at: usize,
    ) {
        let is_own = |span: &&mut Span| span.style == style && span.link.as_deref() == link;
        let mut own = self.spans.last_mut().filter(is_own);
        let start = own.as_mut().map_or(0, |span| span.text.len());
        self.text(text, style, link, at);
        if let Some(span) = self.spans.last_mut().filter(is_own) {
            let at = start..span.text.len();
            span.formulas.push(Formula { at, tex });
        }
    }

    /// Adds lines unchanged, the first of which is from line `first` of the file.
    pub(super) fn lines(&mut self, lines: Vec<Line>, first: usize) {
        self.end_line();
        for mut line in lines {
            line.at.first += first.saturating_sub(1);
            line.at.last += first.saturating_sub(1);
            line.left = self.left.take();
            if let Some((begins, _)) = self.begins.take()
                && line.begins == Begins::Nothing
            {
                line.begins = begins;
            }
            self.within = None;
            self.is_shared = false;
            self.lines.push(line);
        }
    }

    /// Adds a gap between columns, which is kept apart from a space.
    pub(super) fn gap(&mut self, at: usize) {
        if !self.spans.is_empty() && !self.text_so_far().ends_with("   ") {
            let blanks = if self.ends_blank() { "  " } else { "   " };
            self.push(blanks, TextStyle::default(), None, at);
        }
    }

    /// Ends a box, after which `open` boxes are still open.
    pub(super) fn leave(&mut self, open: usize) {
        self.left = Some(self.left.map_or(open, |left| left.min(open)));
    }

    /// Whether a line that is no heading is in this range of lines.
    pub(super) fn has_text(&self, from: usize, to: usize) -> bool {
        self.lines.get(from..to).is_some_and(|lines| {
            lines
                .iter()
                .any(|line| !matches!(line.begins, Begins::Heading(_)))
        })
    }

    /// Extends the last text to this line of the file.
    pub(super) fn reaches(&mut self, line: usize) {
        if let Some(at) = &mut self.at {
            at.last = at.last.max(line);
        }
    }

    /// Returns the text of the previous line.
    pub(super) fn last_text(&self) -> String {
        self.lines.last().map(Line::text).unwrap_or_default()
    }

    /// Removes the previous line and whatever it began.
    pub(super) fn drop_last_line(&mut self) {
        if let Some(line) = self.lines.pop() {
            self.headed.remove(&self.lines.len());
            self.shared.remove(&self.lines.len());
            self.left = match (line.left, self.left) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
        }
    }

    /// Whether the previous line is a heading.
    pub(super) fn is_below_heading(&self) -> bool {
        self.is_at_start()
            && self
                .lines
                .last()
                .is_some_and(|line| matches!(line.begins, Begins::Heading(_)))
    }

    /// Whether the next text begins an item.
    pub(super) fn is_at_item(&self) -> bool {
        self.is_at_start() && matches!(self.begins, Some((Begins::Item, _)))
    }

    /// Whether the line has no text yet.
    pub(super) fn is_at_start(&self) -> bool {
        self.spans.is_empty()
    }

    /// Returns the page.
    pub(super) fn finish(mut self, name: Option<String>) -> Page {
        self.end_line();
        Page {
            name,
            title: None,
            printed: false,
            lines: self.lines,
        }
    }

    fn push(&mut self, text: &str, style: TextStyle, link: Option<&str>, at: usize) {
        if text.is_empty() {
            return;
        }
        if self.at.is_none() {
            self.left_before = self.left.take();
        }
        let lines = self.at.get_or_insert(LineRange {
            first: at,
            last: at,
        });
        lines.first = lines.first.min(at);
        lines.last = lines.last.max(at);
        match self.spans.last_mut() {
            Some(last) if last.style == style && last.link.as_deref() == link => {
                last.text.push_str(text);
            }
            _ => self.spans.push(Span {
                text: text.to_owned(),
                style,
                link: link.map(str::to_owned),
                formulas: Vec::new(),
            }),
        }
    }

    fn text_so_far(&self) -> &str {
        self.spans.last().map_or("", |span| span.text.as_str())
    }

    /// Whether the next text has a blank before it, or nothing.
    pub(super) fn ends_blank(&self) -> bool {
        self.spans.is_empty() || self.text_so_far().ends_with(' ')
    }
}

fn weight(begins: Begins) -> u8 {
    match begins {
        Begins::Nothing => 0,
        Begins::Paragraph => 1,
        Begins::Page => 2,
        Begins::Heading(_) => 3,
        Begins::Item => 4,
    }
}

/// Converts byte positions, which mostly increase, into line numbers.
#[derive(Debug)]
pub(super) struct Counter<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Counter<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self {
            text: text.as_bytes(),
            at: 0,
            line: 1,
        }
    }

    /// Returns the line, from 1, of the byte `at`.
    pub(super) fn line(&mut self, at: usize) -> usize {
        let at = at.min(self.text.len());
        let breaks = |range: &[u8]| memchr::memchr_iter(b'\n', range).count();
        if at >= self.at {
            self.line += breaks(&self.text[self.at..at]);
        } else {
            self.line -= breaks(&self.text[at..self.at]);
        }
        self.at = at;
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_are_collapsed_as_in_print() {
        let mut page = Composer::default();
        page.begin(Begins::Paragraph, 0);
        page.begin(Begins::Item, 1);
        page.begin(Begins::Paragraph, 1);
        page.text(" A \n b", TextStyle::default(), None, 3);
        page.text(" c\u{ad}d\u{7}\u{a0}", TextStyle::default(), None, 4);
        page.gap(4);
        page.text(" e ", TextStyle::default(), None, 4);
        page.end_line();
        page.text("f", TextStyle::default(), None, 5);
        let page = page.finish(None);
        let shown: Vec<_> = page
            .lines
            .iter()
            .map(|line| (line.text(), line.begins, line.indent, line.at.first))
            .collect();
        assert_eq!(
            shown,
            [
                ("A b cd   e".to_owned(), Begins::Item, 1, 3),
                ("f".to_owned(), Begins::Nothing, 1, 5)
            ]
        );
    }

    #[test]
    fn line_numbers_of_positions_in_any_order() {
        let mut lines = Counter::of("a\nb\nc");
        assert_eq!([4, 0, 2, 9].map(|at| lines.line(at)), [3, 1, 2, 3]);
    }
}
