use std::{
    path::{Path, PathBuf},
    sync::OnceLock,
};

use super::{BibliographyError, lock_file::LockFile};
use crate::{
    files::{ContentHash, FileError, FileTarget},
    lock::{Lock, ManualEdits},
};

/// The lock of the last run, as it was when this run began.
#[derive(Debug)]
pub(super) struct PreviousLock {
    file: Option<LockFile>,
    /// What the person had edited in the output.
    manual_edits: ManualEdits,
    /// Whether the lock was moved out.
    is_taken: bool,
    /// The backup of a damaged lock.
    backup: OnceLock<PathBuf>,
}

impl PreviousLock {
    pub(super) fn read(path: &Path) -> Result<Self, BibliographyError> {
        let file = LockFile::read(path)?;
        let manual_edits = file.as_ref().map(|file| file.lock.manual_edits.clone());
        Ok(Self {
            file,
            manual_edits: manual_edits.unwrap_or_default(),
            is_taken: false,
            backup: OnceLock::new(),
        })
    }

    /// Returns the lock; `None` if there is none, or nothing of it can be read.
    pub(super) fn lock(&self) -> Option<&Lock> {
        let file = self.file.as_ref().filter(|_| !self.is_taken)?;
        (!file.is_lost()).then_some(&file.lock)
    }

    /// Returns what the person had edited in the output.
    pub(super) fn manual_edits(&self) -> &ManualEdits {
        &self.manual_edits
    }

    /// Returns the file that was read.
    pub(super) fn file(&self) -> Option<&LockFile> {
        self.file.as_ref()
    }

    /// Backs up a damaged lock, since the new one has only what is whole of it.
    pub(super) fn back_up_damaged(&self, target: &FileTarget) -> Result<(), FileError> {
        let damaged = self.file.as_ref().filter(|file| !file.damage.is_empty());
        if let Some(file) = damaged.filter(|_| self.backup.get().is_none()) {
            let backup = target.back_up(&file.content)?;
            self.backup.get_or_init(|| backup);
        }
        Ok(())
    }

    /// Returns the backup of a damaged lock, once it is made.
    pub(super) fn backup(&self) -> Option<&Path> {
        self.backup.get().map(PathBuf::as_path)
    }

    pub(super) fn hash(&self) -> Option<ContentHash> {
        self.file.as_ref().map(|file| file.hash)
    }

    /// Returns the digest of the lock's text; empty if there is no lock.
    pub(super) fn digest(&self) -> &str {
        self.file.as_ref().map_or("", |file| &file.digest)
    }

    /// Returns the whole lock, for a run that uses nothing else.
    pub(super) fn require(&self, path: &Path) -> Result<&Lock, BibliographyError> {
        let path = path.to_owned();
        let damage = self.file.as_ref().and_then(|file| file.damage.first());
        if let Some(damage) = damage.cloned() {
            return Err(BibliographyError::DamagedLock { path, damage });
        }
        self.lock().ok_or(BibliographyError::NoLock { path })
    }

    /// Moves the lock out, for a run that writes the same lock again: it is large.
    pub(super) fn take(&mut self) -> Lock {
        self.is_taken = true;
        let file = self.file.as_mut();
        file.map(|file| std::mem::take(&mut file.lock))
            .unwrap_or_default()
    }
}
