//! Writes the file: entries, their marks, and the person's own blocks.

use std::{collections::BTreeMap, fmt::Write as _};

use super::marks::{EntryMark, MarkLine, entry_digest, own_code, text_code, work_code};
use crate::{
    bib::{Content, scan},
    lock::Lock,
    model::Work,
    text::fold::fold_without_blanks,
};

/// Composes the file from entries, each a key and a text, sorted by key. The lock gives the works for the
/// marks, and the person's edits, removals and own blocks. `remarks`, by key, go into the marks.
///
/// Returns an empty text if there is nothing to write.
pub(super) fn compose(
    entries: &[(String, String)],
    lock: &Lock,
    remarks: &BTreeMap<String, String>,
) -> String {
    let manual_edits = &lock.manual_edits;
    let works = lock.works.iter();
    let removed = works.filter(|work| manual_edits.removed.contains(&work.key));
    let mut without = removed.peekable();
    if entries.is_empty() && manual_edits.own_blocks.is_empty() && without.peek().is_none() {
        return String::new();
    }
    let titles: BTreeMap<&str, String> = lock
        .works
        .iter()
        .map(|work| (work.key.as_str(), title_of_work(work)))
        .collect();
    let title = |key: &str| titles.get(key).map_or("", String::as_str);
    let code = |key: &str| work_code(key, title(key));
    let code_at = |at: usize| code(entries.get(at).map_or("", |(key, _)| key.as_str()));
    let mut before = code("");
    // Writing to a string never fails.
    let mut out = format!("{}\n", MarkLine::Begin(code_at(0)));
    for (at, (key, text)) in entries.iter().enumerate() {
        while let Some(removed) = without.next_if(|removed| removed.key < *key) {
            _ = write!(out, "{}\n\n", removal_line(removed));
        }
        let edited = manual_edits.fields.get(key);
        let mark = EntryMark {
            text: text_code(text),
            before: std::mem::replace(&mut before, code(key)),
            work: code(key),
            next: code_at(at + 1),
            remark: remarks.get(key).cloned(),
            edited: edited
                .into_iter()
                .flat_map(|fields| fields.keys().cloned())
                .collect(),
        };
        _ = write!(out, "{}\n{}\n\n", text.trim(), MarkLine::Entry(mark));
    }
    for removed in without {
        _ = write!(out, "{}\n\n", removal_line(removed));
    }
    _ = writeln!(
        out,
        "{}",
        MarkLine::End(own_code(&manual_edits.own_blocks), before)
    );
    manual_edits.around(&out)
}

fn removal_line(work: &Work) -> MarkLine {
    MarkLine::Without(work.key.clone(), title_of_work(work))
}

/// Returns the folded title of a work, the form in which titles are compared.
pub(super) fn title_of_work(work: &Work) -> String {
    fold_without_blanks(&work.meta.title.text())
}

/// Returns the digest of each entry's text, by key.
pub(super) fn written(entries: &[(String, String)]) -> BTreeMap<String, String> {
    let digests = entries.iter();
    digests
        .map(|(key, text)| (key.clone(), entry_digest(text)))
        .collect()
}

/// Returns whether `file` holds exactly what the run wrote that made the lock, in any order.
#[must_use]
pub fn is_as_written(lock: &Lock, file: &str) -> bool {
    let mut left = lock.written.clone();
    let mut own = lock.manual_edits.own_blocks.clone();
    scan(file).into_iter().all(|block| {
        let text = file.get(block.span).unwrap_or_default().trim();
        match block.content {
            Content::Entry { key, .. } if left.get(key) == Some(&entry_digest(text)) => {
                left.remove(key);
                true
            }
            Content::Text => without_marks(text).is_none_or(|text| take(&mut own, &text)),
            _ => take(&mut own, text),
        }
    }) && left.is_empty()
        && own.is_empty()
}

fn take(own: &mut Vec<String>, block: &str) -> bool {
    let at = own.iter().position(|known| known == block);
    at.map(|at| own.remove(at)).is_some()
}

/// Returns a text between entries without the lines that bibsync wrote; `None` if no other line remains.
pub(super) fn without_marks(text: &str) -> Option<String> {
    let lines = text.lines().filter(|line| MarkLine::parse(line).is_none());
    let lines: Vec<&str> = lines.collect();
    let text = lines.join("\n");
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
