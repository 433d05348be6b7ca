//! Plain text, and what programs make of the pages of a PDF.

mod org;

use super::{Begins, Line, Lines, Page, Span, Style};

/// Reads a plain text, or what a program made of the pages of a PDF: lines as they are printed.
///
/// Such texts often carry light markup (`# heading`, `**bold**`, `*italic*`, `[text](address)`,
/// `&amp;`), which is taken off where it is whole; a mark without its partner stays a character.
#[must_use]
pub fn read(text: &str) -> Page {
    let mut page = Page {
        printed: true,
        ..Page::default()
    };
    let mut begins = Begins::Paragraph;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_org = text
        .lines()
        .take(20)
        .any(|line| line.starts_with("#+TITLE:") || line.starts_with("#+AUTHOR:"));
    for (number, line) in (1..).zip(text.lines()) {
        // A page's feed stands before its first line, often on a line of its own.
        let (line, is_page) = match line.rsplit_once('\u{c}') {
            Some((_, rest)) => (rest, true),
            None => (line, false),
        };
        if is_page {
            begins = Begins::Page;
        }
        let field = year_field(line);
        let line = field.as_deref().unwrap_or(line);
        let bare = line.trim();
        if bare.is_empty() {
            if begins == Begins::Nothing {
                begins = Begins::Paragraph;
            }
            continue;
        }
        if is_rule(bare) {
            underline(&mut page, bare, begins, number);
            begins = Begins::Paragraph;
            continue;
        }
        if is_org && let Some(setting) = bare.strip_prefix("#+") {
            if let Some(name) = setting.strip_prefix("AUTHOR:") {
                page.name = Some(name.trim().to_owned());
            }
            continue;
        }
        let stars = if is_org { org::stars(line) } else { None };
        let (level, content) = stars.unwrap_or_else(|| heading(bare));
        page.lines.push(Line {
            at: Lines {
                first: number,
                last: number,
            },
            begins: level.map_or(begins, Begins::Heading),
            indent: columns(line),
            spans: if is_org {
                spans(&org::as_markdown(content))
            } else {
                spans(content)
            },
        });
        begins = match level {
            Some(_) => Begins::Paragraph,
            None => Begins::Nothing,
        };
    }
    page
}

/// A field of reStructuredText that is named by a year, as a column; and a line of its line blocks.
fn year_field(line: &str) -> Option<String> {
    let bare = line.trim_start();
    let indent = &line[..line.len() - bare.len()];
    let unbarred = |text: &str| -> Option<String> {
        let rest = text.strip_prefix("| ")?;
        (!rest.contains('|') || rest.contains('`')).then(|| rest.to_owned())
    };
    let year = bare
        .strip_prefix(':')
        .and_then(|rest| rest.split_once(": "))
        .filter(|(year, _)| year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit()));
    if let Some((year, rest)) = year {
        let rest = rest.trim_start();
        return Some(format!(
            "{indent}{year}   {}",
            unbarred(rest).unwrap_or_else(|| rest.to_owned())
        ));
    }
    unbarred(bare).map(|rest| format!("{indent}{rest}"))
}

/// Columns of white space before the text, tabs to the next eighth.
fn columns(line: &str) -> usize {
    let mut at = 0;
    for c in line.chars().take_while(|c| c.is_whitespace()) {
        at = if c == '\t' { (at / 8 + 1) * 8 } else { at + 1 };
    }
    at
}

/// A line of nothing but strokes.
fn is_rule(line: &str) -> bool {
    line.len() >= 3 && line.chars().all(|c| "=-_~*–—─═".contains(c))
}

/// The line before a rule of `=` or `-` is a heading, if it stands alone and is short.
fn underline(page: &mut Page, rule: &str, begins: Begins, number: usize) {
    let level = match rule.chars().next() {
        Some('=') => 1,
        Some('-') => 2,
        _ => return,
    };
    if let Some(line) = page.lines.last_mut()
        && line.begins == Begins::Paragraph
        && begins == Begins::Nothing
        && line.at.last + 1 == number
        && line.text().chars().count() < 80
    {
        line.begins = Begins::Heading(level);
    }
}

/// The level of a heading and its text.
type Headed<'a> = (Option<u8>, &'a str);

fn heading(line: &str) -> Headed<'_> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    match (u8::try_from(level), line[level..].strip_prefix(' ')) {
        (Ok(level @ 1..=6), Some(rest)) => {
            (Some(level), rest.trim().trim_end_matches('#').trim_end())
        }
        _ => (None, line),
    }
}

