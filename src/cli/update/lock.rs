//! The lock beside a file that is updated in place.

use std::{borrow::Cow, collections::BTreeMap, path::Path};

use super::super::{exit::Failure, screen::say};
use crate::{
    lock::{DoneEntries, DoneEntry, Lock, Salvaged, SetAside, set_aside, settled},
    update::{BibFile, Remembered, done_marks, is_done, memory, still_done, with_done},
};

/// A lock, as it was read.
pub(super) struct ReadLock {
    /// Without the entries that are done.
    pub(super) lock: Lock,
    pub(super) done: BTreeMap<String, DoneEntry>,
    pub(super) content: Vec<u8>,
    pub(super) is_damaged: bool,
}

/// Reads a lock, but for the entries that are done. `entries` has the digests of those in the file.
pub(super) fn read_lock(
    content: Vec<u8>,
    path: &Path,
    entries: &BTreeMap<&str, String>,
) -> Result<ReadLock, Failure> {
    let name = path.display().to_string();
    let aside = std::str::from_utf8(&content).ok();
    let aside = aside.and_then(|text| set_aside(text, entries));
    if let Some(SetAside { rest, done }) = aside {
        let Salvaged { lock, damage } = Lock::salvage(&rest, &name).map_err(Failure::usage)?;
        // The lines of a fault are those of the whole.
        if damage.is_empty() {
            return Ok(ReadLock {
                lock,
                done,
                content,
                is_damaged: false,
            });
        }
    }
    let Salvaged { lock, damage } = salvage(&content, &name)?;
    for fault in damage.iter().take(3) {
        say(&format!("{name}: {fault}"));
    }
    Ok(ReadLock {
        lock,
        done: BTreeMap::new(),
        content,
        is_damaged: !damage.is_empty(),
    })
}

fn salvage(content: &[u8], name: &str) -> Result<Salvaged, Failure> {
    let text: Cow<'_, str> = String::from_utf8_lossy(content);
    Lock::salvage(&text, name).map_err(Failure::usage)
}

/// Returns the lock of a file that was `before` and is `new` after the changes; `None` if there is nothing to
/// remember.
pub(super) fn lock_text(
    name: &str,
    before: &BibFile,
    new: &BibFile,
    known: &Remembered,
    old: Option<&ReadLock>,
) -> Result<Option<String>, Failure> {
    let kept = if still_done(new, known) {
        memory(name, new, known, old.map(|it| &it.lock))
    } else {
        None
    };
    if let Some(lock) = kept {
        return rendered(&lock, new, known, old);
    }
    // Entries that are done inherit from one that was changed, or were moved: all are read.
    let Some(old) = old else {
        return Ok(None);
    };
    let whole = salvage(&old.content, name)?.lock;
    let known = with_done(known, before, &whole);
    match memory(name, new, &known, Some(&whole)) {
        Some(lock) => rendered(&lock, new, &known, Some(old)),
        None => Ok(None),
    }
}

fn rendered(
    lock: &Lock,
    file: &BibFile,
    known: &Remembered,
    old: Option<&ReadLock>,
) -> Result<Option<String>, Failure> {
    if lock.is_empty() && known.done.is_empty() && old.is_none() {
        return Ok(None);
    }
    let former = old.and_then(|it| std::str::from_utf8(&it.content).ok());
    let mut done = DoneEntries::kept(former.unwrap_or_default(), &known.done);
    done.marks = done_marks(file, lock);
    let is_done = file.unreadable.is_empty() && is_done(file, &done.marks, &known.done);
    let text = lock.render_with(&done).map_err(Failure::usage)?;
    Ok(Some(if is_done {
        settled(&text, file.document.bytes())
    } else {
        text
    }))
}
