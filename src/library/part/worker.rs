//! Workers that read chunks and compute the keys of their records.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use zstd::dict::EncoderDictionary;

use super::body::{Packer, StoredRecord};
use super::chunks::ChunkOrTail;
use super::entries::{IndexEntries, IndexEntry};
use super::error::BuildError;
use super::feed::ReadTask;
use super::key::IndexKey;
use super::key_extractor::KeyExtractor;
use super::sorting::TitleVocabulary;
use super::writer::{PackedRecord, RecordBatch};
use crate::library::VenueHoldings;
use crate::library::read::{Chunk, ReadItem};

/// Makes chunks wait until those before them have been numbered.
#[derive(Default)]
pub(super) struct TurnQueue {
    turn: Mutex<NextIds>,
    moved: Condvar,
}

#[derive(Default)]
struct NextIds {
    piece: usize,
    record: u32,
    person: u32,
}

pub(super) struct Worker<'w, 'a> {
    pub(super) line: &'w TurnQueue,
    pub(super) entries: &'w IndexEntries,
    pub(super) vocabulary: &'w Mutex<TitleVocabulary>,
    /// Where the papers of a whole dataset are counted by venue.
    pub(super) holdings: Option<&'w Mutex<VenueHoldings>>,
    pub(super) work: Arc<Mutex<Receiver<ReadTask<'a>>>>,
}

impl Worker<'_, '_> {
    pub(super) fn run<'d>(
        &self,
        prepared: &'d EncoderDictionary<'d>,
        give: &SyncSender<RecordBatch>,
    ) {
        let mut extractor = KeyExtractor::default();
        let mut packer = Packer::new(prepared);
        loop {
            let work = {
                let work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
                work.recv()
            };
            let Ok(work) = work else { return };
            let mut draft = match &mut packer {
                Ok(packer) => {
                    let seen = self.holdings.is_some();
                    catch_unwind(AssertUnwindSafe(|| {
                        read(&work, &mut extractor, packer, seen)
                    }))
                    .unwrap_or_else(|_| PartDraft::failed(reader_panicked()))
                }
                Err(error) => {
                    let error = io::Error::new(error.kind(), error.to_string());
                    PartDraft::failed(BuildError::Disk(error))
                }
            };
            if let Some(holdings) = self.holdings {
                let mut holdings = holdings.lock().unwrap_or_else(PoisonError::into_inner);
                holdings.merge(std::mem::take(&mut draft.holdings));
            }
            let mut turn = self
                .line
                .turn
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            while turn.piece != work.number {
                turn = self
                    .line
                    .moved
                    .wait(turn)
                    .unwrap_or_else(PoisonError::into_inner);
            }
            draft.batch.first_record = turn.record;
            draft.batch.first_person = turn.person;
            turn.record += u32::try_from(draft.batch.records.len()).unwrap_or(0);
            turn.person += u32::try_from(draft.batch.people.len()).unwrap_or(0);
            turn.piece += 1;
            let (record, person) = (draft.batch.first_record, draft.batch.first_person);
            // Sent while it is this chunk's turn, so that ids are written in ascending order.
            let sent = give.send(draft.batch);
            drop(turn);
            self.line.moved.notify_all();
            for entry in &mut draft.by_record {
                entry.id += record;
            }
            for entry in &mut draft.by_person {
                entry.id += person;
            }
            draft.by_record.append(&mut draft.by_person);
            let added = self.entries.add(&mut draft.by_record);
            self.vocabulary
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .extend(extractor.words.drain(..));
            if let Err(error) = added {
                let failed = PartDraft::failed(BuildError::Disk(error)).batch;
                _ = give.send(failed);
                return;
            }
            if sent.is_err() {
                return;
            }
        }
    }
}

/// The result of a chunk, with ids counted from its own beginning.
struct PartDraft {
    batch: RecordBatch,
    by_record: Vec<IndexEntry>,
    by_person: Vec<IndexEntry>,
    holdings: VenueHoldings,
}

impl PartDraft {
    fn new(file: usize) -> Self {
        Self {
            batch: RecordBatch {
                file,
                first_record: 0,
                first_person: 0,
                records: Vec::new(),
                people: Vec::new(),
                problems: Vec::new(),
                failed: None,
            },
            by_record: Vec::new(),
            by_person: Vec::new(),
            holdings: VenueHoldings::default(),
        }
    }

    fn failed(error: BuildError) -> Self {
        let mut draft = Self::new(0);
        draft.batch.failed = Some(error);
        draft
    }
}

fn read(
    work: &ReadTask<'_>,
    extractor: &mut KeyExtractor,
    packer: &mut Packer<'_>,
    is_whole: bool,
) -> PartDraft {
    let mut draft = PartDraft::new(work.file);
    let mut keys = Vec::new();
    let mut body = Vec::new();
    let mut take = |item| match item {
        ReadItem::Record { line, mut filed } => {
            keys.clear();
            if is_whole {
                draft.holdings.add(&filed.record.meta);
            }
            let face = extractor.record(&mut filed, &mut keys);
            let modified = filed.modified;
            body.clear();
            let small = serde_json::to_writer(&mut body, &StoredRecord::from(*filed))
                .map_err(io::Error::from)
                .and_then(|()| packer.pack(&body));
            match small {
                Ok(small) => {
                    push(&mut draft.by_record, draft.batch.records.len(), &keys);
                    draft.batch.records.push(PackedRecord {
                        modified,
                        face,
                        body: small,
                    });
                }
                Err(error) => {
                    let message = format!("can't be kept: {error}");
                    draft.batch.problems.push((line, message));
                }
            }
        }
        ReadItem::Person(person) => {
            keys.clear();
            KeyExtractor::person(&person, &mut keys);
            if let Ok(text) = serde_json::to_string(&person) {
                push(&mut draft.by_person, draft.batch.people.len(), &keys);
                draft.batch.people.push(text);
            }
        }
        ReadItem::Problem { line, message } => draft.batch.problems.push((line, message)),
    };
    match &work.piece {
        ChunkOrTail::Records(chunk) => work.reader.read(chunk, &mut take),
        ChunkOrTail::Tail(chunk) => {
            if let Err(why) = work.reader.finish(chunk, &mut take) {
                draft.batch.failed = Some(cut_off(chunk, &why));
            }
        }
    }
    draft
}

/// Returns the error for a file on which a reader panics.
pub(super) fn reader_panicked() -> BuildError {
    BuildError::Input {
        file: String::new(),
        cause: io::Error::other("reading it made bibsync panic, which is a bug; please report it"),
    }
}

pub(super) fn cut_off(tail: &Chunk, why: &str) -> BuildError {
    let lines = memchr::memchr_iter(b'\n', &tail.bytes).count();
    BuildError::Input {
        file: String::new(),
        cause: io::Error::new(
            io::ErrorKind::UnexpectedEof,
            format!("it ends at line {}: {why}", tail.line + lines),
        ),
    }
}

fn push(entries: &mut Vec<IndexEntry>, at: usize, keys: &[IndexKey]) {
    let id = u32::try_from(at).unwrap_or(u32::MAX);
    entries.extend(keys.iter().map(|key| IndexEntry { key: *key, id }));
}
