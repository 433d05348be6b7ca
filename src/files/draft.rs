//! Drafts: temporary files beside a target, which are renamed onto it once they are complete.

#[cfg(unix)]
use std::fs::Permissions;
use std::{
    fs::Metadata,
    io::{self, Write as _},
    path::Path,
    time::{Duration, SystemTime},
};

use tempfile::NamedTempFile;

use super::paths::folder_of;

/// The beginning of each draft's name.
const PREFIX: &str = ".bibsync-";

/// The end of each draft's name.
const SUFFIX: &str = ".tmp";

/// The end of a backup's name; a number follows where that name is taken.
pub(super) const BACKUP: &str = ".bak";

/// The number of random letters and digits in a draft's name.
const RANDOM: usize = 6;

/// No write takes this long: an older draft was left by a run that was killed.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

/// Checks that a file can be made beside `target`, and removes drafts that killed runs left there.
pub(super) fn probe(target: &Path) -> io::Result<()> {
    let probe = begin(target, true)?;
    // The file system's own clock: that of another machine may differ from this one's.
    let now = probe.as_file().metadata()?.modified()?;
    probe.close()?;
    sweep(target, now);
    Ok(())
}

/// A draft that is being written.
pub(super) struct Draft {
    file: NamedTempFile,
    /// The file of which it takes the mode; `None` for the mode of a new file.
    like: Option<Metadata>,
}

impl Draft {
    /// Makes an empty draft beside `target`, which will have the mode of `like`, or that of a new file where
    /// `like` does not exist.
    pub(super) fn beside(target: &Path, like: &Path) -> io::Result<Self> {
        let like = match fs_err::metadata(like) {
            Ok(like) => Some(like),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        // A draft that replaces a file is private until it has that file's mode.
        let file = begin(target, like.is_some())?;
        Ok(Self { file, like })
    }

    /// Gives the draft its mode, and returns it once the disk has it.
    pub(super) fn finish(self) -> io::Result<NamedTempFile> {
        if let Some(like) = self.like {
            take_mode(&self.file, &like)?;
        }
        self.file.as_file().sync_all()?;
        Ok(self.file)
    }
}

impl io::Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes `content` into a file that only the program reads, and that is private to the user. Makes its
/// folder.
///
/// # Errors
/// When the folder or the file can't be written.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    fs_err::create_dir_all(folder_of(path))?;
    probe(path)?;
    let mut draft = begin(path, true)?;
    draft.write_all(content)?;
    draft.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Renames a draft to `path`; returns `false` if something has that name already.
pub(super) fn place_new(draft: NamedTempFile, path: &Path) -> io::Result<bool> {
    let Err(refused) = draft.persist_noclobber(path) else {
        return Ok(true);
    };
    // Some file systems can't rename without replacing. A link to nothing counts as something.
    if refused.error.kind() == io::ErrorKind::AlreadyExists
        || fs_err::symlink_metadata(path).is_ok()
    {
        return Ok(false);
    }
    refused.file.persist(path).map_err(|error| error.error)?;
    Ok(true)
}

/// Makes an empty draft: private, or with the mode that the user's umask gives a new file.
fn begin(target: &Path, private: bool) -> io::Result<NamedTempFile> {
    let prefix = prefix_of(target);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM);
    if !private {
        open_to_all(&mut builder);
    }
    builder.tempfile_in(folder_of(target))
}

/// Returns the beginning of the names of a target's drafts. A long name is shortened, since a draft's
/// name must not be too long where the target's is not.
fn prefix_of(target: &Path) -> String {
    format!("{PREFIX}{}-", short_name(target))
}

fn short_name(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    name.chars().take(40).collect()
}

/// Returns whether a file of this name is a draft of the target called `short`, or of a backup of it.
fn is_draft_of(short: &str, name: &str) -> bool {
    let random = || {
        let rest = name.strip_prefix(PREFIX)?.strip_prefix(short)?;
        let rest = rest.strip_prefix(BACKUP).map_or(rest, |number| {
            number.trim_start_matches(|c: char| c.is_ascii_digit())
        });
        rest.strip_prefix('-')?.strip_suffix(SUFFIX)
    };
    random().is_some_and(|random| {
        random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Removes abandoned drafts of this target and of its backups. One that can't be removed does no harm.
fn sweep(target: &Path, now: SystemTime) {
    let Ok(entries) = fs_err::read_dir(folder_of(target)) else {
        return;
    };
    let short = short_name(target);
    for entry in entries.flatten() {
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| is_draft_of(&short, name))
            && is_abandoned(&entry.path(), now)
            && let Err(error) = fs_err::remove_file(entry.path())
        {
            tracing::debug!(%error, "a killed run's draft can't be removed");
        }
    }
}

fn is_abandoned(path: &Path, now: SystemTime) -> bool {
    fs_err::symlink_metadata(path).is_ok_and(|meta| {
        let written = meta.modified().ok();
        let age = written.and_then(|written| now.duration_since(written).ok());
        meta.is_file() && age.is_some_and(|age| age > ABANDONED)
    })
}

/// Gives a draft the mode of a new file, from which the system takes what the user's umask forbids.
#[cfg(unix)]
fn open_to_all(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt as _;
    builder.permissions(Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn open_to_all(_builder: &mut tempfile::Builder<'_, '_>) {}

/// Gives a draft the mode and the group of the file it replaces. Where the group can't be kept, the
/// draft has no rights for groups, so that another group does not gain them.
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
        let hour = ABANDONED;
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
        file.file().set_modified(written - ABANDONED * 2).unwrap();
        probe(&target).unwrap();
        assert_eq!(fs_err::read_dir(home.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_target_with_the_longest_name_has_a_draft() {
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("ü".repeat(127));
        let mut draft = Draft::beside(&target, &target).unwrap();
        draft.write_all(b"whole").unwrap();
        assert!(place_new(draft.finish().unwrap(), &target).unwrap());
        assert_eq!(fs_err::read(&target).unwrap(), b"whole");
    }
}
