//! Reading pieces and working out what their records are filed under, on several threads.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use zstd::dict::EncoderDictionary;

use super::body::{Packer, Stored};
use super::build::BuildError;
use super::chunks::Piece;
use super::entries::{Entries, Entry};
use super::feed::Work;
use super::filing::Filing;
use super::key::Key;
use super::sorting::Vocabulary;
use super::written::{Batch, Packed};
use crate::library::read::{Chunk, Item};

/// Where pieces wait until those before them have been numbered.
#[derive(Default)]
pub(super) struct Line {
    turn: Mutex<Turn>,
    moved: Condvar,
}

#[derive(Default)]
struct Turn {
    piece: usize,
    record: u32,
    person: u32,
}

pub(super) struct Worker<'w, 'a> {
    pub(super) line: &'w Line,
    pub(super) entries: &'w Entries,
    pub(super) vocabulary: &'w Mutex<Vocabulary>,
    pub(super) work: Arc<Mutex<Receiver<Work<'a>>>>,
}

impl Worker<'_, '_> {
    pub(super) fn run<'d>(&self, prepared: &'d EncoderDictionary<'d>, give: &SyncSender<Batch>) {
        let mut filing = Filing::default();
        let mut packer = Packer::new(prepared);
        loop {
            let work = {
                let work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
                work.recv()
            };
            let Ok(work) = work else { return };
            let mut draft = match &mut packer {
                Ok(packer) => catch_unwind(AssertUnwindSafe(|| read(&work, &mut filing, packer)))
                    .unwrap_or_else(|_| Draft::failed(broke())),
                Err(error) => {
                    let error = io::Error::new(error.kind(), error.to_string());
                    Draft::failed(BuildError::Disk(error))
                }
            };
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
            // Sent while it is this piece's turn, so that ids are written in ascending order.
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
                .extend(filing.words.drain(..));
            if let Err(error) = added {
                let failed = Draft::failed(BuildError::Disk(error)).batch;
                _ = give.send(failed);
                return;
            }
            if sent.is_err() {
                return;
            }
        }
    }
}

/// What a piece gives, ids counted from its own beginning.
struct Draft {
    batch: Batch,
    by_record: Vec<Entry>,
    by_person: Vec<Entry>,
}

impl Draft {
    fn new(file: usize) -> Self {
        Self {
            batch: Batch {
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
        }
    }

    fn failed(error: BuildError) -> Self {
        let mut draft = Self::new(0);
        draft.batch.failed = Some(error);
        draft
    }
}

fn read(work: &Work<'_>, filing: &mut Filing, packer: &mut Packer<'_>) -> Draft {
    let mut draft = Draft::new(work.file);
    let mut keys = Vec::new();
    let mut body = Vec::new();
    let mut take = |item| match item {
        Item::Record { line, mut filed } => {
            keys.clear();
            let face = filing.record(&mut filed, &mut keys);
            let modified = filed.modified;
            body.clear();
            let small = serde_json::to_writer(&mut body, &Stored::from(*filed))
                .map_err(io::Error::from)
                .and_then(|()| packer.pack(&body));
            match small {
                Ok(small) => {
                    push(&mut draft.by_record, draft.batch.records.len(), &keys);
                    draft.batch.records.push(Packed {
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
        Item::Person(person) => {
            keys.clear();
            Filing::person(&person, &mut keys);
            if let Ok(text) = serde_json::to_string(&person) {
                push(&mut draft.by_person, draft.batch.people.len(), &keys);
                draft.batch.people.push(text);
            }
        }
        Item::Problem { line, message } => draft.batch.problems.push((line, message)),
    };
    match &work.piece {
        Piece::Records(chunk) => work.reader.read(chunk, &mut take),
        Piece::Tail(chunk) => {
            if let Err(why) = work.reader.finish(chunk, &mut take) {
                draft.batch.failed = Some(cut_off(chunk, &why));
            }
        }
    }
    draft
}

/// What is said of a file that makes a reader panic.
pub(super) fn broke() -> BuildError {
    BuildError::Input {
        file: String::new(),
        cause: io::Error::other(
            "reading it broke bibsync, which is a fault of bibsync's; please report it",
        ),
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

fn push(entries: &mut Vec<Entry>, at: usize, keys: &[Key]) {
    let id = u32::try_from(at).unwrap_or(u32::MAX);
    entries.extend(keys.iter().map(|key| Entry { key: *key, id }));
}
