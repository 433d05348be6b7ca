//! What is printed: for people, without what steers a terminal, or for programs, byte for byte.

use std::io::Write as _;

use super::exit::Failure;

/// Tells the person something, on standard error; a closed one is no failure.
pub(super) fn say(message: &str) {
    _ = writeln!(std::io::stderr().lock(), "{}", harmless(message));
}

/// Prints a result that people read. Titles and what services say may hold signs that steer a
/// terminal; these are not passed on.
pub(super) fn show(text: &str) -> Result<(), Failure> {
    print(&harmless(text))
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

/// The text with a sign of replacement for each that moves the cursor, changes colours, or turns
/// the direction of what follows.
pub(super) fn harmless(text: &str) -> String {
    let steers = |c: char| {
        let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        turns || c.is_control() && c != '\n'
    };
    text.replace(steers, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_shown_steers_a_terminal() {
        let hostile = "a \u{1b}[2J\u{9b}31m\u{7}\r b \u{202e}c\u{2066}";
        assert_eq!(
            harmless(hostile),
            "a \u{fffd}[2J\u{fffd}31m\u{fffd}\u{fffd} b \u{fffd}c\u{fffd}"
        );
        assert_eq!(harmless("Müller: 日本語,\nline"), "Müller: 日本語,\nline");
    }
}
