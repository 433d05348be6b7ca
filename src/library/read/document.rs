//! JSON files of one value, or of several one after the other, on as many lines as they please:
//! CSL-JSON as Zotero exports it, an answer of Crossref's API, any list of records.

use serde_json::{Deserializer, value::RawValue};

use super::{
    Chunk, Item, Reader,
    json::{self, Lines},
};

/// The reader of JSON files. Where a record ends can't be told without what stands before it, so a
/// file is read whole.
pub(in crate::library) struct JsonDocument;

impl Reader for JsonDocument {
    fn whole(&self, _: &[u8]) -> usize {
        0
    }

    /// As long as a file may be.
    fn longest(&self) -> usize {
        1 << 30
    }

    fn read(&self, chunk: &Chunk, take: &mut dyn FnMut(Item)) {
        let text = String::from_utf8_lossy(&chunk.bytes);
        let text = text.trim_start_matches('\u{feff}');
        let mut lines = Lines::new(text, chunk.line);
        let mut values = Deserializer::from_str(text).into_iter::<&RawValue>();
        while let Some(Ok(value)) = values.next() {
            json::read(value.get(), lines.at(value.get()), take);
        }
        // What can't be read as a whole may still hold records before its fault.
        let rest = text[values.byte_offset()..].trim();
        if !rest.is_empty() {
            json::read(rest, lines.at(rest), take);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines and titles, lines and messages.
    type Found = Vec<(usize, String)>;

    fn found(content: &str) -> (Found, Found) {
        let chunk = Chunk {
            line: 1,
            bytes: content.as_bytes().to_vec(),
        };
        let (mut records, mut problems) = (Vec::new(), Vec::new());
        JsonDocument.read(&chunk, &mut |item| match item {
            Item::Record { line, filed } => records.push((line, filed.record.meta.title.text())),
            Item::Problem { line, message } => problems.push((line, message)),
            Item::Person(_) => panic!("no item is a person"),
        });
        (records, problems)
    }

    #[test]
    fn a_library_of_zotero() {
        let (records, problems) = found(
            "\u{feff}\n[\n\t{\"id\":\"a\",\"type\":\"book\",\"title\":\"A\"},\n\t{\"id\":\"b\",\"type\":\"book\"}\n]\n",
        );
        assert_eq!(records, [(3, "A".to_owned())]);
        let missing = "item 2 is no record: missing field `title`".to_owned();
        assert_eq!(problems, [(4, missing)]);
    }

    #[test]
    fn values_one_after_the_other() {
        let (records, problems) = found("{\"title\":\n\"A\"}\n\n{\"title\": \"B\"}\n{\"title\"");
        assert_eq!(records, [(1, "A".to_owned()), (4, "B".to_owned())]);
        assert_eq!((problems.len(), problems[0].0), (1, 5));
    }

    #[test]
    fn a_list_cut_off_gives_what_came_before() {
        let (records, problems) = found("\n[{\"title\": \"A\"},\n{\"tit");
        assert_eq!(records, [(2, "A".to_owned())]);
        assert_eq!((problems.len(), problems[0].0), (1, 3));
        assert!(found(" \n").1.is_empty());
    }
}
