//! Files of JSON lines: one record on each, in bibsync's own form or in the plain one, mixed as
//! they come. Empty lines are passed over.

use std::io::BufRead;

use super::plain;
use super::refresh::{Item, Stopped};
use crate::model::Record;

/// Gives each line of `content` to `take`, as a record or as a problem.
pub(super) fn read(
    mut content: impl BufRead,
    take: &mut dyn FnMut(Item) -> rusqlite::Result<()>,
) -> Result<(), Stopped> {
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        if content.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() {
            continue;
        }
        take(match record(text) {
            Ok(record) => Item::Record {
                line,
                record: Box::new(record),
            },
            Err(error) => Item::Problem {
                line,
                message: format!("is no record: {error}"),
            },
        })?;
    }
    Ok(())
}

fn record(line: &str) -> Result<Record, serde_json::Error> {
    // Only our own form has this field; in the plain form the word stands in a value at most.
    if line.contains("\"meta\"") {
        let own = serde_json::from_str(line);
        own.or_else(|error| plain::record(line).map_err(|_| error))
    } else {
        plain::record(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(content: &str) -> Vec<Result<(usize, Record), (usize, String)>> {
        let mut out = Vec::new();
        let read = read(content.as_bytes(), &mut |item| {
            out.push(match item {
                Item::Record { line, record } => Ok((line, *record)),
                Item::Problem { line, message } => Err((line, message)),
            });
            Ok(())
        });
        assert!(read.is_ok());
        out
    }

    #[test]
    fn both_forms_and_faults_side_by_side() {
        let own = r#"{"source":"dblp","meta":{"kind":"journal","title":[{"plain":"On "},{"math":"n"}],"ids":{"doi":"10.1145/1"}}}"#;
        let plain = r#"{"key":"conf/x/Y99","type":"inproceedings","title":"The \"meta\" level","authors":["meta","A B"],"year":1999}"#;
        let content = format!("\u{feff}{own}\r\n\n{plain}\nnot json\n{{\"year\":1999}}\n");
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
        assert_eq!(found.len(), 4);
    }
}
