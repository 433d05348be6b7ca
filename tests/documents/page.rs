//! The fenced blocks of a Markdown page, each with the comment that precedes it.

use std::{
    ops::Range,
    path::{Path, PathBuf},
};

use fs_err as fs;
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

/// A page and its fenced blocks.
pub(crate) struct Page {
    path: PathBuf,
    text: String,
    pub(crate) blocks: Vec<Block>,
}

/// A fenced block.
#[derive(Debug, Default)]
pub(crate) struct Block {
    /// The line of its first line, counted from 1.
    pub(crate) line: usize,
    /// Where its text is in the page.
    pub(crate) place: Range<usize>,
    pub(crate) text: String,
    pub(crate) language: String,
    pub(crate) role: Role,
    /// Whether it begins in a new folder.
    pub(crate) fresh: bool,
}

/// What the comment before a block says about it.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) enum Role {
    #[default]
    Unsaid,
    /// It is written to this file.
    File(String),
    /// It is what this file has.
    Shows(String),
    /// It is a command that is not run, for this reason.
    NotRun(String),
    /// It is something else that is not checked, for this reason.
    NotChecked(String),
}

impl Page {
    pub(crate) fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap();
        let blocks = blocks(&text);
        Self {
            path: path.to_owned(),
            text,
            blocks,
        }
    }

    /// Writes the page with other texts in these places.
    pub(crate) fn replace(&mut self, mut changes: Vec<(Range<usize>, String)>) {
        if changes.is_empty() {
            return;
        }
        changes.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
        for (place, text) in changes {
            self.text.replace_range(place, &text);
        }
        fs::write(&self.path, &self.text).unwrap();
    }
}

impl Block {
    /// Whether parts of an output are left out.
    pub(crate) fn elides(&self) -> bool {
        self.text.contains("[..]") || self.text.lines().any(|line| line == "...")
    }

    pub(crate) fn is_command(&self) -> bool {
        matches!(self.language.as_str(), "console" | "sh")
    }

    pub(crate) fn is_checked(&self) -> bool {
        self.is_command() || self.role != Role::Unsaid
    }

    /// Why its commands are not run.
    pub(crate) fn skipped(self) -> Option<String> {
        match self.role {
            Role::NotRun(reason) => Some(reason),
            _ => None,
        }
    }
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut role = Role::Unsaid;
    let mut fresh = false;
    let mut open: Option<Block> = None;
    for (event, place) in Parser::new(text).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let CodeBlockKind::Fenced(info) = kind else {
                    panic!("an indented block: {}", &text[place]);
                };
                let begin = place.start + text[place.clone()].find('\n').map_or(0, |at| at + 1);
                open = Some(Block {
                    line: text[..begin].lines().count() + 1,
                    place: begin..begin,
                    text: String::new(),
                    language: info
                        .split_whitespace()
                        .next()
                        .unwrap_or_default()
                        .to_owned(),
                    role: std::mem::take(&mut role),
                    fresh: std::mem::take(&mut fresh),
                });
            }
            Event::Text(part) if open.is_some() => {
                let block = open.as_mut().unwrap();
                block.text.push_str(&part);
                block.place.end = place.end;
            }
            Event::End(TagEnd::CodeBlock) => blocks.extend(open.take()),
            Event::Html(comment) => {
                let comment = comment.trim();
                let said = comment
                    .strip_prefix("<!--")
                    .and_then(|rest| rest.strip_suffix("-->"))
                    .map(str::trim);
                match said.map(|said| said.split_once(": ").unwrap_or((said, ""))) {
                    Some(("fresh folder", _)) => fresh = true,
                    Some(("file", name)) => role = Role::File(name.to_owned()),
                    Some(("shows", name)) => role = Role::Shows(name.to_owned()),
                    Some(("not run", reason)) => role = Role::NotRun(reason.to_owned()),
                    Some(("not checked", reason)) => role = Role::NotChecked(reason.to_owned()),
                    // The marks of sections that are made from the code.
                    Some(("rules" | "end of rules" | "authority" | "end of authority", _)) => {}
                    _ => panic!("what does this say: {comment}"),
                }
            }
            Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) => {}
            // A comment speaks of the block that follows at once.
            _ => role = Role::Unsaid,
        }
    }
    blocks
}
