//! A lock as it was read, block by block. Edits and digests are still with their work and not under its key,
//! since two branches may have given one key to two works.

use std::collections::BTreeSet;

use super::{
    LastRefresh, Lock, ManualEdits,
    blocks::{Blocks, FormerBlock, LockHead, UnlistedBlock, WorkBlock},
};

/// The blocks of a lock.
#[derive(Default)]
pub(super) struct LockParts {
    /// Everything that belongs to no work, and in locks before format 3 all manual edits.
    pub(super) lock: Lock,
    pub(super) works: Vec<WorkBlock>,
    pub(super) former: Vec<FormerBlock>,
}

impl LockParts {
    pub(super) fn take_head(&mut self, head: LockHead) {
        self.lock.output = head.output;
        self.lock.output_settings = head.output_settings;
        self.lock.manual_edits = head.manual_edits;
        self.lock.notices = head.notices;
    }

    pub(super) fn take(&mut self, blocks: Blocks) {
        let lock = &mut self.lock;
        self.works.extend(blocks.work);
        self.former.extend(blocks.former);
        lock.listings.extend(blocks.listing);
        let unlisted = blocks.unlisted.into_iter();
        lock.unlisted
            .extend(unlisted.map(|UnlistedBlock { dblp, title }| (dblp, title)));
        lock.pages
            .extend(blocks.page.into_iter().map(|page| page.dblp));
        for refreshed in blocks.refreshed {
            lock.refreshed = earlier_of(lock.refreshed.take(), Some(refreshed));
        }
    }

    /// Merges the two sides of a conflict; this side wins. Works that share a key are separated or joined in
    /// the next step (see `assemble`).
    pub(super) fn with(mut self, theirs: Self) -> Self {
        self.works.extend(theirs.works);
        self.former.extend(theirs.former);
        let (ours, theirs) = (&mut self.lock, theirs.lock);
        let name = |listing: &super::LockedListing| (listing.fingerprint.clone(), listing.place);
        let has: BTreeSet<(String, i64)> = ours.listings.iter().map(name).collect();
        let listings = theirs.listings.into_iter();
        ours.listings
            .extend(listings.filter(|listing| !has.contains(&name(listing))));
        ours.output = ours.output.take().or(theirs.output);
        if ours.output_settings.inputs.is_empty() {
            ours.output_settings = theirs.output_settings;
        }
        for (key, notices) in theirs.notices {
            ours.notices.entry(key).or_insert(notices);
        }
        add_manual_edits(&mut ours.manual_edits, theirs.manual_edits);
        ours.unlisted.extend(theirs.unlisted);
        ours.pages.extend(theirs.pages);
        ours.refreshed = earlier_of(ours.refreshed.take(), theirs.refreshed);
        self
    }
}

/// Returns the earlier state of two refreshed branches, which holds for both.
fn earlier_of(a: Option<LastRefresh>, b: Option<LastRefresh>) -> Option<LastRefresh> {
    match (a, b) {
        (Some(a), Some(b)) => Some(LastRefresh {
            as_of: a.as_of.min(b.as_of),
            looked: a.looked.min(b.looked),
            searched: a.searched.min(b.searched),
            turn: a.turn.min(b.turn),
        }),
        (a, b) => a.or(b),
    }
}

fn add_manual_edits(ours: &mut ManualEdits, theirs: ManualEdits) {
    ours.removed.extend(theirs.removed);
    for block in theirs.own_blocks {
        if !ours.own_blocks.contains(&block) {
            ours.own_blocks.push(block);
        }
    }
    for (mine, other) in [
        (&mut ours.fields, theirs.fields),
        (&mut ours.expressions, theirs.expressions),
    ] {
        for (key, edited) in other {
            let known = mine.entry(key).or_default();
            for (name, value) in edited {
                known.entry(name).or_insert(value);
            }
        }
    }
}
