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
    if !known.status.success() && revision == "HEAD" && has_no_commit(folder)? {
        return Ok((0..file.items.len()).collect());
    }
    if !known.status.success() {
        return Err(Failure::usage(format!(
            "git knows no revision `{revision}` in the folder of {}",
            path.display()
        ))
        .hint("`git log` shows those there are"));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut shown = git(folder, &["show", &format!("{revision}:./{name}")])?;
    if !shown.status.success()
        && let Some(former) = former_name(folder, &name, revision)?
    {
        shown = git(folder, &["show", &format!("{revision}:{former}")])?;
    }
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

/// Whether the folder is in a repository that waits for its first commit.
fn has_no_commit(folder: &Path) -> Result<bool, Failure> {
    let inside = git(folder, &["rev-parse", "--is-inside-work-tree"])?;
    let any = git(folder, &["rev-list", "--all", "--max-count=1"])?;
    Ok(inside.status.success() && any.status.success() && any.stdout.is_empty())
}

/// Returns the path from the root of the repository that a file had at a revision, if git finds that it was
/// renamed since: in a commit, or in the index.
fn former_name(folder: &Path, name: &str, revision: &str) -> Result<Option<String>, Failure> {
    let prefix = git(folder, &["rev-parse", "--show-prefix"])?;
    let mut path = format!(
        "{}{name}",
        String::from_utf8_lossy(&prefix.stdout).trim_end()
    );
    let listed = ["--name-status", "-z", "--find-renames", "--diff-filter=R"];
    let staged = git(
        folder,
        &[&["diff", "--no-ext-diff"][..], &listed, &["HEAD"]].concat(),
    )?;
    let mut was_renamed = false;
    for (old, new) in renames(&staged.stdout) {
        if new == path {
            path = old;
            was_renamed = true;
            break;
        }
    }
    let range = format!("{revision}..HEAD");
    let pathspec = format!(":(top,literal){path}");
    let committed = [
        &["log", "--follow", "--no-ext-diff", "--format="][..],
        &listed,
        &[&range, "--", &pathspec],
    ];
    // The newest rename comes first.
    for (old, new) in renames(&git(folder, &committed.concat())?.stdout) {
        if new == path {
            path = old;
            was_renamed = true;
        }
    }
    Ok(was_renamed.then_some(path))
}

/// Reads git's list of renames: a status, the old and the new path, each ended by a zero byte.
fn renames(listed: &[u8]) -> Vec<(String, String)> {
    let listed = String::from_utf8_lossy(listed);
    let parts = listed.split('\0').map(str::trim_start);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let (triples, _) = parts.as_chunks::<3>();
    let pair = |[_, old, new]: &[&str; 3]| ((*old).to_owned(), (*new).to_owned());
    triples.iter().map(pair).collect()
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
