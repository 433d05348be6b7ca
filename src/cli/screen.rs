//! What is printed. Titles and what services say may hold signs that steer a terminal, and lines that
//! a build server takes for commands: here, and nowhere else, they are made harmless.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use super::exit::Failure;

/// Tells the person something, on standard error; a closed one is no failure.
pub(super) fn say(message: &str) {
    _ = writeln!(std::io::stderr().lock(), "{}", harmless(message));
}

/// Prints a result that people read.
pub(super) fn show(text: &str) -> Result<(), Failure> {
    print(&harmless(text))
}

/// Prints commands for a build server: what steers a terminal is escaped, the commands are left.
pub(super) fn print_commands(text: &str) -> Result<(), Failure> {
    print(&visible(text))
}

/// Prints JSON, which means the same with its signs escaped.
pub(super) fn print_json(text: &str) -> Result<(), Failure> {
    print(&json_visible(text))
}

/// Prints a result that programs may read, as it is. A reader that has seen enough closes the
/// pipe; that is no failure.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::usage(error)),
        _ => Ok(()),
    }
}

/// The text with an escape for each sign that steers, and with nothing that GitHub's or Azure's
/// runners take for a command: `::` at the beginning of a line, `##[` anywhere.
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

/// The same for a part of a line, which can't begin another one.
pub(super) fn one_line(text: &str) -> String {
    harmless(&text.replace('\n', r"\n"))
}

/// The text with an escape (`\u{1b}`) for each sign that moves the cursor, changes colours, or turns
/// the direction of what follows. Line breaks are left.
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

/// JSON with JSON's own escapes for such signs. They stand only in its strings: serde escapes those
/// below a blank, and between strings JSON has no others.
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

/// Where the log goes: standard error, made harmless like all else.
#[derive(Debug, Clone, Copy)]
pub(super) struct LogOutput {
    /// Whether the log's own colours are let through. Its writer has escaped all others by then.
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
}
