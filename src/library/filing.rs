use std::collections::BTreeMap;

use rusqlite::{Transaction, params};

use super::files::Stamp;
use super::plain;
use super::refresh::Item;
use super::terms::{Terms, squeezed_hash};
use crate::model::{ArxivId, DblpKey, Doi, Record, SourceName};

/// A file on its way into the index.
pub(super) struct Filing<'a> {
    index: &'a Transaction<'a>,
    file: i64,
    first: i64,
    count: i64,
    words: BTreeMap<String, i64>,
}

impl<'a> Filing<'a> {
    /// Begins a new file after all others.
    pub(super) fn new(index: &'a Transaction<'a>) -> rusqlite::Result<Self> {
        let next = |table: &str| {
            let sql = format!("SELECT coalesce(max(id), 0) + 1 FROM {table}");
            index.query_row(&sql, [], |row| row.get::<_, i64>(0))
        };
        Ok(Self {
            index,
            file: next("file")?,
            first: next("record")?,
            count: 0,
            words: BTreeMap::new(),
        })
    }

    pub(super) fn take(&mut self, item: Item) -> rusqlite::Result<()> {
        match item {
            Item::Record { line, record } => self.record(line, *record),
            Item::Problem { line, message } => self.problem(line, &message),
        }
    }

    fn record(&mut self, line: usize, mut record: Record) -> rusqlite::Result<()> {
        settle(&mut record);
        let body = match serde_json::to_string(&record) {
            Ok(body) => body,
            Err(error) => return self.problem(line, &format!("can't be kept: {error}")),
        };
        let ids = &record.meta.ids;
        let id = self.first + self.count;
        self.index
            .prepare_cached(
                "INSERT INTO record (id, line, title, dblp, doi, arxiv, body)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                id,
                number(line),
                squeezed_hash(&record.meta.title.text()),
                ids.dblp.as_ref().map(DblpKey::as_str),
                ids.doi.as_ref().map(Doi::as_str),
                ids.arxiv.as_ref().map(ArxivId::as_str),
                body,
            ])?;
        let terms = Terms::of(&record.meta);
        let text = format!("{} {}", terms.words.join(" "), terms.people.join(" "));
        self.index
            .prepare_cached("INSERT INTO term (rowid, terms) VALUES (?1, ?2)")?
            .execute(params![id, text])?;
        for word in terms.words {
            *self.words.entry(word).or_default() += 1;
        }
        self.count += 1;
        Ok(())
    }

    pub(super) fn problem(&self, line: usize, message: &str) -> rusqlite::Result<()> {
        self.index
            .prepare_cached("INSERT INTO problem (file, line, message) VALUES (?1, ?2, ?3)")?
            .execute(params![self.file, number(line), message])?;
        Ok(())
    }

    /// Enters the file itself and returns the number of its records.
    pub(super) fn finish(self, name: &str, stamp: Stamp, reader: &str) -> rusqlite::Result<i64> {
        let mut insert = self
            .index
            .prepare("INSERT INTO word (word, file, mirrored, n) VALUES (?1, ?2, ?3, ?4)")?;
        for (word, n) in &self.words {
            let mirrored: String = word.chars().rev().collect();
            insert.execute(params![word, self.file, mirrored, n])?;
        }
        self.index.execute(
            "INSERT INTO file (id, name, size, modified, hash, reader, first, last)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![
                self.file,
                name,
                stamp.size,
                stamp.modified,
                stamp.hash,
                reader,
                self.first,
                self.first + self.count - 1,
            ],
        )?;
        Ok(self.count)
    }
}

/// Makes the identifiers agree with each other, whichever way the record came in: arXiv's own DOI
/// is an arXiv id, and DBLP's keys in `CoRR` name one (`journals/corr/abs-1706-03762`).
fn settle(record: &mut Record) {
    record.source = SourceName::Library;
    let ids = &mut record.meta.ids;
    if let Some(arxiv) = ids.doi.as_ref().and_then(Doi::arxiv) {
        ids.doi = None;
        ids.arxiv.get_or_insert(arxiv);
    }
    if ids.arxiv.is_none() {
        ids.arxiv = ids.dblp.as_ref().and_then(plain::arxiv_of_corr);
    }
}

fn number(line: usize) -> i64 {
    i64::try_from(line).unwrap_or(i64::MAX)
}
