//! `bibsync team add`.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use fs_err as fs;

use super::folder::lists_in;
use crate::{
    cache::{Added, ListOutput, TeamList, TeamLists},
    cli::{
        counted::counted,
        exit::{Code, Failure},
        inputs::{self, Shelf},
        run_files::lost_most,
        screen::say,
        session::cache_failed,
    },
    lock::Lock,
    sync::Removals,
};

/// What is added, and how.
pub(super) struct Additions<'a> {
    pub(super) inputs: &'a [PathBuf],
    pub(super) allow_removals: bool,
    pub(super) quiet: bool,
}

impl Additions<'_> {
    /// Adds the lists. One that is refused stops no other, and stays as it was added before.
    pub(super) fn add(&self, lists: &TeamLists, library: &Shelf) -> Result<Code, Failure> {
        let files = files(self.inputs)?;
        let (mut new, mut changed, mut refused) = (0, 0, 0);
        for (at, file) in files.iter().enumerate() {
            let failed = |error| {
                let failure = cache_failed(error);
                if at == 0 {
                    return failure;
                }
                let (read, all) = (counted(at, "list was", "lists were"), files.len());
                failure.hint(format!(
                    "{read} read of {all}, and {} added or changed; the same command adds the rest",
                    new + changed
                ))
            };
            let made = if self.allow_removals {
                None
            } else {
                lists.output(&file.name).map_err(failed)?
            };
            match file.read(made.as_ref(), library) {
                Ok(list) => match lists.add(&list).map_err(failed)? {
                    Added::New => new += 1,
                    Added::Changed => changed += 1,
                    Added::Unchanged => {}
                },
                Err(failure) => {
                    say(&failure.to_string());
                    refused += 1;
                }
            }
        }
        if !self.quiet {
            let read = counted(files.len(), "list", "lists");
            let refused = match refused {
                0 => String::new(),
                count => format!(", {count} refused; what was added before stays"),
            };
            say(&format!("{read}: {new} new, {changed} changed{refused}"));
        }
        Ok(if refused == 0 {
            Code::Done
        } else {
            Code::Usage
        })
    }
}

/// A file and the names that its list has.
struct ListFile {
    path: PathBuf,
    name: String,
    file: String,
}

impl ListFile {
    fn of(path: PathBuf) -> Result<Self, Failure> {
        let text =
            |part: Option<&std::ffi::OsStr>| part.and_then(|it| it.to_str()).map(str::to_owned);
        match (text(path.file_stem()), text(path.file_name())) {
            (Some(name), Some(file)) => Ok(Self { path, name, file }),
            _ => Err(Failure::usage(format!(
                "{} has no name that a list can have: expected a file with a name in UTF-8",
                path.display()
            ))),
        }
    }

    /// Reads the list as `fetch` does. Refuses one that lost all or most of its publications since the
    /// bibliography was made: the file may be cut off.
    fn read(&self, made: Option<&ListOutput>, library: &Shelf) -> Result<TeamList, Failure> {
        let content = fs::read(&self.path).map_err(Failure::usage)?;
        let now = inputs::list(&self.path, content.clone(), library)?;
        // A lock that can't be read is told by the worker, which keeps what it has.
        if let Some(known) = made.and_then(|made| Lock::parse(&made.lock, &self.name).ok()) {
            let removals = Removals::of(&[now], &known);
            if removals.look_like_a_mishap() {
                return Err(lost_most(&self.path.display().to_string(), removals));
            }
        }
        Ok(TeamList {
            name: self.name.clone(),
            file: self.file.clone(),
            content,
        })
    }
}

/// Returns the lists in these files and folders.
fn files(inputs: &[PathBuf]) -> Result<Vec<ListFile>, Failure> {
    let mut paths = Vec::new();
    for input in inputs {
        if input.is_dir() {
            paths.extend(lists_in(input)?);
        } else {
            paths.push(input.clone());
        }
    }
    let files: Vec<ListFile> = paths
        .into_iter()
        .map(ListFile::of)
        .collect::<Result<_, _>>()?;
    no_name_twice(&files)?;
    Ok(files)
}

fn no_name_twice(files: &[ListFile]) -> Result<(), Failure> {
    let mut seen: BTreeMap<&str, &Path> = BTreeMap::new();
    for file in files {
        if let Some(other) = seen.insert(&file.name, &file.path) {
            return Err(Failure::usage(format!(
                "{} and {} would both be the list `{}`",
                other.display(),
                file.path.display(),
                file.name
            ))
            .hint("rename one of the files"));
        }
    }
    Ok(())
}
