//! Reads light markup within a line and removes characters that are no part of its text.

use crate::import::{Span, TextStyle};

/// Splits a line at its marks. Each opening mark is searched for a closing one only once, and the
/// rest of a line with too many unpaired marks is left as text, so the time is linear.
pub(super) fn spans(line: &str) -> Vec<Span> {
    let mut reader = Inline {
        out: Vec::new(),
        plain: String::new(),
        style: TextStyle::default(),
        link: None,
        vain: 0,
    };
    reader.read(line, 0);
    reader.flush();
    if reader.out.is_empty() {
        reader.out.push(Span::default());
    }
    reader.out
}

/// The number of unpaired marks after which the rest of a line is text.
const MOST_VAIN: usize = 60;

/// The deepest nesting of marks.
const DEEPEST: usize = 4;

/// Returns the position of the closing mark, which follows a character that is neither a space nor
/// escaped.
fn closing(text: &str, mark: &str) -> Option<usize> {
    let sign = mark.chars().next()?;
    let mut from = 0;
    while let Some(found) = text[from..].find(mark) {
        let at = from + found;
        let before = text[..at].chars().next_back();
        let after = text[at + mark.len()..].chars().next();
        let is_word_inside = sign == '_' && after.is_some_and(char::is_alphanumeric);
        let is_longer = mark.len() == 1 && (after == Some(sign) || before == Some(sign));
        if before.is_some_and(|c| !c.is_whitespace() && c != '\\') && !is_word_inside && !is_longer
        {
            return Some(at);
        }
        from = at
            + match before {
                Some('\\') => 1,
                _ if after == Some(sign) => 2,
                _ => mark.len(),
            };
    }
    None
}

/// Returns the letters of a ligature, as in the text of PDFs.
fn ligature(c: char) -> Option<&'static str> {
    Some(match c {
        'ﬀ' => "ff",
        'ﬁ' => "fi",
        'ﬂ' => "fl",
        'ﬃ' => "ffi",
        'ﬄ' => "ffl",
        'ﬅ' | 'ﬆ' => "st",
        _ => return None,
    })
}

struct Inline {
    out: Vec<Span>,
    plain: String,
    style: TextStyle,
    link: Option<String>,
    vain: usize,
}

