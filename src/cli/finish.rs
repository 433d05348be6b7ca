//! The last step of `fetch` and `refresh`: the files are written, and the outcome is printed.

use super::{
    args::Fetch,
    counted,
    exit::{Code, Failure},
    inputs::warn_of_encoding,
    manual_edits::print_edits,
    messages::{print_difference, print_notices, print_rekeyed},
    report,
    run_sources::RunStats,
    screen::say,
    summary::summary,
    warnings::{warn_of_oddities, warn_of_unused_venues},
};
use crate::{
    bibliography::{BibliographyFiles, Outcome, Rendering, WriteMode},
    config::Settings,
    export,
    files::FileTarget,
    model::{Verdict, Work},
    page::Need,
    sync::Resolved,
};

/// The files of a run, known to be writable.
pub(super) struct RunFiles {
    pub(super) files: BibliographyFiles,
    pub(super) report: Option<FileTarget>,
    /// What a refresh found, for its report.
    pub(super) news: Option<Vec<Need>>,
}

/// Writes the files and prints what became of them.
pub(super) fn finish(
    run: &RunFiles,
    args: &Fetch,
    quiet: bool,
    settings: &Settings,
    mut resolved: Resolved,
    stats: &RunStats,
) -> Result<Code, Failure> {
    // Standard input can't be read again by a refresh.
    let inputs = args.inputs.iter().filter(|path| path.as_os_str() != "-");
    let inputs: Vec<String> = inputs.map(|path| path.display().to_string()).collect();
    let mode = if args.locked {
        WriteMode::LockOnly
    } else {
        WriteMode::Merge
    };
    let new = std::mem::take(&mut resolved.lock);
    let written = run.files.write(new, settings, &inputs, mode);
    // Told also if the write failed after the backup.
    if let Some(backup) = run.files.lock_backup() {
        say(&format!(
            "{} was damaged; it is kept in {} and written again from what is whole",
            run.files.lock().display(),
            backup.display()
        ));
    }
    let mut outcome = written?;
    resolved.lock = std::mem::take(&mut outcome.lock);
    let (resolved, outcome) = (&resolved, &outcome);
    let differed = args.locked && (args.strict || !quiet) && has_other_text(outcome);
    if let Some(former) = outcome.former.as_deref().filter(|_| !args.locked) {
        warn_of_encoding(&run.files.output().display().to_string(), former);
    }
    let rendering = Rendering::new(settings).map_err(Failure::usage)?;
    let works = resolved.lock.exported(rendering.notes);
    let works: Vec<&Work> = works.iter().map(AsRef::as_ref).collect();
    warn_of_oddities(&works, export::OutputFormat::Bib(rendering.dialect));
    warn_of_unused_venues(&works, &rendering.render_options);
    if let (Some(states), Some(known)) = (&stats.states, &resolved.for_next_run) {
        states.save(&outcome.lock_digest, known);
    }
    if let Some(target) = &run.report {
        report::write(
            target,
            &args.inputs,
            run.files.output(),
            settings,
            resolved,
            run.news.clone(),
            stats,
        )?;
    }
    let place = run.files.output().display();
    if let Some(backup) = &outcome.backup {
        for lost in &outcome.merged.unmerged {
            say(&format!("{place}: {lost}; see {}", backup.display()));
        }
    }
    if !quiet {
        let count = counted::entries(works.len());
        let closing = match (outcome.is_new, &outcome.backup) {
            (false, _) => format!("{place} is up to date ({count})"),
            (true, None) => format!("wrote {place} ({count})"),
            (true, Some(backup)) => format!(
                "wrote {place} ({count}); its former content is kept in {}",
                backup.display()
            ),
        };
        print_edits(run.files.previous_edits(), &outcome.merged);
        print_rekeyed(&resolved.rekeyed);
        print_notices(&resolved.lock);
        say(&format!("{}{closing}", summary(resolved, &stats.requests)));
    }
    if stats.interrupted {
        say("interrupted; the results so far are written, and the answers are kept in the cache");
        return Ok(Code::Interrupted);
    }
    Ok(match code(args, resolved) {
        Code::Done if args.strict && differed => Code::Found,
        code => code,
    })
}

/// Returns whether the output was not what the lock describes, and prints in what it differed.
fn has_other_text(outcome: &Outcome) -> bool {
    let former = outcome.former.as_deref();
    let former = former.and_then(|former| std::str::from_utf8(former).ok());
    let differing = former.filter(|former| *former != outcome.text);
    if let Some(former) = differing {
        print_difference(former, &outcome.text);
    }
    differing.is_some()
}

/// Returns the exit code of a run that ended well.
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
