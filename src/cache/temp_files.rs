use std::{
    path::Path,
    time::{Duration, SystemTime},
};

use fs_err as fs;
use jiff::Timestamp;

/// The prefix of temporary files and folders, which only a killed run leaves behind.
pub const TEMP_PREFIX: &str = ".bibsync-";

/// The age at which a temporary file is a leftover: no run takes this long.
const LEFTOVER_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// Removes what killed runs left in the folder: files and folders with our prefix that last changed
/// more than a day before `now`. Links and everything else stay.
pub fn remove_leftovers(folder: &Path, now: Timestamp) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_ours = name
            .to_str()
            .is_some_and(|name| name.starts_with(TEMP_PREFIX));
        if !is_ours {
            continue;
        }
        let path = entry.path();
        // The metadata of the entry itself: a link is neither followed nor removed.
        let Ok(about) = fs::symlink_metadata(&path) else {
            continue;
        };
        let age = about
            .modified()
            .ok()
            .and_then(|changed| SystemTime::from(now).duration_since(changed).ok());
        if age.is_none_or(|age| age < LEFTOVER_AGE) {
            continue;
        }
        let removed = if about.is_dir() {
            fs::remove_dir_all(&path)
        } else if about.is_file() {
            fs::remove_file(&path)
        } else {
            continue;
        };
        match removed {
            Ok(()) => tracing::info!("{} of a killed run is removed", path.display()),
            Err(error) => tracing::debug!(%error, "a killed run's file can't be removed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_old_files_with_our_prefix_are_removed() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        for name in [".bibsync-a", ".tmpb", "own.bib", ".bibsyncrc"] {
            fs::write(path(name), "").unwrap();
        }
        fs::create_dir(path(".bibsync-c")).unwrap();
        fs::write(path(".bibsync-c/half"), "").unwrap();
        let changed = fs::metadata(path(".bibsync-c"))
            .unwrap()
            .modified()
            .unwrap();
        let changed = Timestamp::try_from(changed).unwrap();
        let after = |hours: i64| changed + jiff::SignedDuration::from_hours(hours);

        remove_leftovers(dir.path(), after(23));
        assert!(path(".bibsync-a").exists() && path(".bibsync-c").exists());
        remove_leftovers(dir.path(), after(25));
        assert!(!path(".bibsync-a").exists() && !path(".bibsync-c").exists());
        for name in [".tmpb", "own.bib", ".bibsyncrc"] {
            assert!(path(name).exists(), "{name}");
        }
    }
}
