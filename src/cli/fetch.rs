use std::{
    path::{Path, PathBuf},
    pin::pin,
    sync::Arc,
    time::Duration,
};

use jiff::{Timestamp, tz::TimeZone};

use super::{
    alone::{alone, real_name},
    args::{Fetch, Format, Shared},
    before::{Before, no_mishap, there_is_a_lock},
    exit::{Code, Failure},
    export::render_options,
    inputs::{self, Shelf},
    known,
    lock_file::lock_path,
    made::as_made,
    output::Target,
    progress::Progress,
    rehearsal::{announce, rehearse},
    run::{World, runtime},
    screen::say,
    setup::{Desk, Going, cache_folder, no_requests, settings},
    told::tell_unlisted,
    write::{Targets, finish},
};
use crate::{
    cache::Cache,
    config::{Dialect, Settings},
    lock::Lock,
    model::Verdict,
    output,
    sync::{self, Listed, Options, RefreshOptions, Resolved},
};

/// `bibsync fetch`: match, enrich, cache, export.
pub(super) fn fetch(args: &Fetch, shared: &Shared, world: &World) -> Result<Code, Failure> {
    let mut settings = settings(shared, world)?;
    let shelf = inputs::Shelf::of(shared, &settings, world);
    let lists = inputs::read(&args.inputs, &shelf)?;
    let style = args.style.map(|style| style.name.to_owned());
    settings.export.style = style.unwrap_or(settings.export.style);
    render_options(&settings)?;
    match args.format {
        Some(Format::Bibtex) => settings.export.dialect = Dialect::Bibtex,
        Some(Format::Biblatex) => settings.export.dialect = Dialect::Biblatex,
        None => {}
    }
    let lock_path = lock_path(args.lock.as_ref(), &args.output);
    no_file_twice(args, &lock_path)?;
    if args.dry_run {
        return rehearse(&lists, shared, &settings, world);
    }
    if args.locked {
        there_is_a_lock(&lock_path)?;
    }
    let targets = prepare(args, &lock_path)?;
    let _alone = alone(&lock_path, &world.state_dir);
    // Read once no other run writes it any longer.
    let mut before = Before::read(&lock_path)?;
    let (resolved, sent) = if args.locked {
        let lock = before.only(&lock_path)?;
        let asked = settings.export.clone();
        as_made(&mut settings, lock);
        if args.format.is_some() {
            settings.export.dialect = asked.dialect;
        }
        if args.style.is_some() {
            settings.export.style = asked.style;
        }
        let items = sync::by_lock(&lists, lock).map_err(|not_covered| {
            for line in sync::uncovered(&lists, lock) {
                say(&line);
            }
            Failure::usage(not_covered)
        })?;
        let sent = Sent {
            requests: no_requests(&settings.sources.order),
            ..Sent::default()
        };
        (Resolved::earlier(items, before.take()), sent)
    } else {
        let old = before.lock();
        if let Some(old) = old {
            no_mishap(args, &lists, old)?;
        }
        let Some((resolved, sent)) = resolve(args, shared, &settings, &lists, old, None, world)?
        else {
            return Ok(Code::Interrupted);
        };
        (resolved, sent)
    };
    if let Some(old) = before.lock().filter(|_| !shared.quiet) {
        tell_unlisted(old, &resolved.lock);
    }
    drop(lists);
    let quiet = shared.quiet;
    finish(&targets, args, quiet, &settings, &before, resolved, &sent)
}

/// The lists, and the files to be written, all known to be usable before any work begins.
pub(super) fn lists_and_targets(
    args: &Fetch,
    shelf: &Shelf,
) -> Result<(Vec<Listed>, Targets), Failure> {
    let lists = inputs::read(&args.inputs, shelf)?;
    let lock = lock_path(args.lock.as_ref(), &args.output);
    no_file_twice(args, &lock)?;
    Ok((lists, prepare(args, &lock)?))
}

/// What is asked when a list was resolved before.
#[derive(Debug, Clone)]
pub(super) struct Refreshed {
    /// Everything, or only what may have changed.
    pub(super) all: bool,
    /// The digest of the lock as it stands.
    pub(super) lock: String,
}

/// Resolves the lists, for the first time or `again`; `None` when interrupted, which the person has
/// been told.
pub(super) fn resolve(
    args: &Fetch,
    shared: &Shared,
    settings: &Settings,
    lists: &[Listed],
    old: Option<&Lock>,
    again: Option<&Refreshed>,
    world: &World,
) -> Result<Option<(Resolved, Sent)>, Failure> {
    let runtime = runtime()?;
    let run = run(args, shared, settings, lists, old, again, world);
    let done = runtime.block_on(run)?;
    if done.is_none() {
        say("interrupted; the answers so far are kept in the cache");
    }
    Ok(done)
}

