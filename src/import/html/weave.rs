use std::collections::BTreeMap;

use html5gum::{DefaultEmitter, Token, Tokenizer};

use super::{
    element::{self, ElementAttributes, Flow, Visibility},
    items_inside::items_inside,
    signs::{Raised, is_bibtex, is_button, is_foreign, is_print, off_the_line},
    terms::Terms,
    title::name_in_title,
};
use crate::import::{
    Begins, Page, TextStyle,
    compose::{Composer, Counter},
    plain,
};

/// Reads the lines of an HTML page.
#[must_use]
pub(in crate::import) fn page(text: &str) -> Page {
    let mut weaver = Weaver::default();
    weaver.html(text, 1);
    // A script shows the lists of a page that hides all it has: tabs, of which none is open yet.
    if weaver.hides_list && weaver.page.counts().1 == 0 {
        weaver = Weaver {
            shows_lists: true,
            ..Weaver::default()
        };
        weaver.html(text, 1);
    }
    weaver.finish()
}

/// Converts tags and text into a page. It keeps a list of open elements and no tree, so that no
/// nesting is too deep, and ignores end tags without a beginning.
#[derive(Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each tells one thing of the page so far"
)]
pub(in crate::import) struct Weaver {
    page: Composer,
    open: Vec<Open>,
    /// The number of open elements by name, which makes stray end tags cheap.
    names: BTreeMap<String, usize>,
    /// The number of boxes opened since the last text.
    boxes: usize,
    /// The number of line breaks since the last text.
    breaks: usize,
    terms: Terms,
    /// The length of the text of the open link, or of the last one if no text followed.
    linked: usize,
    /// Whether a link as long as an entry ended since the last text.
    after_link: bool,
    /// Whether a `span` with a class and with several words ended since the last text.
    after_part: bool,
    /// Whether another one has begun since.
    begins_part: bool,
    /// The heading of a collapsed section (`<summary>`) while it is open.
    summary: String,
    /// The number of lines that are preformatted.
    printed: usize,
    /// The text of code, collected until it is known whether it is BibTeX.
    code: String,
    code_at: usize,
    /// Whether boxes that are hidden are read if they hold a list.
    shows_lists: bool,
    /// Whether there is such a box.
    hides_list: bool,
    /// The page's `title`.
    title: String,
    name: Option<String>,
}

/// An open element and its state.
#[derive(Debug, Clone, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each tells one thing of the element"
)]
struct Open {
    name: String,
    style: TextStyle,
    link: Option<usize>,
    href: Option<String>,
    hidden: bool,
    code: bool,
    raised: Raised,
    depth: usize,
    boundary: bool,
    /// The line on which it began, if it is a field of an entry.
    field: Option<usize>,
    in_item: bool,
    names_the_person: bool,
    /// Whether it is a `span` with a class: a style sheet may set it on a line of its own.
    is_part: bool,
    /// Whether it has several words.
    has_words: bool,
    /// The number of lines and long items of the page when it began.
    before: (usize, usize),
    /// The number of open boxes including it.
    boxes: usize,
    /// The number of boxes directly inside it that are entries by their class, and the line of the
    /// last.
    entries: (usize, usize),
}

impl Weaver {
    /// Reads a fragment of HTML that begins on line `first` of the file. Elements may stay open
    /// until a later fragment.
    pub(in crate::import) fn html(&mut self, text: &str, first: usize) {
        let mut lines = Counter::of(text);
        let mut items = items_inside(text).into_iter();
        let emitter = DefaultEmitter::<usize>::new_with_span();
        for token in Tokenizer::new_with_emitter(text, emitter) {
            let Ok(token) = token;
            match token {
                Token::StartTag(tag) => {
                    let at = first - 1 + lines.line(tag.span.start);
                    let name = String::from_utf8_lossy(&tag.name).into_owned();
                    let given = tag.attributes.iter().map(|(name, value)| {
                        (
                            String::from_utf8_lossy(name).into_owned(),
                            String::from_utf8_lossy(&value.value).into_owned(),
                        )
                    });
                    let attributes = ElementAttributes {
                        items: items.next().unwrap_or(0),
                        ..ElementAttributes::of(given)
                    };
                    self.open(&name, attributes, at);
                    if tag.self_closing && is_foreign(&name) {
                        self.close(&name);
                    }
                }
                // The HTML standard (13.2.6.4.7) takes this mistake for the start tag.
                Token::EndTag(tag) if tag.name.as_slice() == b"br" => {
                    let at = first - 1 + lines.line(tag.span.start);
                    self.open("br", ElementAttributes::default(), at);
                }
                Token::EndTag(tag) => self.close(&String::from_utf8_lossy(&tag.name)),
                Token::String(text) => {
                    let at = first - 1 + lines.line(text.span.start);
                    self.text(&String::from_utf8_lossy(&text.value), at);
                }
                Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
            }
        }
    }

