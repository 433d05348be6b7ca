//! What the markup says of a row.

use super::super::{bins::part, facts::Facts, sink::Sink};

pub(super) fn add(sink: &mut Sink, row: &Facts) {
    sink.add("bold", part(row.bold, 4));
    sink.add("italic", part(row.italic, 4));
    sink.add("linked", part(row.linked, 4));
    sink.add("first style", row.first_style);
    sink.add("label", row.has_label);
    sink.add("named", row.named);
    sink.add("address", row.addresses.min(2));
    sink.add("columns", row.columns.min(4));
}
