//! Which entries a person took out of the file.

use std::collections::BTreeSet;

use super::{marks::is_of_digest, read_back::Output, successors::Successors};
use crate::lock::Lock;

/// Whether the entry of a work that is not in the file was taken out by the person, beyond doubt. An
/// entry that is missing because the file is older than the work, from another branch or cut off is
/// not.
pub(super) struct Removals<'a> {
    output: &'a Output,
    old: Option<&'a Lock>,
    successors: &'a Successors,
    /// Keys of the stretches that are missing as one, between two entries as the lock has them.
    stretches: BTreeSet<&'a str>,
}

impl<'a> Removals<'a> {
    pub(super) fn of(
        output: &'a Output,
        old: Option<&'a Lock>,
        successors: &'a Successors,
    ) -> Self {
        Self {
            output,
            old,
            successors,
            stretches: old.map(|old| stretches(output, old)).unwrap_or_default(),
        }
    }

    /// Whether the person took out the entry of the work that has this key now, and this title.
    pub(super) fn includes(&self, key: &str, title: &str) -> bool {
        self.successors.former(key).any(|key| {
            let said = self.output.without.get(key);
            // Without a lock that knows the key it may have been another work's.
            let is_known = self.old.is_some_and(|old| {
                old.written.contains_key(key)
                    || old.earlier.contains_key(key)
                    || old.by_hand.left_out.contains(key)
            });
            said.is_some_and(|said| is_known || said == title)
                || is_known
                    && self.output.is_complete()
                    && (self.output.vouches_for(key)
                        || self.stretches.contains(key)
                        || self.has_orphan(key))
        })
    }

    /// Whether the mark of the entry was left behind.
    fn has_orphan(&self, key: &str) -> bool {
        let digests = self.old.into_iter().flat_map(|old| {
            let earlier = old.earlier.get(key).into_iter().flatten();
            old.written.get(key).into_iter().chain(earlier)
        });
        digests.into_iter().any(|digest| {
            let mut orphans = self.output.orphans.iter();
            orphans.any(|mark| is_of_digest(&mark.text, digest))
        })
    }
}

/// Where several entries in a row were taken out with their marks, only the first of them is named by the
/// entry before. The others are those that the lock has up to the next entry, if both neighbours are as
/// the lock has them.
fn stretches<'a>(output: &Output, old: &'a Lock) -> BTreeSet<&'a str> {
    if !output.orphans.is_empty() {
        // Marks that were left behind name each one.
        return BTreeSet::new();
    }
    let keys: Vec<&str> = old.written.keys().map(String::as_str).collect();
    let present: BTreeSet<&str> = output
        .entries
        .iter()
        .map(|it| it.entry.key.as_str())
        .collect();
    let in_sync: BTreeSet<&str> = output
        .entries
        .iter()
        .filter(|it| {
            let digest = old.written.get(&it.entry.key);
            let mark = it.mark.as_ref();
            mark.zip(digest)
                .is_some_and(|(mark, digest)| is_of_digest(&mark.text, digest))
        })
        .map(|it| it.entry.key.as_str())
        .collect();
    let is_firm = |key: Option<&&str>| key.is_none_or(|key| in_sync.contains(key));
    let mut out = BTreeSet::new();
    let mut at = 0_usize;
    while let Some(first) = keys.get(at) {
        if present.contains(first) {
            at += 1;
            continue;
        }
        let length = keys[at..].iter().take_while(|key| !present.contains(*key));
        let length = length.count();
        let before = at.checked_sub(1).and_then(|before| keys.get(before));
        if output.vouches_for(first) && is_firm(before) && is_firm(keys.get(at + length)) {
            out.extend(&keys[at..at + length]);
        }
        at += length;
    }
    out
}
