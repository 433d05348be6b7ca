//! Locks that are named on the command line.

use std::path::{Path, PathBuf};

use super::{exit::Failure, screen::say};
use crate::{
    bibliography::{self, BibliographyError, LockFile},
    lock::Lock,
};

/// Returns the lock that belongs to an output, unless another is named.
pub(super) fn lock_path(named: Option<&PathBuf>, output: &Path) -> PathBuf {
    named
        .cloned()
        .unwrap_or_else(|| output.with_extension("lock"))
}

/// Reads the lock at `path`, as far as it is whole. `inputs` are the lists that it should cover, where
/// they are known.
pub(super) fn read_lock(path: &Path, inputs: &[PathBuf]) -> Result<Lock, Failure> {
    bibliography::read_lock(path, |file| report_damage(path, file)).map_err(|error| match error {
        BibliographyError::NoLock { path } => no_lock(&path, inputs),
        error => error.into(),
    })
}

/// Returns the lists of which a lock was made.
pub(super) fn inputs_of(lock: &Lock) -> Result<Vec<PathBuf>, Failure> {
    if lock.output_settings.inputs.is_empty() {
        return Err(
            Failure::usage("the lock does not say of which lists it was made")
                .hint("name them: bibsync refresh profile.json"),
        );
    }
    let inputs = lock.output_settings.inputs.iter();
    Ok(inputs.map(PathBuf::from).collect())
}

/// A lock that does not exist, with the command that makes it.
pub(super) fn no_lock(path: &Path, inputs: &[PathBuf]) -> Failure {
    let inputs: Vec<String> = inputs.iter().map(|it| it.display().to_string()).collect();
    let inputs = match inputs.join(" ") {
        none if none.is_empty() => "profile.json".to_owned(),
        inputs => inputs,
    };
    let path = path.to_owned();
    Failure::from(BibliographyError::NoLock { path }).hint(format!(
        "`bibsync fetch {inputs}` makes one; --lock names another"
    ))
}

/// Prints what of a lock can't be read.
pub(super) fn report_damage(path: &Path, file: &LockFile) {
    /// The most faults that are printed one by one.
    const MOST: usize = 5;
    let name = path.display();
    let damage = &file.damage;
    for fault in damage.iter().take(MOST) {
        say(&format!("{name}: {fault}"));
    }
    if damage.len() > MOST {
        say(&format!("{name}: and {} more faults", damage.len() - MOST));
    }
    if !damage.is_empty() {
        say(&format!(
            "{name} is read as far as it is whole: {} listings and {} works",
            file.lock.listings.len(),
            file.lock.works.len()
        ));
    }
}
