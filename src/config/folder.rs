use std::path::{Path, PathBuf};

/// The candidates for the cache folder, found by the caller.
#[derive(Debug, Clone, Copy)]
pub struct CacheFolders<'a> {
    /// The folder given on the command line.
    pub flag: Option<&'a Path>,
    /// The folder set by the environment or the file: [`super::Settings::cache`].
    pub set: Option<&'a Path>,
    /// The folder `cache` in the current folder, if it is a cache of bibsync.
    pub here: Option<&'a Path>,
    /// The user's cache folder for bibsync, which need not exist yet.
    pub user: &'a Path,
}

/// Returns the cache folder: that of the command line, else the one that is set, else `./cache` if it
/// is one, else the user's.
#[must_use]
pub fn cache_folder(folders: CacheFolders<'_>) -> PathBuf {
    folders
        .flag
        .or(folders.set)
        .or(folders.here)
        .unwrap_or(folders.user)
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_specific_cache_folder_wins() {
        let mut folders = CacheFolders {
            flag: Some(Path::new("flag")),
            set: Some(Path::new("set")),
            here: Some(Path::new("cache")),
            user: Path::new("/home/ada/.cache/bibsync"),
        };
        assert_eq!(cache_folder(folders), Path::new("flag"));
        folders.flag = None;
        assert_eq!(cache_folder(folders), Path::new("set"));
        folders.set = None;
        assert_eq!(cache_folder(folders), Path::new("cache"));
        folders.here = None;
        assert_eq!(cache_folder(folders), folders.user);
    }
}
