//! Marks, indents, blank lines.

use super::super::{facts::Facts, sink::Sink};

pub(super) fn add(sink: &mut Sink, rows: &[Facts], at: usize) {
    let row = &rows[at];
    sink.add("mark", row.mark);
    sink.add("starts", row.begins);
    sink.add(
        "mark and start",
        format_args!("{} {}", row.mark, row.begins),
    );
    sink.add("depth", row.depth.min(3));
    sink.add("left", row.left.map_or(9, |left| left.min(6)));
    sink.add("full", row.is_full);
    sink.add("printed", row.printed);
    if let Some(before) = at.checked_sub(1).map(|before| &rows[before]) {
        sink.add("deeper", turn(before, row));
        sink.add("same mark", before.mark == row.mark);
        sink.add("after full", before.is_full);
        sink.add(
            "deeper after full",
            format_args!("{} {} {}", turn(before, row), before.is_full, row.begins),
        );
        sink.add(
            "join",
            format_args!("{} {}", before.last_form, row.first_shape),
        );
    }
    if let Some(next) = rows.get(at + 1) {
        sink.add("next starts", next.begins);
        sink.add("next deeper", turn(row, next));
    }
}

/// Whether the second row stands deeper than the first.
pub(super) fn turn(one: &Facts, other: &Facts) -> char {
    match other.indent.cmp(&one.indent) {
        std::cmp::Ordering::Less => '<',
        std::cmp::Ordering::Equal => '=',
        std::cmp::Ordering::Greater => '>',
    }
}
