use std::path::{Path, PathBuf};

use super::{
    BibliographyError, LockFile, Rendering,
    generation::{generation, restore_generation},
    previous::PreviousLock,
    resolve::{LastRun, Scope, refresh_options, refuse_open_conflict, resolve},
};
use crate::{
    config::Settings,
    files::{ConditionalWrite, FileError, FileTarget, RunLock},
    lock::{Lock, LockedListing, ManualEdits},
    output::{self, MergedEdits, OutputUpdate},
    session::Session,
    sync::{Listed, Observer, RefreshOptions, Resolved},
};

/// How often the output is read again because somebody saved it meanwhile.
const ATTEMPTS: usize = 5;

/// A bibliography on disk, which no other run works on as long as this is kept.
#[derive(Debug)]
pub struct BibliographyFiles {
    output: FileTarget,
    lock: FileTarget,
    previous: PreviousLock,
    _run_lock: RunLock,
}

/// How edits in the output are treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteMode {
    /// They are merged.
    Merge,
    /// The output becomes exactly what the lock describes. If it was edited, it is backed up.
    LockOnly,
}

/// The result of writing a bibliography.
#[derive(Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The lock as it was written.
    pub lock: Lock,
    /// The digest of the lock's text.
    pub lock_digest: String,
    /// The output as it was written.
    pub text: String,
    /// What became of edits in the output.
    pub merged: MergedEdits,
    /// The output as it was before; `None` if there was none.
    pub former: Option<Vec<u8>>,
    /// Whether the output changed.
    pub is_new: bool,
    /// The backup of the former output, where the new one lacks something of it.
    pub backup: Option<PathBuf>,
}

impl BibliographyFiles {
    /// Waits until no other run works on the files, calling `on_wait` if there is one, and reads the
    /// lock. Makes missing folders.
    ///
    /// # Errors
    /// When a file can't be written, or the lock can't be read.
    pub fn open(
        output: &Path,
        lock: &Path,
        state_dir: &Path,
        on_wait: impl FnOnce(),
    ) -> Result<Self, BibliographyError> {
        Ok(Self {
            output: FileTarget::regular(output)?,
            lock: FileTarget::regular(lock)?,
            // Read once no other run writes it.
            _run_lock: RunLock::acquire(lock, state_dir, on_wait),
            previous: PreviousLock::read(lock)?,
        })
    }

    /// Returns the path of the output.
    #[must_use]
    pub fn output(&self) -> &Path {
        self.output.path()
    }

    /// Returns the path of the lock.
    #[must_use]
    pub fn lock(&self) -> &Path {
        self.lock.path()
    }

    /// Returns the lock of the last run; `None` if there is none, or nothing of it can be read.
    #[must_use]
    pub fn previous_lock(&self) -> Option<&Lock> {
        self.previous.lock()
    }

    /// Returns the file that the lock was read from, with its damage.
    #[must_use]
    pub fn lock_file(&self) -> Option<&LockFile> {
        self.previous.file()
    }

    /// Returns the backup of a damaged lock, which [`Self::write`] makes before it writes anything.
    #[must_use]
    pub fn lock_backup(&self) -> Option<&Path> {
        self.previous.backup()
    }

    /// Returns what the person had edited in the output when the last run wrote it.
    #[must_use]
    pub fn previous_edits(&self) -> &ManualEdits {
        self.previous.manual_edits()
    }

    /// Returns the whole lock of the last run, for a run that uses nothing else.
    ///
    /// # Errors
    /// When there is no lock, or it is damaged.
    pub fn require_lock(&self) -> Result<&Lock, BibliographyError> {
        self.previous.require(self.lock())
    }

    /// Refuses an output in which git left a conflict open. [`Self::resolve`] does so, too; asked before,
    /// no source is opened in vain.
    ///
    /// # Errors
    /// When the output can't be read, or holds an open conflict of git's.
    pub fn refuse_open_conflict(&self) -> Result<(), BibliographyError> {
        let content = self.output.read()?.unwrap_or_default();
        refuse_open_conflict(self.output(), &content)
    }

    /// Moves the lock of the last run out, to be written again.
    #[must_use]
    pub fn take_lock(&mut self) -> Lock {
        self.previous.take()
    }