/// Parts a line at its marks. Each mark is looked for once from where it opens, and a line in which
/// a mark was opened in vain too often is left as it stands, so the time stays linear.
fn spans(line: &str) -> Vec<Span> {
    let mut reader = Inline {
        out: Vec::new(),
        plain: String::new(),
        style: Style::default(),
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

/// More marks than this opened in vain, and the rest of a line is taken as plain.
const MOST_VAIN: usize = 60;

/// Marks within marks, as deep as anybody writes them.
const DEEPEST: usize = 4;

struct Inline {
    out: Vec<Span>,
    plain: String,
    style: Style,
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

    /// Reads the mark at the head of `rest`; how many bytes it takes.
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
            b'<' => self.tag(rest, depth),
            b'*' | b'_' => {
                let mark = rest.as_bytes()[0] as char;
                if mark == '_' && before.is_some_and(char::is_alphanumeric) {
                    return None;
                }
                let run = rest.chars().take_while(|c| *c == mark).count();
                // A mark before punctuation opens nothing after a letter: `Ann Lee*, Bo Ray*`.
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
        // A button may be in brackets of its own: `[[pdf](x)]`.
        if label.starts_with('[') && !label.contains(']') {
            return None;
        }
        let link = Some(address.to_owned()).filter(|address| address.len() > 1);
        self.within(label, depth, |reader| reader.link = link);
        Some(end + 1)
    }

    /// The few tags that converters leave in text.
    fn tag(&mut self, rest: &str, depth: usize) -> Option<usize> {
        for (name, style) in [
            (
                "b",
                Style {
                    bold: true,
                    ..Style::default()
                },
            ),
            (
                "strong",
                Style {
                    bold: true,
                    ..Style::default()
                },
            ),
            (
                "i",
                Style {
                    italic: true,
                    ..Style::default()
                },
            ),
            (
                "em",
                Style {
                    italic: true,
                    ..Style::default()
                },
            ),
            (
                "u",
                Style {
                    underlined: true,
                    ..Style::default()
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
        matches!(
            inside,
            "sup" | "/sup" | "sub" | "/sub" | "br" | "br/" | "br /"
        )
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
        let style = Style {
            bold: width >= 2,
            italic: width != 2,
            ..Style::default()
        };
        self.within(&inner[..length], depth, |reader| reader.add(style));
        Some(length + 2 * width)
    }

    fn add(&mut self, style: Style) {
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
            });
        }
    }
}

/// Where a mark closes: after a character that is no blank, and not escaped.
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

/// The letters of a ligature, which the pages of a PDF may have in place of them.
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

/// Whether a character takes no room and says nothing.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<(usize, Begins, usize, String)> {
        read(text)
            .lines
            .iter()
            .map(|line| (line.at.first, line.begins, line.indent, line.text()))
            .collect()
    }

    #[test]
    fn lines_paragraphs_and_pages() {
        use Begins::{Heading, Nothing, Page, Paragraph};
        assert_eq!(
            shown("A\n  b\n\n\tc\n\u{c}d\n# E\nf\nG\n---\nh"),
            [
                (1, Paragraph, 0, "A".to_owned()),
                (2, Nothing, 2, "b".to_owned()),
                (4, Paragraph, 8, "c".to_owned()),
                (5, Page, 0, "d".to_owned()),
                (6, Heading(1), 0, "E".to_owned()),
                (7, Paragraph, 0, "f".to_owned()),
                (8, Nothing, 0, "G".to_owned()),
                (10, Paragraph, 0, "h".to_owned()),
            ]
        );
    }

    #[test]
    fn light_markup_is_taken_off_where_it_is_whole() {
        let line = |text: &str| read(text).lines[0].clone();
        let marked = line("**Ann Lee\\***, *Bo* &amp; [Cy](http://x.org) <b>D</b> 2*3 a_b_c _e_");
        assert_eq!(marked.text(), "Ann Lee*, Bo & Cy D 2*3 a_b_c e");
        let styles: Vec<_> = marked
            .spans
            .iter()
            .map(|s| {
                (
                    s.text.as_str(),
                    s.style.bold,
                    s.style.italic,
                    s.link.is_some(),
                )
            })
            .collect();
        assert_eq!(styles[0], ("Ann Lee*", true, false, false));
        assert_eq!(styles[2], ("Bo", false, true, false));
        assert_eq!(styles[4], ("Cy", false, false, true));
        assert_eq!(line("**Zezhou Wang***, Bo").text(), "Zezhou Wang*, Bo");
        assert_eq!(
            line("Zezhou Wang*, Jonggyu Park*, Li").text(),
            "Zezhou Wang*, Jonggyu Park*, Li"
        );
    }
}
