//! The signs in a row.

use super::super::{facts::Facts, sink::Sink};

pub(super) fn add(sink: &mut Sink, row: &Facts) {
    sink.add("commas", row.commas.min(6));
    sink.add("periods", row.periods.min(4));
    sink.add("colon", row.colons.min(2));
    sink.add("semicolons", row.semicolons.min(2));
    sink.add("pipes", row.pipes.min(2));
    sink.add("brackets", row.brackets.min(3));
    sink.add("quote", row.quoted);
    sink.add("ends", row.last_form);
    sink.add("begins", row.first_form);
}