    /// Returns the options of a refresh.
    pub(crate) fn refresh_options(&self, session: &Session) -> RefreshOptions {
        refresh_options(session, self.previous.digest())
    }

    /// Looks the listings up in the session's sources, and decides which work each means.
    ///
    /// A source that fails does not fail the run: [`Resolved::failures`] names it.
    ///
    /// # Errors
    /// When the output can't be read, or holds an open conflict of git's.
    pub async fn resolve(
        &self,
        lists: &[Listed],
        session: &Session,
        settings: &Settings,
        scope: Scope,
        observer: &dyn Observer,
    ) -> Result<Resolved, BibliographyError> {
        let content = self.output.read()?;
        let last = LastRun {
            lock: self.previous.lock(),
            digest: self.previous.digest(),
            output: content.as_deref().map(|content| (self.output(), content)),
        };
        resolve(lists, session, &settings.export.keys, last, scope, observer).await
    }

    /// Writes the lock, then the output: a lock that is newer than its output is understood by the next
    /// run, and has every key that was ever given. What somebody saves in the output until the moment
    /// in which it is replaced is merged, too.
    ///
    /// `inputs` are the names of the lists, for the next refresh.
    ///
    /// # Errors
    /// When a file can't be read or written, another program changed the lock during the run, or other
    /// programs keep writing the output.
    pub fn write(
        &self,
        mut new: Lock,
        settings: &Settings,
        inputs: &[String],
        mode: WriteMode,
    ) -> Result<Outcome, BibliographyError> {
        let now = Rendering::new(settings)?;
        let mut last_settings = settings.clone();
        if let Some(old) = self.previous.lock() {
            restore_generation(&mut last_settings, old);
        }
        // Edits are differences from what the last run wrote, as it was rendered then.
        let then = Rendering::new(&last_settings).unwrap_or_else(|_| now.clone());
        let is_merged = mode == WriteMode::Merge;
        if is_merged {
            new.output_settings = generation(inputs, settings);
        }
        self.previous.back_up_damaged(&self.lock)?;
        let mut lock_hash = self.previous.hash();
        // Without a lock, what a source failed to confirm is written as listed, over what it once was.
        let may_know_less =
            self.previous.lock().is_none() && new.listings.iter().any(LockedListing::lacks_answer);
        for _ in 0..ATTEMPTS {
            let former = self.output.read()?;
            let is_edited = former
                .as_deref()
                .is_some_and(|former| !is_merged && !is_ours(&new, former));
            let updated = output::update(OutputUpdate {
                old: self.previous.lock(),
                new,
                file: former.as_deref().filter(|_| is_merged),
                now: now.form(),
                then: then.form(),
            });
            let text = updated.text.as_bytes();
            let is_new = former.as_deref() != Some(text);
            let needs_backup =
                is_new && (!updated.merged.unmerged.is_empty() || is_edited || may_know_less);
            let backup = former.as_deref().filter(|_| needs_backup);
            let backup = backup
                .map(|former| self.output.back_up(former))
                .transpose()?;
            let mut lock_digest = String::new();
            let (written, hash) = self.lock.write_if_hash(lock_hash, |out| {
                lock_digest = updated.lock.write_to(out)?;
                Ok(())
            })?;
            if written == ConditionalWrite::Conflict {
                return Err(BibliographyError::LockChanged {
                    path: self.lock().to_owned(),
                });
            }
            lock_hash = Some(hash);
            match self.output.write_if_unchanged(text, former.as_deref())? {
                ConditionalWrite::Written | ConditionalWrite::Unchanged => {
                    return Ok(Outcome {
                        lock: updated.lock,
                        lock_digest,
                        text: updated.text,
                        merged: updated.merged,
                        former,
                        is_new,
                        backup,
                    });
                }
                // Somebody saved the output meanwhile: those edits are merged in the next attempt.
                ConditionalWrite::Conflict => new = updated.lock,
            }
        }
        Err(FileError::Contended {
            path: self.output().to_owned(),
        }
        .into())
    }
}

/// Returns whether the output is what the run wrote that made the lock.
fn is_ours(lock: &Lock, content: &[u8]) -> bool {
    let text = std::str::from_utf8(content).ok();
    content.is_empty() || text.is_some_and(|text| output::is_as_written(lock, text))
}
