//! The part of a file that has come, and what is known of the file, beside the file's place.

use std::{
    fs::TryLockError,
    io::{self, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use fs_err as fs;
use serde::{Deserialize, Serialize};

use super::DownloadError;
use crate::cache::PASSING;

/// What a server said of a file, kept beside it as JSON, under an ending of its own: a file that
/// ends in `.json` may be taken for a list of publications.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct About {
    /// Where it is from.
    pub(super) url: String,
    /// Its `ETag`, quotes included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) etag: Option<String>,
    /// Its `Last-Modified`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) modified: Option<String>,
    /// Its length in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) total: Option<u64>,
    /// Whether it is known to have the MD5 sum that is published.
    #[serde(default)]
    pub(super) checked: bool,
}

impl About {
    /// By what the file is known to be still the same, byte for byte. A weak `ETag` does not say
    /// that (RFC 9110, 13.1.5).
    pub(super) fn validator(&self) -> Option<&str> {
        let strong = self.etag.as_deref().filter(|etag| !etag.starts_with("W/"));
        strong.or(self.modified.as_deref())
    }

    /// What was said of the file that stands in its place; `None` when it is not that file any
    /// more, or from elsewhere.
    pub(super) fn of_whole(dest: &Path, url: &str) -> Option<Self> {
        let about = Self::read(&beside(dest, ".about"), url)?;
        let length = fs::metadata(dest).ok()?.len();
        (about.total == Some(length)).then_some(about)
    }

    fn read(path: &Path, url: &str) -> Option<Self> {
        let text = fs::read(path).ok()?;
        let about: Self = serde_json::from_slice(&text).ok()?;
        (about.url == url).then_some(about)
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut new = tempfile::Builder::new()
            .prefix(PASSING)
            .tempfile_in(folder)?;
        serde_json::to_writer_pretty(&mut new, self)?;
        new.persist(path).map_err(|error| error.error)?;
        Ok(())
    }
}

/// A part, open for this process alone.
#[derive(Debug)]
pub(super) struct Part {
    dest: PathBuf,
    path: PathBuf,
    file: fs::File,
    /// Held to the end. A file of its own, since the part becomes the file itself.
    _lock: fs::File,
    length: u64,
    about: Option<About>,
    resumed: bool,
}

impl Part {
    /// Opens what an earlier run left of the file at `url` for the place `dest`, or begins anew.
    pub(super) fn open(dest: &Path, url: &str) -> Result<Self, DownloadError> {
        if let Some(folder) = dest.parent() {
            fs::create_dir_all(folder)?;
        }
        // Not truncated: a checkout may have put a link to somebody's file there.
        let lock = fs::OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(beside(dest, ".lock"))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(DownloadError::InUse {
                    path: dest.to_owned(),
                });
            }
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let path = beside(dest, ".part");
        if fs::symlink_metadata(&path).is_ok_and(|about| about.is_symlink()) {
            remove(&path)?;
        }
        let mut options = fs::OpenOptions::new();
        let file = options
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)?;
        let mut part = Self {
            length: file.metadata()?.len(),
            about: About::read(&beside(dest, ".part.about"), url),
            dest: dest.to_owned(),
            path,
            file,
            _lock: lock,
            resumed: true,
        };
        if part.about.is_none() {
            part.clear()?;
        }
        part.file.seek(SeekFrom::Start(part.length))?;
        Ok(part)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// How many bytes have come.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// How many bytes the whole file has, as far as the server said.
    pub(super) fn total(&self) -> Option<u64> {
        self.about.as_ref()?.total
    }

    /// What of the file tells whether the rest of it may be asked for; `None` when nothing has
    /// come or the server said nothing to know it by.
    pub(super) fn validator(&self) -> Option<&str> {
        let about = self.about.as_ref().filter(|_| self.length > 0)?;
        about.validator()
    }

    pub(super) fn is_whole(&self) -> bool {
        self.total() == Some(self.length) && self.length > 0
    }

    /// Whether its bytes came in more than one piece, or may have, so that the file may have
    /// changed between them.
    pub(super) fn was_resumed(&self) -> bool {
        self.resumed
    }

    /// The rest is about to come.
    pub(super) fn resume(&mut self) {
        self.resumed = true;
    }

    /// The file is about to come from its beginning.
    pub(super) fn begin(&mut self, about: About) -> io::Result<()> {
        self.clear()?;
        about.write(&beside(&self.dest, ".part.about"))?;
        self.about = Some(about);
        Ok(())
    }

    /// Forgets what has come.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        remove(&beside(&self.dest, ".part.about"))?;
        self.file.set_len(0)?;
        self.file.seek(SeekFrom::Start(0))?;
        (self.length, self.about, self.resumed) = (0, None, false);
        Ok(())
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.length += u64::try_from(bytes.len()).unwrap_or(0);
        Ok(())
    }

    /// Removes it from the disk.
    pub(super) fn discard(mut self) -> io::Result<()> {
        self.clear()?;
        drop(self.file);
        remove(&self.path)
    }

    /// Puts the whole file into its place, and what is known of it beside it.
    pub(super) fn finish(self, checked: bool) -> io::Result<About> {
        let about = About {
            total: Some(self.length),
            checked,
            ..self.about.unwrap_or_default()
        };
        self.file.sync_all()?;
        drop(self.file);
        // Until the last step nothing is known of the file in its place, and it would be fetched
        // again.
        let known = beside(&self.dest, ".about");
        remove(&known)?;
        fs::rename(&self.path, &self.dest)?;
        about.write(&known)?;
        remove(&beside(&self.dest, ".part.about"))?;
        Ok(about)
    }
}

/// The path with more at its end: `dblp.xml.gz.part`.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
