use std::{
    cell::{OnceCell, RefCell},
    collections::HashMap,
    io::Read as _,
    path::{Path, PathBuf},
};

use super::{counted::counted, exit::Failure, pdf, settings::cache_folder};
use crate::{
    config::Settings,
    import::{self, Hints, ImportedList, InputFormat, Refused},
    library::{INDEX_FILE, Library},
    model::PersonName,
    profile::{self, Profile},
    session::library_folders,
    sync::Listed,
};

use super::{args::Shared, world::World};

/// Reads every input. The first that can't be read ends the run, before anything is asked or
/// written.
pub(super) fn read(paths: &[PathBuf], shelf: &Shelf) -> Result<Vec<Listed>, Failure> {
    once_from_standard_input(paths)?;
    paths.iter().map(|path| listed(path, shelf)).collect()
}

/// Refuses to read standard input twice.
pub(super) fn once_from_standard_input(paths: &[PathBuf]) -> Result<(), Failure> {
    let standard = paths.iter().filter(|path| path.as_os_str() == "-").count();
    if standard > 1 {
        return Err(Failure::usage("standard input (`-`) can be read only once"));
    }
    Ok(())
}

fn listed(path: &Path, shelf: &Shelf) -> Result<Listed, Failure> {
    list(path, bytes(path)?, shelf)
}

/// Reads a list of which the content is at hand.
pub(super) fn list(path: &Path, bytes: Vec<u8>, shelf: &Shelf) -> Result<Listed, Failure> {
    let file = path.display().to_string();
    let profile = match read_content(path, bytes, None, shelf)? {
        Input::Profile(profile) => profile,
        Input::List(form, import) => {
            tell(&file, form, &import);
            if import.entries.is_empty() && !form.is_structured() {
                return Err(none_found(&file, form));
            }
            let publications = import.entries.into_iter();
            Profile {
                person: import.person,
                publications: publications.map(|entry| entry.listing).collect(),
                ..Profile::default()
            }
        }
    };
    if profile.publications.is_empty() {
        tracing::warn!("{file} lists no publications");
    }
    Ok(Listed {
        file,
        person: profile.person,
        publications: profile.publications,
    })
}

/// A page or text without publications is more likely an error page or a truncated file than an
/// empty list. An empty list can be a profile.
pub(super) fn none_found(file: &str, form: InputFormat) -> Failure {
    Failure::usage(format!(
        "{file}: no publications were found in this {}; nothing was written",
        form.name()
    ))
    .hint("is it the right file, and whole? A profile.json with `\"publications\": []` says that there are none")
}

/// The content of an input.
pub(super) enum Input {
    /// A profile.
    Profile(Profile),
    /// A list in another format.
    List(InputFormat, ImportedList),
}

/// A list with its name and its format.
pub(super) type NamedList = (String, InputFormat, ImportedList);

/// Reads one input; `name` is the person's name, if it is known.
pub(super) fn open(
    path: &Path,
    name: Option<&PersonName>,
    shelf: &Shelf,
) -> Result<Input, Failure> {
    read_content(path, bytes(path)?, name, shelf)
}

/// Reads one input of which the content is at hand.
pub(super) fn read_content(
    path: &Path,
    bytes: Vec<u8>,
    name: Option<&PersonName>,
    shelf: &Shelf,
) -> Result<Input, Failure> {
    let file = path.display().to_string();
    let refused = |refused: Refused| Failure::usage(format!("{file} can't be read: {refused}"));
    let form = InputFormat::of(&bytes, &file).map_err(refused)?;
    if form == InputFormat::Profile {
        let text = String::from_utf8(bytes).map_err(|error| not_utf8(&file, error.as_bytes()))?;
        let start = text.trim_start_matches('\u{feff}').trim_start();
        if !start.starts_with('{') {
            return Err(no_profile(&file, start));
        }
        let profile = profile::parse(&text, &file).map_err(Failure::usage)?;
        return Ok(Input::Profile(profile));
    }
    let known = |title: &str| shelf.has(title);
    let hints = Hints {
        name,
        known: Some(&known),
    };
    let import = import::read(&bytes, form, &hints, &pdf::text).map_err(refused)?;
    if form != InputFormat::Pdf {
        warn_of_encoding(&file, &bytes);
    }
    Ok(Input::List(form, import))
}

