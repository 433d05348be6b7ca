//! Updating a part to a newer dump by the modification dates of its records.
//!
//! A copy is changed and replaces the part when it is complete. Unchanged records are only looked up;
//! changed ones are stored again and indexed entry by entry, besides the buckets; records missing from
//! the dump are deleted, and entries that refer to them find nothing.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use jiff::civil::Date;
use rusqlite::{Connection, params};

use super::body::{self, Packer, StoredRecord};
use super::build::{MAX_THREADS, Naming};
use super::chunks::ChunkOrTail;
use super::error::BuildError;
use super::feed::{FeedInput, ReadTask, RecordFeed};
use super::info::PartInfo;
use super::key::IndexKey;
use super::key_extractor::KeyExtractor;
use super::layout;
use super::open::{LibraryPart, PartError, PartReader};
use super::worker::{cut_off, reader_panicked};
use super::writer::{MAX_PROBLEMS, PackedRecord, days};
use crate::library::deletions::deletion_forms;
use crate::library::read::{DatasetRecord, PersonPage, ReadItem};
use crate::library::{Problem, VenueHoldings};
use crate::model::DblpKey;

/// When more than one in this many records changed, rebuilding the part is faster, and leaves it
/// smaller.
const CHANGED_ONE_IN: u64 = 10;

/// The numbers of records that an update changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct UpdateCounts {
    /// New records.
    pub new: u64,
    /// Changed records.
    pub changed: u64,
    /// Deleted records.
    pub gone: u64,
}

/// Updates `copy`, a copy of `part`, to the content of `input`. Returns `None` when so much changed that
/// the part should be rebuilt; the copy is useless then.
///
/// # Errors
/// Fails as [`super::build()`] does.
pub(in crate::library) fn update(
    part: &LibraryPart,
    copy: &Path,
    naming: Naming,
    input: FeedInput<'_>,
    threads: usize,
    report: &(dyn Fn(u64) + Sync),
) -> Result<Option<(PartInfo, UpdateCounts)>, BuildError> {
    let threads = threads.clamp(1, MAX_THREADS);
    let db = layout::change(copy)?;
    let last = |table: &str| {
        let sql = format!("SELECT coalesce(max(id), -1) FROM {table}");
        db.query_row(&sql, [], |row| row.get::<_, i64>(0))
    };
    let survey = RecordComparison {
        part,
        records: SeenIds::up_to(last("record")?),
        people: SeenIds::up_to(last("person")?),
        read: AtomicU64::new(0),
        fresh: AtomicU64::new(0),
        most: part.about().records / CHANGED_ONE_IN,
        holdings: naming.complete.then(Mutex::default),
    };
    let file = input.file.clone();
    let mut feed = RecordFeed::new(vec![input]);
    let first = feed.sample()?;
    let (give, work) = sync_channel(threads * 2);
    let work = Arc::new(Mutex::new(work));
    let (given, found) = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                let (work, survey) = (work.clone(), &survey);
                scope.spawn(move || survey.run(&work, report))
            })
            .collect();
        drop(work);
        let given = feed.run(first.pieces, &give);
        drop(give);
        let found: Result<Vec<Vec<PieceChanges>>, BuildError> = workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|_| Err(reader_panicked())))
            .collect();
        (given, found)
    });
    let mut found: Vec<PieceChanges> = found?.into_iter().flatten().collect();
    let mut given = given?;
    // Deletions count too, those of earlier updates and those of this one.
    let seen = u64::from(survey.records.count());
    let fresh = survey.fresh.load(Ordering::Relaxed);
    let dead = u64::from(survey.records.length) - seen.min(u64::from(survey.records.length));
    if survey.is_too_much() || fresh + dead > survey.most {
        return Ok(None);
    }
    found.sort_by_key(|findings| findings.number);

    db.execute_batch("BEGIN")?;
    let mut about = part.about().clone();
    let done = write(&db, &survey, &found)?;
    about.records = about.records + done.new - done.gone;
    let people: i64 = db.query_row("SELECT count(*) FROM person", [], |row| row.get(0))?;
    about.people = u64::try_from(people).unwrap_or(0);
    let newest = found.iter().filter_map(|findings| findings.newest).max();
    about.date = naming.date.or(newest.max(about.date));
    about.faults = found.iter().map(|f| f.problems.len() as u64).sum();
    let problems = found.iter_mut().flat_map(|f| f.problems.drain(..));
    about.problems = problems
        .take(MAX_PROBLEMS)
        .map(|(line, message)| Problem {
            file: file.clone(),
            line,
            message,
        })
        .collect();
    about.licence = naming.licence.or(about.licence);
    given.files.truncate(1);
    for read in &mut given.files {
        read.file.clone_from(&file);
        read.records = survey.read.load(Ordering::Relaxed);
    }
    about.files = given.files;
    // What the older dataset held is no news of this one.
    db.execute("DELETE FROM about WHERE name = ?1", [layout::HOLDINGS])?;
    if let Some(holdings) = &survey.holdings {
        let mut holdings = holdings.lock().unwrap_or_else(PoisonError::into_inner);
        layout::note_holdings(&db, std::mem::take(&mut holdings), &about)?;
    }
    let text = serde_json::to_vec(&about).map_err(io::Error::from)?;
    db.execute("UPDATE about SET value = ?1 WHERE name = 'about'", [text])?;
    db.execute_batch("COMMIT")?;
    db.close().map_err(|(_, error)| error)?;
    Ok(Some((about, done)))
}

