//! A list with its answers.

use std::path::{Path, PathBuf};

use bibsync::import::{Hints, ImportedList, InputFormat, Refused, read};
use fs_err as fs;
use serde::Deserialize;

use crate::compare::Expected;

/// One list: a text, and beside it `<name>.json` with what is to be read from it.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) ending: String,
    pub(crate) answer: Answer,
}

#[derive(Deserialize)]
pub(crate) struct Answer {
    pub(crate) person: Option<String>,
    pub(crate) entries: Vec<Expected>,
}

impl Case {
    /// All cases of this folder, in the order of their names.
    pub(crate) fn all() -> Vec<Self> {
        Self::within("tests/import")
    }

    /// All cases of a folder of the project, in the order of their names.
    pub(crate) fn within(folder: &str) -> Vec<Self> {
        Self::in_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
    }

    /// All cases of any folder, in the order of their names.
    pub(crate) fn in_folder(folder: &Path) -> Vec<Self> {
        let mut paths: Vec<PathBuf> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
            .collect();
        paths.sort();
        paths.iter().map(|path| Self::read(path)).collect()
    }

    fn read(path: &Path) -> Self {
        let ending = ["txt", "md", "rst", "org", "tex", "html", "xml"]
            .into_iter()
            .find(|ending| path.with_extension(ending).exists())
            .unwrap();
        Self {
            name: path.file_stem().unwrap().to_str().unwrap().to_owned(),
            text: fs::read_to_string(path.with_extension(ending)).unwrap(),
            ending: ending.to_owned(),
            answer: serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap(),
        }
    }

    /// What the readers make of it, as of a file with this name.
    pub(crate) fn import(&self) -> ImportedList {
        import(&self.text, &format!("{}.{}", self.name, self.ending))
    }
}

/// Reads a text as a file with this name is read; XML as what `pdftohtml` made of a PDF.
pub(crate) fn import(text: &str, name: &str) -> ImportedList {
    let form = if Path::new(name)
        .extension()
        .is_some_and(|ending| ending == "xml")
    {
        InputFormat::Pdf
    } else {
        InputFormat::of(text.as_bytes(), name).unwrap()
    };
    let as_printed = |printed: &[u8]| -> Result<Vec<u8>, Refused> { Ok(printed.to_vec()) };
    read(text.as_bytes(), form, &Hints::default(), &as_printed).unwrap()
}
