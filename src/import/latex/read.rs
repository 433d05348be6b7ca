mod carry;
mod environments;
mod name;

use std::rc::Rc;

use name::Name;

use super::{
    commands::{self, Does},
    macros::Macros,
    source::{Source, command_length, starts_with_blank_line},
};
use crate::import::{Begins, Fault, Page, Style, compose::Composer};
use crate::text::unlatex;

/// The lines of a LaTeX file as it would be printed, and what stands in other files.
#[must_use]
pub(in crate::import) fn page(text: &str) -> (Page, Vec<Fault>) {
    let mut reader = Reader {
        source: Source::of(text),
        macros: Macros::of(text.len()),
        page: Composer::default(),
        groups: vec![Group::default()],
        words: String::new(),
        words_at: 1,
        faults: Vec::new(),
        name: Name::default(),
        lists: 0,
        tables: Vec::new(),
        entries: Vec::new(),
        labelled: false,
    };
    if text.contains("\\begin{document}") {
        reader.preamble();
    }
    reader.body();
    let name = reader.name.whole();
    (reader.page.finish(name), reader.faults)
}

struct Reader {
    source: Source,
    macros: Macros,
    page: Composer,
    /// The open groups, the outermost first; never empty.
    groups: Vec<Group>,
    /// Text in one style, in LaTeX, until it is known to have ended.
    words: String,
    words_at: usize,
    faults: Vec<Fault>,
    name: Name,
    lists: usize,
    /// How many groups are open inside each table that is.
    tables: Vec<usize>,
    /// Of the environments open that may be entries, which are.
    entries: Vec<bool>,
    /// Whether an item in columns had a label since the last heading.
    labelled: bool,
}

#[derive(Debug, Clone, Default)]
struct Group {
    style: Style,
    link: Option<Rc<str>>,
    then: Then,
}

/// What follows the end of a group.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Then {
    #[default]
    Nothing,
    /// The line ends: it was a heading.
    EndHeading,
    /// A stretch of white.
    Gap,
    /// It was an argument of an item; so many may follow.
    Arguments { left: usize, between: Between },
}

/// What stands between two arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Between {
    Line,
    Gap,
    /// A blank; the command is no block, and its arguments touch each other.
    Blank,
}

/// Text is handed on in pieces of about this many bytes.
const PIECE: usize = 1 << 16;
/// A formula is no longer than this, in bytes.
const LONGEST_FORMULA: usize = 600;

impl Reader {
    /// Reads definitions and the name, up to the beginning of the document.
    fn preamble(&mut self) {
        while let Some(c) = self.source.peek() {
            match c {
                '%' => self.source.skip_comment(),
                '\\' => {
                    let name = self.command_name();
                    match commands::known(&name) {
                        Some(Does::Begins)
                            if self.source.braced().as_deref() == Some("document") =>
                        {
                            return;
                        }
                        Some(
                            does @ (Does::Defines
                            | Does::DefinesPlain
                            | Does::DefinesEnvironment
                            | Does::Lets
                            | Does::Name
                            | Does::GivenName
                            | Does::FamilyName
                            | Does::BibFile
                            | Does::OtherFile),
                        ) => self.carry_out(does, &name),
                        _ => {}
                    }
                }
                c => self.source.advance(c.len_utf8()),
            }
        }
    }

    fn body(&mut self) {
        while let Some(c) = self.source.peek() {
            match c {
                '%' => {
                    self.source.skip_comment();
                    // The end of a comment's line goes with it; the next line may be blank.
                    if self.source.rest().starts_with('\n') {
                        self.source.advance(1);
                        self.begin(Begins::Paragraph);
                    }
                }
                '\\' => {
                    let name = self.command_name();
                    if commands::known(&name) == Some(Does::Ends)
                        && self.source.rest().starts_with("{document}")
                    {
                        break;
                    }
                    self.command(&name);
                }
                '{' => {
                    self.source.advance(1);
                    self.push(|_| {}, Then::Nothing);
                }
                '}' => {
                    self.source.advance(1);
                    self.close_group();
                }
                '$' => self.formula(),
                '&' => {
                    self.source.advance(1);
                    self.gap();
                }
                '\n' if starts_with_blank_line(&self.source.rest()[1..]) => {
                    let rest = self.source.rest();
                    let blanks = rest.len() - rest.trim_start().len();
                    self.source.advance(blanks);
                    self.begin(Begins::Paragraph);
                }
                c => {
                    self.words(c.encode_utf8(&mut [0; 4]));
                    self.source.advance(c.len_utf8());
                    if self.words.len() > PIECE && c.is_whitespace() {
                        self.flush();
                    }
                }
            }
        }
        self.flush();
    }

