//! Real files, which are not part of the project.

use std::path::PathBuf;

/// Returns a number from an environment variable such as `BIBSYNC_EDITS`.
pub(crate) fn env_number(name: &str) -> Option<usize> {
    std::env::var_os(name)?.to_str()?.parse().ok()
}

/// Prints a line of a test's account.
#[expect(
    clippy::print_stderr,
    reason = "says what was tested, and what was not"
)]
pub(crate) fn say(text: &str) {
    eprintln!("{text}");
}

/// Returns the real `.bib` files of `../shared/corpus/bibfiles` with their names, or none, aloud.
pub(crate) fn real() -> Vec<(String, Vec<u8>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/bibfiles");
    let Ok(found) = fs_err::read_dir(&folder) else {
        say(&format!("skipped: there is no folder {}", folder.display()));
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = found.map(|it| it.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|it| it == "bib"));
    paths.sort();
    let named = paths.into_iter().map(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, fs_err::read(path).unwrap())
    });
    named.collect()
}
