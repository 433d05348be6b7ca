//! The step that writes: what the file and the lock say becomes the next file and lock.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    compose::{compose, written},
    edits::{Merged, Run, merge},
};
use crate::{
    bib::decode_mixed,
    export::{Manner, bibtex},
    lock::{ByHand, Lock, Notes},
    model::Work,
};

/// How entries are written.
#[derive(Debug, Clone, Copy)]
pub struct Form<'a> {
    /// For BibTeX or biblatex.
    pub dialect: bibtex::Dialect,
    /// In which style.
    pub manner: &'a Manner,
    /// With which notes.
    pub notes: Notes,
}

/// What is known when a run writes.
#[derive(Debug, Clone, Copy)]
pub struct Update<'a> {
    /// The lock of the last run, if there is one.
    pub old: Option<&'a Lock>,
    /// What this run decided; what it says of edits by hand counts only without a `file`.
    pub new: &'a Lock,
    /// The content of the file; `None` where there is none, or where it does not count.
    pub file: Option<&'a [u8]>,
    /// How entries are written now.
    pub now: Form<'a>,
    /// How the last run wrote them.
    pub then: Form<'a>,
}

/// What is to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct Updated {
    /// The lock.
    pub lock: Lock,
    /// The file.
    pub text: String,
    /// The works that have an entry.
    pub works: Vec<Work>,
    /// What became of the file.
    pub merged: Merged,
}

/// Makes the next lock and file.
#[must_use]
pub fn update(update: Update<'_>) -> Updated {
    let merged = merged(update);
    let mut lock = Lock {
        by_hand: merged.by_hand.clone(),
        ..update.new.clone()
    };
    // A work that is listed again is written again.
    let listed = lock.works.iter().map(|work| work.key.as_str());
    let listed: BTreeSet<&str> = listed.collect();
    let left_out = &mut lock.by_hand.left_out;
    left_out.retain(|key| listed.contains(key.as_str()));
    let works = lock.exported(update.now.notes);
    let entries = entries(&works, update.now);
    lock.note_written(written(&entries), update.old);
    let text = compose(&entries, &lock, &remarks(&lock, update.now.notes));
    Updated {
        lock,
        text,
        works,
        merged,
    }
}

/// The file of a lock as it was written, without anything new.
#[must_use]
pub fn again(lock: &Lock, works: &[&Work], form: Form<'_>) -> String {
    let entries = bibtex::entries(works, form.dialect, form.manner);
    compose(&entries, lock, &remarks(lock, form.notes))
}

/// What is said after entries: nothing where their notes say it.
fn remarks(lock: &Lock, notes: Notes) -> BTreeMap<String, String> {
    if notes.remarks {
        BTreeMap::new()
    } else {
        lock.remarks()
    }
}

fn merged(update: Update<'_>) -> Merged {
    let upstream = Lock {
        by_hand: ByHand::default(),
        ..update.new.clone()
    };
    let run = |base, upstream| Run {
        old: update.old,
        new: update.new,
        base,
        upstream,
    };
    let Some(file) = update.file else {
        let by_hand = update.old.map_or_else(
            || update.new.by_hand.clone(),
            |_| merge(run(&[], &[]), "").by_hand,
        );
        return Merged {
            by_hand,
            ..Merged::default()
        };
    };
    let upstream = entries(&upstream.exported(update.now.notes), update.now);
    let base = update
        .old
        .map(|old| entries(&all_works(old, update.then.notes), update.then))
        .unwrap_or_default();
    merge(run(&base, &upstream), &decode_mixed(file))
}

/// The works as the lock has them, those included that are not listed any longer: the file may be older.
fn all_works(old: &Lock, notes: Notes) -> Vec<Work> {
    let former = Lock {
        works: old.former.iter().map(|it| it.work.clone()).collect(),
        by_hand: old.by_hand.clone(),
        ..Lock::default()
    };
    let mut works = old.exported(notes);
    works.extend(former.exported(notes));
    works
}

fn entries(works: &[Work], form: Form<'_>) -> Vec<(String, String)> {
    let works: Vec<&Work> = works.iter().collect();
    bibtex::entries(&works, form.dialect, form.manner)
}
