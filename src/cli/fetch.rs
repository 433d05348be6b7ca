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
    exit::{Code, Failure},
    export::{manner, tell_oddities, tell_unmatched_venues},
    hand,
    inputs::{self, Shelf},
    known,
    made::{as_made, dialect, made},
    output::{Target, Written},
    progress::Progress,
    rehearsal::rehearse,
    report,
    run::{World, runtime},
    screen::say,
    setup::{Desk, Going, cache_folder, no_requests, settings},
    summary::summary,
    told::{tell_difference, tell_notices, tell_rekeyed, tell_unlisted},
};
use crate::{
    cache::Cache,
    changes::{Keys, is_as_written, written},
    config::{Dialect, Settings},
    export::{self, bibtex},
    lock::{ByHand, Lock, digest},
    model::{Verdict, Work},
    sync::{self, Again, Listed, Options, Resolved},
};

/// The files of a run, known to be writable.
pub(super) struct Targets {
    output: Target,
    lock: Target,
    report: Option<Target>,
}

/// `bibsync fetch`: match, enrich, cache, export.
pub(super) fn fetch(args: &Fetch, shared: &Shared, world: &World) -> Result<Code, Failure> {
    let mut settings = settings(shared, world)?;
    let shelf = inputs::Shelf::of(shared, &settings, world);
    let lists = inputs::read(&args.inputs, &shelf)?;
    let style = args.style.map(|style| style.name.to_owned());
    settings.export.style = style.unwrap_or(settings.export.style);
    manner(&settings)?;
    match args.format {
        Some(Format::Bibtex) => settings.export.dialect = Dialect::Bibtex,
        Some(Format::Biblatex) => settings.export.dialect = Dialect::Biblatex,
        None => {}
    }
    let lock_path = lock_path(args);
    no_file_twice(args, &lock_path)?;
    if args.dry_run {
        return rehearse(&lists, shared, &settings, world);
    }
    let _alone = alone(&lock_path, &cache_folder(shared, &settings, world));
    let old = read_lock(&lock_path)?;
    if let Some(old) = old.as_ref().filter(|_| args.locked) {
        let asked = settings.export.clone();
        as_made(&mut settings, old);
        if args.format.is_some() {
            settings.export.dialect = asked.dialect;
        }
        if args.style.is_some() {
            settings.export.style = asked.style;
        }
    }
    let (resolved, sent, targets) = if args.locked {
        let Some(lock) = &old else {
            return Err(
                Failure::usage(format!("there is no lock at {}", lock_path.display()))
                    .hint("run once without --locked to make one"),
            );
        };
        let resolved = sync::from_lock(&lists, lock).map_err(|not_covered| {
            for line in sync::uncovered(&lists, lock) {
                say(&line);
            }
            Failure::usage(not_covered)
        })?;
        let sent = Sent {
            requests: no_requests(&settings.sources.order),
            ..Sent::default()
        };
        (resolved, sent, prepare(args, &lock_path)?)
    } else {
        let targets = prepare(args, &lock_path)?;
        let Some((resolved, sent)) =
            resolve(args, shared, &settings, &lists, old.as_ref(), None, world)?
        else {
            return Ok(Code::Interrupted);
        };
        (resolved, sent, targets)
    };
    if let Some(old) = old.as_ref().filter(|_| !shared.quiet) {
        tell_unlisted(old, &resolved.lock);
    }
    finish(
        &targets,
        args,
        shared,
        &settings,
        old.as_ref(),
        &resolved,
        &sent,
    )
}

fn lock_path(args: &Fetch) -> PathBuf {
    args.lock
        .clone()
        .unwrap_or_else(|| args.output.with_extension("lock"))
}

/// The lists, and the files to be written, all known to be usable before any work begins.
pub(super) fn lists_and_targets(
    args: &Fetch,
    shelf: &Shelf,
) -> Result<(Vec<Listed>, Targets), Failure> {
    let lists = inputs::read(&args.inputs, shelf)?;
    let lock = lock_path(args);
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

pub(super) fn read_lock(path: &Path) -> Result<Option<Lock>, Failure> {
    match fs_err::read_to_string(path) {
        Ok(text) => Lock::parse(&text, &path.display().to_string())
            .map(Some)
            .map_err(Failure::usage),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::usage(error)),
    }
}

