//! The files of `update`: opened, patched, written.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use super::{
    super::{
        args::{Update, UpdateForm},
        exit::Failure,
        lock::lock_path,
        screen::{harmless, print, print_bytes, say},
        target::{is_standard, regular_target},
        world::World,
    },
    changed::changed_since,
    lock::{ReadLock, lock_text, read_lock},
};
use crate::{
    files::{ConditionalWrite, FileTarget, RunLock, canonical_name},
    lock::{Lock, is_settled, open_conflict},
    patch::{Dropped, EntryEdit, Patched, patch, unified_diff},
    update::{
        BibFile, Change, EntryPlan, Remembered, Unreadable, edit_of, entry_digests, remembered,
    },
};

/// A `.bib` file with what is known of its entries.
pub(super) struct OpenFile {
    /// Its name as the person wrote it.
    pub(super) name: String,
    path: PathBuf,
    /// The path in a diff.
    diff_name: String,
    pub(super) bib: BibFile,
    lock_path: PathBuf,
    lock: Option<ReadLock>,
    pub(super) known: Remembered,
    /// The entries that may change.
    pub(super) selected: BTreeSet<usize>,
    _run: Option<RunLock>,
}

/// What became of a file.
pub(super) enum Outcome {
    Written,
    Unchanged,
    /// Another program changed it meanwhile.
    Conflict,
}

/// Opens all files, before anything is asked or written. Files of which their lock says that nothing is left
/// to do are left out.
pub(super) fn open(args: &Update, world: &World) -> Result<Vec<OpenFile>, Failure> {
    let mut files: Vec<OpenFile> = Vec::new();
    for (path, lock_path) in distinct(&args.files)? {
        files.extend(open_file(path, lock_path, args, world)?);
    }
    let unknown = args.keys.iter().find(|key| {
        let has = |file: &OpenFile| file.bib.items.iter().any(|item| item.is_called(key));
        !files.iter().any(has)
    });
    match unknown {
        Some(key) => Err(Failure::usage(format!("no file has an entry `{key}`"))),
        None => Ok(files),
    }
}

/// Returns each file once, with its lock.
fn distinct(paths: &[PathBuf]) -> Result<Vec<(&Path, PathBuf)>, Failure> {
    let mut out: Vec<(&Path, PathBuf)> = Vec::new();
    let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
    let mut locks: BTreeMap<PathBuf, &Path> = BTreeMap::new();
    for path in paths {
        if !seen.insert(canonical_name(path)) {
            continue;
        }
        let lock = lock_path(None, path);
        if let Some(other) = locks.insert(canonical_name(&lock), path) {
            return Err(Failure::usage(format!(
                "{} and {} would share the lock {}",
                other.display(),
                path.display(),
                lock.display()
            ))
            .hint("rename one of them"));
        }
        out.push((path, lock));
    }
    Ok(out)
}

