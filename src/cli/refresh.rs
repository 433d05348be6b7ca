use std::{
    collections::BTreeSet,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use super::{
    answers::reader,
    args::{ChangeForm, Fetch, Refresh, Shared},
    counted::counted,
    exit::{Code, Failure},
    finish::{RunFiles, code, finish},
    inputs::{self, Shelf},
    lock::{inputs_of, lock_path},
    run_files::{check_removals, no_file_twice, open_files, prepare_report},
    run_sources::{Mode, resolve},
    screen::{Ink, print_json, say, show},
    settings::settings_and_file,
    trust::{OnChange, on_change},
    world::World,
};
use crate::{
    bibliography::{BibliographyError, Scope, restore_generation},
    changes::{AcceptedChanges, Change, ChangelogFormat, accepted, between, changelog},
    lock::Lock,
    page::of_changes,
    sync::{Item, Resolved},
};

/// `bibsync refresh`: looks for changes since the last run, and prints them.
pub(super) fn refresh(args: &Refresh, shared: &Shared, world: &World) -> Result<Code, Failure> {
    let lock_path = lock_path(args.lock.as_ref(), &args.output);
    let (mut settings, settings_file) = settings_and_file(shared, world)?;
    let no_lock = || {
        let path = lock_path.clone();
        let failure = Failure::from(BibliographyError::NoLock { path });
        failure.hint("`bibsync fetch` makes one; `refresh` asks for what may have changed since")
    };
    // Nothing is made where no run can have been. Otherwise the first run may still be writing the lock.
    if !lock_path.exists()
        && lock_path
            .parent()
            .is_some_and(|it| it != Path::new("") && !it.exists())
    {
        return Err(no_lock());
    }
    let mut run = Fetch {
        inputs: args.inputs.clone(),
        output: args.output.clone(),
        lock: Some(lock_path.clone()),
        offline: args.offline,
        locked: false,
        dry_run: false,
        report: args.report.clone(),
        format: None,
        style: None,
        strict: args.strict,
        allow_removals: args.allow_removals,
    };
    let files = open_files(&run, &lock_path, world)?;
    let old = files.previous_lock().ok_or_else(no_lock)?;
    restore_generation(&mut settings, old);
    if run.inputs.is_empty() {
        run.inputs = inputs_of(old)?;
    }
    let lists = inputs::read(&run.inputs, &Shelf::of(shared, &settings, world))?;
    no_file_twice(&run, &lock_path)?;
    let report = prepare_report(&run)?;
    check_removals(&run, &lists, old)?;
    let scope = if args.all { Scope::All } else { Scope::Changed };
    let mode = Mode::Refresh(scope);
    let Some((resolved, stats)) = resolve(&run, shared, &settings, &lists, &files, mode, world)?
    else {
        return Ok(Code::Interrupted);
    };
    let changes = between(old, &resolved.lock);
    tell(&changes, args.format)?;
    let accept = match args.accept {
        _ if args.dry_run => AcceptedChanges::None,
        Some(accept) => accept,
        None => ask(&changes, world),
    };
    let mut lock = accepted(old, &resolved.lock, &changes, |change| accept.takes(change));
    let (taken, left): (Vec<Change>, Vec<Change>) =
        changes.into_iter().partition(|change| accept.takes(change));
    if args.dry_run {
        say("nothing was written (--dry-run)");
        return Ok(code(&run, &resolved));
    }
    // A change that was not accepted is reported again next time.
    if !left.is_empty() {
        lock.refreshed.clone_from(&old.refreshed);
    }
    let items = with_accepted_upgrades(resolved.items, &lock);
    let resolved = Resolved {
        items,
        lock,
        for_next_run: resolved.for_next_run.clone().filter(|_| left.is_empty()),
        ..resolved
    };
    // A listing that a failed source could not be asked about may have changed.
    let failed = !resolved.failures.is_empty() && resolved.items.iter().any(|item| item.expected);
    let files = RunFiles {
        files,
        report,
        news: Some(of_changes(&taken, &left)),
    };
    let code = finish(&files, &run, shared.quiet, &settings, resolved, &stats)?;
    if !left.is_empty() && !shared.quiet {
        say(&format!(
            "{} not accepted; `bibsync refresh --accept all` accepts all",
            counted(left.len(), "change was", "changes were")
        ));
    }
    if !taken.is_empty() {
        match on_change(&settings, settings_file.as_ref(), world) {
            OnChange::Unset => {}
            OnChange::Run(command) => {
                hand_over(&command, &changelog(&taken, ChangelogFormat::Text));
            }
            OnChange::Untrusted(warning) => say(&warning),
        }
    }
    Ok(match code {
        Code::Done if failed => Code::SourceFailed,
        code => code,
    })
}

/// Returns the results as they stand once the changes that were not accepted are taken back: a preprint whose
/// publication was refused stays one.
fn with_accepted_upgrades(mut items: Vec<Item>, lock: &Lock) -> Vec<Item> {
    let upgraded = lock.listings.iter().filter(|listing| listing.upgraded);
    let upgraded: BTreeSet<&str> = upgraded.map(|it| it.fingerprint.as_str()).collect();
    for item in &mut items {
        item.upgraded &= upgraded.contains(item.fingerprint.as_str());
    }
    items
}

/// Prints the changelog on standard output.
fn tell(changes: &[Change], form: ChangeForm) -> Result<(), Failure> {
    match form {
        ChangeForm::Text => show(&painted(&changelog(changes, ChangelogFormat::Text))),
        ChangeForm::Markdown => show(&changelog(changes, ChangelogFormat::Markdown)),
        ChangeForm::Json => {
            let json = serde_json::to_string_pretty(changes).map_err(Failure::usage)?;
            print_json(&(json + "\n"))
        }
    }
}

/// Paints the mark at the beginning of each line.
fn painted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (mark, rest) = line.split_once(' ').unwrap_or(("", line));
        let ink = match mark {
            "↑" | "+" => Ink::Good,
            "±" | "?" => Ink::Doubt,
            "-" | "−" | "!" => Ink::Bad,
            "*" => Ink::Strong,
            _ => {
                out.push_str(line);
                continue;
            }
        };
        out.extend([&*ink.paint(mark), " ", rest]);
    }
    out
}

