//! `bibsync team`: the lists of a group, kept fresh by workers that share one store.

mod batch;
mod held;
mod list_name;
mod metrics;
mod opened;
mod status;
mod worker;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use fs_err as fs;

use self::{list_name::is_file_name, opened::lists};
use super::{
    args::{Shared, TeamCommand},
    counted::counted,
    exit::{Code, Failure},
    inputs::{self, Shelf},
    run_files::lost_most,
    screen::say,
    session::cache_failed,
    settings::settings,
    target::regular_target,
    world::World,
};
use crate::{
    bibliography::LockFile,
    cache::{Added, TeamList, TeamLists},
    files::Written,
    import::InputFormat,
    lock::Lock,
    output::is_as_written,
    sync::Removals,
};

/// `bibsync team`.
pub(super) fn team(command: &TeamCommand, shared: &Shared, world: &World) -> Result<Code, Failure> {
    let settings = settings(shared, world)?;
    match command {
        TeamCommand::Add {
            inputs,
            allow_removals,
        } => {
            let (lists, read) = (lists(&settings)?, read(inputs)?);
            if !allow_removals {
                let shelf = Shelf::of(shared, &settings, world);
                for (file, list) in &read {
                    check_removals(&lists, file, list, &shelf)?;
                }
            }
            add(&lists, &read, shared)
        }
        TeamCommand::Remove { names } => remove(&lists(&settings)?, names),
        TeamCommand::Worker(args) => worker::worker(args, shared, &settings, world),
        TeamCommand::Status(args) => status::status(&lists(&settings)?, args, world),
        TeamCommand::Export { folder, names } => export(&lists(&settings)?, folder, names, shared),
    }
}

/// Writes a file. What somebody else made of it is backed up.
fn write(path: &Path, text: &str, is_ours: impl Fn(&str) -> bool) -> Result<(), Failure> {
    if let Written::BackedUp(backup) = regular_target(path)?.write(text, is_ours)? {
        say(&format!(
            "{} was not as bibsync wrote it; its former content is kept in {}",
            path.display(),
            backup.display()
        ));
    }
    Ok(())
}

/// Returns the lists in these files and folders, with their files.
fn read(inputs: &[PathBuf]) -> Result<Vec<(PathBuf, TeamList)>, Failure> {
    let mut files = Vec::new();
    for input in inputs {
        if input.is_dir() {
            files.extend(files_in(input)?);
        } else {
            files.push(input.clone());
        }
    }
    let read: Vec<(PathBuf, TeamList)> = files
        .into_iter()
        .map(|file| list(&file).map(|list| (file, list)))
        .collect::<Result<_, _>>()?;
    no_name_twice(&read)?;
    Ok(read)
}

/// Refuses a list that has a bibliography and lost all or most of its publications: the file may be cut off.
fn check_removals(
    store: &TeamLists,
    file: &Path,
    list: &TeamList,
    shelf: &Shelf,
) -> Result<(), Failure> {
    let Some(made) = store.output(&list.name).map_err(cache_failed)? else {
        return Ok(());
    };
    // What can't be read is told by the worker, which keeps what it has.
    let known = Lock::parse(&made.lock, &list.name);
    let (Ok(known), Ok(now)) = (known, inputs::read(&[file.to_owned()], shelf)) else {
        return Ok(());
    };
    let removals = Removals::of(&now, &known);
    if removals.look_like_a_mishap() {
        return Err(lost_most(&file.display().to_string(), removals));
    }
    Ok(())
}

fn add(lists: &TeamLists, read: &[(PathBuf, TeamList)], shared: &Shared) -> Result<Code, Failure> {
    let (mut new, mut changed) = (0, 0);
    for (_, list) in read {
        match lists.add(list).map_err(cache_failed)? {
            Added::New => new += 1,
            Added::Changed => changed += 1,
            Added::Unchanged => {}
        }
    }
    if !shared.quiet {
        say(&format!(
            "{}: {new} new, {changed} changed",
            counted(read.len(), "list", "lists")
        ));
    }
    Ok(Code::Done)
}

/// Returns the lists in a folder, sorted by name. Names the files that are left out.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let (mut files, mut left_out) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder).map_err(Failure::usage)? {
        let path = entry.map_err(Failure::usage)?.path();
        if !path.is_file() {
            continue;
        }
        let name = path.display().to_string();
        if InputFormat::has_known_ending(&name) {
            files.push(path);
        } else {
            left_out.push(name);
        }
    }
    files.sort();
    left_out.sort();
    for name in left_out {
        tracing::warn!("{name} is left out: its ending is none of a list; name the file to add it");
    }
    if files.is_empty() {
        return Err(Failure::usage(format!(
            "{} has no list: expected files that `bibsync fetch` takes",
            folder.display()
        )));
    }
    Ok(files)
}

fn list(path: &Path) -> Result<TeamList, Failure> {
    let text = |part: Option<&std::ffi::OsStr>| part.and_then(|it| it.to_str()).map(str::to_owned);
    let (name, file) = (text(path.file_stem()), text(path.file_name()));
    let (Some(name), Some(file)) = (name, file) else {
        return Err(Failure::usage(format!(
            "{} has no name that a list can have: expected a file with a name in UTF-8",
            path.display()
        )));
    };
    Ok(TeamList {
        name,
        file,
        content: fs::read(path).map_err(Failure::usage)?,
    })
}

fn no_name_twice(lists: &[(PathBuf, TeamList)]) -> Result<(), Failure> {
    let mut seen: BTreeMap<&str, &Path> = BTreeMap::new();
    for (file, list) in lists {
        if let Some(other) = seen.insert(&list.name, file) {
            return Err(Failure::usage(format!(
                "{} and {} would both be the list `{}`",
                other.display(),
                file.display(),
                list.name
            ))
            .hint("rename one of the files"));
        }
    }
    Ok(())
}

fn remove(lists: &TeamLists, names: &[String]) -> Result<Code, Failure> {
    let mut code = Code::Done;
    for name in names {
        if !lists.remove(name).map_err(cache_failed)? {
            say(&format!(
                "there is no list `{name}`; `bibsync team status` shows the lists"
            ));
            code = Code::Usage;
        }
    }
    Ok(code)
}

fn export(
    lists: &TeamLists,
    folder: &Path,
    names: &[String],
    shared: &Shared,
) -> Result<Code, Failure> {
    let names = if names.is_empty() {
        lists.with_output().map_err(cache_failed)?
    } else {
        names.to_vec()
    };
    fs::create_dir_all(folder).map_err(Failure::usage)?;
    let (mut written, mut code) = (0, Code::Done);
    for name in &names {
        let Some(it) = lists.output(name).map_err(cache_failed)? else {
            say(&format!("the list `{name}` has no bibliography yet"));
            code = Code::Usage;
            continue;
        };
        if !is_file_name(name) {
            say(&format!(
                "the list `{name}` has no name that a file can have; it is left out"
            ));
            code = Code::Usage;
            continue;
        }
        let (output, lock) = (
            folder.join(format!("{name}.bib")),
            folder.join(format!("{name}.lock")),
        );
        let known = LockFile::read(&lock)?.filter(|known| !known.is_lost());
        let is_ours = |old: &str| {
            known
                .as_ref()
                .is_some_and(|known| is_as_written(&known.lock, old))
        };
        write(&output, &it.output, is_ours)?;
        write(&lock, &it.lock, |_| known.is_some())?;
        written += 1;
    }
    if !shared.quiet {
        let written = counted(written, "list", "lists");
        say(&format!("wrote {written} to {}", folder.display()));
    }
    Ok(code)
}