/// One file can't be two things: a report must not replace the profile it reports on.
fn no_file_twice(args: &Fetch, lock: &Path) -> Result<(), Failure> {
    let inputs = args.inputs.iter().map(|path| (path.as_path(), "an input"));
    let results = [
        (Some(args.output.as_path()), "the output"),
        (Some(lock), "the lock"),
        (args.report.as_deref(), "the report"),
    ];
    let results = results
        .into_iter()
        .filter_map(|(path, what)| Some((path?, what)));
    let mut seen: Vec<(PathBuf, &str)> = Vec::new();
    for (path, what) in inputs.chain(results) {
        let real = real_name(path);
        let both_inputs = |other: &str| other == "an input" && what == "an input";
        if let Some((_, other)) = seen.iter().find(|(p, o)| *p == real && !both_inputs(o)) {
            let name = path.display();
            return Err(
                Failure::usage(format!("{name} can't be both {other} and {what}"))
                    .hint("name another file"),
            );
        }
        seen.push((real, what));
    }
    Ok(())
}

fn prepare(args: &Fetch, lock: &Path) -> Result<Targets, Failure> {
    Ok(Targets {
        output: Target::prepare(&args.output)?,
        lock: Target::prepare(lock)?,
        report: args.report.as_deref().map(Target::once).transpose()?,
    })
}

/// What the run sent, how long it took, whether it was to end before its time, and where what it knew
/// is kept.
#[derive(Default)]
pub(super) struct Sent {
    pub(super) requests: std::collections::BTreeMap<String, sync::RequestCounts>,
    pub(super) elapsed: Duration,
    pub(super) interrupted: bool,
    pub(super) kept: Option<(Arc<Cache>, Timestamp)>,
}

async fn run(
    args: &Fetch,
    shared: &Shared,
    settings: &Settings,
    lists: &[Listed],
    old: Option<&Lock>,
    again: Option<&Refreshed>,
    world: &World,
) -> Result<Option<(Resolved, Sent)>, Failure> {
    let file = Target::prepare(&args.output)?.read()?;
    if let Some(line) = file.as_deref().and_then(output::open_conflict) {
        let place = args.output.display();
        return Err(
            Failure::usage(format!("{place}:{line}: a conflict that git left open")).hint(
                "settle it, or take either side whole with `git checkout --ours` or `--theirs`, and run again: listed works of the other side are written again",
            ),
        );
    }
    let holders = output::key_holders(old, file.as_deref().unwrap_or_default());
    let begun = tokio::time::Instant::now();
    let visible = world.terminal && !shared.no_progress && !shared.quiet && shared.verbose == 0;
    let folder = cache_folder(shared, settings, world);
    let going = match Going::of(args.offline) {
        Going::Online if again.is_some() => Going::Anew,
        going => going,
    };
    if visible && going == Going::Online {
        announce(lists, settings, &folder, world).await?;
    }
    let progress = Progress::new(visible);
    let desk = Desk::open(settings, &folder, going, world, &progress)?;
    let today = world.now.to_zoned(TimeZone::UTC).date();
    let options = Options {
        key_pattern: settings.export.keys.clone(),
        holders,
        today,
        refresh: again
            .filter(|again| !again.all)
            .map(|again| RefreshOptions {
                today,
                previous: known::recall(&desk.cache, &again.lock, world.now),
            }),
    };
    let mut resolving = pin!(sync::resolve(
        lists,
        &desk.sources,
        old,
        &options,
        progress.as_ref()
    ));
    let (resolved, interrupted) = tokio::select! {
        resolved = &mut resolving => (Some(resolved), false),
        _ = tokio::signal::ctrl_c() => {
            desk.interrupt();
            // What is known is put together without another request; who insists need not wait.
            let resolved = tokio::select! {
                resolved = &mut resolving => Some(resolved),
                _ = tokio::signal::ctrl_c() => None,
            };
            (resolved, true)
        }
    };
    progress.finish();
    let sent = Sent {
        requests: desk.requests(),
        elapsed: begun.elapsed(),
        interrupted,
        kept: Some((Arc::clone(&desk.cache), world.now)),
    };
    let worth_writing = |resolved: &Resolved| !interrupted || resolved.has_matches();
    Ok(resolved
        .filter(worth_writing)
        .map(|resolved| (resolved, sent)))
}

pub(super) fn code(args: &Fetch, resolved: &Resolved) -> Code {
    let unsettled = resolved.items.iter().any(|item| match item.verdict {
        Verdict::Matched { .. } => false,
        Verdict::Ambiguous { .. } => true,
        Verdict::Unmatched { .. } => item.expected,
    });
    if resolved.lacking > 0 {
        Code::SourceFailed
    } else if args.strict && unsettled {
        Code::Found
    } else {
        Code::Done
    }
}