/// The encoding of a profile is never guessed, since bibsync writes into it.
fn not_utf8(file: &str, bytes: &[u8]) -> Failure {
    let line = import::first_guessed_line(bytes).unwrap_or(1);
    Failure::usage(format!("{file}:{line}: not UTF-8, which a profile must be")).hint(format!(
        "save {file} as UTF-8 in your editor or with `iconv -f ENCODING -t UTF-8`"
    ))
}

fn no_profile(file: &str, start: &str) -> Failure {
    let found = match start.chars().next() {
        None => "it is empty".to_owned(),
        Some(first) => format!("it begins with `{}`", first.escape_debug()),
    };
    Failure::usage(format!("{file} is not a profile: {found}"))
        .hint("expected a JSON object such as {\"name\": \"Ada Example\", \"publications\": […]}")
}

/// Warns that a file is not UTF-8 and was read as Windows-1252: a wrong letter looks like a right
/// one.
pub(super) fn warn_of_encoding(file: &str, bytes: &[u8]) {
    if let Some(line) = import::first_guessed_line(bytes) {
        tracing::warn!(
            "{file}:{line}: not UTF-8, and read as Windows-1252 (Latin-1); if letters come out wrong, save {file} \
             as UTF-8 in your editor or with `iconv -f ENCODING -t UTF-8`"
        );
    }
}

/// Logs what was skipped in a list, in a few lines.
pub(super) fn tell(file: &str, form: InputFormat, import: &ImportedList) {
    /// The most faults that are logged one by one; `import` and `check` print all.
    const TOLD: usize = 5;
    for fault in import.warnings.iter().take(TOLD) {
        tracing::warn!("{file}:{}:{}: {}", fault.line, fault.column, fault.message);
    }
    if import.warnings.len() > TOLD {
        let more = counted(import.warnings.len() - TOLD, "more fault", "more faults");
        tracing::warn!("{file}: and {more}");
    }
    // Passages under other headings are not counted, nor those that are hardly publications.
    let doubtful = import.left_out.iter();
    let left_out = doubtful.filter(|it| it.reason.is_doubtful()).count();
    if left_out > 0 {
        let passages = counted(
            left_out,
            "passage that may be a publication",
            "passages that may be publications",
        );
        tracing::warn!(
            "{file}: {passages} left out; `bibsync import {file} -o -` shows which and why, and writes nothing"
        );
    }
    tracing::info!(
        "{file} is {}: {}",
        form.name(),
        counted(import.entries.len(), "publication", "publications")
    );
}

/// Reads a file or standard input, up to one byte more than any format may have.
pub(super) fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let most = import::LARGEST as u64 + 1;
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == "-" {
        std::io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        let file = fs_err::File::open(path).map_err(Failure::usage)?;
        file.take(most).read_to_end(&mut bytes)
    };
    read.map_err(Failure::usage)?;
    Ok(bytes)
}

/// The library, as a check whether a title exists. It is opened when the first title is looked up;
/// one that can't be opened has no titles.
#[derive(Default)]
pub(super) struct Shelf {
    folders: Vec<PathBuf>,
    index: PathBuf,
    library: OnceCell<Option<Library>>,
    /// Earlier answers: a reader asks for the same title many times.
    said: RefCell<HashMap<String, bool>>,
}

/// The most answers that are remembered.
const MOST_SAID: usize = 20_000;

impl Shelf {
    /// Returns the library of these settings.
    pub(super) fn of(shared: &Shared, settings: &Settings, world: &World) -> Self {
        let cache = cache_folder(shared, settings, world);
        Self {
            folders: library_folders(&cache, settings),
            index: cache.join(INDEX_FILE),
            library: OnceCell::new(),
            said: RefCell::default(),
        }
    }

    /// Returns the library, unless it has no records.
    pub(super) fn library(&self) -> Option<&Library> {
        let library = self
            .library
            .get_or_init(|| Library::open(&self.folders, &self.index).ok());
        library.as_ref().filter(|library| !library.is_empty())
    }

    /// Returns whether the library has a record of exactly this title.
    fn has(&self, title: &str) -> bool {
        let Some(library) = self.library() else {
            return false;
        };
        let mut said = self.said.borrow_mut();
        if let Some(has) = said.get(title) {
            return *has;
        }
        if said.len() >= MOST_SAID {
            said.clear();
        }
        let has = library.has_title(title);
        said.insert(title.to_owned(), has);
        has
    }
}
