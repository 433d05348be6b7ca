//! Columns that are flush with the right edge of a text.

use std::collections::BTreeMap;

use super::{
    row::Row,
    token::{Gap, Token},
};

/// So many rows make a column.
const COLUMN: usize = 4;

/// Finds the columns that are flush with the right edge: in rows that end, behind a wide gap, where
/// many such rows end.
pub(super) fn columns(rows: &mut [Row]) {
    let cell = |row: &Row| {
        let at = row
            .tokens
            .iter()
            .rposition(|token| token.gap == Gap::Wide)?;
        let is_short = (1..=8).contains(&(row.tokens.len() - at)) && at >= 2;
        is_short.then_some(at)
    };
    let mut ends: BTreeMap<usize, usize> = BTreeMap::new();
    let mut heads: BTreeMap<usize, usize> = BTreeMap::new();
    for row in rows.iter() {
        if let Some(at) = cell(row) {
            *ends.entry(row.width).or_default() += 1;
            *heads
                .entry(row.width.saturating_sub(width(&row.tokens[at..])))
                .or_default() += 1;
        }
    }
    let alike = |places: &BTreeMap<usize, usize>, place: usize| -> usize {
        let near = places.range(place.saturating_sub(1)..=place + 1);
        near.map(|(_, times)| times).sum()
    };
    for row in rows {
        if let Some(at) = cell(row) {
            let head = row.width.saturating_sub(width(&row.tokens[at..]));
            let is_flush = alike(&ends, row.width) >= COLUMN;
            // Where one column is flush with the edge, what begins below it belongs to it.
            let is_below = ends.values().any(|times| *times >= COLUMN) && alike(&heads, head) >= 2;
            row.column = (is_flush || is_below).then_some(at);
        }
    }
}

/// The columns that words take with what stands between them.
fn width(words: &[Token]) -> usize {
    let all: usize = words
        .iter()
        .map(|word| word.text.chars().count() + usize::from(word.gap != Gap::Glued))
        .sum();
    all.saturating_sub(1)
}
