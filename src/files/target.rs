use std::{
    io::{self, BufRead as _, Write as _},
    path::{Path, PathBuf},
};

use sha2::{Digest as _, Sha256};
use tempfile::NamedTempFile;

use super::{
    FileError,
    draft::{BACKUP, Draft, place_new, probe},
    paths::folder_of,
};

/// How many links are followed from one to the next, as in most systems.
const MAX_LINKS: usize = 40;

/// How often a write is tried again because another program wrote the file meanwhile.
const ATTEMPTS: usize = 8;

/// A file to be written, checked to be writable before any work begins.
#[derive(Debug)]
pub struct FileTarget {
    path: PathBuf,
    real: PathBuf,
    /// A device or a pipe, such as `/dev/null`: it takes bytes and must never be renamed over.
    is_stream: bool,
}

/// The SHA-256 of a file's content, by which a change is noticed without keeping the content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContentHash([u8; 32]);

impl ContentHash {
    /// Returns the hash of `content`.
    #[must_use]
    pub fn of(content: &[u8]) -> Self {
        Self(Sha256::digest(content).into())
    }
}

fn hash_of_file(path: &Path) -> io::Result<ContentHash> {
    let mut file = io::BufReader::new(fs_err::File::open(path)?);
    let mut hasher = Sha256::new();
    loop {
        let read = file.fill_buf()?;
        if read.is_empty() {
            return Ok(ContentHash(hasher.finalize().into()));
        }
        hasher.update(read);
        let length = read.len();
        file.consume(length);
    }
}

/// Passes what `write` writes on to `out`, and returns its hash.
fn hashed<W: io::Write>(
    out: W,
    write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
) -> io::Result<ContentHash> {
    struct Hashed<W: io::Write> {
        out: io::BufWriter<W>,
        hasher: Sha256,
    }
    impl<W: io::Write> io::Write for Hashed<W> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let length = self.out.write(bytes)?;
            self.hasher.update(bytes.get(..length).unwrap_or_default());
            Ok(length)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.out.flush()
        }
    }
    let mut hashed = Hashed {
        out: io::BufWriter::new(out),
        hasher: Sha256::new(),
    };
    write(&mut hashed)?;
    hashed.flush()?;
    Ok(ContentHash(hashed.hasher.finalize().into()))
}

/// The outcome of [`FileTarget::write`].
#[derive(Debug, PartialEq, Eq)]
pub enum Written {
    /// The file held this content already and was left untouched.
    Unchanged,
    /// The file was written.
    New,
    /// The file was written, and its former content is in this backup.
    BackedUp(PathBuf),
}

/// The outcome of a write that replaces only the expected content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConditionalWrite {
    /// The file was written.
    Written,
    /// The file held this content already and was left untouched.
    Unchanged,
    /// The file no longer held the expected content and was left untouched.
    Conflict,
}

impl FileTarget {
    /// Prepares a file that a later run reads again. Makes its folder if that is missing.
    ///
    /// # Errors
    /// When the file can't be written, or is a folder, a device or a pipe.
    pub fn regular(path: &Path) -> Result<Self, FileError> {
        let target = Self::any(path)?;
        if target.is_stream {
            return Err(FileError::IsStream {
                path: path.to_owned(),
            });
        }
        Ok(target)
    }

    /// Prepares a file that no later run needs: a device or a pipe is accepted, too.
    ///
    /// # Errors
    /// When the file can't be written, or is a folder.
    pub fn any(path: &Path) -> Result<Self, FileError> {
        if path.is_dir() {
            return Err(FileError::IsFolder {
                path: path.to_owned(),
            });
        }
        if fs_err::metadata(path).is_ok_and(|meta| !meta.is_file()) {
            return Ok(Self {
                path: path.to_owned(),
                real: path.to_owned(),
                is_stream: true,
            });
        }
        // The file that a link leads to is written, not the link.
        let real = if path.is_symlink() {
            followed(path)?
        } else {
            fs_err::create_dir_all(folder_of(path))?;
            path.to_owned()
        };
        // A file made and dropped shows in the first second whether the folder takes one.
        probe(&real).map_err(|error| unwritable(path, error))?;
        Ok(Self {
            path: path.to_owned(),
            real,
            is_stream: false,
        })
    }

    /// Returns whether it is a device or a pipe, which keeps nothing.
    #[must_use]
    pub fn is_stream(&self) -> bool {
        self.is_stream
    }

