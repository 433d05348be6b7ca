//! The file as it is read again.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    compose::without_marks,
    marks::{Line, Mark, own_code, text_code},
};
use crate::{
    bib::{BibEntry, Content, RawFields, ValuePart, decode_mixed, read, scan},
    export::keys::KeyHolder,
    lock::{self, Lock},
    text::{fold::squeeze, unlatex},
};

/// What a file says.
#[derive(Debug, Default)]
pub(super) struct Output {
    /// The entries, in order.
    pub(super) entries: Vec<Written>,
    /// The text between entries, comments and macros that are not ours, as they were written.
    pub(super) others: Vec<Other>,
    /// What is said of macros that can't be read.
    pub(super) broken: Vec<String>,
    /// Marks that follow no entry of theirs: the entry was taken out.
    pub(super) orphans: Vec<Mark>,
    /// The code of the first entry's work.
    pub(super) begin: Option<String>,
    /// Keys in whose place it is said that the person took the entry out, with its title.
    pub(super) without: BTreeMap<String, String>,
    /// The code of the person's own blocks; a marked file without it was cut off.
    pub(super) end: Option<String>,
    /// The code of the last entry's work.
    pub(super) last: Option<String>,
}

/// A block that is no entry.
#[derive(Debug)]
pub(super) struct Other {
    /// How many entries are before it.
    pub(super) after: usize,
    pub(super) text: String,
}

/// An entry.
#[derive(Debug)]
pub(super) struct Written {
    /// Its fields, macros expanded.
    pub(super) entry: BibEntry,
    /// As it was written.
    pub(super) text: String,
    pub(super) mark: Option<Mark>,
    /// The fields written with macros: the value as written.
    pub(super) expressions: BTreeMap<String, String>,
    /// Remarks between its fields.
    pub(super) comments: Vec<String>,
    /// What is wrong with it, where it can't be read as a whole.
    pub(super) fault: Option<String>,
    /// Whether it is broken, so that it would take with it what comes after it.
    pub(super) is_broken: bool,
}

impl Written {
    /// Whether it is as bibsync wrote it.
    pub(super) fn is_pristine(&self) -> bool {
        let mark = self.mark.as_ref();
        mark.is_some_and(|mark| mark.text == text_code(&self.text))
    }

    /// Its title as titles are compared.
    pub(super) fn title(&self) -> String {
        title_of(&self.entry)
    }
}

impl Output {
    /// Reads a file. Never fails: a broken entry costs no other.
    pub(super) fn read(file: &str) -> Self {
        // A mark that was cut off may have said more.
        let file = match file.rsplit_once('\n') {
            Some((before, last)) if matches!(Line::parse(last), Some(Line::Entry(_))) => before,
            _ => file,
        };
        let mut out = Self::default();
        let mut expanded = read(file).entries.into_iter();
        for block in scan(file) {
            let text = file.get(block.span.clone()).unwrap_or_default();
            match block.content {
                Content::Text => out.text(text),
                Content::Entry { fields, .. } => {
                    let Some(entry) = expanded.next() else { break };
                    out.entries.push(Written {
                        expressions: expressions(file, &fields),
                        comments: comments(file, block.span.start, &fields),
                        fault: fault(file, block.line, &entry, &fields),
                        is_broken: !fields.faults.is_empty(),
                        entry,
                        text: text.trim().to_owned(),
                        mark: None,
                    });
                }
                Content::Strings(fields) if !fields.faults.is_empty() => {
                    let line = block.line;
                    out.broken.push(format!("line {line}: a broken @string"));
                }
                Content::Strings(_) | Content::Comment | Content::Preamble => out.other(text),
            }
        }
        out
    }

    fn text(&mut self, text: &str) {
        for line in text.lines().filter_map(Line::parse) {
            match line {
                Line::Begin(code) => self.begin = Some(code),
                Line::End(code, last) => {
                    self.end = Some(code);
                    self.last = Some(last);
                }
                Line::Without(key, title) => _ = self.without.insert(key, title),
                Line::Entry(mark) => match self.entries.last_mut() {
                    Some(entry) if entry.mark.is_none() => entry.mark = Some(mark),
                    _ => self.orphans.push(mark),
                },
            }
        }
        if let Some(text) = without_marks(text) {
            self.other(&text);
        }
    }

    fn other(&mut self, text: &str) {
        self.others.push(Other {
            after: self.entries.len(),
            text: text.trim().to_owned(),
        });
    }

