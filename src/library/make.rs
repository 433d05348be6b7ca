//! Building parts of the library from files of records.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use fs_err as fs;
use jiff::civil::Date;

use super::dataset_files::{files_of, part_path, remove_others};
use super::files;
use super::make_error::MakeError;
use super::part::{
    self, BuildError, FeedInput, LibraryPart, Naming, OpenedFile, PartInfo, READER_VERSION,
    UpdateCounts,
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
        IfPartExists::Keep => {
            if let Some(path) = files_of(&plan.folder, &name)?.into_iter().next() {
                return Err(MakeError::Exists { name, path });
            }
        }
        IfPartExists::Update if !path.exists() => {
            return Err(MakeError::Unknown {
                name,
                folder: plan.folder.clone(),
            });
        }
        IfPartExists::Update | IfPartExists::Replace => {}
    }
    let source = SourceFile { plan, report };
    let naming = |licence: Option<&str>| Naming {
        name: name.clone(),
        shard: None,
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
        let done = source.read(|input, licence, report| {
            part::update(&part, &draft, naming(licence), input, threads, report)
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
    let about = source.read(|input, licence, report| {
        part::build(&draft, naming(licence), vec![input], threads, report)
    })?;
    source.is_enough(&about)?;
    swap(draft, &path)?;
    remove_others(&plan.folder, &name, None)?;
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
    /// Opens the file for `work`, which also gets the licence of all files of its format, if any, and
    /// a function to report the number of records.
    fn read<T>(
        &self,
        work: impl FnOnce(
            FeedInput<'_>,
            Option<&'static str>,
            &(dyn Fn(u64) + Sync),
        ) -> Result<T, BuildError>,
    ) -> Result<T, MakeError> {
        let path = &self.plan.file;
        let failed = |what: String| MakeError::Input {
            file: path.clone(),
            what,
        };
        let size = fs::metadata(path)
            .map_err(|error| failed(error.to_string()))?
            .len();
        let taken = Arc::new(AtomicU64::new(0));
        let opened = opened(path, &taken).map_err(|unfit| failed(unfit.to_string()))?;
        let licence = opened.reader.licence();
        let input = FeedInput {
            file: file_name(path),
            stamp: files::stamp_by_time(path).ok().flatten(),
            open: Box::new(move || Ok(opened)),
            lenient: false,
        };
        let report = |records| {
            (self.report)(BuildProgress {
                read: taken.load(Ordering::Relaxed),
                size,
                records,
            });
        };
        work(input, licence, &report).map_err(|error| match error {
            BuildError::Input { cause, .. } => failed(cause.to_string()),
            other => other.into(),
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

/// Opens a file of records in whatever format it is, packed or not. `taken` counts the bytes read.
pub(super) fn opened(
    path: &Path,
    taken: &Arc<AtomicU64>,
) -> Result<OpenedFile<'static>, UnsupportedFile> {
    let content = unpacked(fs::File::open(path)?, taken.clone())?;
    let (reader, content) = recognised(&file_name(path), content)?;
    Ok(OpenedFile { content, reader })
}

/// Returns a file's name without its folder.
pub(super) fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

pub(super) fn draft(folder: &Path) -> io::Result<tempfile::TempPath> {
    let draft = tempfile::Builder::new().prefix(DRAFT).tempfile_in(folder)?;
    Ok(draft.into_temp_path())
}

/// Removes a dataset from the library and returns the descriptions of its parts: one, or its shards.
///
/// # Errors
/// Fails when no part has this name, or a file can't be removed.
pub fn remove(folder: &Path, name: &str) -> Result<Vec<PartInfo>, MakeError> {
    let paths = files_of(folder, name)?;
    if paths.is_empty() {
        return Err(MakeError::Unknown {
            name: name.to_owned(),
            folder: folder.to_owned(),
        });
    }
    let _making = lock(folder)?;
    let mut removed = Vec::new();
    for path in paths {
        let about = LibraryPart::open(&path).map(|part| part.about().clone());
        removed.extend(about);
        fs::remove_file(&path)?;
    }
    Ok(removed)
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
pub(super) fn swap(draft: tempfile::TempPath, path: &Path) -> Result<(), MakeError> {
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
pub(super) fn lock(folder: &Path) -> Result<std::fs::File, MakeError> {
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
pub(super) fn name_of(file: &Path) -> String {
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
