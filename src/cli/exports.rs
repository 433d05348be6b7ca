use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use super::alone::real_name;
use crate::{cache::PASSING, lock::digest};

/// What exports wrote and where, remembered from run to run: formats other than BibTeX have no place
/// in the lock, and a file that an export wrote may be replaced by the next, while anybody else's is
/// kept. Where nothing can be remembered, one file too many is kept.
#[derive(Debug)]
pub(super) struct Exports {
    folder: PathBuf,
}

impl Exports {
    /// Those of the user whose folder for such things is `state`.
    pub(super) fn at(state: &Path) -> Self {
        Self {
            folder: state.join("exports"),
        }
    }

    /// Whether the last export to `path` wrote this.
    pub(super) fn wrote(&self, path: &Path, content: &str) -> bool {
        fs_err::read_to_string(self.note(path)).is_ok_and(|noted| noted.trim() == digest(content))
    }

    /// Notes that an export to `path` wrote this.
    pub(super) fn remember(&self, path: &Path, content: &str) {
        if let Err(error) = self.write(path, content) {
            tracing::debug!(%error, "what was exported is not remembered");
        }
    }

    /// One file for each output, by its name.
    fn note(&self, path: &Path) -> PathBuf {
        self.folder
            .join(digest(&real_name(path).display().to_string()))
    }

    fn write(&self, path: &Path, content: &str) -> io::Result<()> {
        fs_err::create_dir_all(&self.folder)?;
        let mut beside = tempfile::Builder::new()
            .prefix(PASSING)
            .tempfile_in(&self.folder)?;
        beside.write_all(digest(content).as_bytes())?;
        beside.persist(self.note(path))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_written_last_is_known_again() {
        let home = tempfile::tempdir().unwrap();
        let exports = Exports::at(&home.path().join("state"));
        let path = home.path().join("refs.md");
        assert!(!exports.wrote(&path, "one"));
        exports.remember(&path, "one");
        assert!(exports.wrote(&path, "one"));
        assert!(!exports.wrote(&home.path().join("other.md"), "one"));
        exports.remember(&path, "two");
        assert!(!exports.wrote(&path, "one") && exports.wrote(&path, "two"));
    }
}