/// The changes in a chunk of the dump.
#[derive(Default)]
struct PieceChanges {
    number: usize,
    newest: Option<Date>,
    records: Vec<NewRow<PackedRecord>>,
    people: Vec<NewRow<String>>,
    words: Vec<String>,
    problems: Vec<(usize, String)>,
}

struct NewRow<T> {
    /// The id of the row that it replaces.
    instead_of: Option<u32>,
    body: T,
    keys: Vec<IndexKey>,
}

/// Compares the dump with the part, on several threads.
struct RecordComparison<'p> {
    part: &'p LibraryPart,
    records: SeenIds,
    people: SeenIds,
    read: AtomicU64,
    fresh: AtomicU64,
    most: u64,
    /// Where the papers of a whole dataset are counted by venue.
    holdings: Option<Mutex<VenueHoldings>>,
}

impl RecordComparison<'_> {
    fn is_too_much(&self) -> bool {
        self.fresh.load(Ordering::Relaxed) > self.most
    }

    fn run(
        &self,
        work: &Mutex<Receiver<ReadTask<'_>>>,
        report: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<PieceChanges>, BuildError> {
        let prepared = body::prepared(self.part.dictionary());
        let mut packer = Packer::new(&prepared)?;
        let mut part_reader = self.part.reader().map_err(damaged)?;
        let mut extractor = KeyExtractor::default();
        let mut held = VenueHoldings::default();
        let mut out = Vec::new();
        loop {
            let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(next) = next else {
                if let Some(holdings) = &self.holdings {
                    let mut all = holdings.lock().unwrap_or_else(PoisonError::into_inner);
                    all.merge(held);
                }
                return Ok(out);
            };
            if self.is_too_much() {
                return Ok(out);
            }
            let mut findings = PieceChanges {
                number: next.number,
                ..PieceChanges::default()
            };
            let mut failed = None;
            let mut take = |item| {
                let taken = match item {
                    ReadItem::Record { filed, .. } => {
                        if self.holdings.is_some() {
                            held.add(&filed.record.meta);
                        }
                        self.record(
                            *filed,
                            &mut part_reader,
                            &mut extractor,
                            &mut packer,
                            &mut findings,
                        )
                    }
                    ReadItem::Person(page) => self.person(&page, &part_reader, &mut findings),
                    ReadItem::Problem { line, message } => {
                        findings.problems.push((line, message));
                        Ok(())
                    }
                };
                if let Err(error) = taken {
                    failed.get_or_insert(error);
                }
            };
            match &next.piece {
                ChunkOrTail::Records(chunk) => next.reader.read(chunk, &mut take),
                ChunkOrTail::Tail(chunk) => {
                    let finished = next.reader.finish(chunk, &mut take);
                    finished.map_err(|why| cut_off(chunk, &why))?;
                }
            }
            if let Some(error) = failed {
                return Err(error);
            }
            findings.words = std::mem::take(&mut extractor.words);
            out.push(findings);
            report(self.read.load(Ordering::Relaxed));
        }
    }

    fn record(
        &self,
        mut filed: DatasetRecord,
        part_reader: &mut PartReader,
        extractor: &mut KeyExtractor,
        packer: &mut Packer<'_>,
        findings: &mut PieceChanges,
    ) -> Result<(), BuildError> {
        self.read.fetch_add(1, Ordering::Relaxed);
        findings.newest = findings.newest.max(filed.modified);
        let held = match &filed.record.meta.ids.dblp {
            Some(key) => held(part_reader, key, filed.modified).map_err(damaged)?,
            None => None,
        };
        if let Some((id, same)) = held {
            self.records.set(id);
            if same {
                return Ok(());
            }
        }
        self.fresh.fetch_add(1, Ordering::Relaxed);
        let mut keys = Vec::new();
        let face = extractor.record(&mut filed, &mut keys);
        let modified = filed.modified;
        let body = serde_json::to_vec(&StoredRecord::from(filed)).map_err(io::Error::from)?;
        findings.records.push(NewRow {
            instead_of: held.map(|(id, _)| id),
            body: PackedRecord {
                modified,
                face,
                body: packer.pack(&body)?,
            },
            keys,
        });
        Ok(())
    }

    fn person(
        &self,
        page: &PersonPage,
        part_reader: &PartReader,
        findings: &mut PieceChanges,
    ) -> Result<(), BuildError> {
        let mut instead_of = None;
        for id in part_reader
            .posting(IndexKey::pid(&page.pid))
            .map_err(damaged)?
            .ids
        {
            match part_reader.person(id).map_err(damaged)? {
                Some(held) if held == *page => {
                    self.people.set(id);
                    return Ok(());
                }
                Some(held) if held.pid == page.pid => {
                    self.people.set(id);
                    instead_of = Some(id);
                }
                _ => {}
            }
        }
        let mut keys = Vec::new();
        KeyExtractor::person(page, &mut keys);
        findings.people.push(NewRow {
            instead_of,
            body: serde_json::to_string(page).map_err(io::Error::from)?,
            keys,
        });
        Ok(())
    }
}

