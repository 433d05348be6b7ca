//! What the person does not want to hear.

use std::collections::BTreeSet;
use std::ops::Range;

use super::entries::Item;

/// Remarks in the file that silence rules: `% bibsync: ignore N04, T06` for the entry below it, or
/// for its own line; `% bibsync: ignore-file N08` for all of the file. Without codes every rule is
/// meant.
#[derive(Debug, Default)]
pub(super) struct Silence {
    /// Where each remark holds, and of which codes; none are all.
    ranges: Vec<(Range<usize>, BTreeSet<String>)>,
}

impl Silence {
    pub(super) fn read(text: &str, items: &[Item<'_>]) -> Self {
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
                    let next = items.iter().find(|item| alone && item.at >= own.end);
                    next.map_or(own, |item| item.at..item.end)
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
