use super::{
    args::{Fetch, Format, Shared},
    dry_run::dry_run,
    exit::{Code, Failure},
    finish::{RunFiles, finish},
    inputs::{self, Shelf},
    lock::lock_path,
    messages::print_unlisted,
    run_files::{check_removals, no_file_twice, open_files, prepare_report, require_lock_file},
    run_sources::{Mode, RunStats, resolve},
    screen::say,
    settings::settings,
    world::World,
};
use crate::{
    bibliography::{BibliographyError, Rendering, restore_generation},
    config::Dialect,
    session::no_requests,
    sync::{self, Resolved},
};

/// `bibsync fetch`: looks the lists up and writes the bibliography.
pub(super) fn fetch(args: &Fetch, shared: &Shared, world: &World) -> Result<Code, Failure> {
    let mut settings = settings(shared, world)?;
    let shelf = Shelf::of(shared, &settings, world);
    let lists = inputs::read(&args.inputs, &shelf)?;
    if let Some(style) = args.style {
        style.name.clone_into(&mut settings.export.style);
    }
    Rendering::new(&settings).map_err(Failure::usage)?;
    match args.format {
        Some(Format::Bibtex) => settings.export.dialect = Dialect::Bibtex,
        Some(Format::Biblatex) => settings.export.dialect = Dialect::Biblatex,
        None => {}
    }
    let lock_path = lock_path(args.lock.as_ref(), &args.output);
    no_file_twice(args, &lock_path)?;
    if args.dry_run {
        return dry_run(&lists, shared, &settings, world);
    }
    if args.locked {
        require_lock_file(&lock_path)?;
    }
    let report = prepare_report(args)?;
    let mut files = open_files(args, &lock_path, world)?;
    let (resolved, stats) = if args.locked {
        let lock = files.require_lock().map_err(|error| {
            let hint = match &error {
                BibliographyError::DamagedLock { .. } => {
                    "run once without --locked, which repairs it from what is whole"
                }
                _ => "run once without --locked to make one",
            };
            Failure::from(error).hint(hint)
        })?;
        let asked = settings.export.clone();
        restore_generation(&mut settings, lock);
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
        let stats = RunStats {
            requests: no_requests(&settings.sources),
            ..RunStats::default()
        };
        (Resolved::earlier(items, files.take_lock()), stats)
    } else {
        if let Some(old) = files.previous_lock() {
            check_removals(args, &lists, old)?;
        }
        let found = resolve(args, shared, &settings, &lists, &files, Mode::Fetch, world)?;
        let Some(found) = found else {
            return Ok(Code::Interrupted);
        };
        found
    };
    if let Some(old) = files.previous_lock().filter(|_| !shared.quiet) {
        print_unlisted(old, &resolved.lock);
    }
    drop(lists);
    let files = RunFiles {
        files,
        report,
        news: None,
    };
    finish(&files, args, shared.quiet, &settings, resolved, &stats)
}
