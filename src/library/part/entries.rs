//! Index entries: collected in any order, returned by key.

use std::io::{self, BufReader, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::key::{IndexKey, KEY_BITS};

/// An entry of the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::library) struct IndexEntry {
    pub(in crate::library) key: IndexKey,
    /// The id of a record, a person or a word, depending on the kind of the key.
    pub(in crate::library) id: u32,
}

impl IndexEntry {
    /// Returns the sort key. Only the bits of the key that select its place count: two keys may
    /// share one.
    pub(super) fn order(&self) -> (u64, u32) {
        (self.key.bits(), self.id)
    }
}

/// The number of partitions, as a power of two, by the first bits of the keys. Each is sorted in
/// memory: 1.6 million entries, 25 MB, for all of DBLP.
pub(super) const PARTITION_BITS: u32 = 7;

/// The number of entries of a partition that are buffered before they are written to disk.
const WAITING: usize = 1 << 14;

/// The size of an entry on disk in bytes.
const WIDTH: usize = 12;

/// Index entries partitioned by key, written to disk when they are many.
#[derive(Debug)]
pub(in crate::library) struct IndexEntries {
    folder: PathBuf,
    pieces: Vec<Mutex<Partition>>,
}

#[derive(Debug, Default)]
struct Partition {
    waiting: Vec<IndexEntry>,
    spilled: Option<std::fs::File>,
    count: usize,
}

impl IndexEntries {
    /// Creates an empty collection, which writes to unnamed temporary files in `folder`.
    pub(in crate::library) fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            pieces: (0..1 << PARTITION_BITS).map(|_| Mutex::default()).collect(),
        }
    }

    /// Adds entries; several threads may do so at once.
    ///
    /// # Errors
    /// Fails when the temporary files can't be written.
    pub(in crate::library) fn add(&self, entries: &mut Vec<IndexEntry>) -> io::Result<()> {
        entries.sort_unstable_by_key(|entry| partition_of(entry.key));
        for run in entries.chunk_by(|a, b| partition_of(a.key) == partition_of(b.key)) {
            let piece = &self.pieces[partition_of(run[0].key)];
            let mut piece = piece.lock().unwrap_or_else(PoisonError::into_inner);
            piece.waiting.extend_from_slice(run);
            piece.count += run.len();
            if piece.waiting.len() >= WAITING {
                piece.spill(&self.folder)?;
            }
        }
        entries.clear();
        Ok(())
    }

    /// Returns the number of entries.
    pub(in crate::library) fn count(&self) -> usize {
        let count = |piece: &Mutex<Partition>| {
            let piece = piece.lock().unwrap_or_else(PoisonError::into_inner);
            piece.count
        };
        self.pieces.iter().map(count).sum()
    }

    /// Returns the partitions, in the order of their keys.
    pub(super) fn into_partitions(self) -> Vec<UnsortedPartition> {
        self.pieces
            .into_iter()
            .map(|piece| {
                UnsortedPartition(piece.into_inner().unwrap_or_else(PoisonError::into_inner))
            })
            .collect()
    }
}

/// All entries of a range of keys.
#[derive(Debug)]
pub(super) struct UnsortedPartition(Partition);

impl UnsortedPartition {
    /// Returns the entries sorted by key and id, without duplicates.
    ///
    /// # Errors
    /// Fails when the temporary file can't be read.
    pub(super) fn sorted(self) -> io::Result<Vec<IndexEntry>> {
        let Partition {
            waiting: mut all,
            spilled,
            count,
        } = self.0;
        if let Some(mut file) = spilled {
            all.reserve_exact(count - all.len());
            file.rewind()?;
            let mut file = BufReader::with_capacity(WIDTH << 14, file);
            let mut bytes = [0; WIDTH];
            for _ in all.len()..count {
                file.read_exact(&mut bytes)?;
                all.push(read(bytes));
            }
        }
        all.sort_unstable_by_key(IndexEntry::order);
        all.dedup_by_key(|entry| entry.order());
        Ok(all)
    }
}

impl Partition {
    fn spill(&mut self, folder: &Path) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(self.waiting.len() * WIDTH);
        for entry in self.waiting.drain(..) {
            bytes.extend_from_slice(&entry.key.to_bytes());
            bytes.extend_from_slice(&entry.id.to_le_bytes());
        }
        let file = match &mut self.spilled {
            Some(file) => file,
            none => none.insert(tempfile::tempfile_in(folder)?),
        };
        file.write_all(&bytes)
    }
}

fn partition_of(key: IndexKey) -> usize {
    usize::try_from(key.bits() >> (KEY_BITS - PARTITION_BITS)).unwrap_or(0)
}

fn read(bytes: [u8; WIDTH]) -> IndexEntry {
    let [k0, k1, k2, k3, k4, k5, k6, k7, i0, i1, i2, i3] = bytes;
    IndexEntry {
        key: IndexKey::from_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
        id: u32::from_le_bytes([i0, i1, i2, i3]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_sorted_without_duplicates() {
        let folder = tempfile::tempdir().unwrap();
        let entries = IndexEntries::new(folder.path());
        let many = 40 * u32::try_from(WAITING).unwrap();
        for start in [0, many / 2] {
            let mut batch: Vec<IndexEntry> = (start..start + many)
                .map(|n| IndexEntry {
                    key: IndexKey::word(&(n % 1_000).to_string()),
                    id: n,
                })
                .collect();
            entries.add(&mut batch).unwrap();
            assert!(batch.is_empty());
        }
        assert_eq!(entries.count(), 2 * many as usize);
        let pieces = entries.into_partitions();
        let all: Vec<IndexEntry> = pieces
            .into_iter()
            .flat_map(|p| p.sorted().unwrap())
            .collect();
        assert!(all.is_sorted_by(|a, b| a.order() < b.order()));
        assert_eq!(
            all.len(),
            many as usize * 3 / 2,
            "the half given twice is held once"
        );
    }
}
