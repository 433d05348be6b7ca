//! The last step of `fetch` and `refresh`: the lock and the output are written, and what came of it is
//! said.

use std::path::PathBuf;

use super::{
    args::Fetch,
    before::Before,
    counted,
    edits::say_edits,
    exit::{Code, Failure},
    export::{notes, render_options, tell_oddities, tell_unmatched_venues},
    fetch::{Sent, code},
    inputs::tell_encoding,
    known,
    made::{as_made, dialect, made},
    output::{Guarded, Print, Target},
    report,
    screen::say,
    summary::summary,
    told::{tell_difference, tell_notices, tell_rekeyed},
};
use crate::{
    config::Settings,
    export,
    lock::{Lock, digest},
    model::Work,
    output::{self, Form, Update, Updated},
    sync::Resolved,
};

/// The files of a run, known to be writable.
pub(super) struct Targets {
    pub(super) output: Target,
    pub(super) lock: Target,
    pub(super) report: Option<Target>,
}

/// What was written.
struct Outcome {
    updated: Updated,
    /// The digest of the lock as it was written.
    lock: String,
    /// What was in the output before.
    was: Option<Vec<u8>>,
    /// Whether the output is another one now.
    is_new: bool,
    /// Where what was there before is kept.
    kept: Option<PathBuf>,
}

/// How often the output is read again because someone saved it meanwhile.
const ROUNDS: usize = 5;

/// Writes the lock, then the output: a lock that is newer than its output is understood by the next
/// run, and knows every key that was ever given. What someone saves in the output until the moment in
/// which it is written is merged as well.
fn write(
    targets: &Targets,
    args: &Fetch,
    settings: &Settings,
    before: &Before,
    new: Lock,
) -> Result<Outcome, Failure> {
    let now = render_options(settings)?;
    let mut as_then = settings.clone();
    if let Some(old) = before.lock() {
        as_made(&mut as_then, old);
    }
    // What was edited is what the last run wrote, with its options.
    let then = render_options(&as_then).unwrap_or_else(|_| now.clone());
    let form = |settings, render_options| Form {
        dialect: dialect(settings),
        render_options,
        notes: notes(settings),
    };
    let mut new = new;
    if !args.locked {
        new.made = made(args, settings);
    }
    before.repair(&targets.lock)?;
    let mut locked = before.print();
    for _ in 0..ROUNDS {
        let was = targets.output.read()?;
        let is_edited = args.locked && was.as_deref().is_some_and(|was| !is_ours(&new, was));
        let updated = output::update(Update {
            old: before.lock(),
            new,
            // The lock's word is all that counts with --locked.
            file: was.as_deref().filter(|_| !args.locked),
            now: form(settings, &now),
            then: form(&as_then, &then),
        });
        let text = updated.text.as_bytes();
        let is_new = was.as_deref() != Some(text);
        let is_kept = is_new && (!updated.merged.lost.is_empty() || is_edited);
        let kept = was.as_deref().filter(|_| is_kept);
        let kept = kept.map(|was| targets.output.keep(was)).transpose()?;
        let lock = updated.lock.render().map_err(Failure::usage)?;
        let guarded = targets.lock.write_if_same(lock.as_bytes(), locked)?;
        if guarded == Guarded::Changed {
            return Err(Failure::usage(format!(
                "{} was changed by another program during the run, and is left as it is",
                targets.lock.path().display()
            ))
            .hint("run again: the answers are kept in the cache"));
        }
        locked = Some(Print::of(lock.as_bytes()));
        let lock = digest(&lock);
        match targets.output.write_if_unchanged(text, was.as_deref())? {
            Guarded::Written | Guarded::Unchanged => {
                return Ok(Outcome {
                    updated,
                    lock,
                    was,
                    is_new,
                    kept,
                });
            }
            // Saved by someone meanwhile: what they did is merged too.
            Guarded::Changed => new = updated.lock,
        }
    }
    Err(Failure::usage(format!(
        "{} is being written by another program again and again",
        targets.output.path().display()
    ))
    .hint("end that program, or name another file"))
}

/// Whether the output is what the run wrote that made the lock.
fn is_ours(lock: &Lock, content: &[u8]) -> bool {
    let text = std::str::from_utf8(content).ok();
    content.is_empty() || text.is_some_and(|text| output::is_as_written(lock, text))
}

/// Writes the files and tells the person.
pub(super) fn finish(
    targets: &Targets,
    args: &Fetch,
    quiet: bool,
    settings: &Settings,
    before: &Before,
    mut resolved: Resolved,
    sent: &Sent,
) -> Result<Code, Failure> {
    let by_hand = before.by_hand().cloned().unwrap_or_default();
    let new = std::mem::take(&mut resolved.lock);
    let mut outcome = write(targets, args, settings, before, new)?;
    resolved.lock = std::mem::take(&mut outcome.updated.lock);
    let resolved = &resolved;
    let Outcome { updated, kept, .. } = &outcome;
    let was = outcome.was.as_deref().filter(|_| args.locked);
    let was = was.and_then(|was| std::str::from_utf8(was).ok());
    let is_told = args.strict || !quiet;
    let differed = was
        .is_some_and(|was| is_told && was != updated.text && tell_difference(was, &updated.text));
    if let Some(was) = outcome.was.as_deref().filter(|_| !args.locked) {
        tell_encoding(&targets.output.path().display().to_string(), was);
    }
    let works = resolved.lock.exported(notes(settings));
    let works: Vec<&Work> = works.iter().map(AsRef::as_ref).collect();
    tell_oddities(&works, export::OutputFormat::Bib(dialect(settings)));
    tell_unmatched_venues(&works, &render_options(settings)?);
    if let (Some((cache, now)), Some(known)) = (&sent.kept, &resolved.for_next_run) {
        known::keep(cache, &outcome.lock, known, *now);
    }
    if let Some(target) = &targets.report {
        report::write(target, &args.inputs, resolved, sent)?;
    }
    let place = targets.output.path().display();
    if let Some(kept) = kept {
        for lost in &updated.merged.lost {
            say(&format!("{place}: {lost}; see {}", kept.display()));
        }
    }
    if !quiet {
        let count = counted::entries(works.len());
        let closing = match (outcome.is_new, kept) {
            (false, _) => format!("{place} is up to date ({count})"),
            (true, None) => format!("wrote {place} ({count})"),
            (true, Some(kept)) => format!(
                "wrote {place} ({count}); what it was before is kept in {}",
                kept.display()
            ),
        };
        say_edits(&by_hand, &updated.merged);
        tell_rekeyed(&resolved.rekeyed);
        tell_notices(&resolved.lock);
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
