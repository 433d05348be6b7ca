//! The files of a dataset in the library's folder: one part, or its shards.

use std::io;
use std::path::{Path, PathBuf};

use fs_err as fs;

use super::make_error::MakeError;
use super::open::{ENDING, part_files};
use super::shard::Shard;

/// Returns the file of a part.
///
/// # Errors
/// Fails for a name that no part can have.
pub(super) fn part_path(folder: &Path, name: &str) -> Result<PathBuf, MakeError> {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || name.starts_with('.') || !name.chars().all(fits) {
        return Err(MakeError::Name(name.to_owned()));
    }
    Ok(folder.join(format!("{name}.{ENDING}")))
}

/// Returns the file of a shard, numbered so that names sort as numbers do. A single one has the name of a
/// part.
pub(super) fn path_of(folder: &Path, name: &str, shard: Shard) -> PathBuf {
    let Shard { number, of } = shard;
    if of == 1 {
        return folder.join(format!("{name}.{ENDING}"));
    }
    let width = of.to_string().len();
    folder.join(format!("{name}.{number:0width$}-of-{of}.{ENDING}"))
}

/// Returns the files of the part or the shards with this name.
///
/// # Errors
/// Fails for a name that no part can have, or when the folder can't be listed.
pub(super) fn files_of(folder: &Path, name: &str) -> Result<Vec<PathBuf>, MakeError> {
    let part = part_path(folder, name)?;
    let found = part_files(folder).map_err(|error| MakeError::Disk(io::Error::other(error)))?;
    let is_its = |path: &PathBuf| *path == part || shard_of(path, name).is_some();
    Ok(found.into_iter().filter(is_its).collect())
}

/// Returns which shard of a dataset this file is, by its name.
fn shard_of(path: &Path, name: &str) -> Option<Shard> {
    let stem = path.file_stem()?.to_str()?;
    let (number, of) = stem
        .strip_prefix(name)?
        .strip_prefix('.')?
        .split_once("-of-")?;
    format!("{number}/{of}").parse().ok()
}

/// Removes the files under a name that are no shard `of` so many; all but the part itself where it is one.
pub(super) fn remove_others(folder: &Path, name: &str, of: Option<usize>) -> Result<(), MakeError> {
    let of = of.filter(|of| *of > 1);
    for path in files_of(folder, name)? {
        if shard_of(&path, name).map(|shard| shard.of) != of {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}
