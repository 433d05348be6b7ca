//! What the reader of entries makes of a row, and of the block that it begins.

use super::super::{facts::Facts, sink::Sink};

pub(super) fn add(sink: &mut Sink, row: &Facts) {
    let own = &row.alone;
    sink.add("order", &own.order);
    sink.add("score", own.score);
    sink.add("whole", own.is_whole);
    sink.add("none", own.nothing);
    sink.add("title words", own.title_words.min(12) / 2);
    sink.add("people", own.people.min(4));
    sink.add("name first", row.begins_with_name);
    sink.add("aside", row.is_aside);
    sink.add("speech", row.is_speech);
    for (sign, is) in row.signs.each() {
        sink.add(sign, is);
    }
    if let Some(block) = &row.block {
        sink.add("block order", &block.order);
        sink.add("block score", block.score);
        sink.add("block whole", block.is_whole);
        sink.add(
            "block and own",
            format_args!(
                "{} {} {}",
                block.is_whole,
                own.is_whole,
                block.score.max(-3)
            ),
        );
    }
}
