//! The words of a row: all of a short one, those at the ends of a long one.

use super::super::{facts::Facts, sink::Sink};

pub(super) fn add(sink: &mut Sink, row: &Facts) {
    let few = row.folded.len() <= 8;
    for (at, word) in row.folded.iter().enumerate() {
        if at == 0 {
            sink.add("first word", word);
        }
        if few {
            sink.add("short with", word);
        }
        sink.add("with", word);
    }
    if let Some(word) = row.folded.last() {
        sink.add("last word", word);
    }
}
