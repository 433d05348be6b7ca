use std::rc::Rc;

/// The text still to be read: the file, and above it the bodies of the macros being expanded.
#[derive(Debug)]
pub(super) struct TexSource {
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

/// The longest argument in bytes. One that does not end within it has no end.
const LONGEST_ARGUMENT: usize = 20_000;
/// The number of unterminated arguments that are searched to the limit. Later ones end with their
/// line.
const PATIENCE: usize = 200;
const LONGEST_ON_A_LINE: usize = 200;
/// The deepest nesting of macros that is expanded.
const DEEPEST: usize = 64;

impl TexSource {
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

    /// Returns the line of the file, from 1; inside a macro, the line of its call.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// Returns the rest of the innermost text. A macro that has ended is removed.
    pub(super) fn rest(&self) -> &str {
        let open = |frame: &&Frame| frame.at < frame.text.len();
        let frame = self.frames.iter().rev().find(open);
        frame.map_or("", |frame| &frame.text[frame.at..])
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Skips this many bytes.
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

    /// Skips spaces, comments and at most one line break after the last of them.
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

    /// Skips a comment with the end of its line and the indentation of the next.
    pub(super) fn skip_comment(&mut self) {
        let rest = self.rest();
        let end = rest.find('\n').map_or(rest.len(), |end| end + 1);
        let next = &rest[end..];
        let blanks = next.len() - next.trim_start_matches([' ', '\t']).len();
        self.advance(end + blanks);
    }

    /// Reads an argument in braces and returns it without them. Returns `None` and reads nothing if
    /// there is none or it has no end.
    pub(super) fn braced(&mut self) -> Option<String> {
        self.enclosed('{', '}')
    }

    /// Reads an optional argument in square brackets.
    pub(super) fn bracketed(&mut self) -> Option<String> {
        self.enclosed('[', ']')
    }

    /// Reads an argument: in braces, or one command, or one character.
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

    /// Whether an address of the web comes as an argument, and another argument behind it: `{https://loom.example}{Loom}`.
    pub(super) fn has_link(&self) -> bool {
        let rest = self.rest();
        ["{http://", "{https://", "{www.", "{mailto:"]
            .iter()
            .any(|head| rest.starts_with(head))
            && closing(rest, '{', '}', LONGEST_ON_A_LINE)
                .is_some_and(|end| rest[end + 1..].starts_with('{'))
    }

    /// Inserts the body of a macro; `false` if macros are nested too deeply.
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

    /// Skips what plain TeX assigns to a length or number: `=1 true cm`, `6pt plus 1pt`, `=-.5in`.
    /// Returns whether there was any.
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

/// Returns the length in bytes of a TeX length, which may lack a unit unless `needs_unit`: `6pt plus 1fil minus 2pt`.
fn length(text: &str, needs_unit: bool) -> usize {
    let Some((mut end, has_unit)) = dimension(text) else {
        return 0;
    };
    if !has_unit {
        return if needs_unit { 0 } else { end };
    }
    for word in ["plus", "minus"] {
        let rest = text[end..].trim_start_matches(' ');
        if let Some(more) = rest.strip_prefix(word) {
            let more = more.trim_start_matches(' ');
            if let Some((length, true)) = dimension(more) {
                end = text.len() - more.len() + length;
            }
        }
    }
    end
}

/// Returns the length in bytes of a number with its unit, and whether it has one. A command may be the unit:
/// `.5\baselineskip`.
fn dimension(text: &str) -> Option<(usize, bool)> {
    const UNITS: [&str; 14] = [
        "pt", "cm", "in", "em", "ex", "mm", "sp", "bp", "pc", "dd", "cc", "filll", "fill", "fil",
    ];
    let number = text
        .find(|c: char| !(c.is_ascii_digit() || "+-.".contains(c)))
        .unwrap_or(text.len());
    if !text[..number].bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let rest = text[number..].trim_start_matches(' ');
    let rest = rest
        .strip_prefix("true")
        .map_or(rest, |rest| rest.trim_start_matches(' '));
    let begins = text.len() - rest.len();
    if let Some(name) = rest.strip_prefix('\\') {
        return Some((begins + 1 + command_length(name), true));
    }
    let unit = UNITS.iter().find(|unit| rest.starts_with(**unit));
    Some(unit.map_or((number, false), |unit| (begins + unit.len(), true)))
}

/// Returns the position of the delimiter that closes the one at the beginning of `text`.
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
            // Brackets don't extend beyond the surrounding braces.
            braces = braces.checked_sub(1)?;
        }
    }
    None
}

/// Returns the length of the command name at the beginning of `text`, after its backslash.
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

/// Whether the first line of `text` is blank.
pub(super) fn starts_with_blank_line(text: &str) -> bool {
    let trimmed = text.trim_start_matches([' ', '\t', '\r']);
    trimmed.is_empty() || trimmed.starts_with('\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_end_at_their_delimiter() {
        let mut source = TexSource::of("{a{b}\\}c}[x{]}y] \\foo z{open");
        assert_eq!(source.braced().as_deref(), Some("a{b}\\}c"));
        assert_eq!(source.bracketed().as_deref(), Some("x{]}y"));
        assert_eq!(source.argument().as_deref(), Some("\\foo"));
        assert_eq!(source.argument().as_deref(), Some("z"));
        assert_eq!(source.argument(), None);
        assert_eq!(source.rest(), "{open");
    }

    #[test]
    fn expanded_macros_keep_the_line_of_their_call() {
        let mut source = TexSource::of("a\nb");
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
