//! Output: for people, with colours and line breaks on a terminal; or for programs, byte for byte.
//! Titles and answers of services may hold control characters for a terminal, or lines that a build
//! server takes for commands. This file alone makes them harmless.

use std::{
    fmt::Write as _,
    io::{self, Write},
    sync::{OnceLock, PoisonError, RwLock},
};

use console::{Style, measure_text_width};

use super::{
    args::{Color, Shared},
    exit::Failure,
    world::World,
};

/// The meaning of a piece of text. This file alone knows how it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    /// Success.
    Good,
    /// Something to look at.
    Doubt,
    /// An error or a loss.
    Bad,
    /// Less important than its surroundings.
    Faint,
    /// What one looks for.
    Strong,
}

/// The marks around painted text, from the characters that Unicode reserves for internal use.
const INKS: [(char, Ink); 5] = [
    ('\u{fdd1}', Ink::Good),
    ('\u{fdd2}', Ink::Doubt),
    ('\u{fdd3}', Ink::Bad),
    ('\u{fdd4}', Ink::Faint),
    ('\u{fdd5}', Ink::Strong),
];
const END: char = '\u{fdd0}';

impl Ink {
    /// Marks the meaning of a text. [`say`] and [`show`] turn the mark into a colour, or remove it.
    pub(super) fn paint(self, text: &str) -> String {
        let mark = INKS.iter().find(|(_, ink)| *ink == self);
        let mark = mark.map_or(END, |(mark, _)| *mark);
        format!("{mark}{text}{END}")
    }

    fn style(self) -> Style {
        let style = Style::new().force_styling(true);
        match self {
            Self::Good => style.green(),
            Self::Doubt => style.yellow().bold(),
            Self::Bad => style.red().bold(),
            Self::Faint => style.dim(),
            Self::Strong => style.bold(),
        }
    }
}

/// The abilities of an output stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Look {
    /// Whether it shows colours.
    pub(super) colours: bool,
    /// The columns of a line; `None` where it is no terminal.
    pub(super) columns: Option<usize>,
}

/// The abilities of standard error and standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Looks {
    error: Look,
    output: Look,
}

fn looks() -> &'static RwLock<Looks> {
    static LOOKS: OnceLock<RwLock<Looks>> = OnceLock::new();
    LOOKS.get_or_init(RwLock::default)
}

/// Determines the abilities of both streams, for all output from then on.
pub(super) fn begin(shared: &Shared, world: &World) {
    let is_dumb = world.environment.get("TERM").is_some_and(|it| it == "dumb");
    let no_colours = is_dumb || world.environment.contains_key("NO_COLOR");
    let look = |is_terminal: bool, columns: Option<usize>| Look {
        colours: match shared.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => is_terminal && !no_colours,
        },
        columns: columns.filter(|columns| is_terminal && *columns >= NARROWEST),
    };
    let found = Looks {
        error: look(world.terminal, world.columns),
        output: look(world.output_terminal, world.columns),
    };
    *looks().write().unwrap_or_else(PoisonError::into_inner) = found;
}

/// The narrowest terminal on which lines are wrapped, in columns.
const NARROWEST: usize = 30;

/// Returns the abilities of standard error.
pub(super) fn on_error() -> Look {
    looks().read().unwrap_or_else(PoisonError::into_inner).error
}

/// Returns the abilities of standard output.
pub(super) fn on_output() -> Look {
    let looks = looks().read();
    looks.unwrap_or_else(PoisonError::into_inner).output
}

/// Prints a message on standard error. A closed standard error is no failure.
pub(super) fn say(message: &str) {
    let text = rendered(&headed(message), on_error());
    _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Prints a result that people read.
pub(super) fn show(text: &str) -> Result<(), Failure> {
    print(&rendered(text, on_output()))
}

/// Prints commands for a build server. Control characters are escaped, the commands are not.
pub(super) fn print_commands(text: &str) -> Result<(), Failure> {
    print(&visible(text))
}

/// Prints JSON with control characters escaped, which does not change its meaning.
pub(super) fn print_json(text: &str) -> Result<(), Failure> {
    print(&json_visible(text))
}

/// Prints a result for programs, unchanged. A reader that closes the pipe early is no failure.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// Prints a result for programs that may be in any encoding, unchanged.
pub(super) fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::usage(error)),
        _ => Ok(()),
    }
}

