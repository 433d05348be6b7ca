use std::path::{Path, PathBuf};

use crate::{
    files::{canonical_name, replace},
    lock::digest,
};

/// The digests of what exports wrote, by the file that each wrote to.
///
/// Formats other than BibTeX have no place in the lock. A file that an export wrote may be replaced by
/// the next export, while any other file is backed up; without a record, one file too many is.
#[derive(Debug)]
pub struct ExportRecord {
    folder: PathBuf,
}

impl ExportRecord {
    /// Returns the record in the user's state folder.
    #[must_use]
    pub fn new(state_dir: &Path) -> Self {
        Self {
            folder: state_dir.join("exports"),
        }
    }

    /// Returns whether the last export to `path` wrote this content.
    #[must_use]
    pub fn wrote(&self, path: &Path, content: &str) -> bool {
        fs_err::read_to_string(self.entry(path)).is_ok_and(|entry| entry.trim() == digest(content))
    }

    /// Records that an export to `path` wrote this content.
    pub fn record(&self, path: &Path, content: &str) {
        if let Err(error) = replace(&self.entry(path), digest(content).as_bytes()) {
            tracing::debug!(%error, "the export is not recorded");
        }
    }

    /// Returns the file that holds the digest for an output.
    fn entry(&self, path: &Path) -> PathBuf {
        self.folder
            .join(digest(&canonical_name(path).display().to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_export_is_recognised() {
        let home = tempfile::tempdir().unwrap();
        let record = ExportRecord::new(&home.path().join("state"));
        let path = home.path().join("refs.md");
        assert!(!record.wrote(&path, "one"));
        record.record(&path, "one");
        assert!(record.wrote(&path, "one"));
        assert!(!record.wrote(&home.path().join("other.md"), "one"));
        record.record(&path, "two");
        assert!(!record.wrote(&path, "one") && record.wrote(&path, "two"));
    }
}
