//! Building parts of the library from files of records.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use fs_err as fs;
use jiff::civil::Date;
use thiserror::Error;

use super::files;
use super::open::ENDING;
use super::part::{
    self, BuildError, FeedInput, LibraryPart, Naming, PartInfo, READER_VERSION, UpdateCounts,
};
use super::read::{UnsupportedFile, recognised, unpacked};

/// The prefix of drafts of parts, by which drafts left by a crash are recognised.
const DRAFT: &str = ".draft-";

/// The lock file held while a part is built, so that two builders do not remove each other's drafts.
const LOCK: &str = ".making";

/// A part to build.
#[derive(Debug, Clone, Default)]
pub struct PartSpec {
    /// The library's folder; created if necessary.
    pub folder: PathBuf,
    /// The file of records: DBLP's XML, BibTeX, CSL-JSON or JSON lines, gzipped or not.
    pub file: PathBuf,
    /// The name of the part [default: the file's name up to the first dot].
    pub name: Option<String>,
    /// The date of the file's content [default: the newest modification date of its records].
    pub date: Option<Date>,
    /// Its licence, as an SPDX identifier [default: that of DBLP for its dump, else none].
    pub licence: Option<String>,
    /// The action if a part with this name exists.
    pub before: IfPartExists,
    /// The minimum number of records; a file with fewer is rejected.
    pub fewest: u64,
    /// Whether the file is a whole dataset, so that its venues and volumes are held completely.
    pub complete: bool,
}

/// The action if a part with the same name exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum IfPartExists {
    /// Keep it and fail.
    #[default]
    Keep,
    /// Replace it.
    Replace,
    /// Update it by the modification dates of records, or replace it if too many records changed or
    /// another version built it.
    Update,
}

/// A built part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadePart {
    /// The part.
    pub about: PartInfo,
    /// The changes, if the part was updated and not rebuilt.
    pub updated: Option<UpdateCounts>,
}

/// The progress of a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuildProgress {
    /// Bytes of the file read so far, before decompression.
    pub read: u64,
    /// Bytes of the file.
    pub size: u64,
    /// Records indexed so far.
    pub records: u64,
}

/// The reason why a part was not built. The library is unchanged then.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MakeError {
    /// The file can't be read, or is truncated.
    #[error("{}: {what}; the library is as it was", file.display())]
    Input {
        /// The file.
        file: PathBuf,
        /// The fault, and what to do.
        what: String,
    },
    /// The file has too few records.
    #[error("{}: holds only {found} records where at least {expected} are expected; the library is as it was", file.display())]
    TooFew {
        /// The file.
        file: PathBuf,
        /// The number of records in it.
        found: u64,
        /// The minimum number.
        expected: u64,
    },
    /// A part with this name exists.
    #[error("there is a part named {name} ({}); give another --name, or use `library build` to replace it", path.display())]
    Exists {
        /// The name.
        name: String,
        /// Its file.
        path: PathBuf,
    },
    /// No part with this name exists.
    #[error("there is no part named {name} in {}; `bibsync library status` lists them", folder.display())]
    Unknown {
        /// The name.
        name: String,
        /// The library's folder.
        folder: PathBuf,
    },
    /// The name is not a valid file name.
    #[error("`{0}` can't be a part's name; expected letters, digits, `-`, `_` and `.`")]
    Name(String),
    /// Another process is building a part in this folder.
    #[error("another bibsync is changing the library in {}; wait until it is done", .0.display())]
    Busy(PathBuf),
    /// The library's folder can't be written.
    #[error("the library can't be written: {0}")]
    Disk(#[from] io::Error),
}

/// Builds a part from a file of records in a draft, which replaces the old part when it is complete.
/// Uses `threads` threads and less than a gigabyte of memory, however large the file. `report` receives
/// the progress, on other threads.
///
/// # Errors
/// Fails when the file has no known format, is truncated or has too few records, or when the folder
/// can't be written. The library is unchanged then.
pub fn make(
    plan: &PartSpec,
    threads: usize,
    report: &(dyn Fn(BuildProgress) + Sync),
) -> Result<MadePart, MakeError> {
    let name = match &plan.name {
        Some(name) => name.clone(),
        None => name_of(&plan.file),
    };
    let path = part_path(&plan.folder, &name)?;
    let _making = lock(&plan.folder)?;
    match plan.before {
        IfPartExists::Keep if path.exists() => return Err(MakeError::Exists { name, path }),
        IfPartExists::Update if !path.exists() => {
            return Err(MakeError::Unknown {
                name,
                folder: plan.folder.clone(),
            });
        }
        _ => {}
    }
    let source = SourceFile { plan, report };
    let naming = |licence: Option<&str>| Naming {
        name: name.clone(),
        date: plan.date,
        licence: plan.licence.clone().or(licence.map(str::to_owned)),
        complete: plan.complete,
    };
    if plan.before == IfPartExists::Update
        && let Ok(part) = LibraryPart::open(&path)
        && part.about().reader == READER_VERSION
    {
        let draft = draft(&plan.folder)?;
        fs::copy(&path, &draft)?;
        let done = source.read(|input, report| {
            let naming = naming(input.reader.licence());
            part::update(&part, &draft, naming, input, threads, report)
        })?;
        if let Some((about, updated)) = done {
            source.is_enough(&about)?;
            swap(draft, &path)?;
            return Ok(MadePart {
                about,
                updated: Some(updated),
            });
        }
    }
    let draft = draft(&plan.folder)?;
    let about = source.read(|input, report| {
        let naming = naming(input.reader.licence());
        part::build(&draft, naming, vec![input], threads, report)
    })?;
    source.is_enough(&about)?;
    swap(draft, &path)?;
    Ok(MadePart {
        about,
        updated: None,
    })
}

