use std::path::{Path, PathBuf};

/// Returns the absolute path without links, by which two names of one file are recognised.
///
/// A file that does not exist is named by its folder's path without links and its own name.
#[must_use]
pub fn canonical_name(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    fs_err::canonicalize(&absolute).unwrap_or_else(|_| {
        let folder = absolute
            .parent()
            .and_then(|folder| fs_err::canonicalize(folder).ok());
        match (folder, absolute.file_name()) {
            (Some(folder), Some(name)) => folder.join(name),
            _ => absolute.clone(),
        }
    })
}

/// Returns the folder that holds a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
