//! Which entries git says are new or changed.

use std::{
    collections::BTreeSet,
    path::Path,
    process::{Command, Output},
};

use super::super::exit::Failure;
use crate::{
    bib::{Content, scan},
    patch::Document,
    update::BibFile,
};

/// Returns the numbers of the entries that the file has not had, letter by letter, at a revision.
pub(super) fn changed_since(
    file: &BibFile,
    path: &Path,
    revision: &str,
) -> Result<BTreeSet<usize>, Failure> {
    if revision.starts_with('-') || revision.is_empty() {
        return Err(Failure::usage(format!(
            "`{revision}` is no revision; expected a commit, tag or branch"
        )));
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let commit = format!("{revision}^{{commit}}");
    let known = git(folder, &["rev-parse", "--verify", "--quiet", &commit])?;
    if !known.status.success() {
        return Err(Failure::usage(format!(
            "git knows no revision `{revision}` in the folder of {}",
            path.display()
        ))
        .hint("`git log` shows those there are"));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let shown = git(folder, &["show", &format!("{revision}:./{name}")])?;
    // A file that is new since then has none of its entries at that revision.
    let former = if shown.status.success() {
        shown.stdout
    } else {
        Vec::new()
    };
    let former = Document::read(former).map_err(Failure::usage)?;
    let before: BTreeSet<&str> = scan(former.text())
        .into_iter()
        .filter(|block| matches!(block.content, Content::Entry { .. }))
        .filter_map(|block| former.text().get(block.span))
        .collect();
    let text = file.document.text();
    let blocks = scan(text);
    let is_new = |block: usize| {
        let now = blocks.get(block).and_then(|it| text.get(it.span.clone()));
        now.is_none_or(|now| !before.contains(now))
    };
    let items = file.items.iter().enumerate();
    let new = items.filter(|(_, item)| is_new(item.block));
    Ok(new.map(|(at, _)| at).collect())
}

fn git(folder: &Path, arguments: &[&str]) -> Result<Output, Failure> {
    let mut command = Command::new("git");
    if !folder.as_os_str().is_empty() {
        command.current_dir(folder);
    }
    command.args(arguments).output().map_err(|error| {
        Failure::usage(format!("`git` can't be started: {error}"))
            .hint("--changed-since needs git and a repository")
    })
}