/// What the run sent, how long it took, whether it was to end before its time, and where what it knew
/// is kept.
#[derive(Default)]
pub(super) struct Sent {
    pub(super) requests: std::collections::BTreeMap<String, sync::RequestCounts>,
    pub(super) elapsed: Duration,
    interrupted: bool,
    kept: Option<(Arc<Cache>, Timestamp)>,
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
    let reserved = hand::own_entries(&args.output, old)?;
    let begun = tokio::time::Instant::now();
    let visible = world.terminal && !shared.no_progress && !shared.quiet && shared.verbose == 0;
    let progress = Progress::new(visible);
    let folder = cache_folder(shared, settings, world);
    let going = match Going::of(args.offline) {
        Going::Online if again.is_some() => Going::Anew,
        going => going,
    };
    let desk = Desk::open(settings, &folder, going, world, &progress)?;
    let today = world.now.to_zoned(TimeZone::UTC).date();
    let options = Options {
        key_pattern: settings.export.keys.clone(),
        reserved,
        today,
        again: again.filter(|again| !again.all).map(|again| Again {
            today,
            known: known::recall(&desk.cache, &again.lock, world.now),
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

/// The last step, which sees everything once: writes the files and tells the person.
pub(super) fn finish(
    targets: &Targets,
    args: &Fetch,
    shared: &Shared,
    settings: &Settings,
    old: Option<&Lock>,
    resolved: &Resolved,
    sent: &Sent,
) -> Result<Code, Failure> {
    let dialect_now = dialect(settings);
    let manner_now = manner(settings)?;
    let before = old.map(|old| old.by_hand.clone()).unwrap_or_default();
    let noted = settings.export.notices;
    let upstream = Lock {
        by_hand: ByHand::default(),
        ..resolved.lock.clone()
    }
    .exported(noted);
    let keys = old
        .map(|old| Keys::between(old, &upstream))
        .unwrap_or_default();
    // The lock's word is all that counts with --locked.
    let edits = if args.locked {
        None
    } else {
        // What was edited is what the last run wrote, in its manner.
        let mut then = settings.clone();
        if let Some(old) = old {
            as_made(&mut then, old);
        }
        let manner = manner(&then).unwrap_or_else(|_| manner_now.clone());
        hand::edits(
            &args.output,
            old,
            &upstream,
            &keys,
            noted,
            dialect(&then),
            &manner,
        )
    };
    let understood = edits.is_some();
    let mut lock = Lock {
        made: match old.filter(|_| args.locked) {
            Some(old) => old.made.clone(),
            None => made(args, settings),
        },
        by_hand: edits.unwrap_or_else(|| before.clone()),
        ..resolved.lock.clone()
    };
    let works = lock.exported(noted);
    let works: Vec<&Work> = works.iter().collect();
    let entries = bibtex::write(&works, dialect_now, &manner_now);
    let text = lock.by_hand.after(&entries);
    lock.written = written(&entries);
    let was_ours =
        |content: &str| understood || old.is_some_and(|lock| is_as_written(lock, content));
    let stood = if args.locked {
        fs_err::read_to_string(&args.output).ok()
    } else {
        None
    };
    let outcome = targets.output.write(&text, was_ours)?;
    let told = args.strict || !shared.quiet;
    let differed =
        stood.is_some_and(|stood| told && stood != text && tell_difference(&stood, &text));
    tell_oddities(&works, export::Format::Bib(dialect_now));
    tell_unmatched_venues(&works, &manner_now);
    let locked = lock.render().map_err(Failure::usage)?;
    targets.lock.write(&locked, |_| old.is_some())?;
    if let (Some((cache, now)), Some(known)) = (&sent.kept, &resolved.known) {
        known::keep(cache, &digest(&locked), known, *now);
    }
    if let Some(target) = &targets.report {
        report::write(target, &args.inputs, resolved, sent)?;
    }
    if !shared.quiet {
        let place = targets.output.path().display();
        let count = works.len();
        let closing = match outcome {
            Written::Unchanged => format!("{place} is up to date ({count} entries)"),
            Written::New => format!("wrote {place} ({count} entries)"),
            Written::KeptOld(kept) => format!(
                "wrote {place} ({count} entries); what stood there was not as bibsync wrote it and is kept in {}",
                kept.display()
            ),
        };
        hand::tell(&before, &lock.by_hand, &keys.others);
        tell_rekeyed(&resolved.rekeyed);
        tell_notices(&lock);
        say(&format!("{}{closing}", summary(resolved, &sent.requests)));
    }
    if sent.interrupted {
        say("interrupted; what was found until then is written, the answers are kept in the cache");
        return Ok(Code::Interrupted);
    }
    Ok(match code(args, resolved) {
        Code::Done if args.strict && differed => Code::Found,
        code => code,
    })
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