/// Opens a file; `None` if nothing is left to do for it.
fn open_file(
    path: &Path,
    lock_path: PathBuf,
    args: &Update,
    world: &World,
) -> Result<Option<OpenFile>, Failure> {
    let name = path.display().to_string();
    if is_standard(path) {
        return Err(
            Failure::usage("`-` is standard input, which can't be updated in place")
                .hint("name a .bib file"),
        );
    }
    let writes = args.write || args.patch;
    if writes {
        refuse_read_only(path)?;
        refuse_read_only(&lock_path)?;
    }
    let run = writes.then(|| {
        RunLock::acquire(&lock_path, &world.state_dir, || {
            say(&format!(
                "another run is working on {name}; waiting for it to end"
            ));
        })
    });
    let bytes = fs_err::read(path).map_err(Failure::usage)?;
    let content = read_if_there(&lock_path)?;
    let asks_for_all = args.keys.is_empty()
        && args.changed_since.is_none()
        && !args.again
        && args.output == UpdateForm::Diff;
    if asks_for_all
        && let Some(content) = &content
        && std::str::from_utf8(content).is_ok_and(|lock| is_settled(lock, &bytes))
    {
        return Ok(None);
    }
    let bib = BibFile::read(bytes).map_err(|error| Failure::usage(format!("{name}: {error}")))?;
    refuse_other_format(&bib, path)?;
    name_open_conflict(&bib, &name, writes)?;
    let digests = if args.again {
        BTreeMap::new()
    } else {
        entry_digests(&bib)
    };
    let lock = content.map(|it| read_lock(it, &lock_path, &digests));
    let lock = lock.transpose()?;
    if let Some(read) = &lock {
        refuse_foreign(&read.lock, &lock_path, path)?;
    }
    let mut known = remembered(&bib, lock.as_ref().map(|it| &it.lock));
    if args.again {
        known.answers.clear();
    }
    if let Some(read) = &lock {
        known.done.clone_from(&read.done);
    }
    let changed = match &args.changed_since {
        Some(revision) => Some(changed_since(&bib, path, revision)?),
        None => None,
    };
    let is_selected = |at: &usize| {
        let named = bib
            .items
            .get(*at)
            .is_some_and(|item| args.keys.iter().any(|key| item.is_called(key)));
        (args.keys.is_empty() || named) && changed.as_ref().is_none_or(|it| it.contains(at))
    };
    Ok(Some(OpenFile {
        selected: (0..bib.items.len()).filter(is_selected).collect(),
        diff_name: diff_name(&linked(path), &world.folder),
        name,
        path: path.to_owned(),
        bib,
        lock_path,
        lock,
        known,
        _run: run,
    }))
}

/// Refuses a file whose owner allows no writing: replacing it would only go round that.
fn refuse_read_only(path: &Path) -> Result<(), Failure> {
    match fs_err::metadata(path) {
        Ok(meta) if meta.permissions().readonly() => Err(Failure::usage(format!(
            "{} is read-only, and is left as it is",
            path.display()
        ))
        .hint("no file is written; make it writable, or leave out --write and --patch to see what would change")),
        _ => Ok(()),
    }
}

fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    match fs_err::read(path) {
        Ok(content) => Ok(Some(content)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::usage(error)),
    }
}

/// Refuses a file without entries that does not have the name of one with entries.
fn refuse_other_format(bib: &BibFile, path: &Path) -> Result<(), Failure> {
    let is_named = path
        .extension()
        .is_some_and(|it| it.eq_ignore_ascii_case("bib"));
    let is_blank = bib.document.text().trim().is_empty();
    if is_named || is_blank || !bib.items.is_empty() || !bib.unreadable.is_empty() {
        return Ok(());
    }
    Err(
        Failure::usage(format!("{} holds no BibTeX entry", path.display()))
            .hint("name the .bib file that a document cites"),
    )
}

/// Names a conflict that git left open; a file with one is not written.
fn name_open_conflict(bib: &BibFile, name: &str, writes: bool) -> Result<(), Failure> {
    let Some(line) = open_conflict(bib.document.text()) else {
        return Ok(());
    };
    let told = format!("{name}:{line}: a conflict that git left open");
    if writes {
        return Err(Failure::usage(told).hint("settle it, then run again"));
    }
    say(&format!("{told}; the entries of both sides are read"));
    Ok(())
}

/// Refuses a file that `bibsync fetch` writes: its lock says so.
fn refuse_foreign(lock: &Lock, lock_path: &Path, path: &Path) -> Result<(), Failure> {
    let inputs = &lock.output_settings.inputs;
    if !lock.is_of_output() {
        return Ok(());
    }
    let lists = if inputs.is_empty() {
        "a list".to_owned()
    } else {
        inputs.join(", ")
    };
    Err(Failure::usage(format!(
        "{} is written by `bibsync fetch` from {lists}, as {} says",
        path.display(),
        lock_path.display()
    ))
    .hint("`bibsync refresh` looks for news of its works"))
}

/// Returns the file that a link leads to, since git patches no links; other paths stay as they are.
fn linked(path: &Path) -> PathBuf {
    let is_link = fs_err::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink());
    let target = is_link.then(|| fs_err::canonicalize(path).ok()).flatten();
    target.unwrap_or_else(|| path.to_owned())
}

