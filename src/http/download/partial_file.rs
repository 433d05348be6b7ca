//! The part of a file downloaded so far, and the file's metadata, next to its destination.

use std::{
    fs::TryLockError,
    io::{self, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use fs_err as fs;
use serde::{Deserialize, Serialize};

use super::DownloadError;
use crate::cache::TEMP_PREFIX;

/// What a server stated about a file. Stored next to it as JSON, with an extension of its own: a
/// file that ends in `.json` may be taken for a list of publications.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileMetadata {
    /// The address.
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
    /// Whether it has its published MD5 sum.
    #[serde(default)]
    pub(super) checked: bool,
}

impl FileMetadata {
    /// Returns what identifies the file byte for byte. A weak `ETag` doesn't (RFC 9110, 13.1.5).
    pub(super) fn validator(&self) -> Option<&str> {
        let strong = self.etag.as_deref().filter(|etag| !etag.starts_with("W/"));
        strong.or(self.modified.as_deref())
    }

    /// Returns the metadata of the file at the destination; `None` when that is another file or from
    /// another address.
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
            .prefix(TEMP_PREFIX)
            .tempfile_in(folder)?;
        serde_json::to_writer_pretty(&mut new, self)?;
        new.persist(path).map_err(|error| error.error)?;
        Ok(())
    }
}

/// A partial file, locked by this process.
#[derive(Debug)]
pub(super) struct PartialFile {
    dest: PathBuf,
    path: PathBuf,
    file: fs::File,
    /// A file of its own, since the partial file is renamed in the end.
    _lock: fs::File,
    length: u64,
    about: Option<FileMetadata>,
    resumed: bool,
}

impl PartialFile {
    /// Opens the partial file that an earlier run left for `url` and `dest`, or creates one.
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
            about: FileMetadata::read(&beside(dest, ".part.about"), url),
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

    /// Returns the number of bytes downloaded.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Returns the length of the whole file, if the server stated it.
    pub(super) fn total(&self) -> Option<u64> {
        self.about.as_ref()?.total
    }

    /// Returns what the rest of the file can be requested by; `None` when nothing was downloaded or
    /// the server stated nothing that identifies the file.
    pub(super) fn validator(&self) -> Option<&str> {
        let about = self.about.as_ref().filter(|_| self.length > 0)?;
        about.validator()
    }

    pub(super) fn is_whole(&self) -> bool {
        self.total() == Some(self.length) && self.length > 0
    }

    /// Reports whether the bytes may be from several transfers, between which the file may have
    /// changed.
    pub(super) fn was_resumed(&self) -> bool {
        self.resumed
    }

    /// Records that the rest follows.
    pub(super) fn resume(&mut self) {
        self.resumed = true;
    }

    /// Starts the file from its beginning.
    pub(super) fn begin(&mut self, about: FileMetadata) -> io::Result<()> {
        self.clear()?;
        about.write(&beside(&self.dest, ".part.about"))?;
        self.about = Some(about);
        Ok(())
    }

    /// Discards the content.
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

    /// Deletes the partial file.
    pub(super) fn discard(mut self) -> io::Result<()> {
        self.clear()?;
        drop(self.file);
        remove(&self.path)
    }

    /// Renames the whole file to its destination, and writes its metadata next to it.
    pub(super) fn finish(self, checked: bool) -> io::Result<FileMetadata> {
        let about = FileMetadata {
            total: Some(self.length),
            checked,
            ..self.about.unwrap_or_default()
        };
        self.file.sync_all()?;
        drop(self.file);
        // Until the last step the file at the destination has no metadata, and would be downloaded
        // again.
        let known = beside(&self.dest, ".about");
        remove(&known)?;
        fs::rename(&self.path, &self.dest)?;
        about.write(&known)?;
        remove(&beside(&self.dest, ".part.about"))?;
        Ok(about)
    }
}

/// Returns the path with an extension added: `dblp.xml.gz.part`.
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
