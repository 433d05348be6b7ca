//! The changes as JSON.

use serde::Serialize;

use super::{
    super::{exit::Failure, screen::print_json},
    files::OpenFile,
};
use crate::update::{Change, EntryPlan, Verdict};

#[derive(Serialize)]
struct FileReport<'a> {
    file: &'a str,
    entries: Vec<EntryReport<'a>>,
}

#[derive(Serialize)]
struct EntryReport<'a> {
    key: &'a str,
    line: usize,
    verdict: Verdict,
    changes: Vec<&'a Change>,
}

/// Prints the entries of a file with their changes, on one line. Those that can't be read are skipped.
pub(super) fn print(file: &OpenFile, plans: &[EntryPlan]) -> Result<(), Failure> {
    let entries = plans.iter().filter_map(|plan| {
        let item = file.bib.items.get(plan.item)?;
        let changes = plan.proposals.iter().flat_map(|it| it.changes.iter());
        Some(EntryReport {
            key: &item.key,
            line: item.line,
            verdict: plan.verdict,
            changes: changes.collect(),
        })
    });
    let unreadable = file.bib.unreadable.iter().map(|entry| EntryReport {
        key: &entry.key,
        line: entry.begins,
        verdict: Verdict::Skipped,
        changes: Vec::new(),
    });
    let mut entries: Vec<EntryReport<'_>> = entries.chain(unreadable).collect();
    entries.sort_by_key(|entry| entry.line);
    let report = FileReport {
        file: &file.name,
        entries,
    };
    let mut text = serde_json::to_string(&report).map_err(Failure::usage)?;
    text.push('\n');
    print_json(&text)
}
