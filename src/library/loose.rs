//! The loose files: `.bib` and `.jsonl` files in the library's folder, indexed like a part.

use std::path::{Path, PathBuf};

use fs_err as fs;

use super::files::{LOOSE, LooseFile, LooseFormat};
use super::part::{self, FeedInput, LibraryPart, Naming, OpenedFile, READER_VERSION};
use super::read::{Bibtex, FormatReader, JsonLines};

/// The name of the index over the loose files. It contains the version of the layout.
pub const INDEX_FILE: &str = "library-v2.sqlite";

/// The index over the loose files, and its temporary folder, if it has one.
#[derive(Debug)]
pub(super) struct LooseFiles {
    pub(super) part: LibraryPart,
    _passing: Option<tempfile::TempDir>,
}

/// Opens the index over these files, and rebuilds it when they changed. `None` when there are no files.
/// If the index can't be written, one is built for this run.
///
/// # Errors
/// Fails when it can be written nowhere, with the reason.
pub(super) fn open(index: &Path, found: &[LooseFile]) -> Result<Option<LooseFiles>, String> {
    if found.is_empty() {
        return Ok(None);
    }
    if let Ok(part) = LibraryPart::open(index)
        && is_current(&part, found)
    {
        return Ok(Some(LooseFiles {
            part,
            _passing: None,
        }));
    }
    let made = write(index, found)
        .and_then(|()| LibraryPart::open(index).map_err(|error| error.to_string()));
    match made {
        Ok(part) => Ok(Some(LooseFiles {
            part,
            _passing: None,
        })),
        Err(error) => {
            tracing::warn!(
                "the index {} can't be written ({error}); it is made for this run only",
                index.display()
            );
            let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
            let index = folder.path().join(INDEX_FILE);
            write(&index, found)?;
            let part = LibraryPart::open(&index).map_err(|error| error.to_string())?;
            Ok(Some(LooseFiles {
                part,
                _passing: Some(folder),
            }))
        }
    }
}

fn is_current(part: &LibraryPart, found: &[LooseFile]) -> bool {
    let about = part.about();
    about.name == LOOSE
        && about.reader == READER_VERSION
        && about.files.len() == found.len()
        && about
            .files
            .iter()
            .zip(found)
            .all(|(held, file)| held.file == file.name && held.stamp == Some(file.stamp))
}

fn write(index: &Path, found: &[LooseFile]) -> Result<(), String> {
    let folder = index.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    // The cache removes files with this prefix, which a killed run leaves behind.
    let place = tempfile::Builder::new()
        .prefix(".bibsync-")
        .tempdir_in(folder);
    let place = place.map_err(|error| error.to_string())?;
    let draft: PathBuf = place.path().join(INDEX_FILE);
    let inputs = found.iter().filter_map(input).collect();
    let naming = Naming {
        name: LOOSE.to_owned(),
        ..Naming::default()
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    part::build(&draft, naming, inputs, threads, &|_| {}).map_err(|error| error.to_string())?;
    let written = fs::File::open(&draft).and_then(|draft| draft.sync_all());
    written.map_err(|error| error.to_string())?;
    fs::rename(&draft, index).map_err(|error| error.to_string())
}

/// Returns `None` for a file that is gone or can't be opened; the next run then sees a change.
fn input(file: &LooseFile) -> Option<FeedInput<'static>> {
    let reader: &dyn FormatReader = match file.format {
        LooseFormat::JsonLines => &JsonLines,
        LooseFormat::Bibtex => &Bibtex,
    };
    let content = fs::File::open(&file.path);
    let content = content.inspect_err(|error| tracing::warn!("{error}; it is left out"));
    let content = Box::new(content.ok()?);
    Some(FeedInput {
        file: file.name.clone(),
        stamp: Some(file.stamp),
        open: Box::new(move || Ok(OpenedFile { content, reader })),
        lenient: true,
    })
}
