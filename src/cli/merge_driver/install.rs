//! The driver in git's configuration and attributes.

use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};

use super::super::{
    exit::{Code, Failure},
    screen::say,
    target::regular_target,
    world::World,
};
use crate::files::ConditionalWrite;

/// The line in `.gitattributes`.
const LINE: &str = "*.bib merge=bibsync";

/// Writes the driver into git's configuration and the attribute beside it, or removes both.
pub(super) fn install(
    global: bool,
    uninstall: bool,
    quiet: bool,
    world: &World,
) -> Result<Code, Failure> {
    let tell = |text: &str| {
        if !quiet {
            say(text);
        }
    };
    let scope: &[&str] = if global { &["--global"] } else { &["--local"] };
    let attributes = if global {
        global_attributes(world)?
    } else {
        let root = answer(&["rev-parse", "--show-toplevel"])?.ok_or_else(|| {
            Failure::usage("this folder is in no git repository")
                .hint("change into one, or install it for all with --global")
        })?;
        PathBuf::from(root).join(".gitattributes")
    };
    if uninstall {
        let removed = git(&[&["config"], scope, &["--remove-section", "merge.bibsync"]].concat())?;
        let was_there = removed.status.success();
        let had_line = set_line(&attributes, false)?;
        tell(if was_there || had_line {
            "git merges .bib files by lines again"
        } else {
            "it was not installed"
        });
        return Ok(Code::Done);
    }
    let program = quoted(&world.program.display().to_string());
    let driver = format!("{program} merge-driver %O %A %B -L %L -P %P");
    for (name, value) in [
        ("merge.bibsync.name", "field by field, with bibsync"),
        ("merge.bibsync.driver", &driver),
    ] {
        let done = git(&[&["config"], scope, &[name, value]].concat())?;
        if !done.status.success() {
            return Err(Failure::usage(format!(
                "`git config` failed: {}",
                String::from_utf8_lossy(&done.stderr).trim()
            )));
        }
    }
    set_line(&attributes, true)?;
    tell(&format!(
        "git merges .bib files with bibsync from now on: {} says so, and git's configuration names this program",
        attributes.display()
    ));
    if !global {
        tell("commit .gitattributes; each clone runs `bibsync merge-driver install` once");
    }
    Ok(Code::Done)
}

/// Returns git's file of attributes for all repositories of the user.
fn global_attributes(world: &World) -> Result<PathBuf, Failure> {
    if let Some(path) = answer(&["config", "--global", "--path", "core.attributesFile"])? {
        return Ok(PathBuf::from(path));
    }
    let folder = |name: &str| world.environment.get(name).filter(|it| !it.is_empty());
    let config = folder("XDG_CONFIG_HOME").map(PathBuf::from);
    let config = config.or_else(|| folder("HOME").map(|home| Path::new(home).join(".config")));
    config
        .map(|config| config.join("git").join("attributes"))
        .ok_or_else(|| Failure::usage("neither XDG_CONFIG_HOME nor HOME is set"))
}

/// Adds or removes the line; returns whether it was there.
fn set_line(path: &Path, wanted: bool) -> Result<bool, Failure> {
    if !wanted && !path.exists() {
        return Ok(false);
    }
    let target = regular_target(path)?;
    let old = target.read()?;
    let text = String::from_utf8_lossy(old.as_deref().unwrap_or_default()).into_owned();
    let had = text.lines().any(|line| line.trim() == LINE);
    if had == wanted {
        return Ok(had);
    }
    let new = if wanted {
        let end = if text.is_empty() || text.ends_with('\n') {
            ""
        } else {
            "\n"
        };
        format!("{text}{end}{LINE}\n")
    } else {
        let lines = text
            .split_inclusive('\n')
            .filter(|line| line.trim() != LINE);
        lines.collect()
    };
    match target.write_if_unchanged(new.as_bytes(), old.as_deref())? {
        ConditionalWrite::Conflict => Err(Failure::usage(format!(
            "{} was changed by another program meanwhile, and is left alone; run again",
            path.display()
        ))),
        _ => Ok(had),
    }
}

/// Quotes a path for the shell in which git runs a driver, and for git's own placeholders.
fn quoted(path: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    let path = path.replace('%', "%%").replace('\\', "/");
    if path.chars().all(|c| is_plain(c) || c == '%') {
        path
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}

/// Returns the line that git prints; `None` where it prints none or fails.
fn answer(arguments: &[&str]) -> Result<Option<String>, Failure> {
    let output = git(arguments)?;
    let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Ok((output.status.success() && !said.is_empty()).then_some(said))
}

fn git(arguments: &[&str]) -> Result<Output, Failure> {
    let mut command = Command::new("git");
    command.args(arguments).output().map_err(|error| {
        Failure::usage(format!("`git` can't be started: {error}"))
            .hint("a merge driver needs git on the PATH")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_quoted_for_the_shell_and_for_git() {
        assert_eq!(quoted("/usr/bin/bibsync"), "/usr/bin/bibsync");
        assert_eq!(quoted("/home/a b/it's 5%"), r"'/home/a b/it'\''s 5%%'");
    }
}
