//! Trust in the command that a settings file names. A `bibsync.toml` comes with whatever was
//! unpacked or checked out, so its command runs only once the person has trusted the file as it is.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

use sha2::{Digest as _, Sha256};

use super::{
    args::Trust,
    exit::{Code, Failure},
    screen::say,
    settings::SettingsFile,
    world::World,
};
use crate::{
    config::{self, Settings},
    files::{canonical_name, replace},
};

/// What to do when a refresh changed something.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum OnChange {
    /// Nothing.
    Unset,
    /// Run this command.
    Run(String),
    /// Print this warning, which says why the command is not run.
    Untrusted(String),
}

/// Returns what to do when a refresh changed something. The command of the environment and of the
/// user's own settings is run, that of any other file only if the file is trusted as it was read.
pub(super) fn on_change(
    settings: &Settings,
    file: Option<&SettingsFile>,
    world: &World,
) -> OnChange {
    let Some(command) = settings.refresh.on_change.clone() else {
        return OnChange::Unset;
    };
    let of_environment = config::load(None, &world.environment)
        .is_ok_and(|settings| settings.refresh.on_change.is_some());
    let Some(file) = file.filter(|_| !of_environment) else {
        return OnChange::Run(command);
    };
    if is_own(&file.path, world) || Trusted::of(world).is_ok_and(|all| all.has(file)) {
        return OnChange::Run(command);
    }
    let name = file.path.display();
    OnChange::Untrusted(format!(
        "warning: refresh.on_change in {name} is not run: that file is not trusted, or was changed since. \
         Look at it ({command:?}), then run `bibsync trust {name}`"
    ))
}

/// `bibsync trust`: allows the command of a settings file to run, as long as the file does not
/// change.
pub(super) fn trust(args: &Trust, world: &World) -> Result<Code, Failure> {
    let trusted = Trusted::of(world)?;
    let name = args.file.display();
    if args.remove {
        trusted.remove(&args.file)?;
        say(&format!("{name} is not trusted"));
        return Ok(Code::Done);
    }
    let file = SettingsFile::read(&args.file)?;
    let settings = file.load(&std::collections::BTreeMap::new())?;
    let Some(command) = settings.refresh.on_change else {
        return Err(Failure::usage(format!(
            "{name} names no command, so there is nothing to trust"
        )));
    };
    trusted.put(&file)?;
    say(&format!(
        "{name} is trusted until it is changed: a refresh that changes something runs {command:?}"
    ));
    Ok(Code::Done)
}

/// Returns whether a file is the user's own settings file.
fn is_own(path: &Path, world: &World) -> bool {
    let own = world.config_dir.as_ref().filter(|dir| dir.is_absolute());
    own.is_some_and(|dir| canonical_name(&dir.join("bibsync.toml")) == canonical_name(path))
}

/// The files that the user trusts. For each, a file with its digest.
struct Trusted {
    folder: PathBuf,
}

impl Trusted {
    /// Opens the user's state folder. A relative one is refused: a checkout could bring along the
    /// file that makes it trusted.
    fn of(world: &World) -> Result<Self, Failure> {
        if !world.state_dir.is_absolute() {
            return Err(Failure::usage(
                "you have no state folder, in which bibsync could remember what you trust",
            )
            .hint("set HOME or XDG_STATE_HOME"));
        }
        Ok(Self {
            folder: world.state_dir.join("trust"),
        })
    }

    fn note(&self, path: &Path) -> PathBuf {
        let name = canonical_name(path);
        self.folder
            .join(digest(name.as_os_str().as_encoded_bytes()))
    }

    fn has(&self, file: &SettingsFile) -> bool {
        fs_err::read_to_string(self.note(&file.path))
            .is_ok_and(|noted| noted.lines().next() == Some(digest(file.text.as_bytes()).as_str()))
    }

    fn put(&self, file: &SettingsFile) -> Result<(), Failure> {
        make_private(&self.folder).map_err(Failure::usage)?;
        let digest = digest(file.text.as_bytes());
        let name = canonical_name(&file.path);
        let note = format!("{digest}\n{:?}\n", name.display().to_string());
        replace(&self.note(&file.path), note.as_bytes()).map_err(Failure::usage)
    }

    fn remove(&self, path: &Path) -> Result<(), Failure> {
        match fs_err::remove_file(self.note(path)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(Failure::usage(error))
            }
            _ => Ok(()),
        }
    }
}

/// Makes a folder that only the user can read.
fn make_private(folder: &Path) -> std::io::Result<()> {
    fs_err::create_dir_all(folder)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs_err::set_permissions(folder, std::fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

fn digest(bytes: &[u8]) -> String {
    let mut out = String::new();
    for byte in Sha256::digest(bytes) {
        _ = write!(out, "{byte:02x}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_that_of_sha_256() {
        // FIPS 180-2, appendix B.1.
        assert_eq!(
            digest(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
