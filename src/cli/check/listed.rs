//! Lists as they are checked: by the lock that was made of them, with nothing asked and nothing
//! written.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use super::super::{
    args::Shared,
    exit::Failure,
    export::{no_lock, notes, render_options},
    inputs::{self, Shelf},
    lock_file::read_lock,
    made::{as_made, dialect},
    run::World,
};
use crate::{
    config::Settings,
    export::bibtex,
    model::{Verdict, Work},
    sync,
};

/// What a lock says of lists.
#[derive(Debug, Default)]
pub(super) struct Listed {
    /// The bibliography beside the lock, by its name.
    pub(super) file: PathBuf,
    /// What stands in it for these lists.
    pub(super) bibliography: String,
    /// A line for each listing that the lock does not cover; then there is no bibliography.
    pub(super) uncovered: Vec<String>,
    /// A line for each listing of which no one work is known, and should be.
    pub(super) unsettled: Vec<String>,
}

/// Reads lists and holds them against the lock.
pub(super) fn listed(
    paths: &[PathBuf],
    lock: &Path,
    shared: &Shared,
    settings: &Settings,
    world: &World,
) -> Result<Listed, Failure> {
    let mut settings = settings.clone();
    let lists = inputs::read(paths, &Shelf::of(shared, &settings, world))?;
    let file = lock.with_extension("bib");
    let lock = read_lock(lock)?.ok_or_else(|| no_lock(lock))?;
    as_made(&mut settings, &lock);
    let Ok(items) = sync::by_lock(&lists, &lock) else {
        return Ok(Listed {
            uncovered: sync::uncovered(&lists, &lock),
            ..Listed::default()
        });
    };
    let works = lock.exported(notes(&settings));
    let keys: BTreeSet<&str> = items.iter().map(|item| &*item.key).collect();
    let is_listed = |work: &&Work| keys.contains(work.key.as_str());
    let works = works.iter().map(AsRef::as_ref);
    let works: Vec<&Work> = works.filter(is_listed).collect();
    let unsettled = items.iter().filter_map(|item| {
        let why = match &item.verdict {
            Verdict::Ambiguous { .. } => "ambiguous".to_owned(),
            Verdict::Unmatched { reason, .. } if item.expected => format!("unmatched: {reason}"),
            Verdict::Matched { .. } | Verdict::Unmatched { .. } => return None,
        };
        let list = &lists[item.list].file;
        Some(format!("{list}: {} [{}]: {why}", item.title, item.key))
    });
    Ok(Listed {
        file,
        bibliography: bibtex::write(&works, dialect(&settings), &render_options(&settings)?),
        uncovered: Vec::new(),
        unsettled: unsettled.collect(),
    })
}
