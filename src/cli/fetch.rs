use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use super::{
    args::{Fetch, Format, Shared},
    exit::{Code, Failure},
    export::{manner, tell_oddities},
    inputs,
    output::{Target, Written},
    progress::Progress,
    run::{World, say},
    setup::{Desk, cache_folder, no_requests, settings},
    summary::summary,
};
use crate::{
    config::{Dialect, Settings},
    export::{self, bibtex},
    lock::Lock,
    model::Verdict,
    sync::{self, Listed, Options, Report, Resolved},
};

/// The files of a run, known to be writable.
struct Targets {
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
    let lock_path = args
        .lock
        .clone()
        .unwrap_or_else(|| args.output.with_extension("lock"));
    no_file_twice(args, &lock_path)?;
    let old = read_lock(&lock_path)?;
    if args.locked {
        let Some(lock) = &old else {
            return Err(
                Failure::usage(format!("there is no lock at {}", lock_path.display()))
                    .hint("run once without --locked to make one"),
            );
        };
        let resolved = sync::from_lock(&lists, lock).map_err(Failure::usage)?;
        let targets = prepare(args, &lock_path)?;
        return finish(
            &targets,
            args,
            shared,
            &settings,
            old.as_ref(),
            &resolved,
            &Sent {
                requests: no_requests(&settings.sources.order),
                ..Sent::default()
            },
        );
    }
    let targets = prepare(args, &lock_path)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(Failure::usage)?;
    let run = run(args, shared, &settings, &lists, old.as_ref(), world);
    let Some((resolved, sent)) = runtime.block_on(run)? else {
        say("interrupted; the answers so far are kept in the cache");
        return Ok(Code::Interrupted);
    };
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
        // A file that is not there yet is known by its folder's real name and its own.
        let real = fs_err::canonicalize(path).unwrap_or_else(|_| {
            let folder = path
                .parent()
                .and_then(|folder| fs_err::canonicalize(folder).ok());
            match (folder, path.file_name()) {
                (Some(folder), Some(name)) => folder.join(name),
                _ => path.to_owned(),
            }
        });
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
        report: args.report.as_deref().map(Target::prepare).transpose()?,
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

/// What the run sent, and how long it took.
#[derive(Default)]
struct Sent {
    requests: std::collections::BTreeMap<String, sync::RequestCounts>,
    elapsed: Duration,
}

/// Resolves the lists; `None` when interrupted.
async fn run(
    args: &Fetch,
    shared: &Shared,
    settings: &Settings,
    lists: &[Listed],
    old: Option<&Lock>,
    world: &World,
) -> Result<Option<(Resolved, Sent)>, Failure> {
    let begun = tokio::time::Instant::now();
    let visible = world.terminal && !shared.no_progress && !shared.quiet && shared.verbose == 0;
    let progress = Progress::new(visible);
    let folder = cache_folder(shared, settings, world);
    let desk = Desk::open(settings, &folder, args.offline, world, &progress)?;
    let options = Options {
        key_pattern: settings.export.keys.clone(),
    };
    let resolving = sync::resolve(lists, &desk.sources, old, &options, progress.as_ref());
    let resolved = tokio::select! {
        resolved = resolving => Some(resolved),
        _ = tokio::signal::ctrl_c() => None,
    };
    progress.finish();
    let elapsed = begun.elapsed();
    Ok(resolved.map(|resolved| {
        (
            resolved,
            Sent {
                requests: desk.requests(),
                elapsed,
            },
        )
    }))
}

/// The last step, which sees everything once: writes the files and tells the person.
fn finish(
    targets: &Targets,
    args: &Fetch,
    shared: &Shared,
    settings: &Settings,
    old: Option<&Lock>,
    resolved: &Resolved,
    sent: &Sent,
) -> Result<Code, Failure> {
    let works: Vec<&crate::model::Work> = resolved.works.iter().collect();
    let dialect = match settings.export.dialect {
        Dialect::Bibtex => bibtex::Dialect::Bibtex,
        Dialect::Biblatex => bibtex::Dialect::Biblatex,
    };
    let text = bibtex::write(&works, dialect, &manner(settings)?);
    let lock = Lock {
        output: Some(crate::lock::digest(&text)),
        ..resolved.lock.clone()
    };
    let was_ours = |content: &str| {
        let digest = crate::lock::digest(content);
        old.is_some_and(|lock| lock.output.as_ref() == Some(&digest))
    };
    let written = targets.output.write(&text, was_ours)?;
    tell_oddities(&works, export::Format::Bib(dialect));
    targets
        .lock
        .write(&lock.render().map_err(Failure::usage)?, |_| old.is_some())?;
    if let Some(report) = &targets.report {
        let input: Vec<String> = args
            .inputs
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        let elapsed = u64::try_from(sent.elapsed.as_millis()).unwrap_or(u64::MAX);
        let value = Report::new(input.join(", "), resolved, sent.requests.clone(), elapsed);
        let mut json = serde_json::to_string_pretty(&value).map_err(Failure::usage)?;
        json.push('\n');
        report.write(&json, |_| true)?;
    }
    if !shared.quiet {
        let place = targets.output.path().display();
        let count = works.len();
        let closing = match written {
            Written::Unchanged => format!("{place} is up to date ({count} entries)"),
            Written::New => format!("wrote {place} ({count} entries)"),
            Written::KeptOld(kept) => format!(
                "wrote {place} ({count} entries); what stood there was not bibsync's and is kept in {}",
                kept.display()
            ),
        };
        say(&format!("{}{closing}", summary(resolved, &sent.requests)));
    }
    Ok(code(args, resolved))
}

fn code(args: &Fetch, resolved: &Resolved) -> Code {
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
