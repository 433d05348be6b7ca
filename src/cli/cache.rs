use std::{fmt::Write as _, path::Path};

use super::{
    args::{CacheCommand, Shared},
    counted::counted,
    exit::{Code, Failure},
    screen::show,
    session::{cache_failed, no_cache, open_budget},
    settings::{cache_folder, settings},
    world::World,
};
use crate::{
    cache::{Budget, Cache, HostSuspension},
    session::{self, Storage, remove_leftovers},
};

/// `bibsync cache`: shows or deletes stored answers.
pub(super) fn cache(
    command: CacheCommand,
    shared: &Shared,
    world: &World,
) -> Result<Code, Failure> {
    let settings = settings(shared, world)?;
    if let Some(address) = &settings.store {
        let storage = session::open_store(address).map_err(cache_failed)?;
        return show_done(&in_store(command, &storage, world));
    }
    let folder = cache_folder(shared, &settings, world);
    let opened = Cache::open(&folder);
    let text = match command {
        CacheCommand::Status => {
            let notes = notes(&folder, world);
            let read = |error| match Cache::open_copy(&folder) {
                Ok(copy) => {
                    let place = folder.display();
                    Ok(format!(
                        "{place} (can only be read)\n{}",
                        status(&copy, &notes, world)
                    ))
                }
                Err(_) => Err(error),
            };
            let opened = opened.map(|cache| status(&cache, &notes, world));
            opened.or_else(read).map_err(no_cache)?
        }
        CacheCommand::Prune => {
            let cache = opened.map_err(no_cache)?;
            remove_leftovers(&folder, &world.state_dir, world.now);
            open_budget(world, &folder)?.prune(world.now);
            pruned(cache.prune(world.now))
        }
        CacheCommand::Clear => {
            let cache = opened.map_err(no_cache)?;
            open_budget(world, &folder)?.lift_suspensions();
            cleared(cache.clear())
        }
    };
    show_done(&text)
}

fn show_done(text: &str) -> Result<Code, Failure> {
    show(&format!("{}\n", text.trim_end()))?;
    Ok(Code::Done)
}

/// Does the command on the store of a group.
fn in_store(command: CacheCommand, storage: &Storage, world: &World) -> String {
    let Storage { cache, budget } = storage;
    match command {
        CacheCommand::Status => status(cache, &budget.suspensions(world.now), world),
        CacheCommand::Prune => {
            budget.prune(world.now);
            pruned(cache.prune(world.now))
        }
        CacheCommand::Clear => {
            budget.lift_suspensions();
            cleared(cache.clear())
        }
    }
}

fn pruned(removed: usize) -> String {
    let removed = counted(removed, "expired answer", "expired answers");
    format!("{removed} removed")
}

fn cleared(removed: usize) -> String {
    let removed = counted(removed, "answer", "answers");
    format!("{removed} removed; the library stays")
}

/// Returns the hosts that are paused at this time, without making a file.
fn notes(folder: &Path, world: &World) -> Vec<HostSuspension> {
    let mut kept = [world.state_dir.as_path(), folder].into_iter();
    let budget = kept.find_map(|folder| {
        let exists = Budget::exists(folder);
        exists.then(|| Budget::open(folder).ok()).flatten()
    });
    budget.map_or_else(Vec::new, |budget| budget.suspensions(world.now))
}

fn status(cache: &Cache, notes: &[HostSuspension], world: &World) -> String {
    let status = cache.status(world.now);
    let mut out = String::new();
    if let Some(place) = &status.place {
        _ = writeln!(out, "{place} ({} KiB)", status.bytes.div_ceil(1024));
    }
    if status.buckets.is_empty() {
        out.push_str("no answers are kept\n");
    }
    for bucket in &status.buckets {
        _ = writeln!(
            out,
            "  {:<24} {:>6} answers, {} fresh, {} stale, {} KiB",
            bucket.bucket,
            bucket.entries,
            bucket.fresh,
            bucket.stale,
            bucket.bytes.div_ceil(1024)
        );
    }
    for note in notes {
        _ = writeln!(
            out,
            "  {} is paused until {}: {}",
            note.host, note.until, note.why
        );
    }
    out
}