/// Returns the record with this key, and whether it is unchanged since that day. A single unchanged
/// record under the key is accepted without being read, although two keys may share a place.
fn held(
    part_reader: &mut PartReader,
    key: &DblpKey,
    modified: Option<Date>,
) -> Result<Option<(u32, bool)>, PartError> {
    let ids = part_reader.posting(IndexKey::dblp(key))?.ids;
    let alone = ids.len() == 1;
    for id in ids {
        let same = modified.is_some() && part_reader.modified(id)? == modified.map(days);
        if same && alone {
            return Ok(Some((id, true)));
        }
        if let Some(stored) = part_reader.record::<StoredRecord>(id)?
            && stored.into_record().meta.ids.dblp.as_ref() == Some(key)
        {
            return Ok(Some((id, same)));
        }
    }
    Ok(None)
}

fn write(
    db: &Connection,
    survey: &RecordComparison<'_>,
    found: &[PieceChanges],
) -> rusqlite::Result<UpdateCounts> {
    let mut done = UpdateCounts::default();
    let mut file = db.prepare("INSERT OR IGNORE INTO entry (key, id) VALUES (?1, ?2)")?;
    let mut drop_record = db.prepare("DELETE FROM record WHERE id = ?1")?;
    let mut drop_person = db.prepare("DELETE FROM person WHERE id = ?1")?;
    for id in survey.records.unset() {
        done.gone += drop_record.execute([id])? as u64;
    }
    for id in survey.people.unset() {
        drop_person.execute([id])?;
    }
    let mut record = db.prepare(PackedRecord::INSERT)?;
    let mut person = db.prepare("INSERT INTO person (id, body) VALUES (?1, ?2)")?;
    let mut next_record = survey.records.length;
    let mut next_person = survey.people.length;
    for findings in found {
        for fresh in &findings.records {
            match fresh.instead_of {
                Some(id) => {
                    drop_record.execute([id])?;
                    done.changed += 1;
                }
                None => done.new += 1,
            }
            fresh.body.insert(next_record, &mut record)?;
            for key in &fresh.keys {
                file.execute(params![key.bits().cast_signed(), next_record])?;
            }
            next_record += 1;
        }
        for fresh in &findings.people {
            if let Some(id) = fresh.instead_of {
                drop_person.execute([id])?;
            }
            person.execute(params![next_person, fresh.body])?;
            for key in &fresh.keys {
                file.execute(params![key.bits().cast_signed(), next_person])?;
            }
            next_person += 1;
        }
    }
    let words: BTreeSet<&String> = found.iter().flat_map(|f| &f.words).collect();
    let mut next_word: i64 =
        db.query_row("SELECT coalesce(max(id), -1) + 1 FROM word", [], |row| {
            row.get(0)
        })?;
    let mut known = db.prepare("SELECT EXISTS (SELECT 1 FROM word WHERE word = ?1)")?;
    let mut insert = db.prepare("INSERT INTO word (id, word, n) VALUES (?1, ?2, 1)")?;
    for word in words {
        if known.query_row([word], |row| row.get(0))? {
            continue;
        }
        insert.execute(params![next_word, word])?;
        for letters in deletion_forms(word) {
            file.execute(params![
                IndexKey::deletion(&letters).bits().cast_signed(),
                next_word
            ])?;
        }
        next_word += 1;
    }
    Ok(done)
}

/// A set of ids.
struct SeenIds {
    length: u32,
    bits: Vec<AtomicU64>,
}

impl SeenIds {
    fn up_to(last: i64) -> Self {
        let length = u32::try_from(last + 1).unwrap_or(0);
        let words = length.div_ceil(u64::BITS);
        Self {
            length,
            bits: (0..words).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    fn set(&self, id: u32) {
        if let Some(word) = self.bits.get((id / u64::BITS) as usize) {
            word.fetch_or(1 << (id % u64::BITS), Ordering::Relaxed);
        }
    }

    fn count(&self) -> u32 {
        let words = self.bits.iter();
        words
            .map(|word| word.load(Ordering::Relaxed).count_ones())
            .sum()
    }

    fn unset(&self) -> impl Iterator<Item = u32> {
        (0..self.length).filter(|id| {
            let word = &self.bits[(id / u64::BITS) as usize];
            word.load(Ordering::Relaxed) & (1 << (id % u64::BITS)) == 0
        })
    }
}

fn damaged(error: PartError) -> BuildError {
    BuildError::Disk(io::Error::other(error))
}
