//! Parses the file that an earlier run wrote and a person may have edited.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    compose::without_marks,
    marks::{EntryMark, MarkLine, own_code, text_code},
};
use crate::{
    bib::{BibEntry, Content, RawFields, ValuePart, decode_mixed, read, scan},
    export::keys::KeyHolder,
    lock::{self, Lock},
    model::Work,
    text::{fold::fold_without_blanks, unlatex},
};

/// A parsed bibliography.
#[derive(Debug, Default)]
pub(super) struct ParsedOutput {
    /// The entries, in order.
    pub(super) entries: Vec<OutputEntry>,
    /// The person's own text, comments and macros, as they were written.
    pub(super) others: Vec<OtherBlock>,
    /// A sentence for each macro definition that can't be parsed.
    pub(super) broken: Vec<String>,
    /// Marks without an entry: the entry was removed.
    pub(super) orphans: Vec<EntryMark>,
    /// The code of the first entry's work.
    pub(super) begin: Option<String>,
    /// The folded titles of the works in whose place the file states that the person removed the entry, by
    /// key.
    pub(super) without: BTreeMap<String, String>,
    /// The code of the person's own blocks; a marked file without it was truncated.
    pub(super) end: Option<String>,
    /// The code of the last entry's work.
    pub(super) last: Option<String>,
    /// Whether the last line has no line end, as in a truncated file.
    pub(super) is_cut: bool,
}

/// A block that is not an entry.
#[derive(Debug)]
pub(super) struct OtherBlock {
    /// The number of entries before it.
    pub(super) after: usize,
    pub(super) text: String,
}

/// An entry of the file.
#[derive(Debug)]
pub(super) struct OutputEntry {
    /// The fields, with macros expanded.
    pub(super) entry: BibEntry,
    /// The text as it was written.
    pub(super) text: String,
    pub(super) mark: Option<EntryMark>,
    /// The values as written of the fields that use macros.
    pub(super) expressions: BTreeMap<String, String>,
    /// Comments between the fields.
    pub(super) comments: Vec<String>,
    /// The fault, if the fields can't represent the whole entry.
    pub(super) fault: Option<String>,
    /// Whether the syntax is broken, so that the entry's end is unknown.
    pub(super) is_broken: bool,
}

impl OutputEntry {
    /// Returns whether the text is what bibsync wrote, by the entry's mark.
    pub(super) fn is_pristine(&self) -> bool {
        let mark = self.mark.as_ref();
        mark.is_some_and(|mark| mark.text == text_code(&self.text))
    }

    /// Returns the edits that the mark names, with the values of the entry.
    pub(super) fn marked_edits(&self) -> BTreeMap<String, String> {
        let names = self.mark.iter().flat_map(|mark| &mark.edited);
        let edits = names.map(|name| {
            let value = self.entry.field(name).unwrap_or_default();
            (name.clone(), value.to_owned())
        });
        edits.collect()
    }

    /// Returns the folded title.
    pub(super) fn title(&self) -> String {
        title_of(&self.entry)
    }
}

