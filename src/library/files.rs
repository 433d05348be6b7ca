use std::{
    io,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use fs_err as fs;

use serde::{Deserialize, Serialize};

use super::LibraryError;

/// Up to this size a file's content is read and hashed to tell whether it changed; above it the
/// size and the time of its last change are believed. 8 MiB are read and hashed in some 10 ms.
const HASHED_UP_TO: u64 = 8 << 20;

/// The formats that the library reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Format {
    Bibtex,
    JsonLines,
}

/// A file of the library.
#[derive(Debug, Clone)]
pub(super) struct Found {
    /// Its name within the folder.
    pub(super) name: String,
    pub(super) path: PathBuf,
    pub(super) format: Format,
    pub(super) stamp: Stamp,
}

/// By what a changed file is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::library) struct Stamp {
    /// In bytes.
    pub(super) size: i64,
    /// The time of the last change in nanoseconds since 1970, or 0 where the content's hash is
    /// known and the time says nothing more.
    pub(super) modified: i64,
    /// The hash of the content, or 0 where the file is too large to be read each time.
    pub(super) hash: i64,
}

/// The name of a file that can't be read, and why.
type Unreadable = (String, io::Error);

/// The readable files of the library and the unreadable ones, in the order of their names. A
/// missing folder holds nothing.
pub(super) fn list(dir: &Path) -> Result<(Vec<Found>, Vec<Unreadable>), LibraryError> {
    let failed = |source| LibraryError::Folder {
        dir: dir.to_owned(),
        source,
    };
    let entries = match fs::read_dir(dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Default::default()),
        other => other.map_err(failed)?,
    };
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(failed)?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        // `.#papers.bib` and the like are an editor's own.
        if let Some(format) = format_of(&path).filter(|_| !name.starts_with('.')) {
            paths.push((name, path, format));
        }
    }
    paths.sort();
    let (mut found, mut unreadable) = (Vec::new(), Vec::new());
    for (name, path, format) in paths {
        match stamp(&path) {
            Ok(Some(stamp)) => found.push(Found {
                name,
                path,
                format,
                stamp,
            }),
            Ok(None) => {}
            Err(error) => unreadable.push((name, error)),
        }
    }
    Ok((found, unreadable))
}

/// The stamp of content that was read as a whole.
pub(super) fn stamp_of(content: &[u8]) -> Stamp {
    Stamp {
        size: i64::try_from(content.len()).unwrap_or(i64::MAX),
        modified: 0,
        hash: hash(content),
    }
}

/// FNV-1a: the same on every machine and in every version, which the standard hasher does not
/// promise. Neither faults nor changes are made by an enemy here.
pub(super) fn hash(bytes: &[u8]) -> i64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in bytes {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash.cast_signed()
}

fn format_of(path: &Path) -> Option<Format> {
    let extension = path.extension()?;
    if extension.eq_ignore_ascii_case("bib") {
        Some(Format::Bibtex)
    } else if extension.eq_ignore_ascii_case("jsonl") {
        Some(Format::JsonLines)
    } else {
        None
    }
}

/// `None` for what is not a file, or is gone by now.
fn stamp(path: &Path) -> io::Result<Option<Stamp>> {
    match stamp_by_time(path)? {
        Some(stamp) if stamp.size.unsigned_abs() <= HASHED_UP_TO => {
            Ok(Some(stamp_of(&fs::read(path)?)))
        }
        other => Ok(other),
    }
}

/// The stamp of a file that is not read for it; `None` for what is not a file, or is gone by now.
pub(super) fn stamp_by_time(path: &Path) -> io::Result<Option<Stamp>> {
    let about = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other?,
    };
    if !about.is_file() {
        return Ok(None);
    }
    let modified = about
        .modified()
        .ok()
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
        .and_then(|age| i64::try_from(age.as_nanos()).ok())
        .unwrap_or(0);
    Ok(Some(Stamp {
        size: i64::try_from(about.len()).unwrap_or(i64::MAX),
        modified,
        hash: 0,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_own_formats_in_order() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["b.bib", "a.JSONL", "notes.txt", ".hidden.bib"] {
            fs::write(dir.path().join(name), "").unwrap();
        }
        fs::create_dir(dir.path().join("folder.bib")).unwrap();
        let (found, unreadable) = list(dir.path()).unwrap();
        let names: Vec<_> = found.iter().map(|f| (f.name.as_str(), f.format)).collect();
        assert_eq!(
            names,
            [("a.JSONL", Format::JsonLines), ("b.bib", Format::Bibtex)]
        );
        assert!(unreadable.is_empty());
        assert!(list(&dir.path().join("none")).unwrap().0.is_empty());
    }

    #[test]
    fn a_change_that_keeps_the_size_is_seen() {
        assert_ne!(stamp_of(b"volume = 1"), stamp_of(b"volume = 2"));
        assert_eq!(stamp_of(b"volume = 1"), stamp_of(b"volume = 1"));
    }
}
