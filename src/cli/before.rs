//! What a run finds when it begins: the lock, and whether the lists are whole.

use std::path::Path;

use super::{
    args::Fetch,
    exit::Failure,
    lock_file::LockFile,
    output::{Print, Target},
    screen::say,
};
use crate::{
    lock::{ByHand, Lock},
    sync::{Listed, Removals},
};

/// The lock as it was when the run began.
pub(super) struct Before {
    file: Option<LockFile>,
    /// What the person had done to the output.
    by_hand: Option<ByHand>,
    /// Whether the lock was given away.
    is_taken: bool,
}

impl Before {
    /// Reads the lock, as far as it is whole.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let file = LockFile::read(path)?;
        let by_hand = file.as_ref().map(|file| file.lock.by_hand.clone());
        Ok(Self {
            file,
            by_hand,
            is_taken: false,
        })
    }

    /// What it says; `None` where there is none, or nothing could be read of it.
    pub(super) fn lock(&self) -> Option<&Lock> {
        let file = self.file.as_ref().filter(|_| !self.is_taken)?;
        (!file.is_lost()).then_some(&file.lock)
    }

    /// What the person had done to the output.
    pub(super) fn by_hand(&self) -> Option<&ByHand> {
        self.by_hand.as_ref()
    }

    /// Keeps a damaged lock as it is, since the new one has only what is whole of it.
    pub(super) fn repair(&self, target: &Target) -> Result<(), Failure> {
        let file = self.file.as_ref().filter(|file| !file.damage.is_empty());
        let Some(file) = file else {
            return Ok(());
        };
        let kept = target.keep(&file.content)?;
        say(&format!(
            "{} is repaired; as it was it is kept in {}",
            target.path().display(),
            kept.display()
        ));
        Ok(())
    }

    /// By what the file is known again.
    pub(super) fn print(&self) -> Option<Print> {
        self.file.as_ref().map(|file| file.print)
    }

    /// The digest of the file.
    pub(super) fn digest(&self) -> String {
        let digest = self.file.as_ref().map(|file| file.digest.clone());
        digest.unwrap_or_default()
    }

    /// The lock, for a run that goes by nothing else.
    pub(super) fn only(&self, path: &Path) -> Result<&Lock, Failure> {
        let name = path.display();
        let damage = self.file.as_ref().and_then(|file| file.damage.first());
        if let Some(damage) = damage {
            return Err(Failure::usage(format!("{name} is damaged: {damage}"))
                .hint("run once without --locked, which repairs it from what is whole"));
        }
        self.lock().ok_or_else(|| no_lock(path))
    }

    /// Gives the lock away, to a run that writes it again: it is large.
    pub(super) fn take(&mut self) -> Lock {
        self.is_taken = true;
        let file = self.file.as_mut();
        file.map(|file| std::mem::take(&mut file.lock))
            .unwrap_or_default()
    }
}

/// Refuses a run that goes by nothing but the lock where there is none, before anything is touched.
pub(super) fn there_is_a_lock(path: &Path) -> Result<(), Failure> {
    if path.exists() {
        Ok(())
    } else {
        Err(no_lock(path))
    }
}

fn no_lock(path: &Path) -> Failure {
    Failure::usage(format!("there is no lock at {}", path.display()))
        .hint("run once without --locked to make one")
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
