use std::{
    path::Path,
    time::{Duration, SystemTime},
};

use fs_err as fs;
use jiff::Timestamp;

/// How the names of files and folders begin that are gone when a run is over, unless it was killed.
pub const TEMP_PREFIX: &str = ".bibsync-";

/// No run takes so long.
const OLD: Duration = Duration::from_secs(24 * 60 * 60);

/// Removes what killed runs left in the folder: what has our beginning in its name and was last
/// changed more than a day before `now`. Links and everything else are left as they are.
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
        // Of the entry itself, so that a link is neither followed nor removed.
        let Ok(about) = fs::symlink_metadata(&path) else {
            continue;
        };
        let age = about
            .modified()
            .ok()
            .and_then(|changed| SystemTime::from(now).duration_since(changed).ok());
        if age.is_none_or(|age| age < OLD) {
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
    fn old_files_of_killed_runs_are_swept_and_nothing_else() {
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
