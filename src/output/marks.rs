//! The comment lines by which a later run recognizes the text that bibsync wrote.
//!
//! ```text
//! % bibsync begin 5be1a04d (written by bibsync, which keeps what you edit here)
//! @misc{doe2020fast, … }
//! % bibsync 7f3a9c21 90d3c5e8 5be1a04d 0ab9ff37
//! @misc{roe2021slow, … }
//! % bibsync 1c22aa01 5be1a04d 0ab9ff37 90d3c5e8 (unmatched, as listed) edited: note, doi
//! % bibsync without lee2019lost ontheoldlosses
//! % bibsync end 3f21ab08 0ab9ff37
//! ```
//!
//! The mark after an entry holds four codes: of the entry's text, of the previous work, of its own work and
//! of the next work. A remark and the names of the fields that the person edited may follow. A work's code
//! is a digest of its key and title: the key alone does not identify a work, because another branch, or a run
//! without the lock, may give it to another work. The last line has a code of the person's own blocks, which
//! follow it, and the code of the last work. A file without that line was truncated.
//!
//! Since each mark names its neighbours, a file from which an entry was deleted, with or without its mark,
//! still shows that the entry was there, and a file merged from two runs is distinguishable from a file of
//! one run.

use std::fmt::{self, Display, Formatter};

use crate::lock::digest;

/// A comment line that bibsync writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MarkLine {
    /// The first line: the code of the first work.
    Begin(String),
    /// The line after an entry.
    Entry(EntryMark),
    /// The line in place of an entry that the person removed: its key and its folded title.
    Without(String, String),
    /// The line after the last entry: the code of the person's own blocks and the code of the last work.
    End(String, String),
}

/// The content of the line after an entry.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct EntryMark {
    /// The code of the entry's text: see [`text_code`].
    pub(super) text: String,
    /// The code of the previous entry's work.
    pub(super) before: String,
    /// The code of the entry's work: see [`work_code`].
    pub(super) work: String,
    /// The code of the next entry's work.
    pub(super) next: String,
    /// A remark for the reader, which is not parsed.
    pub(super) remark: Option<String>,
    /// The names of the fields that the person edited; a named field that the entry lacks was removed.
    pub(super) edited: Vec<String>,
}

const PREFIX: &str = "% bibsync ";
const GREETING: &str = "(written by bibsync, which keeps what you edit here)";

impl MarkLine {
    /// Parses a line; `None` if bibsync did not write it.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let rest = line.trim().strip_prefix(PREFIX)?;
        let (first, rest) = rest.split_once(' ')?;
        let rest = rest.trim();
        let mut words = rest.split(' ');
        let code = words.next().unwrap_or_default();
        let second = words.next().unwrap_or_default();
        let third = words.next().unwrap_or_default();
        let is_code = |text: &str| {
            text.len() == CODE_LENGTH && text.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        match first {
            "begin" => is_code(code).then(|| Self::Begin(code.to_owned())),
            "without" => {
                let title = rest.split_once(' ').map_or("", |(_, title)| title.trim());
                (!code.is_empty()).then(|| Self::Without(code.to_owned(), title.to_owned()))
            }
            "end" => [code, second]
                .into_iter()
                .all(is_code)
                .then(|| Self::End(code.to_owned(), second.to_owned())),
            text if [text, code, second, third].into_iter().all(is_code) => {
                let edited = rest.split_once("edited: ").map_or("", |(_, names)| names);
                let names = edited.split(", ").map(str::trim);
                Some(Self::Entry(EntryMark {
                    text: text.to_owned(),
                    before: code.to_owned(),
                    work: second.to_owned(),
                    next: third.to_owned(),
                    remark: None,
                    edited: names
                        .filter(|name| !name.is_empty())
                        .map(str::to_owned)
                        .collect(),
                }))
            }
            _ => None,
        }
    }
}

impl Display for MarkLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(PREFIX)?;
        match self {
            Self::Begin(next) => write!(f, "begin {next} {GREETING}"),
            Self::Without(key, title) => write!(f, "without {key} {title}"),
            Self::End(own, last) => write!(f, "end {own} {last}"),
            Self::Entry(mark) => {
                let EntryMark {
                    text,
                    before,
                    work,
                    next,
                    ..
                } = mark;
                write!(f, "{text} {before} {work} {next}")?;
                if let Some(remark) = &mark.remark {
                    write!(f, " ({remark})")?;
                }
                if !mark.edited.is_empty() {
                    write!(f, " edited: {}", mark.edited.join(", "))?;
                }
                Ok(())
            }
        }
    }
}

/// The number of hexadecimal digits of a code.
const CODE_LENGTH: usize = 8;

/// Returns the code of an entry's text: the last digits of [`entry_digest`].
pub(super) fn text_code(text: &str) -> String {
    tail(&entry_digest(text)).to_owned()
}

/// Returns the code of the work with this key and folded title. The code of an empty key and title means
/// that there is no work.
pub(super) fn work_code(key: &str, title: &str) -> String {
    tail(&digest(&format!("{key} {title}"))).to_owned()
}

/// Returns the code of the person's own blocks.
pub(super) fn own_code(own: &[String]) -> String {
    text_code(&own.join("\n"))
}

/// Returns whether a code belongs to the text with this digest.
pub(super) fn is_of_digest(code: &str, entry_digest: &str) -> bool {
    code == tail(entry_digest)
}

/// Returns the digest of an entry's text. Line ends and trailing blanks do not count, since git changes line
/// ends on Windows.
pub(super) fn entry_digest(text: &str) -> String {
    let lines: Vec<&str> = text.trim().lines().map(str::trim_end).collect();
    digest(&lines.join("\n"))
}

fn tail(text: &str) -> &str {
    text.get(text.len().saturating_sub(CODE_LENGTH)..)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_lines_parse_back() {
        let mark = EntryMark {
            text: text_code("@misc{a}"),
            before: work_code("", ""),
            work: work_code("a", "onlooms"),
            next: work_code("b", "onyarn"),
            remark: None,
            edited: vec!["note".to_owned(), "doi".to_owned()],
        };
        for line in [
            MarkLine::Begin(work_code("a", "onlooms")),
            MarkLine::Entry(mark.clone()),
            MarkLine::Entry(EntryMark {
                edited: Vec::new(),
                ..mark.clone()
            }),
            MarkLine::Without("lee2019lost".to_owned(), "ontheoldlosses".to_owned()),
            MarkLine::End(own_code(&[]), work_code("a", "onlooms")),
        ] {
            assert_eq!(MarkLine::parse(&line.to_string()), Some(line));
        }
        let remarked = MarkLine::Entry(EntryMark {
            remark: Some("unmatched, as listed".to_owned()),
            ..mark.clone()
        });
        assert_eq!(
            MarkLine::parse(&remarked.to_string()),
            Some(MarkLine::Entry(mark))
        );
        for other in [
            "% bibsync",
            "% bibsync is good",
            "% mine",
            "bibsync end 3f21ab08",
        ] {
            assert_eq!(MarkLine::parse(other), None, "{other}");
        }
    }

    #[test]
    fn line_ends_do_not_change_a_code() {
        assert_eq!(text_code("@misc{a,\r\n}\r\n"), text_code("@misc{a,\n}"));
        assert_ne!(text_code("@misc{a,\n}"), text_code("@misc{b,\n}"));
    }
}
