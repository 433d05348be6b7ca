//! Reading BibTeX files.

use super::{Chunk, FormatReader, ReadItem};
use crate::bib::{self, BibEntry};
use crate::model::{DblpKey, Record, SourceName};

/// The reader of BibTeX. Macros and parents may be anywhere in a file, so it is read whole.
pub(in crate::library) struct Bibtex;

impl FormatReader for Bibtex {
    fn whole(&self, _: &[u8]) -> usize {
        0
    }

    fn max_record_len(&self) -> usize {
        512 << 20
    }

    fn read(&self, chunk: &Chunk, take: &mut dyn FnMut(ReadItem)) {
        if let Some(line) = bib::first_guessed_line(&chunk.bytes) {
            take(ReadItem::Problem {
                line: line.saturating_add(chunk.line).saturating_sub(1),
                message: "is not UTF-8, and the file is read as Windows-1252 (Latin-1): save it as UTF-8 if letters come out wrong".to_owned(),
            });
        }
        let bibliography = bib::read(&bib::decode(&chunk.bytes));
        for entry in bibliography.resolved() {
            take(match record(&entry) {
                Some(record) => ReadItem::Record {
                    line: entry.line,
                    filed: Box::new(record.into()),
                },
                None => ReadItem::Problem {
                    line: entry.line,
                    message: format!("entry `{}` has no title and is left out", entry.key),
                },
            });
        }
        for problem in bibliography.problems {
            take(ReadItem::Problem {
                line: problem.line,
                message: problem.message,
            });
        }
    }
}

/// Converts an entry to a record; `None` without a title. A field `dblp` has the key in DBLP and
/// overrides the citation key.
fn record(entry: &BibEntry) -> Option<Record> {
    let mut meta = bib::metadata(entry);
    if let Some(key) = entry.field("dblp")
        && let Ok(key) = DblpKey::parse(&key.replace("\\_", "_"))
    {
        meta.ids.dblp = Some(key);
    }
    (!meta.title.is_empty()).then(|| Record::new(SourceName::LIBRARY, meta))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_become_records_despite_faults() {
        let content = r#"
@inproceedings{DBLP:conf/nsdi/ZhouWDY23,
  author = {Yang Zhou and Zezhou Wang},
  title  = {Electrode: Accelerating Distributed Protocols with {eBPF}},
  year   = {2023},
}
@misc{nameless, author = {A. B.}}
@article{own, title = {On \emph{Things}}, dblp = {journals/x/Own\_1}, author = {M{\"u}ller, H.}"#;
        let (mut records, mut problems) = (Vec::new(), Vec::new());
        let chunk = Chunk {
            line: 1,
            bytes: content.as_bytes().to_vec(),
        };
        Bibtex.read(&chunk, &mut |item| match item {
            ReadItem::Record { line, filed } => records.push((line, filed.record)),
            ReadItem::Problem { line, .. } => problems.push(line),
            ReadItem::Person(_) => panic!("no entry is a person"),
        });
        let key = |at: usize| records[at].1.meta.ids.dblp.as_ref().map(DblpKey::as_str);
        assert_eq!((records.len(), records[0].0), (2, 2));
        assert_eq!(key(0), Some("conf/nsdi/ZhouWDY23"));
        assert_eq!(key(1), Some("journals/x/Own_1"));
        assert_eq!(records[1].1.meta.title.text(), "On Things");
        assert!(problems.contains(&7), "{problems:?}");
        assert!(
            problems.contains(&8),
            "the open end of the file: {problems:?}"
        );
    }
}
