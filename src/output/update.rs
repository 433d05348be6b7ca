//! Makes the next file and lock from the current ones and the works of a run.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    compose::{compose, title_of_work, written},
    edits::{Merge, MergeInput, MergedEdits, merge},
    exported::{ExportedWork, NoteOptions},
};
use crate::{
    bib::decode_mixed,
    export::{RenderOptions, bibtex},
    lock::{FormerWork, Lock, ManualEdits},
    model::Work,
};

/// The format of entries.
#[derive(Debug, Clone, Copy)]
pub struct EntryFormat<'a> {
    /// BibTeX or biblatex.
    pub dialect: bibtex::Dialect,
    /// The style, with the person's own names of venues.
    pub render_options: &'a RenderOptions,
    /// The notes that bibsync adds to entries.
    pub notes: NoteOptions,
}

/// The input of [`update`].
#[derive(Debug, Clone)]
pub struct OutputUpdate<'a> {
    /// The lock of the last run, if there is one.
    pub old: Option<&'a Lock>,
    /// What this run decided. Its manual edits and written digests count only if there is neither an `old`
    /// lock nor a `file`.
    pub new: Lock,
    /// The content of the file; `None` if there is none, or if it is to be ignored.
    pub file: Option<&'a [u8]>,
    /// The format of this run.
    pub now: EntryFormat<'a>,
    /// The format of the last run.
    pub then: EntryFormat<'a>,
}

/// The files to write.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct UpdatedOutput {
    /// The lock.
    pub lock: Lock,
    /// The file.
    pub text: String,
    /// How the current file was merged.
    pub merged: MergedEdits,
}

/// Makes the next lock and file, with the edits of the current ones.
#[must_use]
pub fn update(update: OutputUpdate<'_>) -> UpdatedOutput {
    let Merge {
        edits: merged,
        codes,
        former,
    } = merged(&update);
    let OutputUpdate { old, mut new, .. } = update;
    new.manual_edits = merged.manual_edits.clone();
    // A work that left the list and comes back is written again.
    let listed = new.works.iter().map(|work| work.key.as_str());
    let listed: BTreeSet<&str> = listed.collect();
    let removed = &mut new.manual_edits.removed;
    removed.retain(|key| listed.contains(key.as_str()));
    add_former(&mut new, former);
    let notes = update.now.notes;
    let entries = entries(&new.exported(notes), update.now);
    new.note_written(written(&entries), old);
    new.note_read(codes);
    let text = compose(&entries, &new, &remarks(&new, notes));
    UpdatedOutput {
        lock: new,
        text,
        merged,
    }
}

/// Adds works that only the file has, unless another work has the key or the title.
fn add_former(lock: &mut Lock, former: Vec<FormerWork>) {
    let known = lock.former.iter().map(|former| &former.work);
    let known: Vec<&Work> = lock.works.iter().chain(known).collect();
    let keys = known
        .iter()
        .flat_map(|work| std::iter::once(&work.key).chain(&work.aliases));
    let mut keys: BTreeSet<String> = keys.map(|key| key.to_ascii_lowercase()).collect();
    let mut titles: BTreeSet<String> = known.iter().map(|work| title_of_work(work)).collect();
    for former in former {
        let is_new_title = titles.insert(title_of_work(&former.work));
        if is_new_title && keys.insert(former.work.key.to_ascii_lowercase()) {
            lock.former.push(former);
        }
    }
    lock.former.sort_by(|a, b| a.work.key.cmp(&b.work.key));
}

/// Renders the file of a lock: `works`, with the edits and removals that the lock holds.
#[must_use]
pub fn render_lock(lock: &Lock, works: &[&Work], form: EntryFormat<'_>) -> String {
    let entries = bibtex::entries(works, form.dialect, form.render_options);
    compose(&entries, lock, &remarks(lock, form.notes))
}

/// Returns the remarks for the marks of entries; none if the notes of the entries hold them.
fn remarks(lock: &Lock, notes: NoteOptions) -> BTreeMap<String, String> {
    if notes.remarks {
        BTreeMap::new()
    } else {
        lock.remarks()
    }
}

fn merged(update: &OutputUpdate<'_>) -> Merge {
    let new = &update.new;
    let run = |base, upstream| MergeInput {
        old: update.old,
        new,
        base,
        upstream,
    };
    let file = match (update.file, update.old) {
        (Some(file), _) => file,
        (None, Some(_)) => &[],
        (None, None) => {
            let edits = MergedEdits {
                manual_edits: new.manual_edits.clone(),
                ..MergedEdits::default()
            };
            return Merge {
                edits,
                ..Merge::default()
            };
        }
    };
    let untouched = new.exported_with(&ManualEdits::default(), update.now.notes);
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

fn entries(works: &[ExportedWork<'_>], form: EntryFormat<'_>) -> Vec<(String, String)> {
    let works: Vec<&Work> = works.iter().map(AsRef::as_ref).collect();
    bibtex::entries(&works, form.dialect, form.render_options)
}
