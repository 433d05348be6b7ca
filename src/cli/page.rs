//! `bibsync report`: a page to look at, from the lock alone; and the pages of other commands.

use std::{collections::BTreeMap, path::Path};

use super::{
    args::{Report, Shared},
    exit::{Code, Failure},
    lock::read_lock,
    run_sources::RunStats,
    screen::{print, say},
    settings::settings,
    target::{any_target, is_standard},
    world::World,
};
use crate::{
    bibliography::{Rendering, restore_generation},
    config::Settings,
    export::bibtex,
    files::Written,
    lock::Lock,
    model::Work,
    page::{self, LockContent, Need, Page, Table},
    sync::{RequestCounts, Resolved},
};

/// Writes the page of a lock.
pub(super) fn page(args: &Report, shared: &Shared, world: &World) -> Result<Code, Failure> {
    let mut settings = settings(shared, world)?;
    let lock = read_lock(&args.lock, &[])?;
    restore_generation(&mut settings, &lock);
    let page = of_lock(&lock, &args.lock.with_extension("bib"), &settings)?;
    let text = page::write(&page);
    if is_standard(&args.output) {
        print(&text)?;
        return Ok(Code::Done);
    }
    let place = args.output.display();
    let written = any_target(&args.output)?.write(&text, page::is_page)?;
    if !shared.quiet {
        say(&match written {
            Written::Unchanged => format!("{place} is up to date"),
            Written::New => format!("wrote {place}"),
            Written::BackedUp(kept) => format!(
                "wrote {place}; the former file was no page of bibsync and is kept in {}",
                kept.display()
            ),
        });
    }
    Ok(Code::Done)
}

/// Makes the page of a lock, with the entries of `bibliography` as the settings ask.
pub(super) fn of_lock(
    lock: &Lock,
    bibliography: &Path,
    settings: &Settings,
) -> Result<Page, Failure> {
    let rendering = Rendering::new(settings).map_err(Failure::usage)?;
    let exported = lock.exported(rendering.notes);
    let works: Vec<&Work> = exported.iter().map(AsRef::as_ref).collect();
    let entries = bibtex::entries(&works, rendering.dialect, &rendering.render_options);
    let name = bibliography.file_name().unwrap_or(bibliography.as_os_str());
    Ok(page::of_lock(LockContent {
        name: &name.to_string_lossy(),
        lock,
        works: &works,
        entries: &entries,
    }))
}

/// Makes the page of a run: that of its lock, with the requests that were sent, and the `news` of a refresh.
pub(super) fn of_run(
    resolved: &Resolved,
    news: Option<Vec<Need>>,
    bibliography: &Path,
    settings: &Settings,
    stats: &RunStats,
) -> Result<Page, Failure> {
    let mut page = of_lock(&resolved.lock, bibliography, settings)?;
    page.news = news;
    page.asked.extend(requests(&stats.requests));
    page.failures = page::failures(&resolved.failures);
    Ok(page)
}

fn requests(requests: &BTreeMap<String, RequestCounts>) -> Option<Table> {
    let head = ["service", "sent", "again", "refused", "from the cache"];
    let rows = requests.iter().map(|(name, counts)| {
        let counts = [counts.sent, counts.retried, counts.refused, counts.cached];
        std::iter::once(name.clone())
            .chain(counts.map(|count| count.to_string()))
            .collect()
    });
    (!requests.is_empty()).then(|| Table {
        caption: "Requests of this run".to_owned(),
        head: head.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    })
}