    /// Begins an element.
    pub(in crate::import) fn open(&mut self, name: &str, attributes: ElementAttributes, at: usize) {
        self.close_implied(name);
        if let Some((kind, content)) = &attributes.meta
            && kind.eq_ignore_ascii_case("author")
        {
            self.name.get_or_insert_with(|| content.clone());
        }
        let around = self.open.last().cloned().unwrap_or_default();
        let kept = self.kept(name, &attributes);
        let hidden = around.hidden || kept == Visibility::Nothing;
        let flow = element::flow(name, &attributes);
        if !hidden || flow == Flow::Heading(1) {
            self.flow(flow, around.depth, at);
        }
        // A cell after one with several lines is not a column of it.
        let lines = self.page.counts().0;
        if flow == Flow::Cell && lines >= around.before.0 + LINES {
            self.page.end_line();
        }
        if element::is_void(name) {
            return;
        }
        // Adjacent links that are each as long as an entry form a list without other markup.
        if name == "a" && self.after_link {
            self.page.end_line();
            self.page.begin(Begins::Paragraph, around.depth);
        }
        let is_label = flow == Flow::Inline && element::label(name, &attributes);
        // Labels in a box of labels are as apart as those in a line.
        let is_part = name == "span" && !attributes.classes.is_empty();
        self.begins_part |= is_part && self.after_part && !hidden;
        let is_field = !hidden
            && (is_label
                || flow == Flow::Inline && around.style.label
                || element::is_field(name, &attributes));
        if is_field {
            self.page.gap(at);
        }
        let names_the_person = attributes
            .classes
            .iter()
            .any(|class| ["author__name", "p-name"].contains(&class.as_str()));
        let link = if attributes.href.is_some() {
            Some(self.open.len())
        } else {
            around.link
        };
        let boundary = !matches!(flow, Flow::Inline | Flow::Break);
        if !hidden
            && flow == Flow::Item
            && element::is_box(name)
            && let Some(around) = self.open.last_mut()
        {
            around.entries = (around.entries.0 + 1, lines);
        }
        *self.names.entry(name.to_owned()).or_default() += 1;
        self.open.push(Open {
            name: name.to_owned(),
            style: element::style(name, &attributes, around.style),
            link,
            href: attributes.href,
            hidden,
            code: around.code || kept == Visibility::Code,
            raised: match name {
                "sup" => Raised::Up,
                "sub" => Raised::Down,
                _ => around.raised,
            },
            depth: around.depth + usize::from(flow == Flow::List),
            boundary,
            boxes: around.boxes + usize::from(boundary),
            entries: (0, 0),
            field: is_field.then_some(at),
            in_item: around.in_item || flow == Flow::Item,
            names_the_person,
            is_part,
            has_words: false,
            before: self.page.counts(),
        });
        if name == "a" {
            self.linked = 0;
        }
        if name == "dl" {
            self.terms.begin_list();
        }
        if name == "summary" {
            self.summary.clear();
        }
    }

    /// How the content of an element is treated on this page.
    fn kept(&mut self, name: &str, attributes: &ElementAttributes) -> Visibility {
        let kept = element::kept(name, attributes);
        let hides_list =
            kept == Visibility::Nothing && element::is_box(name) && element::is_list(attributes);
        self.hides_list |= hides_list;
        if hides_list && self.shows_lists {
            Visibility::Whole
        } else {
            kept
        }
    }

    /// Ends an element and those left open inside it.
    pub(in crate::import) fn close(&mut self, name: &str) {
        if self.names.get(name).is_none_or(|count| *count == 0) {
            return;
        }
        while let Some(open) = self.pop() {
            if open.name == name {
                break;
            }
        }
    }

    /// Adds text that begins on line `at`.
    pub(in crate::import) fn text(&mut self, text: &str, at: usize) {
        let Some(inner) = self.open.last() else {
            return self.put(text, at);
        };
        if inner.name == "title" && self.title.len() < LONGEST_NAME {
            self.title.push_str(text);
        }
        if inner.name == "summary" && self.summary.len() < LONGEST_NAME {
            self.summary.push_str(text);
        }
        if inner.names_the_person && self.name.is_none() && !text.trim().is_empty() {
            self.name = Some(text.trim().to_owned());
        }
        if inner.hidden {
            return;
        }
        if inner.code {
            if self.code.is_empty() {
                self.code_at = at;
            }
            self.code.push_str(text);
            return;
        }
        self.put(text, at);
    }

    /// Returns the page, with the name in its head.
    pub(in crate::import) fn finish(mut self) -> Page {
        while self.pop().is_some() {}
        let name = self.name.take().or_else(|| name_in_title(&self.title));
        let title = Some(self.title).filter(|title| !title.trim().is_empty());
        let page = self.page.finish(name);
        Page {
            title,
            printed: self.printed * 2 > page.lines.len(),
            ..page
        }
    }

