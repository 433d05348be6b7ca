mod beside;

use std::{
    io::{self, BufRead as _, Write as _},
    path::{Path, PathBuf},
};

use sha2::{Digest as _, Sha256};

pub(super) use self::beside::replace;
use self::beside::{KEPT, draft, folder_of, place_new, probe};
use super::exit::Failure;

/// How many links are followed from one to the next, as in most systems.
const LINKS: usize = 40;

/// How often a file is judged anew because someone else wrote it meanwhile.
const ROUNDS: usize = 8;

/// A file that will be written, known to be writable before any work begins.
#[derive(Debug)]
pub(super) struct Target {
    path: PathBuf,
    real: PathBuf,
    /// A device or a pipe, such as `/dev/null`: it takes bytes and must never be renamed over.
    passing: bool,
}

/// By what a file's content is known again without keeping it: its SHA-256.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Print([u8; 32]);

impl Print {
    pub(super) fn of(content: &[u8]) -> Self {
        Self(Sha256::digest(content).into())
    }
}

fn print_of_file(path: &Path) -> io::Result<Print> {
    let mut file = io::BufReader::new(fs_err::File::open(path)?);
    let mut hasher = Sha256::new();
    loop {
        let read = file.fill_buf()?;
        if read.is_empty() {
            return Ok(Print(hasher.finalize().into()));
        }
        hasher.update(read);
        let length = read.len();
        file.consume(length);
    }
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

/// What became of a target that was to be written only if nobody changed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Guarded {
    /// It was written.
    Written,
    /// Its content is the same already; it was left untouched.
    Unchanged,
    /// It is no longer what was expected; it was left untouched.
    Changed,
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
        // What a link points to is written, not the link.
        let real = if path.is_symlink() {
            followed(path)?
        } else {
            fs_err::create_dir_all(folder_of(path)).map_err(Failure::usage)?;
            path.to_owned()
        };
        // A file made and dropped shows in the first second whether the folder takes one.
        probe(&real).map_err(|error| unwritable(path, &error))?;
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
        if self.passing {
            self.pass(content.as_bytes())?;
            return Ok(Written::New);
        }
        let mut kept: Option<PathBuf> = None;
        for _ in 0..ROUNDS {
            let old = self.read()?;
            if old.as_deref() == Some(content.as_bytes()) {
                return Ok(kept.map_or(Written::Unchanged, Written::KeptOld));
            }
            let ours = |old: &[u8]| old.is_empty() || std::str::from_utf8(old).is_ok_and(&is_ours);
            if let Some(old) = old.as_deref().filter(|old| !ours(old)) {
                kept = Some(keep(&self.real, old)?);
            }
            match self.write_if_unchanged(content.as_bytes(), old.as_deref())? {
                Guarded::Written => return Ok(kept.map_or(Written::New, Written::KeptOld)),
                // Someone else wrote it meanwhile, which is judged anew.
                Guarded::Unchanged | Guarded::Changed => {}
            }
        }
        Err(Failure::usage(format!(
            "{} is being written by another program again and again",
            self.path.display()
        ))
        .hint("end that program, or name another file"))
    }

    /// Puts `content` in place only if what is there is still `expected` (`None`: no file), which is
    /// looked at right before the rename: what an editor saved during a run is not overwritten.
    pub(super) fn write_if_unchanged(
        &self,
        content: &[u8],
        expected: Option<&[u8]>,
    ) -> Result<Guarded, Failure> {
        self.write_if_same(content, expected.map(Print::of))
    }

    /// The same, for content that is known by its print.
    pub(super) fn write_if_same(
        &self,
        content: &[u8],
        expected: Option<Print>,
    ) -> Result<Guarded, Failure> {
        if self.passing {
            self.pass(content)?;
            return Ok(Guarded::Written);
        }
        if self.print()? == Some(Print::of(content)) {
            return Ok(Guarded::Unchanged);
        }
        let failed = |error: io::Error| unwritable(&self.path, &error);
        let draft = draft(&self.real, content, &self.real).map_err(failed)?;
        if self.print()? != expected {
            return Ok(Guarded::Changed);
        }
        if expected.is_none() {
            let placed = place_new(draft, &self.real).map_err(failed)?;
            return Ok(if placed {
                Guarded::Written
            } else {
                Guarded::Changed
            });
        }
        draft
            .persist(&self.real)
            .map_err(|error| failed(error.error))?;
        Ok(Guarded::Written)
    }

    /// The print of what is there now; `None` when there is no file.
    fn print(&self) -> Result<Option<Print>, Failure> {
        match print_of_file(&self.real) {
            Ok(print) => Ok(Some(print)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(unwritable(&self.path, &error)),
        }
    }

    /// Keeps `content`, which was there, in a file of its own beside it.
    pub(super) fn keep(&self, content: &[u8]) -> Result<PathBuf, Failure> {
        keep(&self.real, content)
    }

    /// What is there now; `None` when there is no file.
    pub(super) fn read(&self) -> Result<Option<Vec<u8>>, Failure> {
        match fs_err::read(&self.real) {
            Ok(content) => Ok(Some(content)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Failure::usage(error)),
        }
    }

    /// Hands `content` to a device or a pipe.
    fn pass(&self, content: &[u8]) -> Result<(), Failure> {
        let mut open = fs_err::OpenOptions::new();
        let mut stream = open.write(true).open(&self.real).map_err(Failure::usage)?;
        stream.write_all(content).map_err(Failure::usage)
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::usage(format!("{} can't be written: {error}", path.display()))
}

/// The file that a link leads to, which need not exist yet; its folder must.
fn followed(link: &Path) -> Result<PathBuf, Failure> {
    let mut real = link.to_owned();
    for _ in 0..LINKS {
        if !real.is_symlink() {
            break;
        }
        let next = fs_err::read_link(&real).map_err(Failure::usage)?;
        real = folder_of(&real).join(next);
    }
    let refused = |why: String| {
        Failure::usage(format!("{} is a link {why}", link.display()))
            .hint("remove the link, or name another file")
    };
    if real.is_symlink() {
        return Err(refused("that leads back to itself".to_owned()));
    }
    if !folder_of(&real).is_dir() {
        let real = real.display();
        return Err(refused(format!(
            "to {real}, in a folder that does not exist"
        )));
    }
    Ok(real)
}

/// Keeps `content` of `path` as `references.bib.bak`, or with a number behind when that is taken.
fn keep(path: &Path, content: &[u8]) -> Result<PathBuf, Failure> {
    let mut number = 0_u32;
    loop {
        let mut name = path.as_os_str().to_owned();
        name.push(KEPT);
        if number > 0 {
            name.push(number.to_string());
        }
        let kept = PathBuf::from(name);
        let failed = |error: io::Error| unwritable(&kept, &error);
        if fs_err::symlink_metadata(&kept).is_err() {
            let draft = draft(&kept, content, path).map_err(failed)?;
            if place_new(draft, &kept).map_err(failed)? {
                return Ok(kept);
            }
        }
        number += 1;
    }
}

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
    fn a_changed_file_is_not_overwritten() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("references.bib");
        let target = Target::prepare(&path).unwrap();
        let write = |content: &str, expected: Option<&str>| {
            target
                .write_if_unchanged(content.as_bytes(), expected.map(str::as_bytes))
                .unwrap()
        };
        assert_eq!(write("one", None), Guarded::Written);
        assert_eq!(write("one", None), Guarded::Unchanged);
        assert_eq!(write("two", None), Guarded::Changed);
        assert_eq!(write("two", Some("one")), Guarded::Written);
        fs_err::write(&path, "saved by an editor").unwrap();
        assert_eq!(write("three", Some("two")), Guarded::Changed);
        assert_eq!(fs_err::read_to_string(&path).unwrap(), "saved by an editor");
        fs_err::remove_file(&path).unwrap();
        assert_eq!(write("three", Some("two")), Guarded::Changed);
        assert!(!path.exists());
        assert_eq!(
            fs_err::read_dir(home.path()).unwrap().count(),
            0,
            "drafts are removed"
        );
    }

    #[cfg(unix)]
    fn mode(path: &Path) -> u32 {
        use std::os::unix::fs::PermissionsExt as _;
        fs_err::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[cfg(unix)]
    fn set_mode(path: &Path, mode: u32) {
        use std::os::unix::fs::PermissionsExt as _;
        fs_err::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_mode_of_any_new_file() {
        let home = tempfile::tempdir().unwrap();
        let plain = home.path().join("plain");
        fs_err::write(&plain, "").unwrap();
        let path = home.path().join("references.bib");
        let target = Target::prepare(&path).unwrap();
        target.write("new", |_| false).unwrap();
        assert_eq!(mode(&path), mode(&plain));
    }

    #[cfg(unix)]
    #[test]
    fn an_existing_file_and_what_is_kept_of_it_have_its_mode() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("references.bib");
        for wanted in [0o600, 0o640, 0o644, 0o666] {
            fs_err::write(&path, "theirs").unwrap();
            set_mode(&path, wanted);
            let target = Target::prepare(&path).unwrap();
            let Written::KeptOld(kept) = target.write("new", |_| false).unwrap() else {
                panic!("the old one is not kept")
            };
            assert_eq!(mode(&path), wanted);
            assert_eq!(mode(&kept), wanted);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_followed_also_to_a_file_that_is_not_there_yet() {
        use std::os::unix::fs::symlink;
        let home = tempfile::tempdir().unwrap();
        let home = home.path();
        fs_err::create_dir(home.join("shared")).unwrap();
        symlink("shared/real.bib", home.join("middle.bib")).unwrap();
        let link = home.join("references.bib");
        symlink("middle.bib", &link).unwrap();
        for content in ["one", "two"] {
            let target = Target::prepare(&link).unwrap();
            target.write(content, |_| true).unwrap();
            assert!(link.is_symlink() && home.join("middle.bib").is_symlink());
            let real = fs_err::read_to_string(home.join("shared/real.bib")).unwrap();
            assert_eq!(real, content);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_nowhere_is_refused() {
        use std::os::unix::fs::symlink;
        let home = tempfile::tempdir().unwrap();
        let home = home.path();
        symlink("missing/real.bib", home.join("lost.bib")).unwrap();
        symlink("round.bib", home.join("round.bib")).unwrap();
        for (name, why) in [
            ("lost.bib", "in a folder that does not exist"),
            ("round.bib", "leads back to itself"),
        ] {
            let refused = Target::prepare(&home.join(name)).unwrap_err().to_string();
            assert!(refused.contains(why), "{refused}");
            assert!(home.join(name).is_symlink());
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_copy_is_not_kept_under_the_name_of_a_link() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("references.bib");
        let link = home.path().join("references.bib.bak");
        std::os::unix::fs::symlink("elsewhere", &link).unwrap();
        fs_err::write(&path, "theirs").unwrap();
        let target = Target::prepare(&path).unwrap();
        let kept = target.write("new", |_| false).unwrap();
        let bak1 = home.path().join("references.bib.bak1");
        assert_eq!(kept, Written::KeptOld(bak1));
        assert!(link.is_symlink());
    }

    #[test]
    fn a_folder_is_no_target() {
        let home = tempfile::tempdir().unwrap();
        assert!(Target::prepare(home.path()).is_err());
    }
}