    /// Whether bibsync marked it.
    pub(super) fn is_marked(&self) -> bool {
        self.begin.is_some()
            || self.end.is_some()
            || self.entries.iter().any(|entry| entry.mark.is_some())
    }

    /// Whether the file is whole, as far as that can be told: one with marks has its last line.
    pub(super) fn is_complete(&self) -> bool {
        self.end.is_some()
    }

    /// Whether the person's own blocks were these when the file was written.
    pub(super) fn had_own(&self, own: &[String]) -> bool {
        self.end.as_deref() == Some(own_code(own).as_str())
    }
}

/// The title of an entry as titles are compared.
pub(super) fn title_of(entry: &BibEntry) -> String {
    squeeze(&title_text(entry))
}

/// The title of an entry as it reads.
pub(super) fn title_text(entry: &BibEntry) -> String {
    let latex = entry.field("title").unwrap_or_default();
    unlatex::title(latex).text()
}

/// The values that hold macros, as they were written. The name of a month alone is known to every style
/// and counts as text.
fn expressions(file: &str, fields: &RawFields<'_>) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    for field in &fields.fields {
        let is_macro = |piece: &ValuePart<'_>| matches!(piece, ValuePart::Macro(_));
        let name = field.name.to_lowercase();
        let is_month = name == "month" && field.value.len() == 1;
        if is_month || !field.value.iter().any(is_macro) {
            continue;
        }
        let source = file.get(field.span.clone()).unwrap_or_default();
        if let Some((_, value)) = source.split_once('=') {
            let value: Vec<&str> = value.split_whitespace().collect();
            out.entry(name).or_insert_with(|| value.join(" "));
        }
    }
    out
}

/// The remarks of an entry that begins at byte `start`, without their `%`: those before its first field,
/// between fields and after the last.
fn comments(file: &str, start: usize, fields: &RawFields<'_>) -> Vec<String> {
    // The line with the type and the key has none.
    let head = file.get(start..).and_then(|text| text.find('\n'));
    let start = head.map_or(fields.end, |line| start + line);
    let ends = std::iter::once(start).chain(fields.fields.iter().map(|field| field.span.end));
    let begins = fields.fields.iter().map(|field| field.span.start);
    let gaps = ends.zip(begins.chain(std::iter::once(fields.end)));
    let gaps = gaps.filter_map(|(from, to)| file.get(from..to));
    let remark = |line: &str| Some(line.split_once('%')?.1.trim().to_owned());
    gaps.flat_map(|gap| gap.lines().filter_map(remark).collect::<Vec<_>>())
        .filter(|remark| !remark.is_empty())
        .collect()
}

/// What is wrong with an entry that can't be kept as its fields.
fn fault(file: &str, line: usize, entry: &BibEntry, fields: &RawFields<'_>) -> Option<String> {
    let key = &entry.key;
    if let Some(fault) = fields.faults.first() {
        return Some(format!("line {line}: entry `{key}`: {}", fault.message));
    }
    let mut values: BTreeMap<String, &str> = BTreeMap::new();
    fields.fields.iter().find_map(|field| {
        let (_, value) = file.get(field.span.clone())?.split_once('=')?;
        let value = value.trim();
        let name = field.name.to_lowercase();
        let before = values.insert(name.clone(), value)?;
        (before != value).then(|| format!("line {line}: entry `{key}` has `{name}` twice"))
    })
}

/// The keys in the file that the lock does not know: of the person's own entries, and of works that
/// another run wrote, on another branch or before it was killed.
#[must_use]
pub fn key_holders(lock: Option<&Lock>, file: &[u8]) -> BTreeMap<String, KeyHolder> {
    let works = lock.into_iter().flat_map(|lock| &lock.works);
    let known: BTreeSet<String> = works.map(|it| it.key.to_ascii_lowercase()).collect();
    let output = Output::read(&decode_mixed(file));
    if lock.is_none() && !output.is_marked() {
        return BTreeMap::new();
    }
    let entries = output.entries.iter();
    let entries = entries.map(|it| (it.entry.key.clone(), it.title()));
    output
        .without
        .clone()
        .into_iter()
        .chain(entries)
        .filter(|(key, _)| !key.is_empty() && !known.contains(&key.to_ascii_lowercase()))
        .map(|(key, title)| {
            let holder = KeyHolder {
                title,
                yields: false,
            };
            (key, holder)
        })
        .collect()
}

/// The line, counted from 1, at which git left a conflict open in the file.
#[must_use]
pub fn open_conflict(file: &[u8]) -> Option<usize> {
    lock::open_conflict(&decode_mixed(file))
}