impl Inline {
    fn read(&mut self, text: &str, depth: usize) {
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let taken = if self.vain < MOST_VAIN && depth < DEEPEST {
                self.mark(rest, depth)
            } else {
                None
            };
            rest = if let Some(length) = taken {
                &rest[length..]
            } else {
                match c {
                    '\t' => self.plain.push_str("    "),
                    '\u{a0}' | '\u{2007}' | '\u{202f}' => self.plain.push(' '),
                    c if c.is_control() || is_invisible(c) => {}
                    c => match ligature(c) {
                        Some(letters) => self.plain.push_str(letters),
                        None => self.plain.push(c),
                    },
                }
                &rest[c.len_utf8()..]
            };
        }
    }

    /// Reads the mark at the beginning of `rest` and returns its length.
    fn mark(&mut self, rest: &str, depth: usize) -> Option<usize> {
        let last = self.out.last().map_or("", |span| span.text.as_str());
        let before = self.plain.chars().next_back().or(last.chars().next_back());
        match rest.as_bytes()[0] {
            b'\\' => {
                let next = rest[1..]
                    .chars()
                    .next()
                    .filter(char::is_ascii_punctuation)?;
                self.plain.push(next);
                Some(1 + next.len_utf8())
            }
            b'&' => self.entity(rest),
            b'[' => self.link(rest, depth),
            b'"' => self.quoted_link(rest, depth),
            b'<' => self.tag(rest, depth),
            b'*' | b'_' => {
                let mark = rest.as_bytes()[0] as char;
                if mark == '_' && before.is_some_and(char::is_alphanumeric) {
                    return None;
                }
                let run = rest.chars().take_while(|c| *c == mark).count();
                // A mark after a letter and before punctuation opens nothing: `Ann Lee*, Bo Ray*`.
                let after = rest[run..].chars().next();
                if before.is_some_and(char::is_alphanumeric)
                    && after.is_none_or(|c| !c.is_alphanumeric())
                {
                    return None;
                }
                (1..=run.min(3))
                    .rev()
                    .find_map(|width| self.emphasis(rest, width, depth))
            }
            _ => None,
        }
    }

    fn entity(&mut self, rest: &str) -> Option<usize> {
        let end = rest.bytes().take(12).position(|byte| byte == b';')?;
        let shown = htmlize::unescape(&rest[..=end]);
        if *shown == rest[..=end] {
            return None;
        }
        self.plain.push_str(&shown);
        Some(end + 1)
    }

    fn link(&mut self, rest: &str, depth: usize) -> Option<usize> {
        let Some(middle) = rest.find("](") else {
            self.vain += 1;
            return None;
        };
        let Some(length) = rest[middle + 2..].find(')') else {
            self.vain += 1;
            return None;
        };
        let end = middle + 2 + length;
        let (label, address) = (&rest[1..middle], &rest[middle + 2..end]);
        if address.contains(char::is_whitespace) {
            return None;
        }
        // A button may have brackets of its own: `[[pdf](x)]`.
        if label.starts_with('[') && !label.contains(']') {
            return None;
        }
        let link = Some(address.to_owned()).filter(|address| address.len() > 1);
        self.within(label, depth, |reader| reader.link = link);
        Some(end + 1)
    }

    /// Reads a link in Textile: `"Journal of Looms":http://looms.example.org`.
    fn quoted_link(&mut self, rest: &str, depth: usize) -> Option<usize> {
        let length = rest[1..].find('"')?;
        let (label, behind) = (&rest[1..=length], &rest[length + 2..]);
        let address = behind.strip_prefix(':')?;
        if !(address.starts_with("http") || address.starts_with('/')) || label.is_empty() {
            return None;
        }
        let end = address.find(char::is_whitespace).unwrap_or(address.len());
        let link = address[..end].trim_end_matches(['.', ',', ')', ';']);
        self.within(label, depth, |reader| reader.link = Some(link.to_owned()));
        Some(length + 3 + link.len())
    }

    /// Reads one of the few tags that converters leave in text.
    fn tag(&mut self, rest: &str, depth: usize) -> Option<usize> {
        for (name, style) in [
            (
                "b",
                TextStyle {
                    bold: true,
                    ..TextStyle::default()
                },
            ),
            (
                "strong",
                TextStyle {
                    bold: true,
                    ..TextStyle::default()
                },
            ),
            (
                "i",
                TextStyle {
                    italic: true,
                    ..TextStyle::default()
                },
            ),
            (
                "em",
                TextStyle {
                    italic: true,
                    ..TextStyle::default()
                },
            ),
            (
                "u",
                TextStyle {
                    underlined: true,
                    ..TextStyle::default()
                },
            ),
        ] {
            let Some(inner) = rest[1..]
                .strip_prefix(name)
                .and_then(|r| r.strip_prefix('>'))
            else {
                continue;
            };
            let open = 2 + name.len();
            let close = format!("</{name}>");
            let Some(length) = inner.find(&close) else {
                self.vain += 1;
                return None;
            };
            self.within(&inner[..length], depth, |reader| reader.add(style));
            return Some(open + length + close.len());
        }
        let end = rest.bytes().take(200).position(|byte| byte == b'>')?;
        let inside = &rest[1..end];
        if inside.starts_with("http://") || inside.starts_with("https://") {
            self.within(inside, DEEPEST, |reader| {
                reader.link = Some(inside.to_owned());
            });
            return Some(end + 1);
        }
        if let Some(link) = inside
            .strip_prefix("a href=\"")
            .and_then(|rest| rest.split('"').next())
        {
            let inner = &rest[end + 1..];
            let Some(length) = inner.find("</a>") else {
                self.vain += 1;
                return None;
            };
            self.within(&inner[..length], depth, |reader| {
                reader.link = Some(link.to_owned()).filter(|link| !link.is_empty());
            });
            return Some(end + 1 + length + 4);
        }
        let name = inside.trim_start_matches('/');
        let name = name.split([' ', '/']).next().unwrap_or(name);
        [
            "sup", "sub", "br", "small", "big", "span", "div", "font", "p", "center", "li", "ul",
            "ol",
        ]
        .contains(&name)
        .then_some(end + 1)
    }

    fn emphasis(&mut self, rest: &str, width: usize, depth: usize) -> Option<usize> {
        let mark = &rest[..width];
        let inner = &rest[width..];
        if inner.starts_with(char::is_whitespace) || inner.is_empty() {
            return None;
        }
        let Some(length) = closing(inner, mark) else {
            self.vain += 1;
            return None;
        };
        let style = TextStyle {
            bold: width >= 2,
            italic: width != 2,
            ..TextStyle::default()
        };
        self.within(&inner[..length], depth, |reader| reader.add(style));
        Some(length + 2 * width)
    }

    fn add(&mut self, style: TextStyle) {
        self.style.bold |= style.bold;
        self.style.italic |= style.italic;
        self.style.underlined |= style.underlined;
    }

    fn within(&mut self, text: &str, depth: usize, change: impl FnOnce(&mut Self)) {
        self.flush();
        let (style, link) = (self.style, self.link.clone());
        change(self);
        self.read(text, depth + 1);
        self.flush();
        (self.style, self.link) = (style, link);
    }

    fn flush(&mut self) {
        if !self.plain.is_empty() {
            self.out.push(Span {
                text: std::mem::take(&mut self.plain),
                style: self.style,
                link: self.link.clone(),
                formulas: Vec::new(),
            });
        }
    }
}

/// Whether a character has no width and no meaning.
pub(in crate::import) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}')
}