    /// Returns the path as it was given.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the file's content. Content of which `is_ours` is false is somebody's work and is backed
    /// up first.
    ///
    /// # Errors
    /// When the file or the backup can't be written, or other programs keep writing the file.
    pub fn write(
        &self,
        content: &str,
        is_ours: impl Fn(&str) -> bool,
    ) -> Result<Written, FileError> {
        if self.is_stream {
            self.write_if_unchanged(content.as_bytes(), None)?;
            return Ok(Written::New);
        }
        let mut backup: Option<PathBuf> = None;
        for _ in 0..ATTEMPTS {
            let old = self.read()?;
            if old.as_deref() == Some(content.as_bytes()) {
                return Ok(backup.map_or(Written::Unchanged, Written::BackedUp));
            }
            let ours = |old: &[u8]| old.is_empty() || std::str::from_utf8(old).is_ok_and(&is_ours);
            if let Some(old) = old.as_deref().filter(|old| !ours(old)) {
                backup = Some(back_up(&self.real, old)?);
            }
            match self.write_if_unchanged(content.as_bytes(), old.as_deref())? {
                ConditionalWrite::Written => {
                    return Ok(backup.map_or(Written::New, Written::BackedUp));
                }
                // Another program wrote the file meanwhile: that content is judged in the next attempt.
                ConditionalWrite::Unchanged | ConditionalWrite::Conflict => {}
            }
        }
        Err(FileError::Contended {
            path: self.path.clone(),
        })
    }

    /// Replaces the file's content only if it is still `expected` (`None`: no file), which is checked
    /// right before the rename: what an editor saved during a run is not overwritten.
    ///
    /// # Errors
    /// When the file can't be read or written.
    pub fn write_if_unchanged(
        &self,
        content: &[u8],
        expected: Option<&[u8]>,
    ) -> Result<ConditionalWrite, FileError> {
        if self.is_stream {
            let (written, _) = self.write_if_hash(None, |out| out.write_all(content))?;
            return Ok(written);
        }
        // Both contents are here: comparing them takes less than hashing them.
        if self.holds(Some(content))? {
            return Ok(ConditionalWrite::Unchanged);
        }
        let failed = |error: io::Error| unwritable(&self.path, error);
        let mut draft = Draft::beside(&self.real, &self.real).map_err(failed)?;
        draft.write_all(content).map_err(failed)?;
        let draft = draft.finish().map_err(failed)?;
        if !self.holds(expected)? {
            return Ok(ConditionalWrite::Conflict);
        }
        self.replace_by(draft, expected.is_none())
    }

    /// Does the same as [`Self::write_if_unchanged`] for expected content known by its hash, and for
    /// content that `write` writes piece by piece. Returns the hash of that content, too.
    ///
    /// # Errors
    /// When the file can't be read or written.
    pub fn write_if_hash(
        &self,
        expected: Option<ContentHash>,
        write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
    ) -> Result<(ConditionalWrite, ContentHash), FileError> {
        if self.is_stream {
            let mut open = fs_err::OpenOptions::new();
            let hash = hashed(open.write(true).open(&self.real)?, write)?;
            return Ok((ConditionalWrite::Written, hash));
        }
        let failed = |error: io::Error| unwritable(&self.path, error);
        let mut draft = Draft::beside(&self.real, &self.real).map_err(failed)?;
        let hash = hashed(&mut draft, write).map_err(failed)?;
        if self.hash()? == Some(hash) {
            return Ok((ConditionalWrite::Unchanged, hash));
        }
        let draft = draft.finish().map_err(failed)?;
        if self.hash()? != expected {
            return Ok((ConditionalWrite::Conflict, hash));
        }
        Ok((self.replace_by(draft, expected.is_none())?, hash))
    }

    /// Puts a draft in the place of the file, or where there is none yet.
    fn replace_by(
        &self,
        draft: NamedTempFile,
        is_new: bool,
    ) -> Result<ConditionalWrite, FileError> {
        let failed = |error: io::Error| unwritable(&self.path, error);
        if is_new {
            let placed = place_new(draft, &self.real).map_err(failed)?;
            return Ok(if placed {
                ConditionalWrite::Written
            } else {
                ConditionalWrite::Conflict
            });
        }
        draft
            .persist(&self.real)
            .map_err(|error| failed(error.error))?;
        Ok(ConditionalWrite::Written)
    }

