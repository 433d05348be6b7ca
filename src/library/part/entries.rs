//! Entries on their way into the index: collected in any order, handed out by key.

use std::io::{self, BufReader, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::key::{KEY_BITS, Key};

/// What is filed where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::library) struct Entry {
    pub(in crate::library) key: Key,
    /// A record, a person or a word, by the kind of the key.
    pub(in crate::library) id: u32,
}

impl Entry {
    /// By what entries are sorted and told apart. Of the key only its place counts: two keys may
    /// share one.
    pub(super) fn order(&self) -> (u64, u32) {
        (self.key.bits(), self.id)
    }
}

/// Into how many pieces the entries are parted by the first bits of their keys, as a power of
/// two. Each is sorted by itself in memory: 1.6 million entries, 25 MB, for all of DBLP.
pub(super) const PIECE_BITS: u32 = 7;

/// How many entries of a piece wait in memory before they go to disk.
const WAITING: usize = 1 << 14;

/// Bytes of an entry on disk.
const WIDTH: usize = 12;

/// Entries parted by their keys, on disk as far as they are many.
#[derive(Debug)]
pub(in crate::library) struct Entries {
    folder: PathBuf,
    pieces: Vec<Mutex<Piece>>,
}

#[derive(Debug, Default)]
struct Piece {
    waiting: Vec<Entry>,
    spilled: Option<std::fs::File>,
    count: usize,
}

impl Entries {
    /// What does not fit into memory goes to nameless files in `folder`.
    pub(in crate::library) fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            pieces: (0..1 << PIECE_BITS).map(|_| Mutex::default()).collect(),
        }
    }

    /// Takes entries; several threads may do so at once.
    ///
    /// # Errors
    /// When the temporary files can't be written.
    pub(in crate::library) fn add(&self, entries: &mut Vec<Entry>) -> io::Result<()> {
        entries.sort_unstable_by_key(|entry| piece_of(entry.key));
        for run in entries.chunk_by(|a, b| piece_of(a.key) == piece_of(b.key)) {
            let piece = &self.pieces[piece_of(run[0].key)];
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

    /// How many there are.
    pub(in crate::library) fn count(&self) -> usize {
        let count = |piece: &Mutex<Piece>| {
            let piece = piece.lock().unwrap_or_else(PoisonError::into_inner);
            piece.count
        };
        self.pieces.iter().map(count).sum()
    }

    /// The pieces, in the order of their keys.
    pub(super) fn into_pieces(self) -> Vec<Sortable> {
        self.pieces
            .into_iter()
            .map(|piece| Sortable(piece.into_inner().unwrap_or_else(PoisonError::into_inner)))
            .collect()
    }
}

/// All entries of a range of keys.
#[derive(Debug)]
pub(super) struct Sortable(Piece);

impl Sortable {
    /// The entries by key and id, each once.
    ///
    /// # Errors
    /// When the temporary file can't be read.
    pub(super) fn sorted(self) -> io::Result<Vec<Entry>> {
        let Piece {
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
        all.sort_unstable_by_key(Entry::order);
        all.dedup_by_key(|entry| entry.order());
        Ok(all)
    }
}

impl Piece {
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

fn piece_of(key: Key) -> usize {
    usize::try_from(key.bits() >> (KEY_BITS - PIECE_BITS)).unwrap_or(0)
}

fn read(bytes: [u8; WIDTH]) -> Entry {
    let [k0, k1, k2, k3, k4, k5, k6, k7, i0, i1, i2, i3] = bytes;
    Entry {
        key: Key::from_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
        id: u32::from_le_bytes([i0, i1, i2, i3]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_sorted_and_once() {
        let folder = tempfile::tempdir().unwrap();
        let entries = Entries::new(folder.path());
        let many = 40 * u32::try_from(WAITING).unwrap();
        for start in [0, many / 2] {
            let mut batch: Vec<Entry> = (start..start + many)
                .map(|n| Entry {
                    key: Key::word(&(n % 1_000).to_string()),
                    id: n,
                })
                .collect();
            entries.add(&mut batch).unwrap();
            assert!(batch.is_empty());
        }
        assert_eq!(entries.count(), 2 * many as usize);
        let pieces = entries.into_pieces();
        let all: Vec<Entry> = pieces
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
