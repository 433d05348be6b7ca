use std::ops::Range;

use super::fault::SyntaxFault;
use super::fields::RawFields;
use super::lookahead::is_name;

/// A contiguous part of a `.bib` file. The spans of all blocks, concatenated, are the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block<'a> {
    /// Its bytes.
    pub span: Range<usize>,
    /// The line on which it begins, counted from 1.
    pub line: usize,
    /// Its content.
    pub content: Content<'a>,
}

/// The content of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content<'a> {
    /// Text between entries, which BibTeX ignores.
    Text,
    /// `@comment{..}`.
    Comment,
    /// `@preamble{..}`.
    Preamble,
    /// `@string{name = value}`, with one or more definitions.
    Strings(RawFields<'a>),
    /// An entry.
    Entry {
        /// The type as written: `InProceedings`.
        kind: &'a str,
        /// The citation key as written; empty when there is none.
        key: &'a str,
        /// Its fields.
        fields: RawFields<'a>,
    },
}

/// Splits a `.bib` file into blocks without losing a byte, and recovers from faults: a broken entry
/// keeps the fields that can be parsed, and scanning continues at the next entry.
///
/// Lines that begin with `%` are text, as in biber (BibTeX would read an entry there). An `@` begins a
/// block only if a word and an opening brace or parenthesis follow.
#[must_use]
pub fn scan(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = LineCounter::default();
    let mut limits = Limits::default();
    let mut unclosed_left = MAX_UNCLOSED_COMMENTS;
    let mut at = 0;
    while at < text.len() {
        let start = next_start(text, at);
        if start > at {
            blocks.push(Block {
                line: lines.of(text, at),
                span: at..start,
                content: Content::Text,
            });
        }
        if start == text.len() {
            break;
        }
        let (content, end) = read_block(text, start, &mut limits, &mut unclosed_left);
        blocks.push(Block {
            line: lines.of(text, start),
            span: start..end,
            content,
        });
        at = end;
    }
    blocks
}

/// Counts lines in one pass over the file, for increasing positions.
#[derive(Debug, Default)]
pub(super) struct LineCounter {
    at: usize,
    before: usize,
}

impl LineCounter {
    pub(super) fn of(&mut self, text: &str, at: usize) -> usize {
        if at < self.at {
            *self = Self::default();
        }
        let breaks = text.as_bytes()[self.at..at].iter().filter(|b| **b == b'\n');
        self.before += breaks.count();
        self.at = at;
        self.before + 1
    }
}

/// The beginning of a block: `@`, a word, an opening brace or parenthesis.
struct BlockHead<'a> {
    word: &'a str,
    close: u8,
    /// The byte after the opening delimiter.
    inside: usize,
}

fn head(text: &str, at: usize) -> Option<BlockHead<'_>> {
    let rest = text[at..].strip_prefix('@')?;
    let rest = rest.trim_start_matches([' ', '\t']);
    let word_len = rest
        .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '+')))
        .unwrap_or(rest.len());
    let (word, rest) = rest.split_at(word_len);
    let rest = rest.trim_start();
    let close = match rest.bytes().next()? {
        b'{' => b'}',
        b'(' => b')',
        _ => return None,
    };
    (word.starts_with(|c: char| c.is_ascii_alphabetic())).then(|| BlockHead {
        word,
        close,
        inside: text.len() - rest.len() + 1,
    })
}

/// Returns the byte at which the next block other than text begins, or the end.
fn next_start(text: &str, from: usize) -> usize {
    let mut at = from;
    let mut line = from;
    while let Some(found) = text[at..].find('@') {
        let candidate = at + found;
        line = text[at..candidate]
            .rfind(LINE_ENDS)
            .map_or(line, |b| at + b + 1);
        if head(text, candidate).is_some() && !is_in_text(&text[line..candidate]) {
            return candidate;
        }
        at = candidate + 1;
    }
    text.len()
}

const LINE_ENDS: [char; 2] = ['\n', '\r'];

/// Returns whether an `@` after this part of a line is in a comment, or in an address such as
/// `me@host(home)`.
fn is_in_text(before: &str) -> bool {
    before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '\\'))
        || before
            .trim_start_matches(|c: char| c == '\u{feff}' || c.is_whitespace())
            .starts_with('%')
}

