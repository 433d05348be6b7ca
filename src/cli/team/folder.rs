//! Which files of a folder are lists.

use std::path::{Path, PathBuf};

use fs_err as fs;

use crate::{cli::exit::Failure, import::InputFormat};

/// How the names of texts begin that stand beside lists, in any case.
const TEXTS: [&str; 7] = [
    "readme",
    "changelog",
    "contributing",
    "code_of_conduct",
    "license",
    "licence",
    "copying",
];

/// The names of files with settings, without their endings.
const SETTINGS: [&str; 12] = [
    "_config",
    "bibsync",
    "codemeta",
    "compose",
    "composer",
    "config",
    "docker-compose",
    "mkdocs",
    "package",
    "package-lock",
    "settings",
    "tsconfig",
];

/// Returns the lists in a folder, sorted by name. Names the files that are left out.
pub(super) fn lists_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(Failure::usage)? {
        let path = entry.map_err(Failure::usage)?.path();
        if path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    files.retain(|path| match why_left_out(path) {
        Some(why) => {
            let name = path.display();
            tracing::warn!("{name} is left out: {why}; name the file to add it");
            false
        }
        None => true,
    });
    if files.is_empty() {
        return Err(Failure::usage(format!(
            "{} has no list: expected files that `bibsync fetch` takes",
            folder.display()
        )));
    }
    Ok(files)
}

fn why_left_out(path: &Path) -> Option<&'static str> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if name.starts_with('.') {
        return Some("it is hidden");
    }
    if !InputFormat::has_known_ending(&name) {
        return Some("its ending is none of a list");
    }
    let name = name.to_lowercase();
    let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
    if TEXTS.iter().any(|text| name.starts_with(text)) {
        return Some("its name is that of a text about other files");
    }
    if SETTINGS.contains(&stem) {
        return Some("its name is that of settings");
    }
    // Most files with these endings are of other programs.
    let expected = match ending {
        "yaml" | "yml" => InputFormat::Hayagriva,
        "xml" => InputFormat::EndnoteXml,
        _ => return None,
    };
    // What can't be read is a list until somebody finds out why.
    let bytes = fs::read(path).ok()?;
    let is_list = InputFormat::of(&bytes, &name).is_ok_and(|form| form == expected);
    (!is_list).then_some("it is neither Hayagriva nor EndNote")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_beside_lists_are_left_out() {
        let dir = tempfile::tempdir().unwrap();
        for (name, text, is_list) in [
            ("ada.json", "", true),
            ("ada.md", "# Publications", true),
            ("reade.txt", "", true),
            ("README.md", "# Lists", false),
            ("readme-de.txt", "", false),
            ("Changelog.rst", "", false),
            ("package.json", "{}", false),
            (".hidden.json", "{}", false),
            ("ada.lock", "", false),
            ("compose.yaml", "services:\n", false),
            (
                "deploy.yml",
                "services:\n  database:\n    image: x\n",
                false,
            ),
            ("feed.xml", "<rss version=\"2.0\"></rss>", false),
            (
                "works.yaml",
                "looms:\n  type: article\n  title: Tracing Looms\n  author: [\"Example, Ada\"]\n  date: 2019\n",
                true,
            ),
        ] {
            let path = dir.path().join(name);
            fs::write(&path, text).unwrap();
            assert_eq!(why_left_out(&path).is_none(), is_list, "{name}");
        }
    }
}
