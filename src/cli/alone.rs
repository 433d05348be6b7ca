use std::{
    fs::TryLockError,
    io,
    path::{Path, PathBuf},
};

use fs_err::{File, OpenOptions};
use xxhash_rust::xxh3::xxh3_64;

use super::screen::say;

/// The right to be the only run that works on a lock and its output; over when dropped, or when
/// the process is gone. Two at once would each write what the other has not heard of.
#[derive(Debug)]
pub(super) struct Alone {
    _mark: Option<File>,
}

/// Waits until no other run works on `lock`. The marks by which runs know of each other are in the
/// user's own state folder, so that runs with different caches know of each other too, and nothing is
/// left beside the output. Where that folder can't be written, a run does without.
pub(super) fn alone(lock: &Path, state: &Path) -> Alone {
    let mark = mark(lock, state).inspect_err(|error| {
        tracing::debug!(%error, "other runs on the same output are not waited for");
    });
    Alone { _mark: mark.ok() }
}

fn mark(lock: &Path, state: &Path) -> io::Result<File> {
    let name = real_name(lock);
    let folder = state.join("runs");
    fs_err::create_dir_all(&folder)?;
    let number = xxh3_64(name.as_os_str().as_encoded_bytes());
    let mark = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(folder.join(format!("{number:016x}")))?;
    match mark.file().try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let name = lock.display();
            say(&format!(
                "another run is at work on {name}; waiting for its end"
            ));
            mark.file().lock()?;
        }
        Err(TryLockError::Error(error)) => return Err(error),
    }
    Ok(mark)
}

/// The path without links. A file that is not there yet is known by its folder's real name and its
/// own.
pub(super) fn real_name(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    fs_err::canonicalize(&whole).unwrap_or_else(|_| {
        let folder = whole
            .parent()
            .and_then(|folder| fs_err::canonicalize(folder).ok());
        match (folder, whole.file_name()) {
            (Some(folder), Some(name)) => folder.join(name),
            _ => whole.clone(),
        }
    })
}
