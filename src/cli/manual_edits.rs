//! Messages about what a person edited in the output.

use super::screen::say;
use crate::{lock::ManualEdits, output::MergedEdits};

/// The most keys that a line names.
const NAMED: usize = 12;

/// Prints the edits since the last run that are kept, and the entries that were put back.
pub(super) fn print_edits(before: &ManualEdits, merged: &MergedEdits) {
    let now = &merged.manual_edits;
    let mut done = Vec::new();
    for (key, fields) in &now.fields {
        let known = before.fields.get(key);
        let new = fields
            .iter()
            .filter(|(name, value)| known.and_then(|known| known.get(*name)) != Some(value))
            .map(|(name, _)| name.as_str());
        let new: Vec<&str> = new.collect();
        if !new.is_empty() {
            done.push(format!("{} of {key}", new.join(", ")));
        }
    }
    let out = now.removed.difference(&before.removed);
    done.extend(out.map(|key| format!("{key} left out")));
    let own = now
        .own_blocks
        .iter()
        .filter(|block| !before.own_blocks.contains(block));
    match own.count() {
        0 => {}
        own => done.push(format!("{own} of your own at the end")),
    }
    if !done.is_empty() {
        say(&format!("kept as you edited it: {}", done.join("; ")));
    }
    if !merged.restored.is_empty() {
        say(&format!(
            "restored, since your list has them: {}; to keep one out, write \"export\": false beside its title in your list",
            named(&merged.restored)
        ));
    }
    if !merged.unknown_keys.is_empty() {
        say(&format!(
            "removed, since no list has them: {}",
            named(&merged.unknown_keys)
        ));
    }
}

/// Returns the first keys, and how many more there are.
fn named(keys: &[String]) -> String {
    let shown: Vec<&str> = keys.iter().map(String::as_str).take(NAMED).collect();
    match keys.len().saturating_sub(NAMED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
