//! The step that writes: what the file and the lock say becomes the next file and lock.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    compose::{compose, written},
    edits::{Merged, Run, merge},
    exported::{Exported, Notes},
};
use crate::{
    bib::decode_mixed,
    export::{RenderOptions, bibtex},
    lock::{ByHand, Lock},
    model::Work,
};

/// How entries are written.
#[derive(Debug, Clone, Copy)]
pub struct Form<'a> {
    /// For BibTeX or biblatex.
    pub dialect: bibtex::Dialect,
    /// In which style.
    pub render_options: &'a RenderOptions,
    /// With which notes.
    pub notes: Notes,
}

/// What is known when a run writes.
#[derive(Debug, Clone)]
pub struct Update<'a> {
    /// The lock of the last run, if there is one.
    pub old: Option<&'a Lock>,
    /// What this run decided; what it says of edits by hand, and of what was written, counts only without
    /// an `old` lock and a `file`.
    pub new: Lock,
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
    /// What became of the file.
    pub merged: Merged,
}

/// Makes the next lock and file.
#[must_use]
pub fn update(update: Update<'_>) -> Updated {
    let merged = merged(&update);
    let Update { old, mut new, .. } = update;
    new.by_hand = merged.by_hand.clone();
    // A work that is listed again is written again.
    let listed = new.works.iter().map(|work| work.key.as_str());
    let listed: BTreeSet<&str> = listed.collect();
    let left_out = &mut new.by_hand.left_out;
    left_out.retain(|key| listed.contains(key.as_str()));
    let notes = update.now.notes;
    let entries = entries(&new.exported(notes), update.now);
    new.note_written(written(&entries), old);
    let text = compose(&entries, &new, &remarks(&new, notes));
    Updated {
        lock: new,
        text,
        merged,
    }
}

/// The file of a lock as it was written, without anything new.
#[must_use]
pub fn again(lock: &Lock, works: &[&Work], form: Form<'_>) -> String {
    let entries = bibtex::entries(works, form.dialect, form.render_options);
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

fn merged(update: &Update<'_>) -> Merged {
    let new = &update.new;
    let run = |base, upstream| Run {
        old: update.old,
        new,
        base,
        upstream,
    };
    let file = match (update.file, update.old) {
        (Some(file), _) => file,
        (None, Some(_)) => &[],
        (None, None) => {
            return Merged {
                by_hand: new.by_hand.clone(),
                ..Merged::default()
            };
        }
    };
    let untouched = new.exported_with(&ByHand::default(), update.now.notes);
    let upstream = entries(&untouched, update.now);
    let base = update
        .old
        .map(|old| {
            // The file may be older than what left the list.
            let mut works = old.exported(update.then.notes);
            works.extend(old.former_exported(update.then.notes));
            entries(&works, update.then)
        })
        .unwrap_or_default();
    merge(run(&base, &upstream), &decode_mixed(file))
}

fn entries(works: &[Exported<'_>], form: Form<'_>) -> Vec<(String, String)> {
    let works: Vec<&Work> = works.iter().map(AsRef::as_ref).collect();
    bibtex::entries(&works, form.dialect, form.render_options)
}
