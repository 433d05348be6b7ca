use std::ops::Range;

use super::fault::SyntaxFault;
use super::lookahead::{closing_brace, is_name_char, opens_value, starts_field};

/// The fields between an entry's delimiters, in order, and the faults found among them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawFields<'a> {
    /// The fields as written, including repeated ones.
    pub fields: Vec<RawField<'a>>,
    /// The faults, in the order of the text.
    pub faults: Vec<SyntaxFault>,
    /// The byte after the closing delimiter.
    pub end: usize,
}

/// One field as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawField<'a> {
    /// Its name as written.
    pub name: &'a str,
    /// The parts of its value, which BibTeX concatenates.
    pub value: Vec<ValuePart<'a>>,
    /// The bytes from the name to the end of the value.
    pub span: Range<usize>,
}

/// One operand of a value that is concatenated with `#`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValuePart<'a> {
    /// The text inside braces.
    Braced(&'a str),
    /// The text inside quotation marks.
    Quoted(&'a str),
    /// The name of a macro.
    Macro(&'a str),
    /// A number, or other text without delimiters.
    Bare(&'a str),
}

impl<'a> RawFields<'a> {
    /// Parses fields from byte `from` to the closing delimiter, never past `limit`.
    pub(super) fn read(text: &'a str, from: usize, close: u8, limit: usize) -> Self {
        let mut parser = FieldParser {
            text: &text[..limit],
            at: from,
            close,
            faults: Vec::new(),
            unclosed: 0,
        };
        let fields = parser.fields();
        Self {
            fields,
            faults: parser.faults,
            end: parser.at,
        }
    }
}

struct FieldParser<'a> {
    text: &'a str,
    at: usize,
    close: u8,
    faults: Vec<SyntaxFault>,
    unclosed: usize,
}

/// The parser gives up an entry with more unclosed values than this: each one makes it scan the rest
/// of the entry again.
const MAX_UNCLOSED_VALUES: usize = 20;

impl<'a> FieldParser<'a> {
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
                if self.more_fields_follow() {
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

    /// Parses `name = value`; returns `None` and notes a fault where the text has another form.
    fn field(&mut self) -> Option<RawField<'a>> {
        let start = self.at;
        let name = self.word();
        if name.is_empty() {
            self.fault("expected a field name");
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

    fn value(&mut self) -> Option<Vec<ValuePart<'a>>> {
        let mut pieces = Vec::new();
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'{') => pieces.push(ValuePart::Braced(self.braced()?)),
                Some(b'"') => pieces.push(ValuePart::Quoted(self.quoted()?)),
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

    /// Parses a value in braces. BibTeX counts escaped braces too; where they do not balance, escaped
    /// braces are ignored.
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

    /// Returns whether a value ends at the last brace of the entry and contains what looks like a field:
    /// its own closing brace is missing and it took the entry's.
    fn swallowed_the_entry(&self, end: usize) -> bool {
        let (inside, after) = self.rest().split_at(end);
        !after[1..].contains(['}', ')'])
            && inside
                .match_indices('\n')
                .any(|(at, _)| starts_field(inside[at + 1..].trim_start_matches([' ', '\t'])))
    }

    /// Parses a value in quotation marks; quotation marks inside braces do not end it.
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

    /// Parses a value without a closing delimiter: up to the end of its line, without a trailing comma or
    /// delimiter.
    fn unclosed_value(&mut self) -> Option<&'a str> {
        self.fault("value is not closed");
        self.unclosed += 1;
        if self.unclosed > MAX_UNCLOSED_VALUES {
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

    /// Parses a number, a macro's name, or other text without delimiters up to the comma.
    fn bare(&mut self) -> ValuePart<'a> {
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
                ValuePart::Bare(word)
            } else {
                ValuePart::Macro(word)
            };
        }
        self.at = start;
        let close = char::from(self.close);
        let length = self
            .rest()
            .find([',', '\n', close])
            .unwrap_or(self.rest().len());
        self.at += length;
        self.fault("value without braces");
        ValuePart::Bare(self.text[start..self.at].trim())
    }

    /// Moves to the next field, on a new line or after a comma. Returns `false` when there is none; the
    /// rest up to the closing delimiter, or to the limit, is then skipped.
    fn recover(&mut self) -> bool {
        if self.unclosed > MAX_UNCLOSED_VALUES {
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

    /// Returns whether more fields follow a closing delimiter, which was then one too many.
    fn more_fields_follow(&self) -> bool {
        let rest = self.rest().trim_start();
        rest.strip_prefix(',')
            .is_some_and(|rest| starts_field(rest.trim_start()))
    }

    /// Skips blanks, commas and, as biber does, comment lines.
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
        self.faults.push(SyntaxFault {
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
        let fields = RawFields::read(&text, 0, b'}', text.len());
        let shown = fields
            .fields
            .iter()
            .map(|field| {
                let value: Vec<String> = field
                    .value
                    .iter()
                    .map(|piece| match piece {
                        ValuePart::Braced(text)
                        | ValuePart::Quoted(text)
                        | ValuePart::Bare(text) => (*text).to_owned(),
                        ValuePart::Macro(name) => format!("<{name}>"),
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
    fn valid_fields_of_every_form_are_parsed() {
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
    fn faults_leave_other_fields_intact() {
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
