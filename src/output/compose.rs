//! The file as it is written.

use std::{collections::BTreeMap, fmt::Write as _};

use super::marks::{Line, Mark, entry_digest, own_code, text_code, work_code};
use crate::{
    bib::{Content, scan},
    lock::Lock,
    model::Work,
    text::fold::squeeze,
};

/// The file of these entries, each with its key and its text, in the order of their keys: with their
/// marks, and with what the person did by the lock. `remarks` are said after the entries of these keys.
///
/// Nothing to write gives an empty text.
pub(super) fn compose(
    entries: &[(String, String)],
    lock: &Lock,
    remarks: &BTreeMap<String, String>,
) -> String {
    let by_hand = &lock.by_hand;
    let works = lock.works.iter();
    let left_out = works.filter(|work| by_hand.left_out.contains(&work.key));
    let mut without = left_out.peekable();
    if entries.is_empty() && by_hand.own.is_empty() && without.peek().is_none() {
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
    let mut out = format!("{}\n", Line::Begin(code_at(0)));
    for (at, (key, text)) in entries.iter().enumerate() {
        while let Some(left_out) = without.next_if(|left_out| left_out.key < *key) {
            _ = write!(out, "{}\n\n", without_line(left_out));
        }
        let edited = by_hand.fields.get(key);
        let mark = Mark {
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
        _ = write!(out, "{}\n{}\n\n", text.trim(), Line::Entry(mark));
    }
    for left_out in without {
        _ = write!(out, "{}\n\n", without_line(left_out));
    }
    _ = writeln!(out, "{}", Line::End(own_code(&by_hand.own), before));
    by_hand.around(&out)
}

fn without_line(work: &Work) -> Line {
    Line::Without(work.key.clone(), title_of_work(work))
}

/// The title of a work as titles are compared.
pub(super) fn title_of_work(work: &Work) -> String {
    squeeze(&work.meta.title.text())
}

/// The digest of each entry, by its key.
pub(super) fn written(entries: &[(String, String)]) -> BTreeMap<String, String> {
    let digests = entries.iter();
    digests
        .map(|(key, text)| (key.clone(), entry_digest(text)))
        .collect()
}

/// Whether `file` holds what the run wrote that made the lock, and nothing else; in which order does
/// not matter.
#[must_use]
pub fn is_as_written(lock: &Lock, file: &str) -> bool {
    let mut left = lock.written.clone();
    let mut own = lock.by_hand.own.clone();
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

/// A text between entries without our own lines; `None` where it has no others.
pub(super) fn without_marks(text: &str) -> Option<String> {
    let lines = text.lines().filter(|line| Line::parse(line).is_none());
    let lines: Vec<&str> = lines.collect();
    let text = lines.join("\n");
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
