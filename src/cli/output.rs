use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

use super::exit::Failure;

/// A file that will be written, known to be writable before any work begins.
#[derive(Debug)]
pub(super) struct Target {
    path: PathBuf,
    real: PathBuf,
    /// A device or a pipe, such as `/dev/null`: it takes bytes and must never be renamed over.
    passing: bool,
}

/// What became of a target.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// Its content was the same already; it was left untouched.
    Unchanged,
    /// It was written.
    New,
    /// It was written, and what stood there before is kept in this file.
    KeptOld(PathBuf),
}

/// Whether a name stands for standard input or output.
pub(super) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl Target {
    /// Makes sure that `path` can be written and read again by a later run: its folder is made if it
    /// is missing.
    pub(super) fn prepare(path: &Path) -> Result<Self, Failure> {
        let target = Self::once(path)?;
        if target.passing {
            return Err(Failure::usage(format!(
                "{} is a device or a pipe, which keeps nothing that a later run could read",
                path.display()
            ))
            .hint("name a file"));
        }
        Ok(target)
    }

    /// Makes sure that `path` can be written, for what no later run needs: a device or a pipe will
    /// do as well.
    pub(super) fn once(path: &Path) -> Result<Self, Failure> {
        if is_standard(path) {
            return Err(Failure::usage(
                "`-` is standard output, which takes no file that a later run reads again",
            )
            .hint("name a file; `./-` is one that is called so"));
        }
        if path.is_dir() {
            return Err(Failure::usage(format!(
                "{} is a folder, a file was expected",
                path.display()
            )));
        }
        if fs_err::metadata(path).is_ok_and(|meta| !meta.is_file()) {
            return Ok(Self {
                path: path.to_owned(),
                real: path.to_owned(),
                passing: true,
            });
        }
        let folder = folder_of(path);
        fs_err::create_dir_all(folder).map_err(Failure::usage)?;
        // A file made and dropped shows in the first second whether the folder takes one.
        tempfile::NamedTempFile::new_in(folder).map_err(|error| {
            Failure::usage(format!("{} can't be written: {error}", path.display()))
        })?;
        // What a link points to is written, not the link.
        let real = if path.is_symlink() {
            fs_err::canonicalize(path).unwrap_or_else(|_| path.to_owned())
        } else {
            path.to_owned()
        };
        Ok(Self {
            path: path.to_owned(),
            real,
            passing: false,
        })
    }

    /// Whether it is a device or a pipe: nothing stands there.
    pub(super) fn is_passing(&self) -> bool {
        self.passing
    }

    /// The file as the person named it.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Puts `content` in place, written beside and renamed. Content that `is_ours` does not know
    /// is someone's work: it is kept under another name first.
    pub(super) fn write(
        &self,
        content: &str,
        is_ours: impl Fn(&str) -> bool,
    ) -> Result<Written, Failure> {
        let mut outcome = Written::New;
        if self.passing {
            let mut open = fs_err::OpenOptions::new();
            let mut stream = open.write(true).open(&self.real).map_err(Failure::usage)?;
            stream
                .write_all(content.as_bytes())
                .map_err(Failure::usage)?;
            return Ok(outcome);
        }
        match fs_err::read(&self.real) {
            Ok(old) if old == content.as_bytes() => return Ok(Written::Unchanged),
            Ok(old) => {
                let ours = old.is_empty() || std::str::from_utf8(&old).is_ok_and(is_ours);
                if !ours {
                    let kept = free_name(&self.real);
                    put(&kept, &old)?;
                    outcome = Written::KeptOld(kept);
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(Failure::usage(error)),
        }
        put(&self.real, content.as_bytes())?;
        Ok(outcome)
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// `references.bib.bak`, or with a number behind when that is taken.
fn free_name(path: &Path) -> PathBuf {
    let name = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    let mut free = name(".bak");
    for number in 1_u32.. {
        if !free.exists() {
            break;
        }
        free = name(&format!(".bak{number}"));
    }
    free
}

fn put(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let failed = |error: std::io::Error| {
        Failure::usage(format!("{} can't be written: {error}", path.display()))
    };
    let mut beside = tempfile::NamedTempFile::new_in(folder_of(path)).map_err(failed)?;
    beside.write_all(content).map_err(failed)?;
    beside.as_file().sync_all().map_err(failed)?;
    keep_permissions(path, beside.as_file());
    beside.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// A temporary file is private; the result should be as readable as what it replaces, or as any
/// new file. Where that can't be set, the content matters more.
#[cfg(unix)]
fn keep_permissions(path: &Path, file: &std::fs::File) {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs_err::metadata(path).map_or(0o644, |meta| meta.permissions().mode() & 0o777);
    if let Err(error) = file.set_permissions(std::fs::Permissions::from_mode(mode)) {
        tracing::debug!(%error, path = %path.display(), "permissions not set");
    }
}

#[cfg(not(unix))]
fn keep_permissions(_path: &Path, _file: &std::fs::File) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn someones_work_is_kept() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("deep/references.bib");
        let target = Target::prepare(&path).unwrap();
        assert_eq!(target.write("ours", |_| false).unwrap(), Written::New);
        assert_eq!(target.write("ours", |_| false).unwrap(), Written::Unchanged);
        assert_eq!(
            target.write("newer", |old| old == "ours").unwrap(),
            Written::New
        );
        fs_err::write(&path, "theirs").unwrap();
        let kept = target.write("newest", |old| old == "newer").unwrap();
        let Written::KeptOld(kept) = kept else {
            panic!("{kept:?}")
        };
        assert_eq!(fs_err::read_to_string(kept).unwrap(), "theirs");
        assert_eq!(fs_err::read_to_string(&path).unwrap(), "newest");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_into_and_never_replaced() {
        use std::os::unix::fs::FileTypeExt as _;
        let device = Path::new("/dev/null");
        // As a link too, since a link is followed; and never the real one under a name of its own,
        // should this fail.
        let home = tempfile::tempdir().unwrap();
        let link = home.path().join("null");
        std::os::unix::fs::symlink(device, &link).unwrap();
        let target = Target::once(&link).unwrap();
        assert!(target.is_passing());
        assert_eq!(target.write("gone", |_| false).unwrap(), Written::New);
        assert!(link.is_symlink(), "the link was replaced");
        let kind = fs_err::metadata(device).unwrap().file_type();
        assert!(kind.is_char_device());
        assert!(Target::prepare(&link).is_err(), "no later run can read it");
    }

    #[test]
    fn a_folder_is_no_target() {
        let home = tempfile::tempdir().unwrap();
        assert!(Target::prepare(home.path()).is_err());
    }
}
