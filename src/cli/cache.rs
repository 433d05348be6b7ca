use std::fmt::Write as _;

use super::{
    args::{CacheCommand, Shared},
    exit::{Code, Failure},
    run::World,
    screen::show,
    setup::{cache_folder, settings},
};
use crate::cache::Cache;

/// `bibsync cache`: look into or clean the answers that are kept.
pub(super) fn cache(
    command: CacheCommand,
    shared: &Shared,
    world: &World,
) -> Result<Code, Failure> {
    let settings = settings(shared, world)?;
    let folder = cache_folder(shared, &settings, world);
    let cache = Cache::open(&folder).map_err(Failure::usage)?;
    let text = match command {
        CacheCommand::Status => status(&cache, world),
        CacheCommand::Prune => format!("{} stale answers removed", cache.prune(world.now)),
        CacheCommand::Clear => format!("{} answers removed; the library stays", cache.clear()),
    };
    show(&format!(
        "{}
",
        text.trim_end()
    ))?;
    Ok(Code::Done)
}

fn status(cache: &Cache, world: &World) -> String {
    let status = cache.status(world.now);
    let mut out = String::new();
    if let Some(path) = &status.path {
        _ = writeln!(
            out,
            "{} ({} KiB)",
            path.display(),
            status.bytes.div_ceil(1024)
        );
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
    for note in &status.held {
        _ = writeln!(
            out,
            "  {} is left alone until {}: {}",
            note.host, note.until, note.why
        );
    }
    out
}
