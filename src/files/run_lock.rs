use std::{fs::TryLockError, io, path::Path};

use fs_err::{File, OpenOptions};
use xxhash_rust::xxh3::xxh3_64;

use super::paths::canonical_name;

/// The right to be the only run that works on a lock and its output: two runs at once would each
/// overwrite what the other wrote.
///
/// It ends when it is dropped, or with the process.
#[derive(Debug)]
pub struct RunLock {
    _file: Option<File>,
}

impl RunLock {
    /// Waits until no other run works on `lock`; calls `on_wait` if there is one.
    ///
    /// Locked files lie in the user's state folder, so that runs with different caches notice each
    /// other and nothing is left beside the output. Without a writable state folder, runs don't wait
    /// for each other.
    #[must_use]
    pub fn acquire(lock: &Path, state_dir: &Path, on_wait: impl FnOnce()) -> Self {
        let file = locked_file(lock, state_dir, on_wait).inspect_err(|error| {
            tracing::debug!(%error, "not waiting for other runs on the same output");
        });
        Self { _file: file.ok() }
    }
}

fn locked_file(lock: &Path, state_dir: &Path, on_wait: impl FnOnce()) -> io::Result<File> {
    let name = canonical_name(lock);
    let folder = state_dir.join("runs");
    fs_err::create_dir_all(&folder)?;
    let number = xxh3_64(name.as_os_str().as_encoded_bytes());
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(folder.join(format!("{number:016x}")))?;
    match file.file().try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            on_wait();
            file.file().lock()?;
        }
        Err(TryLockError::Error(error)) => return Err(error),
    }
    Ok(file)
}
