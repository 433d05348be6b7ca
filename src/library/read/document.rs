//! Reading JSON files with one value or several, on any number of lines: CSL-JSON as Zotero exports it,
//! a response of Crossref's API, any list of records.

use serde_json::{Deserializer, value::RawValue};

use super::{
    Chunk, FormatReader, ReadItem,
    json::{self, LineTracker},
};

/// The reader of JSON files. The end of a record depends on the text before it, so a file is read
/// whole.
pub(in crate::library) struct JsonDocument;

impl FormatReader for JsonDocument {
    fn whole(&self, _: &[u8]) -> usize {
        0
    }

    /// The longest file in bytes.
    fn max_record_len(&self) -> usize {
        1 << 30
    }

    fn read(&self, chunk: &Chunk, take: &mut dyn FnMut(ReadItem)) {
        let text = String::from_utf8_lossy(&chunk.bytes);
        let text = text.trim_start_matches('\u{feff}');
        let mut lines = LineTracker::new(text, chunk.line);
        let mut values = Deserializer::from_str(text).into_iter::<&RawValue>();
        while let Some(Ok(value)) = values.next() {
            json::read(value.get(), lines.at(value.get()), take);
        }
        // A malformed file may still have records before its fault.
        let rest = text[values.byte_offset()..].trim();
        if !rest.is_empty() {
            json::read(rest, lines.at(rest), take);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines and titles of records, lines and messages of problems.
    type Found = Vec<(usize, String)>;

    fn found(content: &str) -> (Found, Found) {
        let chunk = Chunk {
            line: 1,
            bytes: content.as_bytes().to_vec(),
        };
        let (mut records, mut problems) = (Vec::new(), Vec::new());
        JsonDocument.read(&chunk, &mut |item| match item {
            ReadItem::Record { line, filed } => {
                records.push((line, filed.record.meta.title.text()));
            }
            ReadItem::Problem { line, message } => problems.push((line, message)),
            ReadItem::Person(_) => panic!("no item is a person"),
        });
        (records, problems)
    }

    #[test]
    fn a_library_of_zotero() {
        let (records, problems) = found(
            "\u{feff}\n[\n\t{\"id\":\"a\",\"type\":\"book\",\"title\":\"A\"},\n\t{\"id\":\"b\",\"type\":\"book\"}\n]\n",
        );
        assert_eq!(records, [(3, "A".to_owned())]);
        let missing = "item 2 is not a record: missing field `title`".to_owned();
        assert_eq!(problems, [(4, missing)]);
    }

    #[test]
    fn values_one_after_the_other() {
        let (records, problems) = found("{\"title\":\n\"A\"}\n\n{\"title\": \"B\"}\n{\"title\"");
        assert_eq!(records, [(1, "A".to_owned()), (4, "B".to_owned())]);
        assert_eq!((problems.len(), problems[0].0), (1, 5));
    }

    #[test]
    fn truncated_list_gives_its_first_items() {
        let (records, problems) = found("\n[{\"title\": \"A\"},\n{\"tit");
        assert_eq!(records, [(2, "A".to_owned())]);
        assert_eq!((problems.len(), problems[0].0), (1, 3));
        assert!(found(" \n").1.is_empty());
    }
}
