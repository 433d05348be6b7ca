//! How often the page has rows like a row.

use std::collections::HashMap;

use super::super::{facts::Facts, sink::Sink};

/// How often each look comes on a page.
pub(super) struct Counts<'a> {
    looks: HashMap<Look<'a>, usize>,
    orders: HashMap<&'a str, usize>,
    texts: HashMap<&'a [String], usize>,
    marks: HashMap<char, usize>,
    wholes: usize,
    rows: usize,
}

type Look<'a> = (char, usize, char, char, char);

fn look(row: &Facts) -> Look<'_> {
    (
        row.mark,
        row.indent,
        row.begins,
        row.first_style,
        row.first_shape,
    )
}

impl<'a> Counts<'a> {
    pub(super) fn of(rows: &'a [Facts]) -> Self {
        let mut out = Self {
            looks: HashMap::new(),
            orders: HashMap::new(),
            texts: HashMap::new(),
            marks: HashMap::new(),
            wholes: 0,
            rows: rows.len().max(1),
        };
        for row in rows {
            *out.looks.entry(look(row)).or_default() += 1;
            *out.orders.entry(&row.alone.order).or_default() += 1;
            *out.texts.entry(&row.folded).or_default() += 1;
            *out.marks.entry(row.mark).or_default() += 1;
            out.wholes += usize::from(row.alone.is_whole);
        }
        out
    }
}

/// How often, on a scale that grows with the logarithm.
fn size(count: usize) -> usize {
    match count {
        0 | 1 => 0,
        2 | 3 => 1,
        4..8 => 2,
        8..20 => 3,
        _ => 4,
    }
}

pub(super) fn add(sink: &mut Sink, rows: &[Facts], at: usize, counts: &Counts) {
    let row = &rows[at];
    let share = |count: usize| (8 * count / counts.rows).min(5);
    let alike = counts.looks.get(&look(row)).copied().unwrap_or(0);
    sink.add("alike", size(alike));
    sink.add("alike share", share(alike));
    let order = counts
        .orders
        .get(row.alone.order.as_str())
        .copied()
        .unwrap_or(0);
    sink.add("ordered so", size(order));
    sink.add(
        "ordered so and mark",
        format_args!("{} {}", share(order), row.mark),
    );
    let same = counts
        .texts
        .get(row.folded.as_slice())
        .copied()
        .unwrap_or(0);
    sink.add("same text", size(same));
    let marks = counts.marks.get(&row.mark).copied().unwrap_or(0);
    sink.add("marks", format_args!("{} {}", row.mark, share(marks)));
    sink.add("wholes", share(counts.wholes));
    sink.add(
        "whole among",
        format_args!("{} {}", row.alone.is_whole, share(counts.wholes)),
    );
}