impl ParsedOutput {
    /// Parses a file. Never fails: a broken entry does not affect the others.
    pub(super) fn parse(file: &str) -> Self {
        let is_cut = !file.is_empty() && !file.ends_with('\n');
        // A mark without a line end may have been truncated.
        let file = match file.rsplit_once('\n') {
            Some((before, last)) if matches!(MarkLine::parse(last), Some(MarkLine::Entry(_))) => {
                before
            }
            _ => file,
        };
        let mut out = Self {
            is_cut,
            ..Self::default()
        };
        let mut expanded = read(file).entries.into_iter();
        for block in scan(file) {
            let text = file.get(block.span.clone()).unwrap_or_default();
            match block.content {
                Content::Text => out.text(text),
                Content::Entry { fields, .. } => {
                    let Some(entry) = expanded.next() else { break };
                    out.entries.push(OutputEntry {
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
        for line in text.lines().filter_map(MarkLine::parse) {
            match line {
                MarkLine::Begin(code) => self.begin = Some(code),
                MarkLine::End(code, last) => {
                    self.end = Some(code);
                    self.last = Some(last);
                }
                MarkLine::Without(key, title) => _ = self.without.insert(key, title),
                MarkLine::Entry(mark) => match self.entries.last_mut() {
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
        self.others.push(OtherBlock {
            after: self.entries.len(),
            text: text.trim().to_owned(),
        });
    }

    /// Returns whether the file has any mark of bibsync's.
    pub(super) fn is_marked(&self) -> bool {
        self.begin.is_some()
            || self.end.is_some()
            || self.entries.iter().any(|entry| entry.mark.is_some())
    }

    /// Returns whether the file has its last mark, without which it was truncated.
    pub(super) fn is_complete(&self) -> bool {
        self.end.is_some()
    }

    /// Returns the entries without the last one of a truncated file, of which the title may be missing.
    fn whole_entries(&self) -> impl Iterator<Item = &OutputEntry> {
        let is_truncated = !self.is_complete();
        let (last, others) = match self.entries.split_last() {
            Some((last, others)) if last.is_broken && is_truncated => (None, others),
            Some((last, others)) => (Some(last), others),
            None => (None, &[][..]),
        };
        others.iter().chain(last)
    }

    /// Returns whether the person's own blocks were these when the file was written.
    pub(super) fn had_own(&self, own: &[String]) -> bool {
        self.end.as_deref() == Some(own_code(own).as_str())
    }
}

/// Returns the folded title of an entry.
pub(super) fn title_of(entry: &BibEntry) -> String {
    fold_without_blanks(&title_text(entry))
}

/// Returns the title of an entry as plain text.
pub(super) fn title_text(entry: &BibEntry) -> String {
    let latex = entry.field("title").unwrap_or_default();
    unlatex::title(latex).text()
}

/// Returns the values that use macros, as written, by field name. A month's macro alone counts as text, since
/// every style defines it.
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

/// Returns the comments of an entry that begins at byte `start`, without their `%`: before the first field,
/// between fields and after the last.
fn comments(file: &str, start: usize, fields: &RawFields<'_>) -> Vec<String> {
    // The line of the type and the key is skipped.
    let head = file.get(start..).and_then(|text| text.find('\n'));
    let start = head.map_or(fields.end, |line| start + line);
    let ends = std::iter::once(start).chain(fields.fields.iter().map(|field| field.span.end));
    let begins = fields.fields.iter().map(|field| field.span.start);
    let gaps = ends.zip(begins.chain(std::iter::once(fields.end)));
    let gaps = gaps.filter_map(|(from, to)| file.get(from..to));
    let comment = |line: &str| Some(line.split_once('%')?.1.trim().to_owned());
    gaps.flat_map(|gap| gap.lines().filter_map(comment).collect::<Vec<_>>())
        .filter(|comment| !comment.is_empty())
        .collect()
}

/// Returns what is wrong with an entry that its fields can't represent.
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

/// Returns the keys that no work of the lock has: those of the person's own entries in the file or in the lock,
/// and of works that another run wrote to the file, on another branch or before it was killed.
#[must_use]
pub fn key_holders(lock: Option<&Lock>, file: &[u8]) -> BTreeMap<String, KeyHolder> {
    let output = ParsedOutput::parse(&decode_mixed(file));
    if lock.is_none() && !output.is_marked() {
        return BTreeMap::new();
    }
    let lower = |work: &Work| work.key.to_ascii_lowercase();
    let works = lock.into_iter().flat_map(|lock| &lock.works);
    let listed: BTreeSet<String> = works.map(lower).collect();
    let former = lock.into_iter().flat_map(|lock| &lock.former);
    let former: BTreeSet<String> = former.map(|former| lower(&former.work)).collect();
    // The file may be lost, and the person's own entries only in the lock.
    let own = lock
        .into_iter()
        .flat_map(|lock| &lock.manual_edits.own_blocks);
    let own: Vec<OutputEntry> = own
        .flat_map(|block| ParsedOutput::parse(block).entries)
        .collect();
    let entries = own.iter().chain(output.whole_entries());
    let entries = entries.filter(|it| {
        // What a merge or a truncation left of a former work's entry is not the person's own.
        let is_remainder = it.mark.is_some() || it.is_broken;
        !(is_remainder && former.contains(&it.entry.key.to_ascii_lowercase()))
    });
    let entries = entries.map(|it| (it.entry.key.clone(), it.title()));
    output
        .without
        .iter()
        .map(|(key, title)| (key.clone(), title.clone()))
        .chain(entries)
        .filter(|(key, _)| !key.is_empty() && !listed.contains(&key.to_ascii_lowercase()))
        .map(|(key, title)| {
            let holder = KeyHolder {
                title,
                yields: false,
            };
            (key, holder)
        })
        .collect()
}

/// Returns the line, counted from 1, of the first unresolved git conflict in the file.
#[must_use]
pub fn open_conflict(file: &[u8]) -> Option<usize> {
    lock::open_conflict(&decode_mixed(file))
}
