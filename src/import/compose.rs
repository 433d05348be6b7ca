use std::collections::BTreeMap;

use super::{Begins, Line, Lines, Page, Span, Style, plain::is_invisible};

/// Puts a page together out of what the reader of a markup finds, piece by piece.
///
/// Blanks are as in print: a run of them is one, and none begins or ends a line.
#[derive(Debug, Default)]
pub(super) struct Composer {
    lines: Vec<Line>,
    spans: Vec<Span>,
    at: Option<Lines>,
    begins: Option<(Begins, usize)>,
    /// The fewest boxes that were open since the last text, if any ended.
    left: Option<usize>,
    /// The same, of the line that is being put together.
    left_before: Option<usize>,
    /// The level of a heading that is to begin with an item.
    within: Option<u8>,
    /// The lines that begin an item and a heading, with its level.
    headed: BTreeMap<usize, u8>,
    /// How many lines begin an item and are as long as an entry.
    items: usize,
}

/// An item as long as this, in bytes, may be an entry.
const LONG_ITEM: usize = 40;

impl Composer {
    /// What comes next begins something, `indent` deep in lists. Of what begins at one place the
    /// weightier counts: the paragraph that an item begins with is that item.
    pub(super) fn begin(&mut self, begins: Begins, indent: usize) {
        self.end_line();
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

    /// How many lines there are, and how many items as long as an entry.
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.lines.len(), self.items)
    }

    /// The line with this number begins an item.
    pub(super) fn make_item(&mut self, line: usize) {
        if let Some(line) = self.lines.get_mut(line) {
            line.begins = Begins::Item;
        }
    }

    /// The line with this number began no item, since what seemed to be one holds items.
    pub(super) fn make_none(&mut self, line: usize) {
        let level = self.headed.get(&line).copied();
        if let Some(line) = self.lines.get_mut(line)
            && line.begins == Begins::Item
        {
            line.begins = level.map_or(Begins::Paragraph, Begins::Heading);
        }
    }

    /// What was to begin with the next text does not: the row behind the last of a table.
    pub(super) fn begins_nothing(&mut self) {
        self.end_line();
        self.begins = None;
    }

    /// The line ends, and what it stands in goes on.
    pub(super) fn end_line(&mut self) {
        if let Some(last) = self.spans.last_mut() {
            last.text.truncate(last.text.trim_end().len());
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

    /// Text that stands on the line `at` of the file.
    pub(super) fn text(&mut self, text: &str, style: Style, link: Option<&str>, at: usize) {
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

    /// Lines as they are, the first of which stands on the line `first` of the file.
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
            self.lines.push(line);
        }
    }

    /// A gap between columns, which stays apart from a blank.
    pub(super) fn gap(&mut self, at: usize) {
        if !self.spans.is_empty() && !self.text_so_far().ends_with("   ") {
            let blanks = if self.ends_blank() { "  " } else { "   " };
            self.push(blanks, Style::default(), None, at);
        }
    }

    /// A box ended, and so many are still open around it.
    pub(super) fn leave(&mut self, open: usize) {
        self.left = Some(self.left.map_or(open, |left| left.min(open)));
    }

    /// Whether a line that is no heading stands between these two, the second left out.
    pub(super) fn has_text(&self, from: usize, to: usize) -> bool {
        self.lines.get(from..to).is_some_and(|lines| {
            lines
                .iter()
                .any(|line| !matches!(line.begins, Begins::Heading(_)))
        })
    }

    /// The text that was put last reaches to this line of the file.
    pub(super) fn reaches(&mut self, line: usize) {
        if let Some(at) = &mut self.at {
            at.last = at.last.max(line);
        }
    }

    /// The text of the line before.
    pub(super) fn last_text(&self) -> String {
        self.lines.last().map(Line::text).unwrap_or_default()
    }

    /// Takes the line before back, with what it began.
    pub(super) fn drop_last_line(&mut self) {
        if let Some(line) = self.lines.pop() {
            self.headed.remove(&self.lines.len());
            self.left = match (line.left, self.left) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
        }
    }

    /// Whether the line before is a heading.
    pub(super) fn is_below_heading(&self) -> bool {
        self.is_at_start()
            && self
                .lines
                .last()
                .is_some_and(|line| matches!(line.begins, Begins::Heading(_)))
    }

    /// Whether an item is to begin with the next text.
    pub(super) fn is_at_item(&self) -> bool {
        self.is_at_start() && matches!(self.begins, Some((Begins::Item, _)))
    }

    /// Whether nothing stands on the line yet.
    pub(super) fn is_at_start(&self) -> bool {
        self.spans.is_empty()
    }

    /// The page.
    pub(super) fn finish(mut self, name: Option<String>) -> Page {
        self.end_line();
        Page {
            name,
            title: None,
            printed: false,
            lines: self.lines,
        }
    }

    fn push(&mut self, text: &str, style: Style, link: Option<&str>, at: usize) {
        if text.is_empty() {
            return;
        }
        if self.at.is_none() {
            self.left_before = self.left.take();
        }
        let lines = self.at.get_or_insert(Lines {
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
            }),
        }
    }

    fn text_so_far(&self) -> &str {
        self.spans.last().map_or("", |span| span.text.as_str())
    }

    fn ends_blank(&self) -> bool {
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

/// Counts lines for positions in a text that mostly grow.
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

    /// The line, from 1, on which the byte `at` stands.
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
    fn blanks_are_as_in_print() {
        let mut page = Composer::default();
        page.begin(Begins::Paragraph, 0);
        page.begin(Begins::Item, 1);
        page.begin(Begins::Paragraph, 1);
        page.text(" A \n b", Style::default(), None, 3);
        page.text(" c\u{ad}d\u{7}\u{a0}", Style::default(), None, 4);
        page.gap(4);
        page.text(" e ", Style::default(), None, 4);
        page.end_line();
        page.text("f", Style::default(), None, 5);
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
    fn lines_are_counted_both_ways() {
        let mut lines = Counter::of("a\nb\nc");
        assert_eq!([4, 0, 2, 9].map(|at| lines.line(at)), [3, 1, 2, 3]);
    }
}
