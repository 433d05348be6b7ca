//! The files of `fetch` and `refresh`, and what must hold of them before a run begins.

use std::path::{Path, PathBuf};

use super::{
    args::Fetch,
    exit::Failure,
    lock::report_damage,
    screen::say,
    target::{any_target, refuse_standard},
    world::World,
};
use crate::{
    bibliography::{BibliographyError, BibliographyFiles},
    files::{FileTarget, canonical_name},
    lock::Lock,
    sync::{Listed, Removals},
};

/// Opens the output and its lock, which no other run works on from then on.
pub(super) fn open_files(
    args: &Fetch,
    lock: &Path,
    world: &World,
) -> Result<BibliographyFiles, Failure> {
    for path in [&args.output, lock] {
        refuse_standard(path)?;
    }
    let on_wait = || {
        say(&format!(
            "another run is working on {}; waiting for it to end",
            lock.display()
        ));
    };
    let files = BibliographyFiles::open(&args.output, lock, &world.state_dir, on_wait)?;
    if let Some(file) = files.lock_file() {
        report_damage(lock, file);
    }
    Ok(files)
}

/// Makes sure that the report can be written, if one is wanted.
pub(super) fn prepare_report(args: &Fetch) -> Result<Option<FileTarget>, Failure> {
    args.report.as_deref().map(any_target).transpose()
}

/// Refuses a run that uses nothing but the lock where there is none, before anything is touched.
pub(super) fn require_lock_file(path: &Path) -> Result<(), Failure> {
    if path.exists() {
        return Ok(());
    }
    let path = path.to_owned();
    let failure = Failure::from(BibliographyError::NoLock { path });
    Err(failure.hint("run once without --locked to make one"))
}

/// Refuses arguments that name one file for two purposes: a report must not replace the profile that
/// it reports on.
pub(super) fn no_file_twice(args: &Fetch, lock: &Path) -> Result<(), Failure> {
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
        let real = canonical_name(path);
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

/// Refuses a list that lost all or most of its publications, unless `--allow-removals` is given: it may
/// be cut off, or a page that reports an error.
pub(super) fn check_removals(args: &Fetch, lists: &[Listed], old: &Lock) -> Result<(), Failure> {
    let removals = Removals::of(lists, old);
    let inputs = args.inputs.iter().map(|input| input.display().to_string());
    let inputs: Vec<String> = inputs.collect();
    let is_same = old
        .output_settings
        .inputs
        .iter()
        .all(|input| inputs.contains(input));
    let is_mishap = removals.lost_all() || removals.look_like_a_mishap() && is_same;
    if args.allow_removals || !is_mishap {
        return Ok(());
    }
    Err(lost_most(&inputs.join(", "), removals))
}

/// The refusal of a list that lost all or most of its publications.
pub(super) fn lost_most(list: &str, removals: Removals) -> Failure {
    Failure::usage(format!(
        "{list}: {} publications are listed, where the last run had {}, of which {} are gone; nothing was written",
        removals.now, removals.before, removals.gone
    ))
    .hint("is the list whole, and the right one? -o names another output for another list; if the removals are meant, run again with --allow-removals")
}
