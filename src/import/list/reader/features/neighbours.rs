//! The rows around a row.

use super::{
    super::{facts::Facts, sink::Sink},
    layout::turn,
};

pub(super) fn add(sink: &mut Sink, rows: &[Facts], at: usize) {
    let row = &rows[at];
    for (name, place) in [
        ("-2", at.checked_sub(2)),
        ("-1", at.checked_sub(1)),
        ("+1", Some(at + 1)),
        ("+2", Some(at + 2)),
    ] {
        let Some(other) = place.and_then(|place| rows.get(place)) else {
            sink.add(name, "none");
            continue;
        };
        let mut own = |what: &str, value: &dyn std::fmt::Display| {
            sink.add(name, format_args!("{what} {value}"));
        };
        own("order", &other.alone.order);
        own("score", &other.alone.score);
        own("whole", &other.alone.is_whole);
        own("length", &(other.words / 5).min(5));
        own("years", &other.years.min(2));
        own("mark", &other.mark);
        own("starts", &other.begins);
        own("style", &other.first_style);
        own("topic", &other.topic);
        own("turn", &turn(row, other));
        own("address", &(other.addresses > 0));
        if name == "-1" || name == "+1" {
            own("ends", &other.last_form);
            own(
                "pair",
                &format_args!("{} {}", other.alone.order, row.alone.order),
            );
            own("marks", &format_args!("{} {}", other.mark, row.mark));
            own("aside", &other.is_aside);
        }
    }
    let orders = |from: usize, to: usize| {
        let rows = rows.iter().take(to).skip(from);
        let orders: Vec<&str> = rows.map(|row| row.alone.order.as_str()).collect();
        orders.join("|")
    };
    sink.add("three", orders(at, at + 3));
    sink.add("before", orders(at.saturating_sub(2), at + 1));
}
