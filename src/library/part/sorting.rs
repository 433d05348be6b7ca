//! The last step of a build: writing words, and sorting entries into buckets.

use std::collections::BTreeSet;
use std::io;

use rayon::prelude::*;
use rusqlite::{Connection, params};

use super::bucket;
use super::entries::{IndexEntries, IndexEntry, PARTITION_BITS, UnsortedPartition};
use super::error::BuildError;
use super::key::{IndexKey, KEY_BITS};
use crate::library::deletions::deletion_forms;

/// The approximate number of entries in a bucket.
const PER_BUCKET: usize = 64;

/// The most words that are kept for spelling corrections; no language has more.
const MAX_WORDS: usize = 4_000_000;

/// All words of a part's titles.
#[derive(Default)]
pub(super) struct TitleVocabulary(BTreeSet<String>);

impl TitleVocabulary {
    pub(super) fn extend(&mut self, words: impl Iterator<Item = String>) {
        for word in words {
            if self.0.len() < MAX_WORDS {
                self.0.insert(word);
            }
        }
    }
}

/// Writes words and buckets.
pub(super) fn finish(
    db: &Connection,
    entries: IndexEntries,
    vocabulary: TitleVocabulary,
    threads: usize,
) -> Result<(), BuildError> {
    let words: Vec<String> = vocabulary.0.into_iter().collect();
    let mut known: Vec<(u64, u32, u32)> = Vec::with_capacity(words.len());
    let mut slips = Vec::new();
    for (id, word) in (0..).zip(&words) {
        known.push((IndexKey::word(word).bits(), id, 0));
        slips.extend(deletion_forms(word).map(|letters| IndexEntry {
            key: IndexKey::deletion(&letters),
            id,
        }));
        if slips.len() > 1 << 16 {
            entries.add(&mut slips)?;
        }
    }
    entries.add(&mut slips)?;
    known.sort_unstable();

    let bits = bucket_bits(entries.count());
    db.execute(
        "INSERT INTO about (name, value) VALUES ('bits', ?1)",
        [bits.to_string().into_bytes()],
    )?;
    let mut insert = db.prepare("INSERT INTO bucket (id, body) VALUES (?1, ?2)")?;
    let pieces = entries.into_partitions();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| BuildError::Disk(io::Error::other(error)))?;
    let mut pieces = pieces.into_iter().peekable();
    while pieces.peek().is_some() {
        let some: Vec<UnsortedPartition> = pieces.by_ref().take(threads.max(1)).collect();
        let packed: Vec<io::Result<PackedPartition>> = pool.install(|| {
            some.into_par_iter()
                .map(|piece| pack(piece, bits, &known))
                .collect()
        });
        for packed in packed {
            let packed = packed?;
            for (id, body) in packed.buckets {
                insert.execute(params![id, body])?;
            }
            for (at, count) in packed.counts {
                known[at].2 = count;
            }
        }
    }
    known.sort_unstable_by_key(|(_, id, _)| *id);
    let mut insert = db.prepare("INSERT INTO word (id, word, n) VALUES (?1, ?2, ?3)")?;
    for ((_, id, n), word) in known.iter().zip(&words) {
        insert.execute(params![id, word, n])?;
    }
    db.execute_batch("CREATE INDEX word_text ON word (word)")?;
    Ok(())
}

struct PackedPartition {
    buckets: Vec<(i64, Vec<u8>)>,
    /// Places among the known words, with the number of titles.
    counts: Vec<(usize, u32)>,
}

fn pack(
    piece: UnsortedPartition,
    bits: u32,
    known: &[(u64, u32, u32)],
) -> io::Result<PackedPartition> {
    let entries = piece.sorted()?;
    let mut out = PackedPartition {
        buckets: Vec::new(),
        counts: Vec::new(),
    };
    let rest = KEY_BITS - bits;
    let begin = entries.first().map_or(0, |entry| entry.key.bits());
    let mut at = known.partition_point(|(key, ..)| *key < begin);
    for bucket in entries.chunk_by(|a, b| a.key.bits() >> rest == b.key.bits() >> rest) {
        let id = bucket[0].key.bits() >> rest;
        let body = bucket::pack(bucket, id << rest, |key, count| {
            while known.get(at).is_some_and(|(word, ..)| *word < key) {
                at += 1;
            }
            if known.get(at).is_some_and(|(word, ..)| *word == key) {
                out.counts
                    .push((at, u32::try_from(count).unwrap_or(u32::MAX)));
            }
        });
        out.buckets.push((i64::try_from(id).unwrap_or(0), body));
    }
    Ok(out)
}

/// Returns the number of leading bits of a key that select its bucket.
fn bucket_bits(entries: usize) -> u32 {
    (entries / PER_BUCKET)
        .checked_ilog2()
        .unwrap_or(0)
        .clamp(PARTITION_BITS, KEY_BITS - 16)
}
