//! A file is written beside its target and renamed when it is whole.

#[cfg(unix)]
use std::fs::Permissions;
use std::{
    fs::Metadata,
    io::{self, Write as _},
    path::Path,
    time::{Duration, SystemTime},
};

use tempfile::NamedTempFile;

/// How the name of every file being written begins.
const PREFIX: &str = ".bibsync-";

/// How it ends.
const SUFFIX: &str = ".tmp";

/// What follows the name of a file that is kept, and a number where that is taken.
pub(super) const KEPT: &str = ".bak";

/// What comes between: letters and digits of chance, this many.
const RANDOM: usize = 6;

/// No write takes this long: a file this old was left by a run that was killed.
const LEFT_BEHIND: Duration = Duration::from_secs(60 * 60);

/// The folder that a file lies in.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Shows whether a file can be made beside `target`, and removes what killed runs left there.
pub(super) fn probe(target: &Path) -> io::Result<()> {
    let probe = begin(target, true)?;
    // The file system's own clock: that of another machine may differ from this one's.
    let now = probe.as_file().metadata()?.modified()?;
    probe.close()?;
    sweep(target, now);
    Ok(())
}

/// A whole file beside `target` that holds `content`, with the mode of `like`: a new file's mode
/// where that does not exist.
pub(super) fn draft(target: &Path, content: &[u8], like: &Path) -> io::Result<NamedTempFile> {
    let like = match fs_err::metadata(like) {
        Ok(like) => Some(like),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    // One that is to replace a file is private until it has that file's mode.
    let mut draft = begin(target, like.is_some())?;
    draft.write_all(content)?;
    if let Some(like) = like {
        take_mode(&draft, &like)?;
    }
    draft.as_file().sync_all()?;
    Ok(draft)
}

/// Puts `content` into a file of the program's own, private to the user; its folder is made.
pub(in super::super) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    fs_err::create_dir_all(folder_of(path))?;
    probe(path)?;
    let mut draft = begin(path, true)?;
    draft.write_all(content)?;
    draft.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Gives a draft the name `path` unless something has that name; `false` then.
pub(super) fn place_new(draft: NamedTempFile, path: &Path) -> io::Result<bool> {
    let Err(refused) = draft.persist_noclobber(path) else {
        return Ok(true);
    };
    // Some file systems can't rename without replacing. A link that leads nowhere counts as
    // something.
    if refused.error.kind() == io::ErrorKind::AlreadyExists
        || fs_err::symlink_metadata(path).is_ok()
    {
        return Ok(false);
    }
    refused.file.persist(path).map_err(|error| error.error)?;
    Ok(true)
}

/// An empty draft: private, or with the mode that the user's mask leaves to any new file.
fn begin(target: &Path, private: bool) -> io::Result<NamedTempFile> {
    let prefix = prefix_of(target);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM);
    if !private {
        open_to_all(&mut builder);
    }
    builder.tempfile_in(folder_of(target))
}

/// How the names of drafts of this target begin. Only a part of a long name is used: a draft's name
/// must not be too long where the target's own is not.
fn prefix_of(target: &Path) -> String {
    format!("{PREFIX}{}-", short_name(target))
}

fn short_name(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    name.chars().take(40).collect()
}

