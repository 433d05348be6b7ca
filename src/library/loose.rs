//! The files that people put into the library's folder, as a part that follows them.

use std::path::{Path, PathBuf};

use fs_err as fs;

use super::READER;
use super::files::{Format, Found};
use super::part::{self, Input, Naming, Part};
use super::read::{Bibtex, JsonLines, Reader};

/// The name of the index over them. It carries the version of the layout.
pub const INDEX_FILE: &str = "library-v2.sqlite";

/// The name of the part, which no part that is made can have.
pub(in crate::library) const LOOSE: &str = "./files";

/// An index over loose files, and the folder that it goes with at the end of the run.
#[derive(Debug)]
pub(super) struct Loose {
    pub(super) part: Part,
    _passing: Option<tempfile::TempDir>,
}

/// The index over these files, which are made anew when they are not those that it was made of.
/// `None` when there are no files. Where none can be written, one is made for this run.
///
/// # Errors
/// When it can be made nowhere, with the reason.
pub(super) fn open(index: &Path, found: &[Found]) -> Result<Option<Loose>, String> {
    if found.is_empty() {
        return Ok(None);
    }
    if let Ok(part) = Part::open(index)
        && is_current(&part, found)
    {
        return Ok(Some(Loose {
            part,
            _passing: None,
        }));
    }
    let made =
        write(index, found).and_then(|()| Part::open(index).map_err(|error| error.to_string()));
    match made {
        Ok(part) => Ok(Some(Loose {
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
            let part = Part::open(&index).map_err(|error| error.to_string())?;
            Ok(Some(Loose {
                part,
                _passing: Some(folder),
            }))
        }
    }
}

fn is_current(part: &Part, found: &[Found]) -> bool {
    let about = part.about();
    about.name == LOOSE
        && about.reader == READER
        && about.files.len() == found.len()
        && about
            .files
            .iter()
            .zip(found)
            .all(|(held, file)| held.file == file.name && held.stamp == Some(file.stamp))
}

fn write(index: &Path, found: &[Found]) -> Result<(), String> {
    let folder = index.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    // The cache sweeps what begins so, where a killed run left it.
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

/// `None` for a file that is gone or can't be opened by now: the next run sees it as changed.
fn input(file: &Found) -> Option<Input<'static>> {
    let reader: &dyn Reader = match file.format {
        Format::JsonLines => &JsonLines,
        Format::Bibtex => &Bibtex,
    };
    let content = fs::File::open(&file.path);
    let content = content.inspect_err(|error| tracing::warn!("{error}; it is left out"));
    Some(Input {
        file: file.name.clone(),
        stamp: Some(file.stamp),
        content: Box::new(content.ok()?),
        reader,
        lenient: true,
    })
}
