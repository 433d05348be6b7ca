use std::path::Path;

use super::BibliographyError;
use crate::{
    files::{ContentHash, FileError},
    lock::{Lock, Salvaged, digest},
};

/// A lock as it was read from a file.
#[derive(Debug)]
pub struct LockFile {
    /// The lock, as far as it is whole.
    pub lock: Lock,
    /// A sentence for each part that can't be read, with its line.
    pub damage: Vec<String>,
    /// The hash of the file, by which a change is noticed.
    pub(super) hash: ContentHash,
    /// The digest of the file's text.
    pub(super) digest: String,
    /// The file's content if it is damaged, for a backup; otherwise empty.
    pub(super) content: Vec<u8>,
}

impl LockFile {
    /// Reads the lock at `path`, as far as it is whole; `None` if there is none.
    ///
    /// # Errors
    /// When the file can't be read, or a later version of bibsync wrote it.
    pub fn read(path: &Path) -> Result<Option<Self>, BibliographyError> {
        let content = match fs_err::read(path) {
            Ok(content) => content,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(FileError::from(error).into()),
        };
        let hash = ContentHash::of(&content);
        // Only a lock that is not UTF-8 is copied here: locks are large.
        let text = String::from_utf8_lossy(&content);
        let Salvaged { lock, damage } = Lock::salvage(&text, &path.display().to_string())?;
        let digest = digest(&text);
        Ok(Some(Self {
            lock,
            hash,
            digest,
            content: if damage.is_empty() {
                Vec::new()
            } else {
                content
            },
            damage,
        }))
    }

    /// Returns whether nothing of it can be read.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        !self.damage.is_empty() && self.lock.is_empty()
    }
}

/// Reads the lock at `path`, as far as it is whole; passes each damage to `report`.
///
/// # Errors
/// When there is no lock, or nothing of it can be read.
pub fn read_lock(path: &Path, report: impl FnOnce(&LockFile)) -> Result<Lock, BibliographyError> {
    let path = path.to_owned();
    let Some(file) = LockFile::read(&path)? else {
        return Err(BibliographyError::NoLock { path });
    };
    report(&file);
    if file.is_lost() {
        return Err(BibliographyError::UnreadableLock { path });
    }
    Ok(file.lock)
}
