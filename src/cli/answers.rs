//! The answers to questions: one key each on a terminal, one line each from a pipe.

use std::io::BufRead;

use super::world::World;

/// A source of answers.
pub(super) trait AnswerReader {
    /// Reads the next answer as it was typed; `None` when there are no more.
    fn next(&mut self) -> Option<String>;
}

/// Returns the reader of standard input.
pub(super) fn reader(world: &World) -> Box<dyn AnswerReader> {
    if world.answers_by_key && world.terminal {
        Box::new(Keys)
    } else {
        Box::new(Lines::of(std::io::stdin().lock()))
    }
}

/// Reads one key on a terminal.
#[derive(Debug)]
struct Keys;

impl AnswerReader for Keys {
    fn next(&mut self) -> Option<String> {
        match console::Term::stderr().read_key().ok()? {
            console::Key::Char(key) => Some(key.to_string()),
            console::Key::Escape => None,
            _ => Some(String::new()),
        }
    }
}

/// Reads one line from a pipe.
#[derive(Debug)]
pub(super) struct Lines<R>(R);

impl<R: BufRead> Lines<R> {
    pub(super) fn of(input: R) -> Self {
        Self(input)
    }
}

impl<R: BufRead> AnswerReader for Lines<R> {
    fn next(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = self.0.read_line(&mut line).ok()?;
        (read > 0).then(|| line.trim().to_owned())
    }
}
