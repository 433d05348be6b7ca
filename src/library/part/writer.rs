//! The writing thread of a build.

use std::sync::mpsc::Receiver;

use jiff::civil::Date;
use rusqlite::{Connection, Statement, params};

use super::error::BuildError;
use super::feed::FeedSummary;
use super::info::{PartInfo, READER_VERSION};
use crate::library::Problem;

/// The most faults whose messages are kept.
pub(super) const MAX_PROBLEMS: usize = 100;

/// The result of a chunk, to be written to disk.
pub(super) struct RecordBatch {
    pub(super) file: usize,
    pub(super) first_record: u32,
    pub(super) first_person: u32,
    pub(super) records: Vec<PackedRecord>,
    pub(super) people: Vec<String>,
    pub(super) problems: Vec<(usize, String)>,
    pub(super) failed: Option<BuildError>,
}

/// A compressed record with its summary.
pub(super) struct PackedRecord {
    pub(super) modified: Option<Date>,
    pub(super) face: Vec<u8>,
    pub(super) body: Vec<u8>,
}

impl PackedRecord {
    /// Inserts it with the given `id` by a statement prepared from [`PackedRecord::INSERT`].
    pub(super) fn insert(&self, id: u32, statement: &mut Statement<'_>) -> rusqlite::Result<()> {
        statement.execute(params![id, self.modified.map(days), self.face, self.body])?;
        Ok(())
    }

    pub(super) const INSERT: &'static str =
        "INSERT INTO record (id, modified, face, body) VALUES (?1, ?2, ?3, ?4)";
}

/// Writes records, and counts them by file.
pub(super) struct PartWriter<'a> {
    db: &'a Connection,
    about: PartInfo,
    counts: Vec<u64>,
    /// File, line and message.
    problems: Vec<(usize, usize, String)>,
}

impl<'a> PartWriter<'a> {
    pub(super) fn new(db: &'a Connection) -> Self {
        Self {
            db,
            about: PartInfo {
                name: String::new(),
                reader: READER_VERSION.to_owned(),
                shard: None,
                files: Vec::new(),
                date: None,
                licence: None,
                records: 0,
                people: 0,
                faults: 0,
                problems: Vec::new(),
            },
            counts: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Returns the description of the part built from these files.
    pub(super) fn about(self, fed: FeedSummary) -> PartInfo {
        let mut files = fed.files;
        let broken = fed.broken.into_iter();
        let broken: Vec<_> = broken.map(|(file, message)| (file, 0, message)).collect();
        let faults = self.about.faults + broken.len() as u64;
        let name = |file: usize| files.get(file).map(|file| file.file.clone());
        let problems = self.problems.into_iter().chain(broken);
        let problems = problems.map(|(file, line, message)| Problem {
            file: name(file).unwrap_or_default(),
            line,
            message,
        });
        let problems = problems.take(MAX_PROBLEMS).collect();
        for (file, records) in files.iter_mut().zip(self.counts) {
            file.records = records;
        }
        PartInfo {
            files,
            faults,
            problems,
            ..self.about
        }
    }

    pub(super) fn note(&self, name: &str, value: &[u8]) -> rusqlite::Result<()> {
        self.db.execute(
            "INSERT INTO about (name, value) VALUES (?1, ?2)",
            params![name, value],
        )?;
        Ok(())
    }

    pub(super) fn run(
        &mut self,
        batches: &Receiver<RecordBatch>,
        report: &(dyn Fn(u64) + Sync),
    ) -> Result<(), BuildError> {
        let mut record = self.db.prepare(PackedRecord::INSERT)?;
        let mut person = self
            .db
            .prepare("INSERT INTO person (id, body) VALUES (?1, ?2)")?;
        for batch in batches {
            if let Some(failed) = batch.failed {
                return Err(failed);
            }
            if self.counts.len() <= batch.file {
                self.counts.resize(batch.file + 1, 0);
            }
            for (id, packed) in (batch.first_record..).zip(&batch.records) {
                packed.insert(id, &mut record)?;
                self.about.date = self.about.date.max(packed.modified);
            }
            for (id, body) in (i64::from(batch.first_person)..).zip(&batch.people) {
                person.execute(params![id, body])?;
            }
            let count = batch.records.len() as u64;
            self.counts[batch.file] += count;
            self.about.records += count;
            self.about.people += batch.people.len() as u64;
            self.about.faults += batch.problems.len() as u64;
            for (line, message) in batch.problems {
                if self.problems.len() < MAX_PROBLEMS {
                    self.problems.push((batch.file, line, message));
                }
            }
            report(self.about.records);
        }
        Ok(())
    }
}

/// Converts a day to the number of days since 1970.
pub(super) fn days(date: Date) -> i32 {
    date.duration_since(Date::constant(1970, 1, 1))
        .as_hours()
        .div_euclid(24)
        .try_into()
        .unwrap_or(i32::MAX)
}
