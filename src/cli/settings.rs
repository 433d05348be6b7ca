//! The settings of a run: found, read within limits, and combined with the environment.

use std::{
    collections::BTreeMap,
    io::Read as _,
    path::{Path, PathBuf},
};

use super::{args::Shared, exit::Failure, world::World};
use crate::{
    cache::Cache,
    config::{self, CacheFolders, Settings},
    export::keys,
    import::first_guessed_line,
};

/// Returns the settings of the file that is named or found, and of the environment.
pub(super) fn settings(shared: &Shared, world: &World) -> Result<Settings, Failure> {
    settings_and_file(shared, world).map(|(settings, _)| settings)
}

/// The largest settings file that is read, in bytes. One with every setting and its comments has 5,000.
const MAX_BYTES: u64 = 1 << 20;

/// A settings file as it was read.
#[derive(Debug)]
pub(super) struct SettingsFile {
    pub(super) path: PathBuf,
    pub(super) text: String,
}

impl SettingsFile {
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let file = fs_err::File::open(path).map_err(Failure::usage)?;
        let mut bytes = Vec::new();
        file.take(MAX_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(Failure::usage)?;
        let name = path.display();
        if bytes.len() as u64 > MAX_BYTES {
            return Err(Failure::usage(format!(
                "{name} is too large for settings: at most {MAX_BYTES} bytes are read"
            )));
        }
        let line = first_guessed_line(&bytes).unwrap_or(1);
        let text = String::from_utf8(bytes).map_err(|_| {
            Failure::usage(format!("{name}:{line}: not UTF-8, which settings must be"))
                .hint("save it as UTF-8 in your editor")
        })?;
        Ok(Self {
            path: path.to_owned(),
            text,
        })
    }

    /// Combines the file with the environment.
    pub(super) fn load(&self, environment: &BTreeMap<String, String>) -> Result<Settings, Failure> {
        let name = self.path.display().to_string();
        config::load(Some((&name, &self.text)), environment).map_err(Failure::usage)
    }
}

/// Returns the settings, and the file that some of them are from.
pub(super) fn settings_and_file(
    shared: &Shared,
    world: &World,
) -> Result<(Settings, Option<SettingsFile>), Failure> {
    let found = match &shared.config {
        Some(path) => Some(SettingsFile::read(path)?),
        None => first_of(&[
            Some(PathBuf::from("bibsync.toml")),
            world
                .config_dir
                .as_ref()
                .map(|dir| dir.join("bibsync.toml")),
        ])?,
    };
    let settings = match &found {
        Some(file) => file.load(&world.environment)?,
        None => config::load(None, &world.environment).map_err(Failure::usage)?,
    };
    keys::check_pattern(&settings.export.keys)
        .map_err(|error| Failure::usage(error).hint("the setting is export.keys"))?;
    for (name, nearest) in config::stray_variables(&world.environment) {
        tracing::warn!("{name} is not a setting; did you mean {nearest}?");
    }
    Ok((settings, found))
}

/// Reads the first of these files that exists. A folder may come from anybody: only a regular file is
/// opened, since a pipe would keep the run waiting.
fn first_of(paths: &[Option<PathBuf>]) -> Result<Option<SettingsFile>, Failure> {
    for path in paths.iter().flatten() {
        match fs_err::metadata(path) {
            Ok(found) if found.is_file() => return SettingsFile::read(path).map(Some),
            Ok(_) => {
                let name = path.display();
                return Err(Failure::usage(format!(
                    "{name} is not a regular file and can't hold settings"
                ))
                .hint("remove it, or name other settings with --config"));
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(Failure::usage(error)),
        }
    }
    Ok(None)
}

/// Returns the folder of the cache and the library. A folder `cache` of another program is not used.
pub(super) fn cache_folder(shared: &Shared, settings: &Settings, world: &World) -> PathBuf {
    let here = Path::new("cache");
    let is_ours = Cache::is_cache_folder(here);
    let folder = config::cache_folder(CacheFolders {
        flag: shared.cache_dir.as_deref(),
        set: settings.cache.as_deref(),
        here: is_ours.then_some(here),
        user: &world.cache_dir,
    });
    if !is_ours && folder == world.cache_dir && here.is_dir() {
        tracing::info!(
            "./cache holds neither a library folder nor answers of bibsync and is not used; the cache is {}",
            folder.display()
        );
    }
    folder
}