/// The input file of a build.
struct SourceFile<'a> {
    plan: &'a PartSpec,
    report: &'a (dyn Fn(BuildProgress) + Sync),
}

impl SourceFile<'_> {
    /// Opens the file for `work`, which also gets a function to report the number of records.
    fn read<T>(
        &self,
        work: impl FnOnce(FeedInput<'_>, &(dyn Fn(u64) + Sync)) -> Result<T, BuildError>,
    ) -> Result<T, MakeError> {
        let path = &self.plan.file;
        let failed = |what: String| MakeError::Input {
            file: path.clone(),
            what,
        };
        let raw = fs::File::open(path).map_err(|error| failed(error.to_string()))?;
        let size = raw
            .metadata()
            .map_err(|error| failed(error.to_string()))?
            .len();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let taken = Arc::new(AtomicU64::new(0));
        let content = unpacked(raw, taken.clone()).map_err(|error| failed(error.to_string()))?;
        let (reader, content) = recognised(&file, content)
            .map_err(|unfit: UnsupportedFile| failed(unfit.to_string()))?;
        let input = FeedInput {
            file: file.into_owned(),
            stamp: files::stamp_by_time(path).ok().flatten(),
            content,
            reader,
            lenient: false,
        };
        let report = |records| {
            (self.report)(BuildProgress {
                read: taken.load(Ordering::Relaxed),
                size,
                records,
            });
        };
        work(input, &report).map_err(|error| match error {
            BuildError::Input { cause, .. } => failed(cause.to_string()),
            BuildError::Disk(cause) => MakeError::Disk(cause),
            BuildError::Index(cause) => MakeError::Disk(io::Error::other(cause)),
        })
    }

    fn is_enough(&self, about: &PartInfo) -> Result<(), MakeError> {
        let expected = self.plan.fewest.max(1);
        if about.records < expected {
            return Err(MakeError::TooFew {
                file: self.plan.file.clone(),
                found: about.records,
                expected,
            });
        }
        Ok(())
    }
}

fn draft(folder: &Path) -> io::Result<tempfile::TempPath> {
    let draft = tempfile::Builder::new().prefix(DRAFT).tempfile_in(folder)?;
    Ok(draft.into_temp_path())
}

/// Removes a part from the library and returns its description.
///
/// # Errors
/// Fails when no part has this name, or its file can't be removed.
pub fn remove(folder: &Path, name: &str) -> Result<Option<PartInfo>, MakeError> {
    let path = part_path(folder, name)?;
    if !path.exists() {
        return Err(MakeError::Unknown {
            name: name.to_owned(),
            folder: folder.to_owned(),
        });
    }
    let _making = lock(folder)?;
    let about = LibraryPart::open(&path)
        .ok()
        .map(|part| part.about().clone());
    fs::remove_file(&path)?;
    Ok(about)
}

/// Returns whether the part with this name was built from the current content of this file.
#[must_use]
pub fn is_made_of(folder: &Path, name: &str, file: &Path) -> bool {
    let part = part_path(folder, name)
        .ok()
        .map(|path| LibraryPart::open(&path));
    let stamp = files::stamp_by_time(file).ok().flatten();
    match (part, stamp) {
        (Some(Ok(part)), Some(stamp)) => {
            let files = &part.about().files;
            files.len() == 1 && files[0].stamp == Some(stamp)
        }
        _ => false,
    }
}

/// Replaces a part by a complete draft, so that a crash leaves one or the other.
fn swap(draft: tempfile::TempPath, path: &Path) -> Result<(), MakeError> {
    fs::File::open(&draft)?.sync_all()?;
    // Drafts are created with access for their owner only; a library may be shared by a group.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(&draft, std::fs::Permissions::from_mode(0o644))?;
    }
    draft.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Creates the folder if necessary, locks it until the result is dropped, and removes abandoned
/// drafts.
fn lock(folder: &Path) -> Result<std::fs::File, MakeError> {
    fs::create_dir_all(folder)?;
    let lock = std::fs::File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(folder.join(LOCK))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(std::fs::TryLockError::WouldBlock) => {
            return Err(MakeError::Busy(folder.to_owned()));
        }
        Err(std::fs::TryLockError::Error(error)) => return Err(error.into()),
    }
    for entry in fs::read_dir(folder)?.flatten() {
        if entry.file_name().to_string_lossy().starts_with(DRAFT) {
            fs::remove_file(entry.path()).ok();
        }
    }
    Ok(lock)
}

/// Returns a file's name up to its first dot and without a date at its end: `dblp` for `dblp.xml.gz`
/// and `dblp-2026-11-01.xml.gz`.
fn name_of(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.split('.').next().unwrap_or_default();
    let dated = stem.len().checked_sub("-2026-11-01".len());
    let bare = dated
        .and_then(|at| stem.split_at_checked(at))
        .filter(|(bare, day)| {
            !bare.is_empty() && day.starts_with('-') && day[1..].parse::<Date>().is_ok()
        });
    bare.map_or(stem, |(bare, _)| bare).to_owned()
}

fn part_path(folder: &Path, name: &str) -> Result<PathBuf, MakeError> {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || name.starts_with('.') || !name.chars().all(fits) {
        return Err(MakeError::Name(name.to_owned()));
    }
    Ok(folder.join(format!("{name}.{ENDING}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_is_named_after_its_file() {
        for (file, name) in [
            ("/tmp/dblp.xml.gz", "dblp"),
            ("dblp-2026-11-01.xml.gz", "dblp"),
            ("dblp-2026-11-41.xml", "dblp-2026-11-41"),
            ("own papers.bib", "own papers"),
            ("-2026-11-01.bib", "-2026-11-01"),
        ] {
            assert_eq!(name_of(Path::new(file)), name);
        }
    }
}
