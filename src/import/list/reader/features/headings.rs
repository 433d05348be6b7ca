//! The heading above a row.

use super::super::{facts::Facts, sink::Sink};

pub(super) fn add(sink: &mut Sink, rows: &[Facts], at: usize, hides: bool) {
    let row = &rows[at];
    sink.add("topic", row.topic);
    sink.add("head", row.is_head);
    sink.add("level", row.level);
    let Some(above) = row.above.filter(|_| !hides) else {
        sink.add("above", if hides { "hidden" } else { "none" });
        return;
    };
    let head = &rows[above];
    sink.add("standing", row.standing);
    sink.add(
        "standing and whole",
        format_args!("{} {}", row.standing, row.alone.is_whole),
    );
    sink.add("above", head.topic);
    sink.add("above far", (at - above).min(3));
    for word in &head.folded {
        sink.add("above says", word);
    }
    sink.add(
        "above and whole",
        format_args!("{} {}", head.topic, row.alone.is_whole),
    );
    sink.add(
        "above and order",
        format_args!("{} {}", head.topic, row.alone.order),
    );
    if let Some(outer) = row.outer {
        sink.add("outer", rows[outer].topic);
        sink.add(
            "outer and above",
            format_args!("{} {}", rows[outer].topic, head.topic),
        );
        for word in &rows[outer].folded {
            sink.add("outer says", word);
        }
    }
}
