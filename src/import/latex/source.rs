use std::rc::Rc;

/// The text that is still to be read: the file, and over it the bodies of the macros at work.
#[derive(Debug)]
pub(super) struct Source {
    /// Never empty; the first is the file.
    frames: Vec<Frame>,
    line: usize,
    patience: usize,
}

#[derive(Debug)]
struct Frame {
    text: Rc<str>,
    at: usize,
}

/// An argument is no longer than this, in bytes; what does not end within it has no end.
const LONGEST_ARGUMENT: usize = 20_000;
/// Each argument without end costs a look at so much; after so many, one ends with its line.
const PATIENCE: usize = 200;
const LONGEST_ON_A_LINE: usize = 200;
/// Macros nested deeper than this stay unread.
const DEEPEST: usize = 64;

impl Source {
    pub(super) fn of(text: &str) -> Self {
        Self {
            frames: vec![Frame {
                text: text.into(),
                at: 0,
            }],
            line: 1,
            patience: PATIENCE,
        }
    }

    /// The line of the file, from 1; inside of a macro, the one on which it was called.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// What is left of the innermost text; of a macro that has ended nothing is left, and the
    /// text around it is it.
    pub(super) fn rest(&self) -> &str {
        let open = |frame: &&Frame| frame.at < frame.text.len();
        let frame = self.frames.iter().rev().find(open);
        frame.map_or("", |frame| &frame.text[frame.at..])
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Passes over so many bytes of what is left.
    pub(super) fn advance(&mut self, bytes: usize) {
        while self.frames.len() > 1
            && self
                .frames
                .last()
                .is_some_and(|frame| frame.at >= frame.text.len())
        {
            self.frames.pop();
        }
        let is_file = self.frames.len() == 1;
        if let Some(frame) = self.frames.last_mut() {
            let end = (frame.at + bytes).min(frame.text.len());
            if is_file {
                let passed = &frame.text.as_bytes()[frame.at..end];
                self.line += memchr::memchr_iter(b'\n', passed).count();
            }
            frame.at = end;
        }
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let there = self.rest().starts_with(text);
        if there {
            self.advance(text.len());
        }
        there
    }

    /// Passes over blanks, lines of comment and at most one line break after the last of them.
    pub(super) fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
            if blanks > 0 {
                self.advance(blanks);
            } else if rest.starts_with('%') {
                self.skip_comment();
            } else if rest.starts_with('\n') && !starts_with_blank_line(&rest[1..]) {
                self.advance(1);
            } else {
                return;
            }
        }
    }

    /// Passes over a comment, with the end of its line and what the next is set in by.
    pub(super) fn skip_comment(&mut self) {
        let rest = self.rest();
        let end = rest.find('\n').map_or(rest.len(), |end| end + 1);
        let next = &rest[end..];
        let blanks = next.len() - next.trim_start_matches([' ', '\t']).len();
        self.advance(end + blanks);
    }

    /// Cuts off an argument in braces, as written and without them; `None`, with nothing passed
    /// over, where none stands or it has no end.
    pub(super) fn braced(&mut self) -> Option<String> {
        self.enclosed('{', '}')
    }

    /// Cuts off an optional argument in square brackets.
    pub(super) fn bracketed(&mut self) -> Option<String> {
        self.enclosed('[', ']')
    }

    /// Cuts off an argument: in braces, or one command, or one character.
    pub(super) fn argument(&mut self) -> Option<String> {
        self.skip_blanks();
        if let Some(inside) = self.braced() {
            return Some(inside);
        }
        let rest = self.rest();
        let length = match rest.strip_prefix('\\') {
            Some(name) => 1 + command_length(name),
            None => rest
                .chars()
                .next()
                .filter(|c| !matches!(c, '{' | '}'))?
                .len_utf8(),
        };
        let argument = rest[..length].to_owned();
        self.advance(length);
        Some(argument)
    }

    /// Puts the body of a macro before what is left; `false` when macros are nested too deep.
    pub(super) fn insert(&mut self, text: &str) -> bool {
        self.advance(0);
        if self.frames.len() > DEEPEST {
            return false;
        }
        self.frames.push(Frame {
            text: text.into(),
            at: 0,
        });
        true
    }

    /// Passes over what plain TeX gives a length or a number: `=1 true cm`, `6pt plus 1pt`,
    /// `=-.5in`; whether something stood there.
    pub(super) fn assignment(&mut self) -> bool {
        let rest = self.rest();
        let value = rest.trim_start_matches(' ');
        let (told, value) = match value.strip_prefix('=') {
            Some(value) => (true, value.trim_start_matches(' ')),
            None => (false, value),
        };
        let length = length(value, !told);
        if length == 0 {
            return false;
        }
        self.advance(rest.len() - value.len() + length);
        true
    }

    fn enclosed(&mut self, open: char, close: char) -> Option<String> {
        let rest = self.rest();
        if !rest.starts_with(open) {
            return None;
        }
        let reach = if self.patience > 0 {
            LONGEST_ARGUMENT
        } else {
            let near = &rest.as_bytes()[..rest.len().min(LONGEST_ON_A_LINE)];
            memchr::memchr(b'\n', near).unwrap_or(near.len())
        };
        let Some(end) = closing(rest, open, close, reach) else {
            self.patience = self.patience.saturating_sub(1);
            return None;
        };
        let inside = rest[1..end].to_owned();
        self.advance(end + 1);
        Some(inside)
    }
}