    fn put(&mut self, text: &str, at: usize) {
        if text.trim().is_empty() && self.page.is_at_start() {
            return;
        }
        self.boxes = 0;
        self.breaks = 0;
        // Nothing else parts `<span class="t">On looms</span><span class="m">with Bo Ray</span>`.
        let touches = !self.page.ends_blank()
            && text.starts_with(|c: char| c.is_alphanumeric() || "([“".contains(c));
        if self.begins_part && touches {
            self.page.gap(at);
        }
        (self.after_part, self.begins_part) = (false, false);
        if let Some(inner) = self.open.last_mut() {
            inner.has_words |= text.split_whitespace().nth(1).is_some();
        }
        if !text.trim().is_empty() {
            self.after_link = false;
            self.linked += text.len();
        }
        let leading = text.len() - text.trim_start().len();
        let at = at + text[..leading].matches('\n').count();
        let inner = self.open.last().cloned().unwrap_or_default();
        let link = inner.link.and_then(|link| self.open[link].href.as_deref());
        let text = match inner.raised {
            Raised::No => text.to_owned(),
            raised => text.chars().map(|c| off_the_line(c, raised)).collect(),
        };
        self.page.text(&text, inner.style, link, at);
        self.page.reaches(at + text.trim().matches('\n').count());
    }

    fn flow(&mut self, flow: Flow, depth: usize, at: usize) {
        match flow {
            Flow::Inline => {}
            Flow::Heading(level) => self.page.begin(Begins::Heading(level), depth),
            Flow::Break => {
                self.page.end_line();
                self.breaks += 1;
                // A blank line.
                if self.breaks == 2 {
                    self.page.begin(Begins::Paragraph, depth);
                }
            }
            Flow::List => self.page.end_line(),
            Flow::Item => {
                self.terms.end_with_term();
                self.page.begin(Begins::Item, depth);
            }
            Flow::Definition => self.terms.define(&mut self.page, depth),
            Flow::Cell => self.page.gap(at),
            Flow::Paragraph => self.page.begin(Begins::Paragraph, depth),
            Flow::Box => {
                self.page.end_line();
                self.boxes += 1;
                if self.boxes > 1 && !self.open.last().is_some_and(|around| around.in_item) {
                    self.page.begin(Begins::Paragraph, depth);
                }
            }
        }
    }

    fn pop(&mut self) -> Option<Open> {
        let open = self.open.pop()?;
        if let Some(count) = self.names.get_mut(&open.name) {
            *count -= 1;
        }
        let still_code = self.open.last().is_some_and(|around| around.code);
        if open.code && !still_code {
            let code = std::mem::take(&mut self.code);
            if open.name == "pre" && is_print(&code) {
                let lines = plain::read(&code).lines;
                self.printed += lines.len();
                self.page.lines(lines, self.code_at);
            } else if !is_bibtex(&code) {
                self.put(&code, self.code_at);
            }
        }
        if open.name == "summary" && is_button(&self.summary) {
            // Collapsed text is not part of the list.
            if let Some(details) = self.open.last_mut() {
                details.hidden = true;
            }
        }
        if open.name == "a" {
            self.after_link = self.linked >= LONG_LINK;
        }
        self.after_part |= open.is_part && open.has_words;
        if let Some(around) = self.open.last_mut() {
            around.has_words |= open.has_words;
        }
        if let Some(at) = open.field {
            self.page.gap(at);
        }
        if open.boundary {
            // A box with the class of a publication may be the part below its title.
            if let (1, line) = open.entries
                && self.page.has_text(open.before.0, line)
            {
                self.page.make_none(line);
            }
            self.page.leave(open.boxes - 1);
            let (lines, items) = self.page.counts();
            if matches!(open.name.as_str(), "td" | "th") {
                let row = self.open.last().map_or(lines, |row| row.before.0);
                if open.before.0 > row + LINES && lines >= open.before.0 + LINES {
                    self.page.make_item(open.before.0);
                }
                return Some(open);
            }
            if open.name == "article" && items >= open.before.1 + 2 {
                self.page.make_none(open.before.0);
            }
            self.page.end_line();
            if matches!(open.name.as_str(), "ul" | "ol" | "dl" | "table") {
                match self.open.last().map_or(0, |around| around.depth) {
                    0 => self.page.begin(Begins::Paragraph, 0),
                    depth => self.page.begin(Begins::Nothing, depth),
                }
            }
        }
        Some(open)
    }

    /// Ends the elements that the beginning of `name` implicitly ends.
    fn close_implied(&mut self, name: &str) {
        /// The number of open elements that are searched. No item has more open inside.
        const REACH: usize = 64;
        let (ended, walls) = element::ends_before(name);
        if ended
            .iter()
            .all(|name| self.names.get(*name).is_none_or(|count| *count == 0))
        {
            return;
        }
        let inner = self.open.iter().rev().take(REACH);
        let mut found = None;
        for open in inner {
            if ended.contains(&open.name.as_str()) {
                found = Some(open.name.clone());
                break;
            }
            if walls.contains(&open.name.as_str()) {
                break;
            }
        }
        if let Some(found) = found {
            self.close(&found);
        }
    }
}

/// The number of lines above its last with which a cell may be an entry of its own.
const LINES: usize = 2;

/// The shortest link, in bytes, that may contain an entry.
const LONG_LINK: usize = 60;

const LONGEST_NAME: usize = 200;

#[cfg(test)]
mod tests;
