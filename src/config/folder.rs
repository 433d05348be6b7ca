use std::path::{Path, PathBuf};

/// Where the cache could be, each as found out by the caller.
#[derive(Debug, Clone, Copy)]
pub struct CacheFolders<'a> {
    /// What the command line says.
    pub flag: Option<&'a Path>,
    /// What the environment or the file says: [`super::Settings::cache`].
    pub set: Option<&'a Path>,
    /// The folder `cache` of the current folder, if it is one of bibsync's.
    pub here: Option<&'a Path>,
    /// The user's own cache folder for bibsync, which need not exist yet.
    pub user: &'a Path,
}

/// The cache folder: the command line's, else the one set, else `./cache` where that is one,
/// else the user's.
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
    fn the_nearer_word_wins() {
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
