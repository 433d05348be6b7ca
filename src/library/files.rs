use std::{
    io,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use fs_err as fs;

use serde::{Deserialize, Serialize};

use super::LibraryError;

/// The size up to which changes are detected by hashing the content; above it, by size and modification
/// time. Reading and hashing 8 MiB takes some 10 ms.
const HASHED_UP_TO: u64 = 8 << 20;

/// The name of the part with the loose files, which no built part can have.
pub(in crate::library) const LOOSE: &str = "./files";

/// The formats of loose files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LooseFormat {
    Bibtex,
    JsonLines,
}

/// A loose file of the library.
#[derive(Debug, Clone)]
pub(super) struct LooseFile {
    /// Its name within the folder.
    pub(super) name: String,
    pub(super) path: PathBuf,
    pub(super) format: LooseFormat,
    pub(super) stamp: Stamp,
}

/// The state of a file by which changes are detected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::library) struct Stamp {
    /// The size in bytes.
    pub(super) size: i64,
    /// The modification time in nanoseconds since 1970, or 0 where the hash is known, which makes
    /// the time irrelevant.
    pub(super) modified: i64,
    /// The hash of the content, or 0 where the file is too large to hash each time.
    pub(super) hash: i64,
}

/// The name of a file that can't be read, and why.
type Unreadable = (String, io::Error);

/// Lists the readable and the unreadable files of the library, by name. A missing folder has
/// none.
pub(super) fn list(dir: &Path) -> Result<(Vec<LooseFile>, Vec<Unreadable>), LibraryError> {
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
        // `.#papers.bib` and the like are lock files of editors.
        if let Some(format) = format_of(&path).filter(|_| !name.starts_with('.')) {
            paths.push((name, path, format));
        }
    }
    paths.sort();
    let (mut found, mut unreadable) = (Vec::new(), Vec::new());
    for (name, path, format) in paths {
        match stamp(&path) {
            Ok(Some(stamp)) => found.push(LooseFile {
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

/// Returns the stamp of content that was read as a whole.
pub(super) fn stamp_of(content: &[u8]) -> Stamp {
    Stamp {
        size: i64::try_from(content.len()).unwrap_or(i64::MAX),
        modified: 0,
        hash: hash(content),
    }
}

/// Hashes with FNV-1a: the same on every machine and in every version, which the standard hasher does
/// not promise. It need not resist deliberate collisions here.
pub(super) fn hash(bytes: &[u8]) -> i64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in bytes {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash.cast_signed()
}

fn format_of(path: &Path) -> Option<LooseFormat> {
    let extension = path.extension()?;
    if extension.eq_ignore_ascii_case("bib") {
        Some(LooseFormat::Bibtex)
    } else if extension.eq_ignore_ascii_case("jsonl") {
        Some(LooseFormat::JsonLines)
    } else {
        None
    }
}

/// Returns the stamp of a file; `None` for what is not a file, or is gone.
fn stamp(path: &Path) -> io::Result<Option<Stamp>> {
    match stamp_by_time(path)? {
        Some(stamp) if stamp.size.unsigned_abs() <= HASHED_UP_TO => {
            Ok(Some(stamp_of(&fs::read(path)?)))
        }
        other => Ok(other),
    }
}

/// Returns the stamp of a file by size and time alone; `None` for what is not a file, or is gone.
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
    fn loose_files_are_listed_in_order() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["b.bib", "a.JSONL", "notes.txt", ".hidden.bib"] {
            fs::write(dir.path().join(name), "").unwrap();
        }
        fs::create_dir(dir.path().join("folder.bib")).unwrap();
        let (found, unreadable) = list(dir.path()).unwrap();
        let names: Vec<_> = found.iter().map(|f| (f.name.as_str(), f.format)).collect();
        assert_eq!(
            names,
            [
                ("a.JSONL", LooseFormat::JsonLines),
                ("b.bib", LooseFormat::Bibtex)
            ]
        );
        assert!(unreadable.is_empty());
        assert!(list(&dir.path().join("none")).unwrap().0.is_empty());
    }

    #[test]
    fn change_without_a_new_size_is_detected() {
        assert_ne!(stamp_of(b"volume = 1"), stamp_of(b"volume = 2"));
        assert_eq!(stamp_of(b"volume = 1"), stamp_of(b"volume = 1"));
    }
}