/// Paints the words `error:`, `warning:` and `hint:` at the beginning of lines.
fn headed(message: &str) -> String {
    let heads = [
        ("error:", Ink::Bad),
        ("warning:", Ink::Doubt),
        ("hint:", Ink::Strong),
    ];
    let lines = message.split('\n').map(|line| {
        let head = heads.iter().find(|(head, _)| line.starts_with(head));
        head.map_or_else(
            || line.to_owned(),
            |(head, ink)| ink.paint(head) + &line[head.len()..],
        )
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the text as a stream shows it: harmless, wrapped, with colours or without their marks.
pub(super) fn rendered(text: &str, look: Look) -> String {
    let text = harmless(text);
    let text = match look.columns {
        Some(columns) => {
            let lines = text.split('\n').map(|line| wrapped(line, columns));
            lines.collect::<Vec<_>>().join("\n")
        }
        None => text,
    };
    let mut out = String::with_capacity(text.len());
    let mut ink = None;
    for part in text.split_inclusive(is_mark) {
        let mark = part.chars().next_back().filter(|c| is_mark(*c));
        let plain = part.trim_end_matches(is_mark);
        match ink.filter(|_| look.colours && !plain.is_empty()) {
            Some(ink) => out.push_str(&Ink::style(ink).apply_to(plain).to_string()),
            None => out.push_str(plain),
        }
        if let Some(mark) = mark {
            ink = INKS.iter().find(|(it, _)| *it == mark).map(|(_, ink)| *ink);
        }
    }
    out
}

fn is_mark(c: char) -> bool {
    (END..='\u{fdd5}').contains(&c)
}

/// Breaks a line between words into lines of so many columns at most; all but the first are
/// indented. A word that is longer than a line is left to the terminal.
fn wrapped(line: &str, columns: usize) -> String {
    let width = |text: &str| measure_text_width(&text.replace(is_mark, ""));
    if width(line) <= columns {
        return line.to_owned();
    }
    let indent = line.len() - line.trim_start_matches(' ').len();
    let indent = (indent + 4).min(columns / 2);
    let mut out = String::with_capacity(line.len());
    let mut at = 0;
    for piece in line.split_inclusive(' ') {
        let (long, word) = (width(piece), width(piece.trim_end_matches(' ')));
        if at > indent && at + word > columns {
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            at = indent;
        }
        out.push_str(piece);
        at += long;
    }
    out
}

/// Shortens a text to so many columns at most. It ends between words, with an ellipsis.
pub(super) fn cut(text: &str, columns: usize) -> String {
    if measure_text_width(text) <= columns {
        return text.to_owned();
    }
    let mut end = 0;
    let mut at = 0;
    for (place, c) in text.char_indices() {
        let wide = measure_text_width(c.encode_utf8(&mut [0; 4]));
        if at + wide + 1 > columns {
            break;
        }
        at += wide;
        end = place + c.len_utf8();
    }
    let (head, rest) = text.split_at(end);
    let whole = match head.rsplit_once(' ') {
        Some((words, _)) if !rest.starts_with(' ') => words,
        _ => head,
    };
    format!("{}…", whole.trim_end_matches([' ', ',', ';', ':']))
}

/// Escapes control characters, and what GitHub's or Azure's runners take for a command: `::` at the
/// beginning of a line, `##[` anywhere.
pub(super) fn harmless(text: &str) -> String {
    let text = visible(text).replace("##[", r"#\u{23}[");
    let lines = text.split_inclusive('\n').map(|line| {
        let begin = line.len() - line.trim_start().len();
        match line.split_at(begin) {
            (blank, rest) if rest.starts_with("::") => {
                format!(r"{blank}\u{{3a}}{}", rest.split_at(1).1)
            }
            _ => line.to_owned(),
        }
    });
    lines.collect()
}

/// Does the same for a part of a line, and escapes line feeds.
pub(super) fn one_line(text: &str) -> String {
    harmless(&text.replace('\n', r"\n"))
}

/// Escapes (as `\u{1b}`) each character that moves the cursor, changes colours, or changes the
/// direction of the text after it. Line feeds are kept.
fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c != '\n' && steers(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

/// Escapes such characters as JSON does. They occur only in strings: serde escapes those below
/// U+0020, and JSON has no others between strings.
fn json_visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c > '~' && steers(c) {
            _ = write!(out, r"\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

fn steers(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// The log's output: standard error, made harmless like all other output.
#[derive(Debug, Clone, Copy)]
pub(super) struct LogOutput {
    /// Whether the log's own colours are kept. The log has escaped all others before.
    pub(super) colours: bool,
}

impl Write for LogOutput {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(line);
        let parts: Vec<String> = if self.colours {
            text.split('\u{1b}').map(harmless).collect()
        } else {
            vec![harmless(&text)]
        };
        let text = parts.join("\u{1b}");
        std::io::stderr().lock().write_all(text.as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        std::io::stderr().lock().flush()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_steers_a_terminal_is_shown_as_an_escape() {
        let hostile = "a \u{1b}[2J\u{9b}31m\u{7}\r\t b \u{202e}c\u{2066}";
        assert_eq!(
            harmless(hostile),
            r"a \u{1b}[2J\u{9b}31m\u{7}\r\t b \u{202e}c\u{2066}"
        );
        assert_eq!(harmless("Müller: 日本語,\nline"), "Müller: 日本語,\nline");
        assert_eq!(one_line("a\nb"), r"a\nb");
    }

    #[test]
    fn no_line_is_a_command_of_a_build_server() {
        assert_eq!(harmless("a\n  ::error::b\n"), "a\n  \\u{3a}:error::b\n");
        assert_eq!(harmless("::add-mask::x"), r"\u{3a}:add-mask::x");
        assert_eq!(harmless("a ##[group]b"), r"a #\u{23}[group]b");
        assert_eq!(harmless("C++: std::move"), "C++: std::move");
    }

    proptest! {
        #[test]
        fn nothing_shown_steers(text in "[\u{0}-\u{2fff}]{0,40}|[:#\\[ \n\r]{0,12}") {
            let shown = harmless(&text);
            prop_assert!(!shown.chars().any(|c| c != '\n' && steers(c)));
            prop_assert!(!shown.lines().any(|line| line.trim_start().starts_with("::")));
            prop_assert!(!shown.contains("##["));
        }

        #[test]
        fn json_means_the_same_when_it_is_escaped(text in "[\u{0}-\u{2fff}]{0,40}") {
            let json = serde_json::to_string(&text).unwrap();
            let shown = json_visible(&json);
            prop_assert!(!shown.chars().any(steers));
            prop_assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), text);
        }
    }

    #[test]
    fn meaning_becomes_a_colour_only_where_colours_are_shown() {
        let text = format!("2 {}, 1 open", Ink::Good.paint("matched"));
        assert_eq!(rendered(&text, Look::default()), "2 matched, 1 open");
        let coloured = Look {
            colours: true,
            columns: None,
        };
        assert_eq!(
            rendered(&text, coloured),
            "2 \u{1b}[32mmatched\u{1b}[0m, 1 open"
        );
        let error = rendered(&headed("error: x\nhint: y"), coloured);
        assert!(error.starts_with("\u{1b}[31m"), "{error:?}");
    }

    #[test]
    fn lines_are_wrapped_between_words_on_a_terminal_alone() {
        let line = format!("  {}: a title of several words", Ink::Doubt.paint("open"));
        let narrow = Look {
            colours: false,
            columns: Some(20),
        };
        assert_eq!(
            rendered(&line, narrow),
            "  open: a title of\n      several words"
        );
        assert_eq!(
            rendered(&line, Look::default()),
            "  open: a title of several words"
        );
        assert_eq!(
            rendered("日本語 日本語 日本語 日本語", narrow),
            "日本語 日本語 日本語\n    日本語"
        );
    }

    #[test]
    fn a_text_is_cut_at_a_word() {
        assert_eq!(cut("On Sorting Strings", 18), "On Sorting Strings");
        assert_eq!(cut("On Sorting Strings", 17), "On Sorting…");
        assert_eq!(cut("On Sorting, Fast", 12), "On Sorting…");
        assert_eq!(cut("Sorting", 4), "Sor…");
        assert_eq!(cut("日本語", 5), "日本…");
    }
}