/// The positions at which unclosed entries must stop. Each is searched for once, however many entries
/// precede it: a whole file may be one line.
#[derive(Debug, Default)]
struct Limits {
    /// The positions for which the next limit is known, up to that limit.
    known: Range<usize>,
}

impl Limits {
    /// Returns the limit of a block whose inside begins at `from`.
    fn of(&mut self, text: &str, from: usize) -> usize {
        if !self.known.contains(&from) {
            self.known = from..limit(text, from);
        }
        self.known.end
    }
}

/// Returns the start of the next line that begins like a block, which no value is meant to contain.
fn limit(text: &str, from: usize) -> usize {
    let mut at = from;
    while let Some(found) = text[at..].find('@') {
        let start = at + found;
        let before = text[at..start].trim_end_matches([' ', '\t']);
        if before.ends_with(LINE_ENDS) && looks_like_block(text, start) {
            return start;
        }
        at = start + 1;
    }
    text.len()
}

/// Returns whether a key and a comma follow, or the word is reserved by BibTeX; a line of an abstract
/// may begin with `@someone (2020)`.
fn looks_like_block(text: &str, at: usize) -> bool {
    head(text, at).is_some_and(|head| {
        let reserved = ["string", "preamble", "comment"]
            .iter()
            .any(|word| head.word.eq_ignore_ascii_case(word));
        let line = text[head.inside..]
            .trim_start()
            .lines()
            .next()
            .unwrap_or("");
        reserved || line.contains([',', '=']) || !line.trim().contains(' ')
    })
}

/// Each unclosed comment costs a scan of the rest of the file; after this many, an unclosed comment
/// ends where the next block begins.
const MAX_UNCLOSED_COMMENTS: usize = 8;

fn read_block<'a>(
    text: &'a str,
    start: usize,
    limits: &mut Limits,
    unclosed_left: &mut usize,
) -> (Content<'a>, usize) {
    let Some(head) = head(text, start) else {
        return (Content::Text, text.len());
    };
    let is = |word: &str| head.word.eq_ignore_ascii_case(word);
    if is("comment") {
        let end = end_of_comment(text, &head, limits, unclosed_left);
        return (Content::Comment, end);
    }
    if is("preamble") {
        let end = end_of_comment(text, &head, limits, unclosed_left);
        return (Content::Preamble, end);
    }
    let limit = limits.of(text, head.inside);
    if is("string") {
        let fields = RawFields::read(text, head.inside, head.close, limit);
        let end = fields.end;
        return (Content::Strings(fields), end);
    }
    let (key, after_key, missing) = read_key(&text[..limit], head.inside, head.close);
    let mut fields = RawFields::read(text, after_key, head.close, limit);
    if missing {
        fields.faults.insert(
            0,
            SyntaxFault {
                at: start,
                message: "entry has no citation key",
            },
        );
    }
    let end = fields.end;
    let content = Content::Entry {
        kind: head.word,
        key,
        fields,
    };
    (content, end)
}

/// Returns the end of a comment: its closing delimiter, whatever it contains, or, where it is never
/// closed, the next line that begins like a block.
fn end_of_comment(
    text: &str,
    head: &BlockHead<'_>,
    limits: &mut Limits,
    unclosed_left: &mut usize,
) -> usize {
    if *unclosed_left == 0 {
        return limits.of(text, head.inside);
    }
    let mut depth = 1_usize;
    let open = if head.close == b'}' { b'{' } else { b'(' };
    for (offset, byte) in text.as_bytes()[head.inside..].iter().enumerate() {
        if *byte == open {
            depth += 1;
        } else if *byte == head.close {
            depth -= 1;
            if depth == 0 {
                return head.inside + offset + 1;
            }
        }
    }
    *unclosed_left -= 1;
    limits.of(text, head.inside)
}

