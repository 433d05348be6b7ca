//! Making a part's file of files of records.
//!
//! One thread unpacks and parts the input, as many as there are cores read records and work out
//! their keys, one writes. The entries are sorted piece by piece at the end. Ids follow the order
//! of the input, whatever thread reads what, so that the same files make the same index.

use std::io;
use std::path::Path;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use jiff::civil::Date;
use thiserror::Error;

use super::about::About;
use super::entries::Entries;
use super::feed::{Feed, Input, Work};
use super::worker::{Line, Worker, broke};
use super::written::{Batch, Written};
use super::{body, layout, sorting};

/// More threads than this gain nothing that the one which unpacks could keep up with, and each
/// takes memory.
pub(super) const MOST_THREADS: usize = 8;

/// How many pieces wait to be read, and read ones to be written, at most.
const WAITING: usize = 4;

/// What a part is to be called.
#[derive(Debug, Clone, Default)]
pub(in crate::library) struct Naming {
    pub(in crate::library) name: String,
    pub(in crate::library) date: Option<Date>,
    pub(in crate::library) licence: Option<String>,
}

/// Why a part could not be made.
#[derive(Debug, Error)]
pub(in crate::library) enum BuildError {
    #[error("{file} can't be read to its end: {cause}")]
    Input { file: String, cause: io::Error },
    #[error("the index can't be written: {0}")]
    Index(#[from] rusqlite::Error),
    #[error("the index can't be written: {0}")]
    Disk(#[from] io::Error),
}

/// Makes the file at `path`, which must not exist or be empty. `saw` is told the number of records now and
/// then, on another thread.
///
/// # Errors
/// When an input breaks off or the file can't be written; it is then worth nothing.
pub(in crate::library) fn build(
    path: &Path,
    naming: Naming,
    inputs: Vec<Input<'_>>,
    threads: usize,
    saw: &(dyn Fn(u64) + Sync),
) -> Result<About, BuildError> {
    let threads = threads.clamp(1, MOST_THREADS);
    let db = layout::create(path)?;
    db.execute_batch("BEGIN")?;
    let line = Line::default();
    let entries = Entries::new(path.parent().unwrap_or(Path::new(".")));
    let mut feed = Feed::new(inputs);
    let first = feed.sample()?;
    let dictionary = body::dictionary(&first.samples);
    let prepared = body::prepared(&dictionary);
    let mut written = Written::new(&db);
    written.note("dictionary", &dictionary)?;
    let vocabulary = Mutex::new(sorting::Vocabulary::default());

    let (give_work, work) = sync_channel::<Work<'_>>(WAITING);
    let (give_batch, batches) = sync_channel::<Batch>(WAITING);
    let work = Arc::new(Mutex::new(work));
    let (given, wrote) = thread::scope(|scope| {
        for _ in 0..threads {
            let give_batch = give_batch.clone();
            let worker = Worker {
                line: &line,
                entries: &entries,
                vocabulary: &vocabulary,
                work: work.clone(),
            };
            let prepared = &prepared;
            scope.spawn(move || worker.run(prepared, &give_batch));
        }
        // When the last worker is gone, so is the end that takes work, and the feeder stops.
        drop(work);
        drop(give_batch);
        let feeding = scope.spawn(move || feed.run(first.pieces, &give_work));
        let wrote = written.run(&batches, saw);
        drop(batches);
        let given = feeding.join().unwrap_or_else(|_| Err(broke()));
        (given, wrote)
    });
    wrote?;
    let mut about = written.about(given?);
    about.name = naming.name;
    about.date = naming.date.or(about.date);
    about.licence = naming.licence;
    let vocabulary = vocabulary
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    sorting::finish(&db, entries, vocabulary, threads)?;
    let text = serde_json::to_vec(&about).map_err(io::Error::from)?;
    db.execute(
        "INSERT INTO about (name, value) VALUES ('about', ?1)",
        [text],
    )?;
    db.execute_batch("COMMIT")?;
    db.close().map_err(|(_, error)| error)?;
    Ok(about)
}
