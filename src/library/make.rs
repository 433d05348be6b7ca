//! Making parts of the library out of files of records.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use fs_err as fs;
use jiff::civil::Date;
use thiserror::Error;

use super::files;
use super::open::ENDING;
use super::part::{self, About, BuildError, Input, Naming, Part, READER, Updated};
use super::read::{Unfit, recognised, unpacked};

/// What a draft of a part is called, so that one left behind by a crash is known.
const DRAFT: &str = ".draft-";

/// Held while a part is made, so that two makers do not take each other's drafts away.
const LOCK: &str = ".making";

/// What is to be made.
#[derive(Debug, Clone, Default)]
pub struct Make {
    /// The library's folder; made if it is not there.
    pub folder: PathBuf,
    /// The file of records: DBLP's XML, BibTeX, CSL-JSON or JSON lines, packed with gzip or not.
    pub file: PathBuf,
    /// What the part is called [default: the file's name up to the first dot].
    pub name: Option<String>,
    /// The day the file's content is of [default: when the newest of its records changed].
    pub date: Option<Date>,
    /// Its licence, as an SPDX identifier [default: that of DBLP for its dump, else none].
    pub licence: Option<String>,
    /// What becomes of a part of that name.
    pub before: Before,
    /// A file with fewer records than this is refused.
    pub fewest: u64,
}

/// What becomes of a part that is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Before {
    /// It stays, and nothing is made.
    #[default]
    Kept,
    /// The new one takes its place.
    Replaced,
    /// It is brought up to the file by the days on which records changed, or replaced where too
    /// much did or another version made it.
    Updated,
}

/// What was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// The part.
    pub about: About,
    /// What changed, when it was brought up to date and not made anew.
    pub updated: Option<Updated>,
}

/// How far the making is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Bytes of the file that were read, packed as they are.
    pub read: u64,
    /// Bytes of the file.
    pub size: u64,
    /// Records filed so far.
    pub records: u64,
}

/// Why a part was not made. What was there before is as it was.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MakeError {
    /// The file can't be read, or breaks off.
    #[error("{}: {what}; the library is as it was", file.display())]
    Input {
        /// The file.
        file: PathBuf,
        /// What is wrong with it, and what to do.
        what: String,
    },
    /// The file holds too little.
    #[error("{}: holds only {found} records where at least {expected} are expected; the library is as it was", file.display())]
    TooFew {
        /// The file.
        file: PathBuf,
        /// How many records it holds.
        found: u64,
        /// How many were expected.
        expected: u64,
    },
    /// There is a part of that name.
    #[error("there is a part named {name} ({}); give another --name, or use `library build` to replace it", path.display())]
    Exists {
        /// The name.
        name: String,
        /// Its file.
        path: PathBuf,
    },
    /// There is no such part.
    #[error("there is no part named {name} in {}; `bibsync library status` lists them", folder.display())]
    Unknown {
        /// The name.
        name: String,
        /// The library's folder.
        folder: PathBuf,
    },
    /// The name can't be that of a file.
    #[error("`{0}` can't be a part's name; expected letters, digits, `-`, `_` and `.`")]
    Name(String),
    /// Another process is making a part here.
    #[error("another bibsync is changing the library in {}; wait until it is done", .0.display())]
    Busy(PathBuf),
    /// The library's folder can't be written.
    #[error("the library can't be written: {0}")]
    Disk(#[from] io::Error),
}