/// Parses the key. Returns it, the byte after it, and whether it is missing.
fn read_key(text: &str, inside: usize, close: u8) -> (&str, usize, bool) {
    let start = text.len() - text[inside..].trim_start().len();
    let rest = &text[start..];
    let end = rest
        .find(|c: char| c == ',' || c == '\n' || c == char::from(close))
        .unwrap_or(rest.len());
    let key = rest[..end].trim_end();
    if let Some((name, value)) = key.split_once('=') {
        let value = value.trim_start();
        let is_field = is_name(name.trim()) && (value.is_empty() || value.starts_with(['{', '"']));
        if is_field {
            return ("", start, true);
        }
    }
    (key, start + end, key.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entries(text: &str) -> Vec<(String, String, usize)> {
        scan(text)
            .into_iter()
            .filter_map(|block| match block.content {
                Content::Entry { kind, key, fields } => {
                    Some((kind.to_owned(), key.to_owned(), fields.fields.len()))
                }
                _ => None,
            })
            .collect()
    }

    fn whole(text: &str) -> String {
        scan(text)
            .iter()
            .map(|block| &text[block.span.clone()])
            .collect()
    }

    #[test]
    fn both_delimiters_comments_and_text_are_scanned() {
        let text = "\u{feff}% @article{off, title={x}}\nme@host.org (home)\r\n\
            @Article(a:1, title = {On (x)}, year = 2020)\n@comment{ @article{no, x={y}} }\n\
            @misc{b'2, title = \"The {\"}ugly{\"} one\", note = {z}} trailing @book{c,title={T}}\n";
        assert_eq!(
            entries(text),
            [
                ("Article".into(), "a:1".into(), 2),
                ("misc".into(), "b'2".into(), 2),
                ("book".into(), "c".into(), 1),
            ]
        );
        assert_eq!(whole(text), text);
        let lines: Vec<usize> = scan(text).iter().map(|block| block.line).collect();
        assert_eq!(lines, [1, 3, 3, 4, 4, 5, 5, 5, 5]);
    }

    #[test]
    fn broken_entry_leaves_the_next_intact() {
        for broken in [
            "@article{bad, title = {never closed,\n year = 2020\n",
            "@article{bad, title = {closed too late,\n year = 2020\n}\n",
            "@article{bad, title = \"no quote,\n year = 2020}\n",
            "@article{bad, title = {x}, = {y}, {z}, year 2020\n}\n",
            "@article{bad\n",
            "@string{bad = {never closed\n",
            "@comment{never closed\n",
        ] {
            let text = format!("{broken}\n@book{{good, title = {{Good}}, year = 1999}}\n");
            let found = entries(&text);
            assert_eq!(
                found.last().unwrap(),
                &("book".to_owned(), "good".to_owned(), 2),
                "{broken}"
            );
            assert_eq!(whole(&text), text);
        }
    }

    #[test]
    fn entry_without_key_keeps_its_fields() {
        assert_eq!(
            entries("@misc{title = {x}, year = 2000}\n@misc{,\n title={y}}\n@misc{k}"),
            [
                ("misc".into(), String::new(), 2),
                ("misc".into(), String::new(), 1),
                ("misc".into(), "k".into(), 0),
            ]
        );
    }

    #[test]
    fn file_on_one_line_is_scanned_in_linear_time() {
        const ENTRIES: usize = 20_000;
        let entry =
            "@article{key, title = {A Title of some Length}, author = {Doe, Jane}, year = 2020} ";
        let text = entry.repeat(ENTRIES);
        // Looked at from each entry to its end, this file takes minutes.
        assert_eq!(entries(&text).len(), ENTRIES);
    }

    proptest! {
        #[test]
        fn cached_limit_equals_a_fresh_one(
            text in r"(?:[@{}=, ]|\n|@a\{b,|\n@a\{b,|\n@a \{c d e|@comment\{){0,40}"
        ) {
            let mut limits = Limits::default();
            for (at, _) in text.match_indices('@') {
                if let Some(head) = head(&text, at) {
                    prop_assert_eq!(limits.of(&text, head.inside), limit(&text, head.inside));
                }
            }
        }

        #[test]
        fn nothing_is_lost(text in r##"(?:[@{}()"#=,%\\ \r\n]|@article\{|title = |\n@|[a-zä😀1])*"##) {
            prop_assert_eq!(whole(&text), text.clone());
            let mut at = 0;
            for block in scan(&text) {
                prop_assert_eq!(block.span.start, at);
                prop_assert!(block.span.end > at);
                at = block.span.end;
            }
        }

        #[test]
        fn nothing_is_lost_of_any_text(text in any::<String>()) {
            prop_assert_eq!(whole(&text), text);
        }
    }
}
