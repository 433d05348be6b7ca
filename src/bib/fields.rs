use std::ops::Range;

use super::ahead::{closing_brace, is_name_char, opens_value, starts_field};
use super::scan::Fault;

/// The fields between an entry's delimiters, in order, and what was wrong with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fields<'a> {
    /// The fields as written, doubles included.
    pub fields: Vec<RawField<'a>>,
    /// What had to be guessed.
    pub faults: Vec<Fault>,
    /// The byte after the closing delimiter.
    pub end: usize,
}

/// One field as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawField<'a> {
    /// Its name as written.
    pub name: &'a str,
    /// Its value: pieces to be put together.
    pub value: Vec<Piece<'a>>,
    /// The bytes from the name to the end of the value.
    pub span: Range<usize>,
}

/// A piece of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'a> {
    /// The inside of braces.
    Braced(&'a str),
    /// The inside of quotation marks.
    Quoted(&'a str),
    /// The name of a macro.
    Macro(&'a str),
    /// A number, or something else that stands without delimiters.
    Bare(&'a str),
}

impl<'a> Fields<'a> {
    /// Reads fields from byte `from` to the closing delimiter, never past `limit`.
    pub(super) fn read(text: &'a str, from: usize, close: u8, limit: usize) -> Self {
        let mut reader = Reader {
            text: &text[..limit],
            at: from,
            close,
            faults: Vec::new(),
            unclosed: 0,
        };
        let fields = reader.fields();
        Self {
            fields,
            faults: reader.faults,
            end: reader.at,
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    close: u8,
    faults: Vec<Fault>,
    unclosed: usize,
}

/// An entry with more unclosed values than this is given up: each costs a look at all the rest.
const PATIENCE: usize = 20;

impl<'a> Reader<'a> {
    fn fields(&mut self) -> Vec<RawField<'a>> {
        let mut fields = Vec::new();
        loop {
            self.skip_between();
            let Some(byte) = self.peek() else {
                self.fault("entry is not closed");
                return fields;
            };
            if byte == self.close {
                self.at += 1;
                if self.goes_on() {
                    self.fault("a delimiter too many inside the entry");
                    continue;
                }
                return fields;
            }
            let start = self.at;
            if let Some(field) = self.field() {
                fields.push(field);
                continue;
            }
            self.at = start;
            if !self.recover() {
                return fields;
            }
        }
    }

    /// Reads `name = value`; `None`, with the fault noted, where there is no such thing.
    fn field(&mut self) -> Option<RawField<'a>> {
        let start = self.at;
        let name = self.word();
        if name.is_empty() {
            self.fault("expected the name of a field");
            return None;
        }
        self.skip_blanks();
        if self.peek() != Some(b'=') {
            self.fault("field has no value");
            return None;
        }
        self.at += 1;
        let value = self.value()?;
        Some(RawField {
            name,
            value,
            span: start..self.at,
        })
    }

    fn value(&mut self) -> Option<Vec<Piece<'a>>> {
        let mut pieces = Vec::new();
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'{') => pieces.push(Piece::Braced(self.braced()?)),
                Some(b'"') => pieces.push(Piece::Quoted(self.quoted()?)),
                Some(b'#') => self.at += 1,
                Some(b',') | None => break,
                Some(byte) if byte == self.close => break,
                Some(_) => pieces.push(self.bare()),
            }
            let end = self.at;
            self.skip_blanks();
            match self.peek() {
                Some(b'#') => self.at += 1,
                Some(b',') | None => {
                    self.at = end;
                    break;
                }
                Some(byte) if byte == self.close => {
                    self.at = end;
                    break;
                }
                Some(_) => {
                    self.at = end;
                    self.fault("expected a comma after the value");
                    break;
                }
            }
        }
        Some(pieces)
    }

    /// Reads a value in braces. BibTeX counts escaped braces as well; where that does not come
    /// out even they are left aside.
    fn braced(&mut self) -> Option<&'a str> {
        let plain = closing_brace(self.rest(), false);
        let end = plain
            .filter(|end| self.ends_value(end + 1))
            .or_else(|| closing_brace(self.rest(), true).filter(|end| self.ends_value(end + 1)))
            .or(plain)
            .filter(|end| !self.swallowed_the_entry(*end));
        let Some(end) = end else {
            return self.unclosed_value();
        };
        let inside = &self.rest()[1..end];
        self.at += end + 1;
        Some(inside)
    }

    /// Whether a value ends with the last brace there is and holds what looks like a field: its own
    /// closing brace is missing and it took the entry's.
    fn swallowed_the_entry(&self, end: usize) -> bool {
        let (inside, after) = self.rest().split_at(end);
        !after[1..].contains(['}', ')'])
            && inside
                .match_indices('\n')
                .any(|(at, _)| starts_field(inside[at + 1..].trim_start_matches([' ', '\t'])))
    }

    /// Reads a value in quotation marks; those inside braces do not end it.
    fn quoted(&mut self) -> Option<&'a str> {
        let mut depth = 0_usize;
        for (offset, byte) in self.rest().bytes().enumerate().skip(1) {
            match byte {
                b'{' => depth += 1,
                b'}' if depth > 0 => depth -= 1,
                b'"' if depth == 0 && opens_value(&self.rest()[..offset]) => break,
                b'"' if depth == 0 && self.ends_value(offset + 1) => {
                    let inside = &self.rest()[1..offset];
                    self.at += offset + 1;
                    return Some(inside);
                }
                _ => {}
            }
        }
        self.unclosed_value()
    }

    fn ends_value(&self, offset: usize) -> bool {
        let rest = self.rest()[offset..].trim_start();
        rest.is_empty() || rest.starts_with([',', '#', '}', ')']) || starts_field(rest)
    }

    /// A value whose end is missing is taken to the end of its line, without a comma or delimiter
    /// that stands there.
    fn unclosed_value(&mut self) -> Option<&'a str> {
        self.fault("value is not closed");
        self.unclosed += 1;
        if self.unclosed > PATIENCE {
            return None;
        }
        let rest = self.rest();
        let line = rest.find('\n').unwrap_or(rest.len());
        let inside = rest[1..line]
            .trim_end()
            .trim_end_matches([',', '"', '}', ')'])
            .trim_end();
        self.at += line;
        Some(inside)
    }

    /// Reads a number, a macro's name, or whatever stands without delimiters up to the comma.
    fn bare(&mut self) -> Piece<'a> {
        let start = self.at;
        let word = self.word();
        let end = self.at;
        self.skip_blanks();
        let stops = self
            .peek()
            .is_none_or(|byte| matches!(byte, b',' | b'#') || byte == self.close);
        if !word.is_empty() && (stops || starts_field(self.rest())) {
            self.at = end;
            return if word.bytes().all(|b| b.is_ascii_digit()) {
                Piece::Bare(word)
            } else {
                Piece::Macro(word)
            };
        }
        self.at = start;
        let close = char::from(self.close);
        let length = self
            .rest()
            .find([',', '\n', close])
            .unwrap_or(self.rest().len());
        self.at += length;
        self.fault("value stands without braces");
        Piece::Bare(self.text[start..self.at].trim())
    }

    /// Goes on at the next line, or after the next comma, where a field begins. `false` when none
    /// follows: what is left up to the closing delimiter, or to the limit, is given up.
    fn recover(&mut self) -> bool {
        if self.unclosed > PATIENCE {
            self.at = self.text.len();
            return false;
        }
        let rest = self.rest();
        let mut depth = 0_usize;
        for (offset, byte) in rest.bytes().enumerate() {
            match byte {
                b'{' => depth += 1,
                b'}' if depth > 0 => depth -= 1,
                b',' | b'\n'
                    if starts_field(rest[offset + 1..].trim_start_matches([' ', '\t'])) =>
                {
                    self.at += offset + 1;
                    return true;
                }
                byte if byte == self.close && depth == 0 => {
                    self.at += offset;
                    return true;
                }
                _ => {}
            }
        }
        self.at = self.text.len();
        false
    }

    /// Whether more fields follow a closing delimiter: it was one too many.
    fn goes_on(&self) -> bool {
        let rest = self.rest().trim_start();
        rest.strip_prefix(',')
            .is_some_and(|rest| starts_field(rest.trim_start()))
    }

    /// Passes over blanks, commas and, as biber does, lines of comment.
    fn skip_between(&mut self) {
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'%') => {
                    let rest = self.rest();
                    self.at += rest.find('\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !is_name_char(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn peek(&self) -> Option<u8> {
        self.rest().bytes().next()
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn fault(&mut self, message: &'static str) {
        self.faults.push(Fault {
            at: self.at,
            message,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(inside: &str) -> (Vec<(String, String)>, usize) {
        let text = format!("{inside}}}");
        let fields = Fields::read(&text, 0, b'}', text.len());
        let shown = fields
            .fields
            .iter()
            .map(|field| {
                let value: Vec<String> = field
                    .value
                    .iter()
                    .map(|piece| match piece {
                        Piece::Braced(text) | Piece::Quoted(text) | Piece::Bare(text) => {
                            (*text).to_owned()
                        }
                        Piece::Macro(name) => format!("<{name}>"),
                    })
                    .collect();
                (field.name.to_owned(), value.join("|"))
            })
            .collect();
        (shown, fields.faults.len())
    }

    fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect()
    }

    #[test]
    fn sound_fields_of_every_form() {
        let (fields, faults) = read(
            "title = \"The {\"}ugly{\"} one\", month = jan # \"~5\", year=2020 ,\n% a remark, x = {y}\n \
             author={Doe, {J}}, bdsk-url-1 = {u}, empty = {}, pages = \"1\" # {--} # 2,",
        );
        assert_eq!(
            fields,
            pairs(&[
                ("title", "The {\"}ugly{\"} one"),
                ("month", "<jan>|~5"),
                ("year", "2020"),
                ("author", "Doe, {J}"),
                ("bdsk-url-1", "u"),
                ("empty", ""),
                ("pages", "1|--|2"),
            ])
        );
        assert_eq!(faults, 0);
    }

    #[test]
    fn faults_cost_no_other_field() {
        for (inside, want) in [
            ("a = {1} b = {2}", &[("a", "1"), ("b", "2")][..]),
            ("a = , b = {2}", &[("a", ""), ("b", "2")]),
            ("a = 10 feb, b = {2}", &[("a", "10 feb"), ("b", "2")]),
            ("a, b = {2}", &[("b", "2")]),
            ("a = {1}},\n b = {2}", &[("a", "1"), ("b", "2")]),
            ("a = \"1,\n b = \"2\"", &[("a", "1"), ("b", "2")]),
            ("a = {x \\} y}, b = {2}", &[("a", "x \\} y"), ("b", "2")]),
            ("a = 2020a, b = {2}", &[("a", "<2020a>"), ("b", "2")]),
        ] {
            assert_eq!(read(inside).0, pairs(want), "{inside}");
        }
    }
}
