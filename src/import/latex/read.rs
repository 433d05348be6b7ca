mod environments;
mod execute;
mod name;

use std::rc::Rc;

use name::NameParts;

use super::{
    commands::{self, Effect},
    macros::Macros,
    source::{TexSource, command_length, starts_with_blank_line},
};
use crate::import::{Begins, ImportWarning, Page, TextStyle, compose::Composer};
use crate::text::unlatex;

/// Reads the lines of a LaTeX file as they would be printed. Returns warnings for text in other
/// files.
#[must_use]
pub(in crate::import) fn page(text: &str) -> (Page, Vec<ImportWarning>) {
    let mut reader = LatexReader {
        source: TexSource::of(text),
        macros: Macros::of(text.len()),
        page: Composer::default(),
        groups: vec![Group::default()],
        words: String::new(),
        words_at: 1,
        warnings: Vec::new(),
        name: NameParts::default(),
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
    (reader.page.finish(name), reader.warnings)
}

struct LatexReader {
    source: TexSource,
    macros: Macros,
    page: Composer,
    /// The open groups, the outermost first; never empty.
    groups: Vec<Group>,
    /// Text in one style, as LaTeX, until its end is known.
    words: String,
    words_at: usize,
    warnings: Vec<ImportWarning>,
    name: NameParts,
    lists: usize,
    /// The number of groups open inside each open table.
    tables: Vec<usize>,
    /// Whether each open environment that may be an entry is one.
    entries: Vec<bool>,
    /// Whether an item in columns had a label since the last heading.
    labelled: bool,
}

#[derive(Debug, Clone, Default)]
struct Group {
    style: TextStyle,
    link: Option<Rc<str>>,
    then: Then,
}

/// The action at the end of a group.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Then {
    #[default]
    Nothing,
    /// End the line, which was a heading.
    EndHeading,
    /// Insert white space.
    Gap,
    /// Continue with the remaining arguments of an item.
    Arguments { left: usize, between: Between },
}

/// The separator between two arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Between {
    Line,
    Gap,
    /// A space; the command is no block, and its arguments are adjacent.
    Blank,
}

/// The approximate size in bytes in which text is passed on.
const PIECE: usize = 1 << 16;
/// The longest formula in bytes.
const LONGEST_FORMULA: usize = 600;

impl LatexReader {
    /// Reads definitions and the name, up to the beginning of the document.
    fn preamble(&mut self) {
        while let Some(c) = self.source.peek() {
            match c {
                '%' => self.source.skip_comment(),
                '\\' => {
                    let name = self.command_name();
                    match commands::known(&name) {
                        Some(Effect::Begins)
                            if self.source.braced().as_deref() == Some("document") =>
                        {
                            return;
                        }
                        Some(
                            does @ (Effect::Defines
                            | Effect::DefinesPlain
                            | Effect::DefinesEnvironment
                            | Effect::Lets
                            | Effect::Name
                            | Effect::GivenName
                            | Effect::FamilyName
                            | Effect::BibFile
                            | Effect::OtherFile),
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
                    // A comment includes the end of its line; the next line may be blank.
                    if self.source.rest().starts_with('\n') {
                        self.source.advance(1);
                        self.begin(Begins::Paragraph);
                    }
                }
                '\\' => {
                    let name = self.command_name();
                    if commands::known(&name) == Some(Effect::Ends)
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

    /// Reads a command's name: letters and the space after them, or one other character.
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
                self.warn_once("macros expand without end: the rest of them was ignored");
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
            "\"" | "'" | "`" | "^" | "~" | "=" | "." => self.carry_out(Effect::Accent, name),
            _ if name.starts_with(|c: char| c.is_ascii_alphabetic()) => self.unknown(name),
            _ => {
                self.words("\\");
                self.words(name);
            }
        }
    }

    /// Ends a line, or a row if the table is the innermost group.
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

    /// Reads a formula after its opening delimiter. Without an end, the delimiter was a character.
    fn formula_up_to(&mut self, close: &str) {
        let rest = self.source.rest();
        let mut reach = rest.len().min(LONGEST_FORMULA);
        while !rest.is_char_boundary(reach) {
            reach -= 1;
        }
        match rest[..reach].find(close) {
            Some(end) => {
                let inside = self.macros.expanded(&rest[..end]);
                // The words begin on the same line as the formula.
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

    fn push(&mut self, change: impl Fn(&mut TextStyle), then: Then) {
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

    fn style(&self) -> TextStyle {
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

    fn flush_if(&mut self, change: impl Fn(TextStyle) -> bool) {
        if change(self.style()) {
            self.flush();
        }
    }

    /// Passes on the collected words in the style of the group.
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
        let (text, formulas) = unlatex::text_and_formulas(&words);
        let (style, group) = (self.style(), self.groups.last());
        let link = group.and_then(|group| group.link.clone());
        // `\emph{Looms}~of`: a tie is a blank, too.
        if blanks > 0 || words.starts_with('~') {
            self.page.text(" ", style, link.as_deref(), first);
        }
        let mut told = 0;
        for (range, tex) in formulas {
            self.page
                .text(&text[told..range.start], style, link.as_deref(), first);
            let shown = &text[range.clone()];
            self.page.formula(shown, tex, style, link.as_deref(), first);
            told = range.end;
        }
        self.page.text(&text[told..], style, link.as_deref(), first);
        if words.ends_with([' ', '\n', '\t', '~']) {
            self.page.text(" ", style, link.as_deref(), first);
        }
        let lines = words.trim().matches('\n').count();
        self.page.reaches(first + lines);
    }

    fn warn(&mut self, message: String) {
        self.warnings.push(ImportWarning {
            line: self.source.line(),
            column: 1,
            message,
        });
    }

    fn warn_once(&mut self, message: &str) {
        if !self
            .warnings
            .iter()
            .any(|warning| warning.message == message)
        {
            self.warn(message.to_owned());
        }
    }
}

#[cfg(test)]
mod tests;