/// Asks the person which changes to accept. Where nobody can be asked, none is accepted.
fn ask(changes: &[Change], world: &World) -> AcceptedChanges {
    let open = changes
        .iter()
        .any(|change| !AcceptedChanges::None.takes(change));
    if !open || !world.terminal || !world.answers_by_key {
        return AcceptedChanges::None;
    }
    let mut reader = reader(world);
    loop {
        say("accept: [a]ll, [u]pgrades only, [f]ields only, [n]one?");
        let Some(answer) = reader.next() else {
            return AcceptedChanges::None;
        };
        match answer.to_lowercase().as_str() {
            "a" | "all" => return AcceptedChanges::All,
            "u" | "upgrades" => return AcceptedChanges::Upgrades,
            "f" | "fields" => return AcceptedChanges::Fields,
            "n" | "none" => return AcceptedChanges::None,
            _ => {}
        }
    }
}

/// Runs the command `refresh.on_change`, with the changelog on its standard input. Its failure is
/// printed and changes nothing: the files are written.
fn hand_over(command: &str, changelog: &str) {
    let (shell, flag) = if cfg!(windows) {
        ("cmd", "/C")
    } else {
        ("sh", "-c")
    };
    let child = Command::new(shell)
        .args([flag, command])
        .stdin(Stdio::piped())
        .spawn();
    let ended = child.and_then(|mut child| {
        if let Some(mut stdin) = child.stdin.take() {
            // A command that does not read all of its input may still succeed.
            _ = stdin.write_all(changelog.as_bytes());
        }
        child.wait()
    });
    match ended {
        Ok(status) if status.success() => {}
        Ok(status) => say(&format!(
            "warning: refresh.on_change `{command}` ended with {status}"
        )),
        Err(error) => say(&format!(
            "warning: refresh.on_change `{command}` can't be run: {error}"
        )),
    }
}
