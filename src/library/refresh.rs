//! Bringing the index up to what stands in the folder.

use std::collections::BTreeMap;
use std::io;

use fs_err as fs;
use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::files::{Format, Found, Stamp, stamp_of};
use super::filing::Filing;
use super::{bibtex, jsonl};
use crate::model::Record;

/// Who filled the index. Another version may read the same file to other records, so that its
/// entries are made anew; the number after the slash rises when that happens between versions.
const READER: &str = concat!(env!("CARGO_PKG_VERSION"), "/1");

/// From so many new records on, the full-text index is worth being merged into one piece.
const WORTH_MERGING: i64 = 5_000;

/// What a reader of a format finds in a file, one after the other.
pub(super) enum Item {
    Record { line: usize, record: Box<Record> },
    Problem { line: usize, message: String },
}

/// Makes the index hold the records of exactly these files. Only files whose stamp is not the one
/// in the index are read.
pub(super) fn refresh(index: &mut Connection, files: &[Found]) -> rusqlite::Result<()> {
    if is_current(index, files)? {
        return Ok(());
    }
    let writing = index.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have done some or all of it while this one waited for its turn.
    let held = held(&writing)?;
    for (name, (id, _)) in &held {
        if !files.iter().any(|file| file.name == *name) {
            remove(&writing, *id)?;
        }
    }
    let mut added = 0;
    for file in files {
        let before = held.get(&file.name);
        if before.is_some_and(|(_, stamp)| *stamp == Some(file.stamp)) {
            continue;
        }
        if let Some((id, _)) = before {
            remove(&writing, *id)?;
        }
        added += add(&writing, file)?;
    }
    if added >= WORTH_MERGING {
        writing.execute("INSERT INTO term (term) VALUES ('optimize')", [])?;
    }
    writing.commit()
}

fn is_current(index: &Connection, files: &[Found]) -> rusqlite::Result<bool> {
    let held = held(index)?;
    Ok(held.len() == files.len()
        && files.iter().all(|file| {
            held.get(&file.name)
                .is_some_and(|(_, stamp)| *stamp == Some(file.stamp))
        }))
}

/// The files in the index: the id and the stamp, which counts only if this version wrote it.
fn held(index: &Connection) -> rusqlite::Result<BTreeMap<String, (i64, Option<Stamp>)>> {
    index
        .prepare("SELECT name, id, size, modified, hash, reader FROM file")?
        .query_map([], |row| {
            let stamp = Stamp {
                size: row.get(2)?,
                modified: row.get(3)?,
                hash: row.get(4)?,
            };
            let ours = row.get_ref(5)?.as_str()? == READER;
            Ok((row.get(0)?, (row.get(1)?, ours.then_some(stamp))))
        })?
        .collect()
}

fn remove(index: &Transaction<'_>, file: i64) -> rusqlite::Result<()> {
    let (first, last): (i64, i64) = index.query_row(
        "SELECT first, last FROM file WHERE id = ?1",
        [file],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    index.execute(
        "DELETE FROM term WHERE rowid BETWEEN ?1 AND ?2",
        [first, last],
    )?;
    index.execute(
        "DELETE FROM record WHERE id BETWEEN ?1 AND ?2",
        [first, last],
    )?;
    index.execute("DELETE FROM word WHERE file = ?1", [file])?;
    index.execute("DELETE FROM problem WHERE file = ?1", [file])?;
    index.execute("DELETE FROM file WHERE id = ?1", [file])?;
    Ok(())
}

/// Reads a file into the index and returns the number of its records. A file that is gone or
/// can't be read by now is left away: the next run sees it as changed.
fn add(index: &Transaction<'_>, file: &Found) -> rusqlite::Result<i64> {
    let mut filing = Filing::new(index)?;
    let stamp = match read(file, &mut |item| filing.take(item)) {
        Ok(stamp) => stamp,
        Err(Stopped::Index(error)) => return Err(error),
        Err(Stopped::File(error)) => {
            filing.problem(0, &format!("was not read to its end: {error}"))?;
            // A stamp that no file has.
            Stamp {
                size: -1,
                modified: 0,
                hash: 0,
            }
        }
    };
    filing.finish(&file.name, stamp, READER)
}

/// Why reading a file ended early.
pub(super) enum Stopped {
    File(io::Error),
    Index(rusqlite::Error),
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

impl From<rusqlite::Error> for Stopped {
    fn from(error: rusqlite::Error) -> Self {
        Self::Index(error)
    }
}

/// Gives every item of the file to `take`, and the stamp of what was read.
fn read(
    file: &Found,
    take: &mut dyn FnMut(Item) -> rusqlite::Result<()>,
) -> Result<Stamp, Stopped> {
    match file.format {
        Format::JsonLines if file.stamp.hash == 0 => {
            jsonl::read(io::BufReader::new(fs::File::open(&file.path)?), take)?;
            Ok(file.stamp)
        }
        Format::JsonLines => {
            let content = fs::read(&file.path)?;
            jsonl::read(content.as_slice(), take)?;
            Ok(stamp_of(&content))
        }
        Format::Bibtex => {
            let content = fs::read(&file.path)?;
            bibtex::read(&content, take)?;
            Ok(if file.stamp.hash == 0 {
                file.stamp
            } else {
                stamp_of(&content)
            })
        }
    }
}
