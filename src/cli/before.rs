//! What a run finds when it begins: the lock, and whether the lists are whole.

use std::path::Path;

use super::{args::Fetch, exit::Failure, lock_file::LockFile};
use crate::{
    lock::Lock,
    sync::{Listed, Removals},
};

/// The lock as it was when the run began.
pub(super) struct Before {
    file: Option<LockFile>,
}

impl Before {
    /// Reads the lock, as far as it is whole.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let file = LockFile::read(path)?;
        Ok(Self { file })
    }

    /// What it says; `None` where there is none, or nothing could be read of it.
    pub(super) fn lock(&self) -> Option<&Lock> {
        let file = self.file.as_ref()?;
        (!file.is_lost()).then_some(&file.lock)
    }

    /// Whether the lock could not be read as a whole.
    pub(super) fn is_damaged(&self) -> bool {
        self.file
            .as_ref()
            .is_some_and(|file| !file.damage.is_empty())
    }

    /// The lock as it was written.
    pub(super) fn content(&self) -> Option<&[u8]> {
        self.file.as_ref().map(|file| file.content.as_slice())
    }

    /// The lock, for a run that goes by nothing else.
    pub(super) fn only(&self, path: &Path) -> Result<&Lock, Failure> {
        let name = path.display();
        let damage = self.file.as_ref().and_then(|file| file.damage.first());
        if let Some(damage) = damage {
            return Err(Failure::usage(format!("{name} is damaged: {damage}"))
                .hint("run once without --locked, which repairs it from what is whole"));
        }
        self.lock().ok_or_else(|| {
            Failure::usage(format!("there is no lock at {name}"))
                .hint("run once without --locked to make one")
        })
    }
}

/// A list that has lost everything, or most, is refused unless the person says that it is meant: it may
/// be cut off, or a page that says that the list can't be had.
pub(super) fn no_mishap(args: &Fetch, lists: &[Listed], old: &Lock) -> Result<(), Failure> {
    let removals = Removals::of(lists, old);
    let inputs = args.inputs.iter().map(|input| input.display().to_string());
    let inputs: Vec<String> = inputs.collect();
    let is_same = old.made.inputs.iter().all(|input| inputs.contains(input));
    let is_mishap = removals.look_like_a_mishap() && (is_same || removals.now == 0);
    if args.allow_removals || !is_mishap {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "{}: {} publications are listed, where the last run had {}, of which {} are gone; nothing was written",
        inputs.join(", "),
        removals.now,
        removals.before,
        removals.gone
    ))
    .hint("is the list whole? If the removals are meant, run again with --allow-removals"))
}