/// Makes a part of a file of records, beside the one that it replaces, and swaps them when it is
/// complete. `threads` read at once, and the memory stays below a gigabyte however long the file
/// is. `saw` is told of the progress, on other threads.
///
/// # Errors
/// When the file is none of records, breaks off or holds too little, or nothing can be written.
/// What the library held before is still there.
pub fn make(
    plan: &Make,
    threads: usize,
    saw: &(dyn Fn(Progress) + Sync),
) -> Result<Made, MakeError> {
    let name = match &plan.name {
        Some(name) => name.clone(),
        None => name_of(&plan.file),
    };
    let path = part_path(&plan.folder, &name)?;
    let _making = lock(&plan.folder)?;
    match plan.before {
        Before::Kept if path.exists() => return Err(MakeError::Exists { name, path }),
        Before::Updated if !path.exists() => {
            return Err(MakeError::Unknown {
                name,
                folder: plan.folder.clone(),
            });
        }
        _ => {}
    }
    let source = Source { plan, saw };
    let naming = |licence: Option<&str>| Naming {
        name: name.clone(),
        date: plan.date,
        licence: plan.licence.clone().or(licence.map(str::to_owned)),
    };
    if plan.before == Before::Updated
        && let Ok(part) = Part::open(&path)
        && part.about().reader == READER
    {
        let draft = draft(&plan.folder)?;
        fs::copy(&path, &draft)?;
        let done = source.read(|input, saw| {
            let naming = naming(input.reader.licence());
            part::update(&part, &draft, naming, input, threads, saw)
        })?;
        if let Some((about, updated)) = done {
            source.is_enough(&about)?;
            swap(draft, &path)?;
            return Ok(Made {
                about,
                updated: Some(updated),
            });
        }
    }
    let draft = draft(&plan.folder)?;
    let about = source.read(|input, saw| {
        let naming = naming(input.reader.licence());
        part::build(&draft, naming, vec![input], threads, saw)
    })?;
    source.is_enough(&about)?;
    swap(draft, &path)?;
    Ok(Made {
        about,
        updated: None,
    })
}

/// The file that a part is made of.
struct Source<'a> {
    plan: &'a Make,
    saw: &'a (dyn Fn(Progress) + Sync),
}

impl Source<'_> {
    /// Opens it for `work`, which is told where to report the number of records.
    fn read<T>(
        &self,
        work: impl FnOnce(Input<'_>, &(dyn Fn(u64) + Sync)) -> Result<T, BuildError>,
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
        let (reader, content) =
            recognised(&file, content).map_err(|unfit: Unfit| failed(unfit.to_string()))?;
        let input = Input {
            file: file.into_owned(),
            stamp: files::stamp_by_time(path).ok().flatten(),
            content,
            reader,
            lenient: false,
        };
        let saw = |records| {
            (self.saw)(Progress {
                read: taken.load(Ordering::Relaxed),
                size,
                records,
            });
        };
        work(input, &saw).map_err(|error| match error {
            BuildError::Input { cause, .. } => failed(cause.to_string()),
            BuildError::Disk(cause) => MakeError::Disk(cause),
            BuildError::Index(cause) => MakeError::Disk(io::Error::other(cause)),
        })
    }

    fn is_enough(&self, about: &About) -> Result<(), MakeError> {
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

/// Takes a part out of the library and tells what it was.
///
/// # Errors
/// When there is none of that name, or its file can't be removed.
pub fn remove(folder: &Path, name: &str) -> Result<Option<About>, MakeError> {
    let path = part_path(folder, name)?;
    if !path.exists() {
        return Err(MakeError::Unknown {
            name: name.to_owned(),
            folder: folder.to_owned(),
        });
    }
    let _making = lock(folder)?;
    let about = Part::open(&path).ok().map(|part| part.about().clone());
    fs::remove_file(&path)?;
    Ok(about)
}

/// Whether the part of that name was made of this file, as it is now.
#[must_use]
pub fn is_made_of(folder: &Path, name: &str, file: &Path) -> bool {
    let part = part_path(folder, name).ok().map(|path| Part::open(&path));
    let stamp = files::stamp_by_time(file).ok().flatten();
    match (part, stamp) {
        (Some(Ok(part)), Some(stamp)) => {
            let files = &part.about().files;
            files.len() == 1 && files[0].stamp == Some(stamp)
        }
        _ => false,
    }
}

/// Puts a complete draft in a part's place, so that a crash leaves the one or the other.
fn swap(draft: tempfile::TempPath, path: &Path) -> Result<(), MakeError> {
    fs::File::open(&draft)?.sync_all()?;
    // Drafts are made for their owner's eyes; a library may be for a whole group.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(&draft, std::fs::Permissions::from_mode(0o644))?;
    }
    draft.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Makes the folder if need be and holds it until dropped; drafts that nobody is making any more
/// are removed.
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

/// A file's name up to its first dot and without a day at its end: `dblp` for `dblp.xml.gz` and
/// `dblp-2026-11-01.xml.gz` alike.
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
    fn parts_are_named_after_their_files() {
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
