//! Where a row stands on the page and in its block.

use super::super::{bins::part, facts::Facts, sink::Sink};

pub(super) fn add(sink: &mut Sink, rows: &[Facts], at: usize) {
    let row = &rows[at];
    if at < 4 {
        sink.add("top", at);
    }
    sink.add("on page", part(at as f64 / rows.len().max(1) as f64, 6));
    sink.add(
        "in block",
        format_args!("{} {}", row.in_block.min(4), row.block_rows.min(6)),
    );
    sink.add(
        "from end",
        row.block_rows.saturating_sub(row.in_block).min(4),
    );
}
