use std::{
    path::Path,
    process::{Command, Output},
};

use jiff::civil::Date;

use super::{exit::Failure, lock::no_lock};
use crate::lock::Lock;

/// Reads the lock from git: at a revision, or at the last commit before a day (in UTC).
pub(super) fn at_revision(lock: &Path, at: &str) -> Result<Lock, Failure> {
    let (Some(folder), Some(name)) = (lock.parent(), lock.file_name().and_then(|it| it.to_str()))
    else {
        return Err(no_lock(lock, &[]));
    };
    let revision = match at.parse::<Date>() {
        Ok(day) => last_before(folder, name, day)?,
        // git would take it for an option.
        Err(_) if at.starts_with('-') || at.is_empty() => {
            return Err(Failure::usage(format!(
                "`{at}` is neither a revision nor a day; expected a commit, tag or branch, or 2025-11-01"
            )));
        }
        Err(_) => at.to_owned(),
    };
    let text = git(folder, &["show", &format!("{revision}:./{name}")])?;
    Lock::parse(&text, &format!("{} at {at}", lock.display())).map_err(Failure::usage)
}

/// Returns the last commit before the day that has the file.
fn last_before(folder: &Path, name: &str, day: Date) -> Result<String, Failure> {
    let before = format!("--before={day}T00:00:00Z");
    let commit = git(folder, &["rev-list", "-1", &before, "HEAD", "--", name])?;
    match commit.trim() {
        "" => Err(
            Failure::usage(format!("git has no commit of {name} from before {day}"))
                .hint(format!("`git log -- {name}` shows those there are")),
        ),
        commit => Ok(commit.to_owned()),
    }
}

/// Runs git in `folder`, and returns what it prints.
fn git(folder: &Path, arguments: &[&str]) -> Result<String, Failure> {
    let mut command = Command::new("git");
    if !folder.as_os_str().is_empty() {
        command.current_dir(folder);
    }
    let Output {
        status,
        stdout,
        stderr,
    } = command.args(arguments).output().map_err(|error| {
        Failure::usage(format!("`git` can't be started: {error}"))
            .hint("--at reads the lock's history, which needs git and a repository")
    })?;
    if !status.success() {
        let said = String::from_utf8_lossy(&stderr);
        let said = said.lines().next().unwrap_or("git said nothing").trim();
        return Err(Failure::usage(format!(
            "`git {}` failed: {said}",
            arguments.join(" ")
        )));
    }
    String::from_utf8(stdout).map_err(|_| Failure::usage("what git has under that name is no text"))
}
