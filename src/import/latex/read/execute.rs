//! Executes commands.

use super::{
    super::{
        commands::{self, Effect, FontStyle},
        journal_macros::journal,
    },
    Between, LatexReader, Then,
};
use crate::import::{Begins, TextStyle};
use crate::text::unlatex;

impl LatexReader {
    /// Handles a command without a known effect: a symbol, or one whose arguments are text.
    pub(super) fn unknown(&mut self, name: &str) {
        let sign = format!("{{\\{name}}}");
        if !unlatex::text(&sign).is_empty() {
            self.words(&sign);
            self.source.skip_blanks();
            self.source.eat("{}");
            return;
        }
        if let Some(journal) = journal(name) {
            self.words(journal);
            self.source.eat("{}");
            return;
        }
        // The value of a counter.
        if name.len() > 3 && name.starts_with("the") && !self.source.rest().starts_with('{') {
            return;
        }
        // An environment consists of a command and one that ends it.
        let end = name.strip_prefix("end");
        if self.macros.begin(name, &mut self.source).is_some()
            || end.is_some_and(|name| self.macros.end(name, &mut self.source).is_some())
        {
            return;
        }
        if let Some(does) = commands::guessed(name) {
            return self.carry_out(does, name);
        }
        if self.source.assignment() {
            return;
        }
        self.source.bracketed();
        if self.source.has_link() {
            return self.carry_out(Effect::Link, name);
        }
        if self.source.eat("{") {
            let then = Then::Arguments {
                left: 8,
                between: Between::Blank,
            };
            self.push(|_| {}, then);
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each sort of command")]
    pub(super) fn carry_out(&mut self, does: Effect, name: &str) {
        match does {
            Effect::Sets(look) => {
                self.source.skip_blanks();
                // `\makebox[\textwidth][l]{Papers}`
                if name.ends_with("box") {
                    while self.source.bracketed().is_some() {}
                }
                if look == FontStyle::Label {
                    let colours = if name == "fcolorbox" { 2 } else { 1 };
                    for _ in 0..colours {
                        if name.ends_with("box") {
                            self.source.braced();
                        }
                    }
                }
                if self.source.eat("{") {
                    self.push(|style| set(style, look), Then::Nothing);
                }
            }
            Effect::Turns(look) => {
                self.source.skip_blanks();
                self.flush();
                if let Some(group) = self.groups.last_mut() {
                    set(&mut group.style, look);
                }
            }
            Effect::Enlarges(level) => {
                self.source.skip_blanks();
                if self.page.is_at_start() && self.words.trim().is_empty() && self.lists == 0 {
                    self.begin(Begins::Heading(level));
                }
            }
            Effect::Heading(level) => {
                self.source.skip_blanks();
                self.source.bracketed();
                self.labelled = false;
                // An item that was to begin here is the heading.
                self.flush();
                self.page.begins_nothing();
                self.begin(Begins::Heading(level));
                if self.source.eat("{") {
                    self.push(|_| {}, Then::EndHeading);
                }
            }
            Effect::Beside => {
                self.source.skip_blanks();
                self.source.bracketed();
                // Within a list, it belongs to one item.
                if self.lists > 0 {
                    self.gap();
                    if self.source.eat("{") {
                        self.push(|_| {}, Then::Gap);
                    }
                } else {
                    self.begin(Begins::Paragraph);
                    if self.source.eat("{") {
                        self.push(|_| {}, Then::EndHeading);
                    }
                }
            }
            Effect::Item => {
                self.begin(Begins::Item);
                self.source.skip_blanks();
                if let Some(label) = self.source.bracketed()
                    && !label.trim().is_empty()
                {
                    self.words(&label);
                    self.gap();
                }
            }
            Effect::BibItem => {
                self.source.skip_blanks();
                self.source.bracketed();
                self.source.skip_blanks();
                self.source.braced();
                self.begin(Begins::Item);
            }
            Effect::LineRange(count) | Effect::Columns(count) => {
                self.source.skip_blanks();
                let label = self.source.bracketed();
                // An empty column continues what the last label precedes, or omits the year of
                // another item.
                let is_blank = self.source.rest().starts_with("{}");
                let goes_on = matches!(does, Effect::Columns(_)) && is_blank && self.labelled;
                self.labelled |= matches!(does, Effect::Columns(_)) && !is_blank;
                self.begin(if goes_on {
                    Begins::Paragraph
                } else {
                    Begins::Item
                });
                if let Some(label) = label.filter(|label| !label.contains(['=', '\\'])) {
                    self.words(&label);
                    self.gap();
                }
                self.source.skip_blanks();
                if self.source.eat("{") {
                    let between = if matches!(does, Effect::LineRange(_)) {
                        Between::Line
                    } else {
                        Between::Gap
                    };
                    let left = count - 1;
                    self.push(|_| {}, Then::Arguments { left, between });
                }
            }
            Effect::Drops(count) => {
                // `\vadjust pre{\hypertarget{…}{}}`
                if name == "vadjust" {
                    self.source.skip_blanks();
                    self.source.eat("pre");
                }
                for _ in 0..count {
                    self.source.skip_blanks();
                    while self.source.bracketed().is_some() {}
                    self.source.braced();
                }
            }
            Effect::Breaks => self.end_row(),
            Effect::EndsLine if self.is_in_heading() => self.words(" "),
            Effect::EndsLine => self.end_line(),
            Effect::Paragraph => {
                self.length(name);
                self.begin(Begins::Paragraph);
            }
            Effect::Gap => {
                self.length(name);
                self.gap();
            }
            Effect::Link => {
                self.source.skip_blanks();
                let address = self.source.braced();
                self.source.skip_blanks();
                if self.source.eat("{") {
                    self.flush();
                    self.push(|_| {}, Then::Nothing);
                    if let (Some(group), Some(address)) = (self.groups.last_mut(), address) {
                        group.link = Some(unescaped(&address).into());
                    }
                }
            }
            Effect::Address | Effect::Doi => {
                if let Some(text) = self.source.argument() {
                    let text = unescaped(&text);
                    let link = match does {
                        Effect::Doi => format!("https://doi.org/{text}"),
                        _ => text.clone(),
                    };
                    self.flush();
                    let at = self.source.line();
                    let style = self.style();
                    self.page.text(&text, style, Some(&link), at);
                }
            }
            Effect::Name => self.full_name(),
            Effect::GivenName => self.name.given = self.plain_argument(),
            Effect::FamilyName => self.name.family = self.plain_argument(),
            Effect::OtherFile | Effect::BibFile => {
                while self.source.bracketed().is_some() {}
                if let Some(file) = self.source.argument() {
                    let advice = if does == Effect::BibFile {
                        "its entries are not read here: import the .bib file itself"
                    } else {
                        "that file is not read: import it as well"
                    };
                    self.warn(format!("`\\{name}{{{file}}}`: {advice}"));
                }
            }
            Effect::Defines => self.macros.define(&mut self.source),
            Effect::DefinesPlain => self.macros.define_plain(&mut self.source),
            Effect::Lets => self.macros.alias(&mut self.source),
            Effect::DefinesEnvironment => self.macros.define_environment(&mut self.source),
            Effect::Begins => self.begin_environment(),
            Effect::Ends => self.end_environment(),
            Effect::Verbatim => {
                let rest = self.source.rest();
                let mut ends = rest.char_indices();
                if let Some((_, mark)) = ends.next() {
                    let text = rest[mark.len_utf8()..].split(['\n', mark]).next();
                    let text = text.unwrap_or_default().to_owned();
                    self.source.advance(text.len() + 2 * mark.len_utf8());
                    self.flush();
                    let (style, at) = (self.style(), self.source.line());
                    self.page.text(&text, style, None, at);
                }
            }
            Effect::Skips => self.skip_past("\\fi"),
            Effect::Accent => {
                let base = self.source.argument().unwrap_or_default();
                self.words(&format!("{{\\{name}{{{base}}}}}"));
            }
        }
    }

    /// Skips the length that stands behind a command: `\vskip .5em`, `\vskip{5pt}`.
    fn length(&mut self, name: &str) {
        if matches!(name, "vskip" | "vglue" | "hskip" | "hglue") && !self.source.assignment() {
            self.source.braced();
        }
    }

    /// Whether a heading continues after a line break.
    pub(super) fn is_in_heading(&self) -> bool {
        let mut around = self.groups.iter().rev().take(3);
        around.any(|group| group.then == Then::EndHeading)
    }

    /// Reads `\name{First Last}` or `\name{First}{Last}`.
    fn full_name(&mut self) {
        let Some(first) = self.plain_argument() else {
            return;
        };
        self.source.skip_blanks();
        let second = self.source.braced().map(|last| unlatex::text(&last));
        let whole = [Some(first), second]
            .into_iter()
            .flatten()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" ");
        if !whole.is_empty() {
            self.name.full.get_or_insert(whole);
        }
    }

    fn plain_argument(&mut self) -> Option<String> {
        let argument = self.source.argument()?;
        let end = argument.find("\\\\").unwrap_or(argument.len());
        // `\vspace*{1cm}` is no more printed than `\vspace{1cm}`.
        Some(unlatex::text(&argument[..end].replace("*{", "{")))
    }
}

fn set(style: &mut TextStyle, look: FontStyle) {
    match look {
        FontStyle::Bold => style.bold = true,
        FontStyle::Italic => style.italic = true,
        FontStyle::Underlined => style.underlined = true,
        FontStyle::Label => style.label = true,
        FontStyle::Upright => style.italic = false,
        FontStyle::Medium => style.bold = false,
        FontStyle::Plain => {}
    }
}

/// Removes the backslashes that LaTeX needs in a URL.
fn unescaped(address: &str) -> String {
    let mut out = String::with_capacity(address.len());
    let mut rest = address.trim();
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        rest = rest.strip_prefix("textasciitilde").map_or(rest, |after| {
            out.push('~');
            after.trim_start_matches("{}")
        });
    }
    out.push_str(rest);
    out
}
