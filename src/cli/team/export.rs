//! `bibsync team export`.

use std::{collections::BTreeSet, path::Path};

use fs_err as fs;

use super::{known::refuse_unknown, list_name::is_file_name};
use crate::{
    bibliography::LockFile,
    cache::{ListOutput, TeamLists},
    cli::{
        counted::counted,
        exit::{Code, Failure},
        screen::say,
        session::cache_failed,
        target::regular_target,
    },
    files::Written,
    output::is_as_written,
};

/// Writes the bibliographies of these lists, or of all, into a folder. Names the lists that have none.
pub(super) fn export(
    lists: &TeamLists,
    folder: &Path,
    names: &[String],
    quiet: bool,
) -> Result<Code, Failure> {
    let all: Vec<String> = lists.names().map_err(cache_failed)?;
    if refuse_unknown(names, &all) {
        return Ok(Code::Usage);
    }
    let (wanted, is_named) = if names.is_empty() {
        (all.as_slice(), false)
    } else {
        (names, true)
    };
    fs::create_dir_all(folder).map_err(Failure::usage)?;
    let (mut written, mut code) = (0, Code::Done);
    for name in wanted.iter().collect::<BTreeSet<_>>() {
        let Some(it) = lists.output(name).map_err(cache_failed)? else {
            say(&format!(
                "the list `{name}` has no bibliography yet; it is left out"
            ));
            // Of all lists, some are new at any time.
            if is_named {
                code = Code::Usage;
            }
            continue;
        };
        if !is_file_name(name) {
            say(&format!(
                "the list `{name}` has no name that a file can have; it is left out"
            ));
            code = Code::Usage;
            continue;
        }
        // One list that can't be written keeps no other from being.
        match write_list(folder, name, &it) {
            Ok(()) => written += 1,
            Err(failure) => {
                say(&format!(
                    "the list `{name}` is not written: {}",
                    failure.message()
                ));
                code = Code::Usage;
            }
        }
    }
    if !quiet {
        let written = counted(written, "list", "lists");
        say(&format!("wrote {written} to {}", folder.display()));
    }
    Ok(code)
}

fn write_list(folder: &Path, name: &str, made: &ListOutput) -> Result<(), Failure> {
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
    write(&output, &made.output, is_ours)?;
    write(&lock, &made.lock, |_| known.is_some())
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
