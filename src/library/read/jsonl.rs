//! Reading JSON lines: one record a line, in any mixture of the forms of [`json`], as in Crossref's
//! public data. Empty lines are skipped.

use super::{Chunk, FormatReader, ReadItem, json};

/// The reader of JSON lines.
pub(in crate::library) struct JsonLines;

impl FormatReader for JsonLines {
    fn whole(&self, bytes: &[u8]) -> usize {
        memchr::memrchr(b'\n', bytes).map_or(0, |at| at + 1)
    }

    fn read(&self, chunk: &Chunk, take: &mut dyn FnMut(ReadItem)) {
        for (line, bytes) in (chunk.line..).zip(chunk.bytes.split(|byte| *byte == b'\n')) {
            let text = String::from_utf8_lossy(bytes);
            let text = text.trim_start_matches('\u{feff}').trim();
            if text.is_empty() {
                continue;
            }
            json::read(text, line, take);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Record;

    fn items(content: &str) -> Vec<Result<(usize, Record), (usize, String)>> {
        let mut out = Vec::new();
        let chunk = Chunk {
            line: 1,
            bytes: content.as_bytes().to_vec(),
        };
        JsonLines.read(&chunk, &mut |item| {
            out.push(match item {
                ReadItem::Record { line, filed } => Ok((line, filed.record)),
                ReadItem::Problem { line, message } => Err((line, message)),
                ReadItem::Person(_) => panic!("no line is a person"),
            });
        });
        out
    }

    #[test]
    fn all_forms_and_faults_are_read_from_one_file() {
        let own = r#"{"source":"dblp","meta":{"kind":"journal","title":[{"plain":"On "},{"math":"n"}],"ids":{"doi":"10.1145/1"}}}"#;
        let plain = r#"{"key":"conf/x/Y99","type":"inproceedings","title":"The \"meta\" level","authors":["meta","A B"],"year":1999}"#;
        let crossref = r#"{"DOI":"10.1145/2","type":"proceedings-article","title":["On LineTracker"],"reference":[{"key":"1"}]}"#;
        let content = format!(
            "\u{feff}{own}\r\n\n{plain}\nnot json\n{{\"year\":1999}}\n{crossref}\n{{\"title\": \"cut"
        );
        let found = items(&content);
        let (line, record) = found[0].as_ref().unwrap();
        assert_eq!((*line, record.meta.title.text().as_str()), (1, "On n"));
        let (line, record) = found[1].as_ref().unwrap();
        assert_eq!(
            (*line, record.meta.title.text().as_str()),
            (3, "The \"meta\" level")
        );
        assert_eq!(found[2].as_ref().unwrap_err().0, 4);
        let (line, message) = found[3].as_ref().unwrap_err();
        assert_eq!(*line, 5);
        assert!(message.contains("`title`"), "{message}");
        let (line, record) = found[4].as_ref().unwrap();
        assert_eq!(
            (*line, record.meta.ids.doi.as_ref().unwrap().as_str()),
            (6, "10.1145/2")
        );
        assert_eq!(found[5].as_ref().unwrap_err().0, 7);
        assert_eq!(found.len(), 6);
    }
}
