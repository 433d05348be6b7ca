//! The lock as a file.

use std::path::{Path, PathBuf};

use super::{exit::Failure, output::Print, screen::say};
use crate::lock::{Lock, Salvaged, digest};

/// A lock as it was read.
pub(super) struct LockFile {
    pub(super) lock: Lock,
    /// By what the file is known again.
    pub(super) print: Print,
    /// The digest of its text.
    pub(super) digest: String,
    /// The file's content, of a damaged one: it is large.
    pub(super) content: Vec<u8>,
    /// What of it could not be read.
    pub(super) damage: Vec<String>,
}

impl LockFile {
    /// Whether nothing of it could be read.
    pub(super) fn is_lost(&self) -> bool {
        !self.damage.is_empty() && self.lock.is_empty()
    }

    /// Reads the lock at `path`; `None` where there is none. What is damaged is said, and the rest is
    /// read.
    pub(super) fn read(path: &Path) -> Result<Option<Self>, Failure> {
        /// So many faults are said one by one.
        const SAID: usize = 5;
        let content = match fs_err::read(path) {
            Ok(content) => content,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::usage(error)),
        };
        let name = path.display();
        let text = String::from_utf8_lossy(&content);
        let Salvaged { lock, damage } =
            Lock::salvage(&text, &name.to_string()).map_err(Failure::usage)?;
        for fault in damage.iter().take(SAID) {
            say(&format!("{name}: {fault}"));
        }
        if damage.len() > SAID {
            say(&format!("{name}: and {} more faults", damage.len() - SAID));
        }
        if !damage.is_empty() {
            say(&format!(
                "{name} is read as far as it is whole: {} listings and {} works",
                lock.listings.len(),
                lock.works.len()
            ));
        }
        let print = Print::of(&content);
        let digest = digest(&text);
        let content = if damage.is_empty() {
            Vec::new()
        } else {
            content.clone()
        };
        Ok(Some(Self {
            lock,
            print,
            digest,
            content,
            damage,
        }))
    }
}

/// The lock at `path`, as far as it is whole.
pub(super) fn read_lock(path: &Path) -> Result<Option<Lock>, Failure> {
    let Some(file) = LockFile::read(path)? else {
        return Ok(None);
    };
    if file.is_lost() {
        return Err(
            Failure::usage(format!("nothing could be read of {}", path.display())).hint(
                "`bibsync fetch` makes a new one, and takes keys and edits from the bibliography",
            ),
        );
    }
    Ok(Some(file.lock))
}

/// The lock that belongs to an output, unless another is named.
pub(super) fn lock_path(named: Option<&PathBuf>, output: &Path) -> PathBuf {
    named
        .cloned()
        .unwrap_or_else(|| output.with_extension("lock"))
}
