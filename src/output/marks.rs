//! The lines by which bibsync knows its own text again.
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
//! After an entry: a code of its text, those of the works before it, its own and after it, a remark, and the
//! fields that are the person's. A work's code is made of its key and its title, since another work may
//! get a key when the lock is lost, or on another branch. The last line has a code of the person's own
//! blocks, which are after it, and that of the last entry's work; a file without it was cut off. So whoever
//! deletes an entry, with its line or without, leaves a file that says of itself that the entry was there;
//! and a file of two runs, as merges make them, is told from that of one.

use std::fmt::{self, Display, Formatter};

use crate::lock::digest;

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    /// Before the first entry: the code of its work.
    Begin(String),
    /// After an entry.
    Entry(Mark),
    /// In place of an entry that the person took out: its key, and its title as titles are compared.
    Without(String, String),
    /// After the last entry: the code of the person's own blocks, and that of the last entry's work.
    End(String, String),
}

/// What is said after an entry.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Mark {
    /// The code of its text: see [`text_code`].
    pub(super) text: String,
    /// The code of the entry's work before it.
    pub(super) before: String,
    /// The code of its work: see [`work_code`].
    pub(super) work: String,
    /// The code of the next entry's work.
    pub(super) next: String,
    /// A remark for people.
    pub(super) remark: Option<String>,
    /// The names of the fields that are the person's; one that the entry lacks was taken out.
    pub(super) edited: Vec<String>,
}

const BEGINNING: &str = "% bibsync ";
const GREETING: &str = "(written by bibsync, which keeps what you edit here)";

impl Line {
    /// Reads a line; `None` for any other.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let rest = line.trim().strip_prefix(BEGINNING)?;
        let (first, rest) = rest.split_once(' ')?;
        let rest = rest.trim();
        let mut words = rest.split(' ');
        let code = words.next().unwrap_or_default();
        let second = words.next().unwrap_or_default();
        let third = words.next().unwrap_or_default();
        let is_code =
            |text: &str| text.len() == CODE && text.bytes().all(|byte| byte.is_ascii_hexdigit());
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
                Some(Self::Entry(Mark {
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

impl Display for Line {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(BEGINNING)?;
        match self {
            Self::Begin(next) => write!(f, "begin {next} {GREETING}"),
            Self::Without(key, title) => write!(f, "without {key} {title}"),
            Self::End(own, last) => write!(f, "end {own} {last}"),
            Self::Entry(mark) => {
                let Mark {
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

/// So many digits has a code.
const CODE: usize = 8;

/// The code of an entry's text, whatever its line ends: the end of [`entry_digest`].
pub(super) fn text_code(text: &str) -> String {
    tail(&entry_digest(text)).to_owned()
}

/// The code of the work that has a key and this title, as titles are compared; of an empty key, that
/// there is none.
pub(super) fn work_code(key: &str, title: &str) -> String {
    tail(&digest(&format!("{key} {title}"))).to_owned()
}

/// The code of the person's own blocks.
pub(super) fn own_code(own: &[String]) -> String {
    text_code(&own.join("\n"))
}

/// Whether a code is that of the text with this digest.
pub(super) fn is_of_digest(code: &str, entry_digest: &str) -> bool {
    code == tail(entry_digest)
}

/// The digest of an entry's text, the same where only line ends and blanks before them differ, as
/// they do when git writes a file on Windows.
pub(super) fn entry_digest(text: &str) -> String {
    let lines: Vec<&str> = text.trim().lines().map(str::trim_end).collect();
    digest(&lines.join("\n"))
}

fn tail(text: &str) -> &str {
    text.get(text.len().saturating_sub(CODE)..)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_written() {
        let mark = Mark {
            text: text_code("@misc{a}"),
            before: work_code("", ""),
            work: work_code("a", "onlooms"),
            next: work_code("b", "onyarn"),
            remark: None,
            edited: vec!["note".to_owned(), "doi".to_owned()],
        };
        for line in [
            Line::Begin(work_code("a", "onlooms")),
            Line::Entry(mark.clone()),
            Line::Entry(Mark {
                edited: Vec::new(),
                ..mark.clone()
            }),
            Line::Without("lee2019lost".to_owned(), "ontheoldlosses".to_owned()),
            Line::End(own_code(&[]), work_code("a", "onlooms")),
        ] {
            assert_eq!(Line::parse(&line.to_string()), Some(line));
        }
        let remarked = Line::Entry(Mark {
            remark: Some("unmatched, as listed".to_owned()),
            ..mark.clone()
        });
        assert_eq!(Line::parse(&remarked.to_string()), Some(Line::Entry(mark)));
        for other in [
            "% bibsync",
            "% bibsync is good",
            "% mine",
            "bibsync end 3f21ab08",
        ] {
            assert_eq!(Line::parse(other), None, "{other}");
        }
    }

    #[test]
    fn line_ends_change_no_code() {
        assert_eq!(text_code("@misc{a,\r\n}\r\n"), text_code("@misc{a,\n}"));
        assert_ne!(text_code("@misc{a,\n}"), text_code("@misc{b,\n}"));
    }
}