/// Whether a file of this name is a draft of the target called `short`, or of a copy kept of it.
fn is_draft_of(short: &str, name: &str) -> bool {
    let random = || {
        let rest = name.strip_prefix(PREFIX)?.strip_prefix(short)?;
        let rest = rest.strip_prefix(KEPT).map_or(rest, |number| {
            number.trim_start_matches(|c: char| c.is_ascii_digit())
        });
        rest.strip_prefix('-')?.strip_suffix(SUFFIX)
    };
    random().is_some_and(|random| {
        random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Removes old drafts of this target and of copies kept of it. One that can't be removed harms nothing.
fn sweep(target: &Path, now: SystemTime) {
    let Ok(entries) = fs_err::read_dir(folder_of(target)) else {
        return;
    };
    let short = short_name(target);
    for entry in entries.flatten() {
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| is_draft_of(&short, name))
            && is_left_behind(&entry.path(), now)
            && let Err(error) = fs_err::remove_file(entry.path())
        {
            tracing::debug!(%error, "what a killed run left is not removed");
        }
    }
}

fn is_left_behind(path: &Path, now: SystemTime) -> bool {
    fs_err::symlink_metadata(path).is_ok_and(|meta| {
        let written = meta.modified().ok();
        let age = written.and_then(|written| now.duration_since(written).ok());
        meta.is_file() && age.is_some_and(|age| age > LEFT_BEHIND)
    })
}

/// The mode of any new file: the system takes away what the user's mask forbids.
#[cfg(unix)]
fn open_to_all(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt as _;
    builder.permissions(Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn open_to_all(_builder: &mut tempfile::Builder<'_, '_>) {}

/// Gives a draft the mode and the group of the file it replaces. Where the group can't be kept, what
/// it was allowed is allowed to nobody, so that another group doesn't get it.
#[cfg(unix)]
fn take_mode(draft: &NamedTempFile, like: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    let mut mode = like.permissions().mode() & 0o777;
    let own_group = draft.as_file().metadata()?.gid();
    if own_group != like.gid() && fchown(draft.as_file(), None, Some(like.gid())).is_err() {
        mode &= !0o070;
    }
    draft
        .as_file()
        .set_permissions(Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn take_mode(_draft: &NamedTempFile, _like: &Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn leave(folder: &Path, name: &str, age: Duration, now: SystemTime) -> PathBuf {
        let path = folder.join(name);
        let file = fs_err::File::create(&path).unwrap();
        file.file().set_modified(now - age).unwrap();
        path
    }

    #[test]
    fn only_old_drafts_of_the_same_target_are_swept() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path();
        let target = home.join("refs.bib");
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        let hour = LEFT_BEHIND;
        let old = leave(home, ".bibsync-refs.bib-a1B2c3.tmp", hour * 2, now);
        let kept = [
            leave(home, ".bibsync-refs.bib.bak-a1B2c3.tmp", hour * 2, now),
            leave(home, ".bibsync-refs.bib.bak12-a1B2c3.tmp", hour * 2, now),
        ];
        let others = [
            leave(home, ".bibsync-refs.bib.bak-a1B2c4.tmp", hour / 2, now),
            leave(home, ".bibsync-refs.bib.bakery-a1B2c3.tmp", hour * 2, now),
            leave(home, ".bibsync-refs.bib-a1B2c4.tmp", hour / 2, now),
            leave(home, ".bibsync-refs.lock-a1B2c3.tmp", hour * 2, now),
            leave(home, ".bibsync-refs.bib-2-a1B2c3.tmp", hour * 2, now),
            leave(home, ".tmpa1B2c3", hour * 2, now),
            leave(home, "refs.bib", hour * 2, now),
        ];
        sweep(&target, now);
        assert!(!old.exists());
        for kept in kept {
            assert!(!kept.exists(), "{}", kept.display());
        }
        for other in others {
            assert!(other.exists(), "{}", other.display());
        }
    }

    #[test]
    fn a_probe_leaves_nothing_and_sweeps() {
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("refs.bib");
        let draft = begin(&target, true)
            .unwrap()
            .into_temp_path()
            .keep()
            .unwrap();
        probe(&target).unwrap();
        assert!(draft.exists(), "a fresh draft may be another run's");
        let file = fs_err::OpenOptions::new().write(true).open(&draft).unwrap();
        let written = file.metadata().unwrap().modified().unwrap();
        file.file().set_modified(written - LEFT_BEHIND * 2).unwrap();
        probe(&target).unwrap();
        assert_eq!(fs_err::read_dir(home.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_target_with_the_longest_name_has_a_draft() {
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("ü".repeat(127));
        let draft = draft(&target, b"whole", &target).unwrap();
        assert!(place_new(draft, &target).unwrap());
        assert_eq!(fs_err::read(&target).unwrap(), b"whole");
    }
}