    /// Cuts off a command's name: letters, or one other character; a blank after letters goes too.
    fn command_name(&mut self) -> String {
        let rest = &self.source.rest()[1..];
        let length = command_length(rest);
        let name = rest[..length].to_owned();
        self.source.advance(1 + length);
        if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            self.source.eat("*");
        }
        name
    }

    fn command(&mut self, name: &str) {
        if let Some(done) = self.macros.call(name, &mut self.source) {
            if !done {
                self.fault_once("macros grow without end: what is left of them was passed over");
            }
            return;
        }
        if let Some(does) = commands::known(name) {
            return self.carry_out(does, name);
        }
        match name {
            "\\" => {
                self.source.eat("*");
                self.source.bracketed();
                self.end_row();
            }
            "" | "-" | "/" | "!" | "@" => {}
            " " | "," | ";" | ":" | ">" | "\n" | "\t" => self.words(" "),
            "(" | "[" => {
                let close = if name == "(" { "\\)" } else { "\\]" };
                self.formula_up_to(close);
            }
            "\"" | "'" | "`" | "^" | "~" | "=" | "." => self.carry_out(Does::Accent, name),
            _ if name.starts_with(|c: char| c.is_ascii_alphabetic()) => self.unknown(name),
            _ => {
                self.words("\\");
                self.words(name);
            }
        }
    }

    /// Ends a line; in a table, and in no group inside, a row.
    fn end_row(&mut self) {
        if self.is_in_heading() {
            return self.words(" ");
        }
        let inner = self.tables.last();
        if inner.is_some_and(|inner| self.groups.len() <= *inner) {
            self.begin(Begins::Item);
        } else {
            self.end_line();
        }
    }

    fn formula(&mut self) {
        let rest = &self.source.rest()[1..];
        let double = rest.starts_with('$');
        self.source.advance(if double { 2 } else { 1 });
        self.formula_up_to(if double { "$$" } else { "$" });
    }

    /// Reads a formula whose opening is gone; one that does not end was a sign.
    fn formula_up_to(&mut self, close: &str) {
        let rest = self.source.rest();
        let mut reach = rest.len().min(LONGEST_FORMULA);
        while !rest.is_char_boundary(reach) {
            reach -= 1;
        }
        match rest[..reach].find(close) {
            Some(end) => {
                let inside = rest[..end].to_owned();
                // The words begin on the line on which the formula does.
                self.words(&format!("${inside}$"));
                self.source.advance(end + close.len());
            }
            None if close == "$" => self.words("\\$"),
            None => {}
        }
    }

    fn skip_past(&mut self, end: &str) {
        let rest = self.source.rest();
        let length = rest.find(end).map_or(rest.len(), |at| at + end.len());
        self.source.advance(length);
    }

    fn push(&mut self, change: impl Fn(&mut Style), then: Then) {
        self.flush_if(|style| {
            let mut changed = style;
            change(&mut changed);
            changed != style
        });
        let mut group = Group {
            then,
            ..self.groups.last().cloned().unwrap_or_default()
        };
        group.then = then;
        change(&mut group.style);
        self.groups.push(group);
    }

    fn close_group(&mut self) {
        if self.groups.len() < 2 {
            return;
        }
        let outer = &self.groups[self.groups.len() - 2];
        let (style, link) = (outer.style, outer.link.clone());
        let inner = self.groups.last().cloned().unwrap_or_default();
        if inner.style != style || inner.link != link {
            self.flush();
        }
        match inner.then {
            Then::Nothing => {}
            Then::EndHeading => self.begin(Begins::Paragraph),
            Then::Gap => self.gap(),
            Then::Arguments { left, between } => {
                self.groups.pop();
                return self.next_argument(left, between);
            }
        }
        self.groups.pop();
    }

    fn next_argument(&mut self, left: usize, between: Between) {
        if between != Between::Blank {
            self.source.skip_blanks();
        }
        if left > 0 && self.source.eat("{") {
            match between {
                Between::Line => self.end_line(),
                Between::Gap => self.gap(),
                Between::Blank => self.words(" "),
            }
            let left = left - 1;
            self.push(|_| {}, Then::Arguments { left, between });
        } else if between != Between::Blank {
            self.begin(Begins::Nothing);
        }
    }

    fn begin(&mut self, begins: Begins) {
        self.flush();
        self.page.begin(begins, self.lists);
    }

    fn end_line(&mut self) {
        self.flush();
        self.page.end_line();
    }

    fn gap(&mut self) {
        self.flush();
        self.page.gap(self.source.line());
    }

    fn style(&self) -> Style {
        self.groups
            .last()
            .map(|group| group.style)
            .unwrap_or_default()
    }

    fn words(&mut self, text: &str) {
        if self.words.is_empty() {
            self.words_at = self.source.line();
        }
        self.words.push_str(text);
    }

    fn flush_if(&mut self, change: impl Fn(Style) -> bool) {
        if change(self.style()) {
            self.flush();
        }
    }

    /// Hands the words gathered so far on, in the style of the group.
    fn flush(&mut self) {
        if self.words.is_empty() {
            return;
        }
        let words = std::mem::take(&mut self.words);
        if words.trim().is_empty() {
            self.page.text(" ", self.style(), None, self.words_at);
            return;
        }
        let blanks = words.len() - words.trim_start().len();
        let first = self.words_at + words[..blanks].matches('\n').count();
        let text = unlatex::text(&words);
        let (style, group) = (self.style(), self.groups.last());
        let link = group.and_then(|group| group.link.clone());
        let mut put = |text: &str, at| self.page.text(text, style, link.as_deref(), at);
        if blanks > 0 {
            put(" ", first);
        }
        put(&text, first);
        if words.ends_with([' ', '\n', '\t', '~']) {
            put(" ", first);
        }
        let lines = words.trim().matches('\n').count();
        self.page.reaches(first + lines);
    }

    fn fault(&mut self, what: String) {
        self.faults.push(Fault {
            line: self.source.line(),
            column: 1,
            what,
        });
    }

    fn fault_once(&mut self, what: &str) {
        if !self.faults.iter().any(|fault| fault.what == what) {
            self.fault(what.to_owned());
        }
    }
}

#[cfg(test)]
mod tests;
