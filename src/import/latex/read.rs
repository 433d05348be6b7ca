use std::rc::Rc;

use super::{
    commands::{self, Does, Environment, Look},
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
        macros: Macros::default(),
        page: Composer::default(),
        groups: vec![Group::default()],
        words: String::new(),
        words_at: 1,
        faults: Vec::new(),
        name: Name::default(),
        lists: 0,
        tables: 0,
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
    tables: usize,
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

#[derive(Debug, Default)]
struct Name {
    given: Option<String>,
    family: Option<String>,
    full: Option<String>,
}

impl Name {
    fn whole(self) -> Option<String> {
        self.full.or_else(|| {
            let parts: Vec<String> = [self.given, self.family].into_iter().flatten().collect();
            (!parts.is_empty()).then(|| parts.join(" "))
        })
    }
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
                        Some(Does::Begins) => {
                            if self.source.braced().as_deref() == Some("document") {
                                return;
                            }
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
                '%' => self.source.skip_comment(),
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

    /// A command that no table has: a sign, or something whose arguments are text.
    fn unknown(&mut self, name: &str) {
        let sign = format!("{{\\{name}}}");
        if !unlatex::text(&sign).is_empty() {
            self.words(&sign);
            self.source.skip_blanks();
            self.source.eat("{}");
            return;
        }
        if let Some(does) = commands::guessed(name) {
            return self.carry_out(does, name);
        }
        self.source.bracketed();
        if self.source.eat("{") {
            let then = Then::Arguments {
                left: 8,
                between: Between::Blank,
            };
            self.push(|_| {}, then);
        } else if !self.source.rest().starts_with(char::is_whitespace) {
            // What a command is ended by is no letter of the text before it.
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each sort of command")]
    fn carry_out(&mut self, does: Does, name: &str) {
        match does {
            Does::Sets(look) => {
                self.source.skip_blanks();
                if look == Look::Label {
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
            Does::Turns(look) => {
                self.source.skip_blanks();
                self.flush();
                if let Some(group) = self.groups.last_mut() {
                    set(&mut group.style, look);
                }
            }
            Does::Enlarges(level) => {
                self.source.skip_blanks();
                if self.page.is_at_start() && self.words.trim().is_empty() && self.lists == 0 {
                    self.begin(Begins::Heading(level));
                }
            }
            Does::Heading(level) => {
                self.source.skip_blanks();
                self.source.bracketed();
                self.begin(Begins::Heading(level));
                if self.source.eat("{") {
                    self.push(|_| {}, Then::EndHeading);
                }
            }
            Does::Item => {
                self.begin(Begins::Item);
                self.source.skip_blanks();
                if let Some(label) = self.source.bracketed()
                    && !label.trim().is_empty()
                {
                    self.words(&label);
                    self.gap();
                }
            }
            Does::BibItem => {
                self.source.skip_blanks();
                self.source.bracketed();
                self.source.skip_blanks();
                self.source.braced();
                self.begin(Begins::Item);
            }
            Does::Lines(count) | Does::Columns(count) => {
                self.source.skip_blanks();
                let label = self.source.bracketed();
                self.begin(Begins::Item);
                if let Some(label) = label.filter(|label| !label.contains(['=', '\\'])) {
                    self.words(&label);
                    self.gap();
                }
                self.source.skip_blanks();
                if self.source.eat("{") {
                    let between = if matches!(does, Does::Lines(_)) {
                        Between::Line
                    } else {
                        Between::Gap
                    };
                    let left = count - 1;
                    self.push(|_| {}, Then::Arguments { left, between });
                }
            }
            Does::Drops(count) => {
                for _ in 0..count {
                    self.source.skip_blanks();
                    while self.source.bracketed().is_some() {}
                    self.source.braced();
                }
            }
            Does::Breaks => self.end_row(),
            Does::Paragraph => self.begin(Begins::Paragraph),
            Does::Gap => self.gap(),
            Does::Link => {
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
            Does::Address | Does::Doi => {
                if let Some(text) = self.source.argument() {
                    let text = unescaped(&text);
                    let link = match does {
                        Does::Doi => format!("https://doi.org/{text}"),
                        _ => text.clone(),
                    };
                    self.flush();
                    let at = self.source.line();
                    let style = self.style();
                    self.page.text(&text, style, Some(&link), at);
                }
            }
            Does::Name => self.full_name(),
            Does::GivenName => self.name.given = self.plain_argument(),
            Does::FamilyName => self.name.family = self.plain_argument(),
            Does::OtherFile | Does::BibFile => {
                while self.source.bracketed().is_some() {}
                if let Some(file) = self.source.argument() {
                    let advice = if does == Does::BibFile {
                        "what it prints of that file is not read here: import the .bib file itself"
                    } else {
                        "that file is not read: import it as well"
                    };
                    self.fault(format!("`\\{name}{{{file}}}`: {advice}"));
                }
            }
            Does::Defines => self.macros.define(&mut self.source),
            Does::DefinesPlain => self.macros.define_plain(&mut self.source),
            Does::Lets => self.macros.alias(&mut self.source),
            Does::DefinesEnvironment => self.macros.define_environment(&mut self.source),
            Does::Begins => self.begin_environment(),
            Does::Ends => self.end_environment(),
            Does::Verbatim => {
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
            Does::Skips => self.skip_past("\\fi"),
            Does::Accent => {
                let base = self.source.argument().unwrap_or_default();
                self.words(&format!("{{\\{name}{{{base}}}}}"));
            }
        }
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
        Some(unlatex::text(&argument[..end]))
    }

    fn begin_environment(&mut self) {
        self.source.skip_blanks();
        let Some(name) = self.source.braced() else {
            return;
        };
        if self.macros.begin(&name, &mut self.source).is_some() {
            return;
        }
        let environment = commands::environment(&name);
        let dropped = match environment {
            Environment::List(count) | Environment::Table(count) | Environment::Plain(count) => {
                count
            }
            _ => 0,
        };
        for _ in 0..dropped {
            self.source.skip_blanks();
            self.source.bracketed();
            self.source.braced();
        }
        match environment {
            Environment::Document => {}
            Environment::Dropped => return self.skip_past(&format!("\\end{{{name}}}")),
            Environment::List(_) => {
                self.source.skip_blanks();
                self.source.bracketed();
                self.lists += 1;
                self.end_line();
            }
            Environment::Table(_) => {
                self.source.skip_blanks();
                self.source.bracketed();
                self.tables += 1;
                self.begin(Begins::Item);
            }
            Environment::Section => {
                self.source.skip_blanks();
                self.source.bracketed();
                self.begin(Begins::Heading(1));
                if self.source.eat("{") {
                    self.push(|_| {}, Then::EndHeading);
                }
            }
            Environment::Plain(_) => self.begin(Begins::Paragraph),
        }
        // An environment is a group.
        let style = self.style();
        let link = self.groups.last().and_then(|group| group.link.clone());
        let at = self.groups.len();
        self.groups.insert(
            at.saturating_sub(usize::from(environment == Environment::Section)),
            Group {
                style,
                link,
                then: Then::Nothing,
            },
        );
    }

    fn end_environment(&mut self) {
        self.source.skip_blanks();
        let Some(name) = self.source.braced() else {
            return;
        };
        if self.macros.end(&name, &mut self.source).is_some() {
            return;
        }
        match commands::environment(&name) {
            Environment::List(_) => self.lists = self.lists.saturating_sub(1),
            Environment::Table(_) => self.tables = self.tables.saturating_sub(1),
            _ => {}
        }
        if self.lists == 0 {
            self.begin(Begins::Paragraph);
        } else {
            self.begin(Begins::Nothing);
        }
        self.flush();
        if self.groups.len() > 1 {
            self.groups.pop();
        }
    }

    /// Ends a line; in a table, a row.
    fn end_row(&mut self) {
        if self.tables > 0 {
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
                self.source.advance(end + close.len());
                self.words(&format!("${inside}$"));
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
            Then::EndHeading => {
                self.begin(Begins::Paragraph);
            }
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

fn set(style: &mut Style, look: Look) {
    match look {
        Look::Bold => style.bold = true,
        Look::Italic => style.italic = true,
        Look::Underlined => style.underlined = true,
        Look::Label => style.label = true,
        Look::Upright => style.italic = false,
        Look::Medium => style.bold = false,
        Look::Plain => {}
    }
}

/// An address without the backslashes that LaTeX needs in it.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(latex: &str) -> Vec<String> {
        let lines = page(latex).0.lines;
        lines.iter().map(crate::import::shown).collect()
    }

    #[test]
    fn a_hand_made_list() {
        let latex = r#"\documentclass[11pt]{article}
\usepackage{enumitem} \newcommand{\me}{\textbf{Ada Sample}}
\newcommand{\pub}[3]{\item #1. ``#2.'' In \emph{#3}}
\author{Ada Sample\thanks{x} \\ Town}
\begin{document}
\section*{Publications} % all
\begin{enumerate}[label={[\arabic*]}]
  \pub{\me{}, B. M{\"u}ller}{On {L}ooms \& Mills}{NSDI, 2023}
  \item[2022] \underline{A.~Sample} and {\bf C}. \href{http://x.org/\~a\_b}{A $O(n^2)$ Way}.\\
    In {\it Proc.} --- pp.~1--2.   % note
    \url{http://x.org/a_b}
\end{enumerate}

After.\footnote{no}
\end{document} nothing"#;
        assert_eq!(
            shown(latex),
            [
                "1|Publications",
                "*1 |*Ada Sample*, B. Müller. “On Looms & Mills.” In /NSDI, 2023/",
                "*1 |2022  _A. Sample_ and *C*. (A O(n^2) Way).",
                " 1 |In /Proc./ — pp. 1–2. (http://x.org/a_b)",
                "¶|After.",
            ]
        );
        let page = page(latex).0;
        assert_eq!(page.name.as_deref(), Some("Ada Sample"));
        assert_eq!((page.lines[1].at.first, page.lines[2].at.first), (8, 9));
        assert_eq!(page.lines[3].at.last, 11);
        let link = page.lines[2]
            .spans
            .iter()
            .find_map(|span| span.link.clone());
        assert_eq!(link.as_deref(), Some("http://x.org/~a_b"));
    }

    #[test]
    fn classes_for_cvs() {
        let latex = r"\name{Ada}{Sample}
\cvsection{Publications}
\begin{cventries}
  \cventry
    {On Looms} % title
    {NSDI}
    {2023}
    {Ada Sample, Bob Doe}
    {}
\end{cventries}
\cvitem{2022}{A. Sample. \textit{On Mills}}
\cvlistitem{Third}
\begin{rSection}{Talks} One \end{rSection}
\begin{tabular}{ll} 2021 & Fourth \\ 2020 & Fifth \end{tabular}
\begin{thebibliography}{9}\bibitem[x]{k} D. Doe.
\newblock Sixth. \newblock {\em CACM}.\end{thebibliography}
\resumeItem{Seventh}{with more}
{\Large \textbf{Service}}\par Reviewer";
        assert_eq!(
            shown(latex),
            [
                "1|Publications",
                "*1 |On Looms",
                " 1 |NSDI",
                " 1 |2023",
                " 1 |Ada Sample, Bob Doe",
                "*|2022  A. Sample. /On Mills/",
                "*|Third",
                "1|Talks",
                "¶|One",
                "*|2021  Fourth",
                "*|2020  Fifth",
                "*1 |D. Doe. Sixth. /CACM/.",
                "*|Seventh",
                " |with more",
                "2|*Service*",
                "¶|Reviewer",
            ]
        );
        assert_eq!(page(latex).0.name.as_deref(), Some("Ada Sample"));
    }

    #[test]
    fn other_files_are_named() {
        let (_, faults) = page("a\n\\input{pubs}\n\\bibliography{own}");
        let shown: Vec<(usize, bool)> = faults
            .iter()
            .map(|fault| (fault.line, fault.what.contains("import")))
            .collect();
        assert_eq!(shown, [(2, true), (3, true)]);
    }

    #[test]
    fn any_nesting_and_any_macro_is_survived() {
        for piece in [
            "{",
            "\\textbf{",
            "\\href{",
            "\\item[",
            "$",
            "\\begin{itemize}",
            "\\cventry{",
            "\\newcommand{\\a}{",
            "\\'{",
            "}",
            "\\url{",
            "\\foo{",
        ] {
            let text = format!("{}words", piece.repeat(100_000));
            assert!(page(&text).0.lines.len() <= 100_001, "{piece}");
        }
        let (grown, faults) = page(r"\def\a{x\a\a}\newcommand{\b}{\b}\a \b done");
        assert!(grown.lines.len() <= 1 && faults.len() == 1);
    }
}
