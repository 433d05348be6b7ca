//! Checks of lists by the lock that was made from them. Nothing is sent or written.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use super::super::{
    args::Shared,
    exit::Failure,
    inputs::{self, Shelf},
    lock::read_lock,
    world::World,
};
use crate::{
    bibliography::{Rendering, restore_generation},
    config::Settings,
    export::bibtex,
    model::{Verdict, Work},
    sync,
};

/// The entries that a lock has for lists.
#[derive(Debug, Default)]
pub(super) struct ListedEntries {
    /// The path of the bibliography beside the lock.
    pub(super) file: PathBuf,
    /// The entries of these lists.
    pub(super) bibliography: String,
    /// A line for each listing that the lock does not cover. If there is one, there are no entries.
    pub(super) uncovered: Vec<String>,
    /// A line for each listing that should mean one work and does not.
    pub(super) unsettled: Vec<String>,
}

/// Reads lists, and compares them with the lock.
pub(super) fn listed(
    paths: &[PathBuf],
    lock: &Path,
    shared: &Shared,
    settings: &Settings,
    world: &World,
) -> Result<ListedEntries, Failure> {
    let mut settings = settings.clone();
    let lists = inputs::read(paths, &Shelf::of(shared, &settings, world))?;
    let file = lock.with_extension("bib");
    let lock = read_lock(lock, paths)?;
    restore_generation(&mut settings, &lock);
    let rendering = Rendering::new(&settings).map_err(Failure::usage)?;
    let Ok(items) = sync::by_lock(&lists, &lock) else {
        return Ok(ListedEntries {
            uncovered: sync::uncovered(&lists, &lock),
            ..ListedEntries::default()
        });
    };
    let works = lock.exported(rendering.notes);
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
    Ok(ListedEntries {
        file,
        bibliography: bibtex::write(&works, rendering.dialect, &rendering.render_options),
        uncovered: Vec::new(),
        unsettled: unsettled.collect(),
    })
}