/// How many bytes of a text are a length of TeX; without a unit only if none is needed.
fn length(text: &str, needs_unit: bool) -> usize {
    const UNITS: [&str; 11] = [
        "pt", "cm", "in", "em", "ex", "mm", "sp", "bp", "pc", "dd", "cc",
    ];
    let number = text
        .find(|c: char| !(c.is_ascii_digit() || "+-.".contains(c)))
        .unwrap_or(text.len());
    if !text[..number].bytes().any(|byte| byte.is_ascii_digit()) {
        return 0;
    }
    let trimmed = |at: usize| at + text[at..].len() - text[at..].trim_start_matches(' ').len();
    let mut at = trimmed(number);
    if text[at..].starts_with("true") {
        at = trimmed(at + 4);
    }
    let Some(unit) = UNITS.iter().find(|unit| text[at..].starts_with(**unit)) else {
        return if needs_unit { 0 } else { number };
    };
    at += unit.len();
    for word in ["plus", "minus"] {
        let next = trimmed(at);
        if let Some(more) = text[next..].strip_prefix(word) {
            let begins = next + word.len() + more.len() - more.trim_start_matches(' ').len();
            match length(&text[begins..], true) {
                0 => {}
                more => at = begins + more,
            }
        }
    }
    at
}

/// The byte of the delimiter that closes the one at the head of `text`.
fn closing(text: &str, open: char, close: char, reach: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut braces = 0_usize;
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().take(reach) {
        let c = char::from(byte);
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == open && braces == 0 {
            depth += 1;
        } else if c == close && braces == 0 {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        } else if c == '{' {
            braces += 1;
        } else if c == '}' {
            // Brackets can't reach out of the braces they stand in.
            braces = braces.checked_sub(1)?;
        }
    }
    None
}

/// The length of the command whose backslash stands before `text`.
pub(super) fn command_length(text: &str) -> usize {
    let letters = text
        .find(|c: char| !(c.is_ascii_alphabetic() || c == '@'))
        .unwrap_or(text.len());
    if letters > 0 {
        letters
    } else {
        text.chars().next().map_or(0, char::len_utf8)
    }
}

/// Whether nothing stands on the first line of `text`.
pub(super) fn starts_with_blank_line(text: &str) -> bool {
    let trimmed = text.trim_start_matches([' ', '\t', '\r']);
    trimmed.is_empty() || trimmed.starts_with('\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_end_where_they_should() {
        let mut source = Source::of("{a{b}\\}c}[x{]}y] \\foo z{open");
        assert_eq!(source.braced().as_deref(), Some("a{b}\\}c"));
        assert_eq!(source.bracketed().as_deref(), Some("x{]}y"));
        assert_eq!(source.argument().as_deref(), Some("\\foo"));
        assert_eq!(source.argument().as_deref(), Some("z"));
        assert_eq!(source.argument(), None);
        assert_eq!(source.rest(), "{open");
    }

    #[test]
    fn macros_stand_before_the_rest_and_keep_its_line() {
        let mut source = Source::of("a\nb");
        source.advance(2);
        assert!(source.insert("x\ny\n"));
        source.advance(4);
        assert_eq!((source.rest(), source.line()), ("b", 2));
        for _ in 0..100 {
            source.insert("z");
        }
        assert!(!source.insert("z"));
    }
}