    /// Whether the file holds this content; `None` is no file.
    fn holds(&self, content: Option<&[u8]>) -> Result<bool, FileError> {
        match fs_err::read(&self.real) {
            Ok(found) => Ok(content == Some(&*found)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(content.is_none()),
            Err(error) => Err(unwritable(&self.path, error)),
        }
    }

    /// Returns the hash of the file; `None` if there is none.
    fn hash(&self) -> Result<Option<ContentHash>, FileError> {
        match hash_of_file(&self.real) {
            Ok(hash) => Ok(Some(hash)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(unwritable(&self.path, error)),
        }
    }

    /// Writes `content`, which the file held, into a backup beside it; returns the backup's path.
    ///
    /// # Errors
    /// When the backup can't be written.
    pub fn back_up(&self, content: &[u8]) -> Result<PathBuf, FileError> {
        back_up(&self.real, content)
    }

    /// Reads the file; `None` if there is none.
    ///
    /// # Errors
    /// When the file can't be read.
    pub fn read(&self) -> Result<Option<Vec<u8>>, FileError> {
        match fs_err::read(&self.real) {
            Ok(content) => Ok(Some(content)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

fn unwritable(path: &Path, source: io::Error) -> FileError {
    FileError::Unwritable {
        path: path.to_owned(),
        source,
    }
}

/// Returns the file that a link leads to. It need not exist yet, but its folder must.
fn followed(link: &Path) -> Result<PathBuf, FileError> {
    let mut real = link.to_owned();
    for _ in 0..MAX_LINKS {
        if !real.is_symlink() {
            break;
        }
        let next = fs_err::read_link(&real)?;
        real = folder_of(&real).join(next);
    }
    let link = link.to_owned();
    if real.is_symlink() {
        return Err(FileError::LinkLoop { link });
    }
    if !folder_of(&real).is_dir() {
        return Err(FileError::BrokenLink { link, to: real });
    }
    Ok(real)
}

/// Writes `content` of `path` into `references.bib.bak`, with a number after it when that is taken.
fn back_up(path: &Path, content: &[u8]) -> Result<PathBuf, FileError> {
    let mut number = 0_u32;
    loop {
        let mut name = path.as_os_str().to_owned();
        name.push(BACKUP);
        if number > 0 {
            name.push(number.to_string());
        }
        let backup = PathBuf::from(name);
        let failed = |error: io::Error| unwritable(&backup, error);
        if fs_err::symlink_metadata(&backup).is_err() {
            let mut draft = Draft::beside(&backup, path).map_err(failed)?;
            draft.write_all(content).map_err(failed)?;
            let draft = draft.finish().map_err(failed)?;
            if place_new(draft, &backup).map_err(failed)? {
                return Ok(backup);
            }
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn someones_work_is_kept() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("deep/references.bib");
        let target = FileTarget::regular(&path).unwrap();
        assert_eq!(target.write("ours", |_| false).unwrap(), Written::New);
        assert_eq!(target.write("ours", |_| false).unwrap(), Written::Unchanged);
        assert_eq!(
            target.write("newer", |old| old == "ours").unwrap(),
            Written::New
        );
        fs_err::write(&path, "theirs").unwrap();
        let kept = target.write("newest", |old| old == "newer").unwrap();
        let Written::BackedUp(kept) = kept else {
            panic!("{kept:?}")
        };
        assert_eq!(fs_err::read_to_string(kept).unwrap(), "theirs");
        assert_eq!(fs_err::read_to_string(&path).unwrap(), "newest");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_into_and_never_replaced() {
        use std::os::unix::fs::FileTypeExt as _;
        let device = Path::new("/dev/null");
        // As a link too, since a link is followed; and never the real one under a name of its own,
        // should this fail.
        let home = tempfile::tempdir().unwrap();
        let link = home.path().join("null");
        std::os::unix::fs::symlink(device, &link).unwrap();
        let target = FileTarget::any(&link).unwrap();
        assert!(target.is_stream());
        assert_eq!(target.write("gone", |_| false).unwrap(), Written::New);
        assert!(link.is_symlink(), "the link was replaced");
        let kind = fs_err::metadata(device).unwrap().file_type();
        assert!(kind.is_char_device());
        assert!(
            FileTarget::regular(&link).is_err(),
            "no later run can read it"
        );
    }

    #[test]
    fn a_changed_file_is_not_overwritten() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("references.bib");
        let target = FileTarget::regular(&path).unwrap();
        let write = |content: &str, expected: Option<&str>| {
            target
                .write_if_unchanged(content.as_bytes(), expected.map(str::as_bytes))
                .unwrap()
        };
        assert_eq!(write("one", None), ConditionalWrite::Written);
        assert_eq!(write("one", None), ConditionalWrite::Unchanged);
        assert_eq!(write("two", None), ConditionalWrite::Conflict);
        assert_eq!(write("two", Some("one")), ConditionalWrite::Written);
        fs_err::write(&path, "saved by an editor").unwrap();
        assert_eq!(write("three", Some("two")), ConditionalWrite::Conflict);
        assert_eq!(fs_err::read_to_string(&path).unwrap(), "saved by an editor");
        fs_err::remove_file(&path).unwrap();
        assert_eq!(write("three", Some("two")), ConditionalWrite::Conflict);
        assert!(!path.exists());
        assert_eq!(
            fs_err::read_dir(home.path()).unwrap().count(),
            0,
            "drafts are removed"
        );
    }

    #[cfg(unix)]
    fn mode(path: &Path) -> u32 {
        use std::os::unix::fs::PermissionsExt as _;
        fs_err::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[cfg(unix)]
    fn set_mode(path: &Path, mode: u32) {
        use std::os::unix::fs::PermissionsExt as _;
        fs_err::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_mode_of_any_new_file() {
        let home = tempfile::tempdir().unwrap();
        let plain = home.path().join("plain");
        fs_err::write(&plain, "").unwrap();
        let path = home.path().join("references.bib");
        let target = FileTarget::regular(&path).unwrap();
        target.write("new", |_| false).unwrap();
        assert_eq!(mode(&path), mode(&plain));
    }

    #[cfg(unix)]
    #[test]
    fn an_existing_file_and_what_is_kept_of_it_have_its_mode() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("references.bib");
        for wanted in [0o600, 0o640, 0o644, 0o666] {
            fs_err::write(&path, "theirs").unwrap();
            set_mode(&path, wanted);
            let target = FileTarget::regular(&path).unwrap();
            let Written::BackedUp(kept) = target.write("new", |_| false).unwrap() else {
                panic!("the old one is not kept")
            };
            assert_eq!(mode(&path), wanted);
            assert_eq!(mode(&kept), wanted);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_followed_also_to_a_file_that_is_not_there_yet() {
        use std::os::unix::fs::symlink;
        let home = tempfile::tempdir().unwrap();
        let home = home.path();
        fs_err::create_dir(home.join("shared")).unwrap();
        symlink("shared/real.bib", home.join("middle.bib")).unwrap();
        let link = home.join("references.bib");
        symlink("middle.bib", &link).unwrap();
        for content in ["one", "two"] {
            let target = FileTarget::regular(&link).unwrap();
            target.write(content, |_| true).unwrap();
            assert!(link.is_symlink() && home.join("middle.bib").is_symlink());
            let real = fs_err::read_to_string(home.join("shared/real.bib")).unwrap();
            assert_eq!(real, content);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_nowhere_is_refused() {
        use std::os::unix::fs::symlink;
        let home = tempfile::tempdir().unwrap();
        let home = home.path();
        symlink("missing/real.bib", home.join("lost.bib")).unwrap();
        symlink("round.bib", home.join("round.bib")).unwrap();
        for (name, why) in [
            ("lost.bib", "in a folder that does not exist"),
            ("round.bib", "leads back to itself"),
        ] {
            let refused = FileTarget::regular(&home.join(name))
                .unwrap_err()
                .to_string();
            assert!(refused.contains(why), "{refused}");
            assert!(home.join(name).is_symlink());
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_copy_is_not_kept_under_the_name_of_a_link() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("references.bib");
        let link = home.path().join("references.bib.bak");
        std::os::unix::fs::symlink("elsewhere", &link).unwrap();
        fs_err::write(&path, "theirs").unwrap();
        let target = FileTarget::regular(&path).unwrap();
        let kept = target.write("new", |_| false).unwrap();
        let bak1 = home.path().join("references.bib.bak1");
        assert_eq!(kept, Written::BackedUp(bak1));
        assert!(link.is_symlink());
    }

    #[test]
    fn a_folder_is_no_target() {
        let home = tempfile::tempdir().unwrap();
        assert!(FileTarget::regular(home.path()).is_err());
    }
}
