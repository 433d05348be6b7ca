//! Building a part's file from input files.
//!
//! One thread decompresses and splits the input, one thread per core reads records and computes their
//! keys, and one writes. At the end, the entries are sorted partition by partition. Ids follow the order
//! of the input, whichever thread reads a chunk, so that the same files give the same index.

use std::io;
use std::path::Path;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use jiff::civil::Date;

use super::entries::IndexEntries;
use super::error::BuildError;
use super::feed::{FeedInput, ReadTask, RecordFeed};
use super::info::PartInfo;
use super::worker::{TurnQueue, Worker, reader_panicked};
use super::writer::{PartWriter, RecordBatch};
use super::{body, layout, sorting};
use crate::library::Shard;

/// The most reading threads: the decompressing thread can't keep up with more, and each takes
/// memory.
pub(super) const MAX_THREADS: usize = 8;

/// The most chunks queued for reading, and for writing.
const WAITING: usize = 4;

/// The description of a part to build.
#[derive(Debug, Clone, Default)]
pub(in crate::library) struct Naming {
    pub(in crate::library) name: String,
    /// Which part of the dataset it is, if there are several.
    pub(in crate::library) shard: Option<Shard>,
    pub(in crate::library) date: Option<Date>,
    pub(in crate::library) licence: Option<String>,
    /// Whether the inputs are a whole dataset.
    pub(in crate::library) complete: bool,
}

/// Builds the file at `path`, which must not exist or be empty. `report` receives the number of records
/// from time to time, on another thread.
///
/// # Errors
/// Fails when an input is truncated or the file can't be written; the file is useless then.
pub(in crate::library) fn build(
    path: &Path,
    naming: Naming,
    inputs: Vec<FeedInput<'_>>,
    threads: usize,
    report: &(dyn Fn(u64) + Sync),
) -> Result<PartInfo, BuildError> {
    let threads = threads.clamp(1, MAX_THREADS);
    let db = layout::create(path)?;
    db.execute_batch("BEGIN")?;
    let line = TurnQueue::default();
    let entries = IndexEntries::new(path.parent().unwrap_or(Path::new(".")));
    let mut feed = RecordFeed::new(inputs);
    let first = feed.sample()?;
    let dictionary = body::dictionary(&first.samples);
    let prepared = body::prepared(&dictionary);
    let mut written = PartWriter::new(&db);
    written.note("dictionary", &dictionary)?;
    let vocabulary = Mutex::new(sorting::TitleVocabulary::default());
    let holdings = naming.complete.then(Mutex::default);

    let (give_work, work) = sync_channel::<ReadTask<'_>>(WAITING);
    let (give_batch, batches) = sync_channel::<RecordBatch>(WAITING);
    let work = Arc::new(Mutex::new(work));
    let (given, wrote) = thread::scope(|scope| {
        for _ in 0..threads {
            let give_batch = give_batch.clone();
            let worker = Worker {
                line: &line,
                entries: &entries,
                vocabulary: &vocabulary,
                holdings: holdings.as_ref(),
                work: work.clone(),
            };
            let prepared = &prepared;
            scope.spawn(move || worker.run(prepared, &give_batch));
        }
        // When the last worker ends, its receiver is dropped, and the feeding thread stops.
        drop(work);
        drop(give_batch);
        let feeding = scope.spawn(move || feed.run(first.pieces, &give_work));
        let wrote = written.run(&batches, report);
        drop(batches);
        let given = feeding.join().unwrap_or_else(|_| Err(reader_panicked()));
        (given, wrote)
    });
    wrote?;
    let mut about = written.about(given?);
    about.name = naming.name;
    about.shard = naming.shard;
    about.date = naming.date.or(about.date);
    about.licence = naming.licence;
    let vocabulary = vocabulary
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    sorting::finish(&db, entries, vocabulary, threads)?;
    if let Some(holdings) = holdings {
        let holdings = holdings.into_inner();
        let holdings = holdings.unwrap_or_else(PoisonError::into_inner);
        layout::note_holdings(&db, holdings, &about)?;
    }
    let text = serde_json::to_vec(&about).map_err(io::Error::from)?;
    db.execute(
        "INSERT INTO about (name, value) VALUES ('about', ?1)",
        [text],
    )?;
    db.execute_batch("COMMIT")?;
    db.close().map_err(|(_, error)| error)?;
    Ok(about)
}
