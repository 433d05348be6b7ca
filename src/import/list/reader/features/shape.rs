//! How long a row is, and what its words look like.

use super::super::{bins::part, facts::Facts, sink::Sink};

pub(super) fn add(sink: &mut Sink, row: &Facts) {
    let length = match row.words {
        count @ 0..5 => count,
        count => (5 + (count - 5) / 5).min(14),
    };
    sink.add("length", length);
    sink.add("first", row.first_shape);
    sink.add("last", row.last_shape);
    sink.add("capitals", part(row.capitals, 4));
    sink.add("all capitals", row.is_capitals);
    sink.add("initials", row.initials.min(4));
    sink.add("years", row.years.min(3));
    sink.add("span", row.has_span);
    sink.add("year at", row.year_at);
    sink.add("numbers", row.numbers.min(4));
    sink.add("east", row.east);
    sink.add(
        "length and years",
        format_args!("{} {}", length.min(8), row.years.min(2)),
    );
}
