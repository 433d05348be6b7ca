//! The lines by which bibsync knows its own text again.
//!
//! ```text
//! % bibsync begin 5be1a0 (written by bibsync, which keeps what you edit here)
//! @misc{doe2020fast, … }
//! % bibsync 7f3a9c21 0ab9ff
//! @misc{roe2021slow, … }
//! % bibsync 1c22aa01 90d3c5 (unmatched, as listed) edited: note, doi
//! % bibsync without lee2019lost ontheoldlosses
//! % bibsync end 3f21ab08
//! ```
//!
//! After an entry: a code of its text, a code of the next entry's key, a remark, and the fields that are
//! the person's. The second code tells an entry that was taken out by hand from one that was never there:
//! whoever deletes an entry leaves the line before it. It is beside the place where the next entry
//! begins, so a merge takes both from one side. The last line has a code of the person's own blocks,
//! which are after it; a file without it was cut off.

use std::fmt::{self, Display, Formatter};

use crate::lock::digest;

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    /// Before the first entry: the code of its key.
    Begin(String),
    /// After an entry.
    Entry(Mark),
    /// In place of an entry that the person took out: its key, and its title as titles are compared.
    Without(String, String),
    /// After the last entry: the code of the person's own blocks.
    End(String),
}

/// What is said after an entry.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Mark {
    /// The code of its text: see [`text_code`].
    pub(super) text: String,
    /// The code of the next entry's key: see [`key_code`].
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
        let code = rest.split(' ').next().unwrap_or_default();
        let is_code = |text: &str, length: usize| {
            text.len() == length && text.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        match first {
            "begin" => is_code(code, KEY_CODE).then(|| Self::Begin(code.to_owned())),
            "without" => {
                let title = rest.split_once(' ').map_or("", |(_, title)| title.trim());
                (!code.is_empty()).then(|| Self::Without(code.to_owned(), title.to_owned()))
            }
            "end" => is_code(code, TEXT_CODE).then(|| Self::End(code.to_owned())),
            text if is_code(text, TEXT_CODE) && is_code(code, KEY_CODE) => {
                let edited = rest.split_once("edited: ").map_or("", |(_, names)| names);
                let names = edited.split(", ").map(str::trim);
                Some(Self::Entry(Mark {
                    text: text.to_owned(),
                    next: code.to_owned(),
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
            Self::End(own) => write!(f, "end {own}"),
            Self::Entry(mark) => {
                write!(f, "{} {}", mark.text, mark.next)?;
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

const TEXT_CODE: usize = 8;
const KEY_CODE: usize = 6;

/// The code of an entry's text, whatever its line ends: the end of [`entry_digest`].
pub(super) fn text_code(text: &str) -> String {
    tail(&entry_digest(text), TEXT_CODE).to_owned()
}

/// The code of a citation key; of an empty one, that nothing follows.
pub(super) fn key_code(key: &str) -> String {
    tail(&digest(key), KEY_CODE).to_owned()
}

/// The code of the person's own blocks.
pub(super) fn own_code(own: &[String]) -> String {
    text_code(&own.join("\n"))
}

/// Whether a code is that of the text with this digest.
pub(super) fn is_of_digest(code: &str, entry_digest: &str) -> bool {
    code == tail(entry_digest, TEXT_CODE)
}

/// The digest of an entry's text, the same where only line ends and blanks before them differ, as
/// they do when git writes a file on Windows.
pub(super) fn entry_digest(text: &str) -> String {
    let lines: Vec<&str> = text.trim().lines().map(str::trim_end).collect();
    digest(&lines.join("\n"))
}

fn tail(text: &str, length: usize) -> &str {
    text.get(text.len().saturating_sub(length)..)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_written() {
        let mark = Mark {
            text: text_code("@misc{a}"),
            next: key_code("b"),
            remark: None,
            edited: vec!["note".to_owned(), "doi".to_owned()],
        };
        for line in [
            Line::Begin(key_code("a")),
            Line::Entry(mark.clone()),
            Line::Entry(Mark {
                edited: Vec::new(),
                ..mark.clone()
            }),
            Line::Without("lee2019lost".to_owned(), "ontheoldlosses".to_owned()),
            Line::End(own_code(&[])),
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
