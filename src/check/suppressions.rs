//! Comments in a file that suppress rules.

use std::collections::BTreeSet;
use std::ops::Range;

use super::entry::CheckedEntry;

/// The suppressions in a file: `% bibsync: ignore N04, T06` applies to the entry below it, or to its
/// own line; `% bibsync: ignore-file N08` applies to the whole file. Without codes, all rules are
/// suppressed.
#[derive(Debug, Default)]
pub(super) struct Suppressions {
    /// The bytes to which each suppression applies, and its codes; no codes mean all.
    ranges: Vec<(Range<usize>, BTreeSet<String>)>,
}

impl Suppressions {
    pub(super) fn read(text: &str, entries: &[CheckedEntry<'_>]) -> Self {
        let mut ranges = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let own = at..at + line.len();
            at = own.end;
            let Some((_, remark)) = line.split_once("bibsync:") else {
                continue;
            };
            if !line.contains('%') {
                continue;
            }
            let mut words = remark
                .split(|c: char| c.is_whitespace() || c == ',')
                .filter(|word| !word.is_empty());
            let range = match words.next() {
                Some("ignore") => {
                    let alone = line.trim_start().starts_with('%');
                    let next = entries.iter().find(|entry| alone && entry.at >= own.end);
                    next.map_or(own, |entry| entry.at..entry.end)
                }
                Some("ignore-file") => 0..text.len() + 1,
                _ => continue,
            };
            let codes = words.map(str::to_ascii_uppercase);
            ranges.push((range, codes.collect()));
        }
        Self { ranges }
    }

    pub(super) fn covers(&self, at: usize, rule: &str) -> bool {
        self.ranges
            .iter()
            .any(|(range, codes)| range.contains(&at) && (codes.is_empty() || codes.contains(rule)))
    }
}
