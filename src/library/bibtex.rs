//! BibTeX files as records.

use super::refresh::{Item, Stopped};
use crate::bib::{self, Entry};
use crate::model::{DblpKey, Record, SourceName};

/// Gives each entry of `content` to `take`, as a record, as a problem, or as both.
pub(super) fn read(
    content: &[u8],
    take: &mut dyn FnMut(Item) -> rusqlite::Result<()>,
) -> Result<(), Stopped> {
    let bibliography = bib::read(&bib::decode(content));
    for entry in bibliography.resolved() {
        take(match record(&entry) {
            Some(record) => Item::Record {
                line: entry.line,
                record: Box::new(record),
            },
            None => Item::Problem {
                line: entry.line,
                message: format!("entry `{}` has no title and is left out", entry.key),
            },
        })?;
    }
    for problem in bibliography.problems {
        take(Item::Problem {
            line: problem.line,
            message: problem.message,
        })?;
    }
    Ok(())
}

/// The entry as a record; `None` without a title. A field `dblp` names the key in DBLP and wins
/// over what the citation key says.
fn record(entry: &Entry) -> Option<Record> {
    let mut meta = bib::metadata(entry);
    if let Some(key) = entry.field("dblp")
        && let Ok(key) = DblpKey::parse(&key.replace("\\_", "_"))
    {
        meta.ids.dblp = Some(key);
    }
    (!meta.title.is_empty()).then(|| Record {
        source: SourceName::Library,
        meta,
        links: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_become_records_and_faults_do_not_stop_them() {
        let content = r#"
@inproceedings{DBLP:conf/nsdi/ZhouWDY23,
  author = {Yang Zhou and Zezhou Wang},
  title  = {Electrode: Accelerating Distributed Protocols with {eBPF}},
  year   = {2023},
}
@misc{nameless, author = {A. B.}}
@article{own, title = {On \emph{Things}}, dblp = {journals/x/Own\_1}, author = {M{\"u}ller, H.}"#;
        let (mut records, mut problems) = (Vec::new(), Vec::new());
        let read = read(content.as_bytes(), &mut |item| {
            match item {
                Item::Record { line, record } => records.push((line, record)),
                Item::Problem { line, .. } => problems.push(line),
            }
            Ok(())
        });
        assert!(read.is_ok());
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
