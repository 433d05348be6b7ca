//! Buckets: a range of keys with their ids, encoded as one value.
//!
//! A bucket contains, for each of its keys in order: the difference from the previous key, twice the
//! number of its ids (plus one when they are too many to be kept), and, if the ids are kept, the
//! length of the rest in bytes and the differences between the ids. All numbers are LEB128.

use integer_encoding::VarInt as _;

use super::entries::IndexEntry;

/// The ids under a key.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::library) struct Posting {
    /// The number of ids.
    pub(in crate::library) count: usize,
    /// The ids in ascending order; empty when they are too many to be kept.
    pub(in crate::library) ids: Vec<u32>,
}

/// Encodes sorted entries as a bucket, without the bits that all its keys share. Each key and its
/// number of ids go to `report`.
pub(super) fn pack(
    entries: &[IndexEntry],
    shared: u64,
    mut report: impl FnMut(u64, usize),
) -> Vec<u8> {
    let mut out = Vec::with_capacity(entries.len() * 4);
    let mut ids = Vec::new();
    let mut before = 0;
    for filed in entries.chunk_by(|a, b| a.key.bits() == b.key.bits()) {
        let bits = filed[0].key.bits();
        report(bits, filed.len());
        let key = bits - shared;
        push(&mut out, key - before);
        before = key;
        let most = filed.iter().map(|entry| entry.key.most()).max();
        let kept = most.is_some_and(|most| filed.len() <= most);
        let count = filed.len() as u64;
        push(&mut out, count << 1 | u64::from(!kept));
        if kept {
            ids.clear();
            let mut last = 0;
            for entry in filed {
                push(&mut ids, u64::from(entry.id - last));
                last = entry.id;
            }
            push(&mut out, ids.len() as u64);
            out.extend_from_slice(&ids);
        }
    }
    out
}

/// Returns the ids of a key without the shared bits, only their number where they are more than
/// `most`; `None` when the bucket is damaged.
pub(super) fn find(mut bucket: &[u8], key: u64, most: usize) -> Option<Posting> {
    let mut at = 0_u64;
    while !bucket.is_empty() {
        at = at.checked_add(pull(&mut bucket)?)?;
        let packed = pull(&mut bucket)?;
        let count = usize::try_from(packed >> 1).ok()?;
        let kept = packed & 1 == 0;
        let length = if kept {
            usize::try_from(pull(&mut bucket)?).ok()?
        } else {
            0
        };
        let (mut ids, rest) = bucket.split_at_checked(length)?;
        if at == key {
            let mut posting = Posting {
                count,
                ids: Vec::new(),
            };
            if kept && count <= most {
                posting.ids.reserve_exact(count.min(length));
            }
            let mut id = 0_u32;
            while !ids.is_empty() && count <= most {
                id = id.checked_add(u32::try_from(pull(&mut ids)?).ok()?)?;
                posting.ids.push(id);
            }
            return Some(posting);
        }
        if at > key {
            break;
        }
        bucket = rest;
    }
    Some(Posting::default())
}

fn push(out: &mut Vec<u8>, number: u64) {
    let mut bytes = [0; 10];
    let length = number.encode_var(&mut bytes);
    out.extend_from_slice(&bytes[..length]);
}

fn pull(bytes: &mut &[u8]) -> Option<u64> {
    // Fast path: nearly all numbers are small.
    if let Some((byte, rest)) = bytes.split_first()
        && *byte < 0x80
    {
        *bytes = rest;
        return Some(u64::from(*byte));
    }
    let (number, length) = u64::decode_var(bytes)?;
    *bytes = &bytes[length..];
    Some(number)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::library::part::key::IndexKey;

    fn entries(words: &[(u8, u32)]) -> Vec<IndexEntry> {
        let mut entries: Vec<IndexEntry> = words
            .iter()
            .map(|(word, id)| IndexEntry {
                key: IndexKey::word(&word.to_string()),
                id: *id,
            })
            .collect();
        entries.sort_unstable_by_key(IndexEntry::order);
        entries.dedup_by_key(|entry| entry.order());
        entries
    }

    proptest! {
        #[test]
        fn packed_entries_are_found(words in proptest::collection::vec((any::<u8>(), any::<u32>()), 0..300)) {
            let entries = entries(&words);
            let mut seen = 0;
            let bucket = pack(&entries, 0, |_, count| seen += count);
            prop_assert_eq!(seen, entries.len());
            for word in 0..=u8::MAX {
                let key = IndexKey::word(&word.to_string());
                let want: Vec<u32> = entries.iter().filter(|e| e.key == key).map(|e| e.id).collect();
                let found = find(&bucket, key.bits(), usize::MAX).unwrap();
                prop_assert_eq!(found.count, want.len());
                prop_assert_eq!(found.ids, want);
            }
        }

        #[test]
        fn damaged_bytes_do_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..100), key: u64) {
            let _ = find(&bytes, key, usize::MAX);
        }
    }

    /// Two values with the same 44 bits of hash share a key, whatever their kinds and the order of their
    /// ids.
    #[test]
    fn colliding_keys_share_their_ids() {
        let keys = [0x1234_5678_9ab0_0001, 0x1234_5678_9abf_fff0].map(u64::to_le_bytes);
        let [one, other] = keys.map(IndexKey::from_bytes);
        assert_eq!(one.bits(), other.bits());
        let mut entries: Vec<IndexEntry> =
            (0..5_000).map(|id| IndexEntry { key: one, id }).collect();
        entries.push(IndexEntry { key: other, id: 7 });
        entries.push(IndexEntry {
            key: other,
            id: 9_000,
        });
        entries.sort_unstable_by_key(IndexEntry::order);
        entries.dedup_by_key(|entry| entry.order());
        let bucket = pack(&entries, 0, |_, _| {});
        let found = find(&bucket, one.bits(), usize::MAX).unwrap();
        assert_eq!(found.ids, (0..5_000).chain([9_000]).collect::<Vec<_>>());
    }

    #[test]
    fn common_keys_are_only_counted() {
        let many: Vec<IndexEntry> = (0..5_000)
            .map(|id| IndexEntry {
                key: IndexKey::word("system"),
                id,
            })
            .collect();
        let bucket = pack(&many, 0, |_, _| {});
        let found = find(&bucket, IndexKey::word("system").bits(), usize::MAX).unwrap();
        assert_eq!((found.count, found.ids.len()), (5_000, 0));
        assert!(bucket.len() < 16);
    }
}