/// Returns the path of a file in a diff: from the current folder, with slashes; of a file outside it, from the
/// folder above that has the file.
fn diff_name(path: &Path, folder: &Path) -> String {
    let path = path.strip_prefix(folder).unwrap_or(path);
    let parts: Vec<String> = path
        .components()
        .filter_map(|part| match part {
            std::path::Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
            _ => None,
        })
        .collect();
    parts.join("/")
}

impl OpenFile {
    /// Names the entries that can't be read and stay as they are.
    pub(super) fn name_unreadable(&self) {
        if self.bib.items.is_empty() && self.bib.unreadable.is_empty() {
            say(&format!("{}: it has no BibTeX entry", self.name));
        }
        for Unreadable {
            key,
            line,
            column,
            message,
            ..
        } in &self.bib.unreadable
        {
            let name = &self.name;
            say(&format!(
                "{name}:{line}:{column}: entry `{key}` is left as it is: {message}"
            ));
        }
    }

    /// Names an entry whose edits were dropped.
    pub(super) fn name_dropped(&self, dropped: &Dropped) {
        let item = self.bib.items.iter().find(|it| it.block == dropped.block);
        let (key, line) = item.map_or(("", 0), |it| (it.key.as_str(), it.line));
        say(&format!(
            "{}:{line}: entry `{key}` is left as it is: {}",
            self.name, dropped.why
        ));
    }

    /// Makes the new file of the proposals that are left.
    pub(super) fn patch(&self, plans: &[EntryPlan]) -> Result<Patched, Failure> {
        let edits: Vec<EntryEdit> = plans
            .iter()
            .filter(|plan| !plan.proposals.is_empty())
            .filter_map(|plan| {
                let item = self.bib.items.get(plan.item)?;
                let changes = plan.proposals.iter();
                let changes = changes.flat_map(|it| it.changes.iter());
                Some(edit_of(item.block, changes.collect::<Vec<&Change>>()))
            })
            .collect();
        patch(&self.bib.document, &edits)
            .map_err(|error| Failure::usage(format!("{}: {error}", self.name)))
    }

    /// Prints the diff: for people on a terminal, else byte for byte.
    pub(super) fn print_diff(&self, patched: &Patched, world: &World) -> Result<(), Failure> {
        let diff = unified_diff(&self.diff_name, &self.bib.document, &patched.splices)
            .map_err(Failure::usage)?;
        if world.output_terminal {
            return print(&harmless(&String::from_utf8_lossy(&diff)));
        }
        print_bytes(&diff)
    }

    /// Writes the file, if it is still what was read, and then its lock.
    pub(super) fn write(&self, patched: &Patched) -> Result<Outcome, Failure> {
        let target = regular_target(&self.path)?;
        let old = self.bib.document.bytes();
        let written = target.write_if_unchanged(&patched.bytes, Some(old))?;
        if written == ConditionalWrite::Conflict {
            say(&format!(
                "error: {} was changed by another program meanwhile, and is left alone\nhint: run again: the answers are kept in the cache",
                self.name
            ));
            return Ok(Outcome::Conflict);
        }
        self.write_lock(patched)?;
        Ok(match written {
            ConditionalWrite::Written => Outcome::Written,
            _ => Outcome::Unchanged,
        })
    }

    fn write_lock(&self, patched: &Patched) -> Result<(), Failure> {
        let read;
        let new = if patched.bytes == self.bib.document.bytes() {
            &self.bib
        } else {
            read = BibFile::read(patched.bytes.clone()).map_err(Failure::usage)?;
            &read
        };
        let old = self.lock.as_ref();
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let Some(text) = lock_text(&name, &self.bib, new, &self.known, old)? else {
            return Ok(());
        };
        let target: FileTarget = regular_target(&self.lock_path)?;
        if let Some(read) = old.filter(|it| it.is_damaged) {
            let backup = target.back_up(&read.content)?;
            say(&format!(
                "{} is repaired; the damaged file is kept in {}",
                self.lock_path.display(),
                backup.display()
            ));
        }
        let former = old.map(|it| it.content.as_slice());
        let written = target.write_if_unchanged(text.as_bytes(), former)?;
        if written == ConditionalWrite::Conflict {
            say(&format!(
                "{} was changed by another program meanwhile, and is left alone; run again",
                self.lock_path.display()
            ));
        }
        Ok(())
    }
}
