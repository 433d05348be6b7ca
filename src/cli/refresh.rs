use std::{
    io::Write as _,
    path::PathBuf,
    process::{Command, Stdio},
};

use super::{
    alone::alone,
    answers::reader,
    args::{ChangeForm, Fetch, Refresh, Shared},
    before::{Before, no_mishap},
    counted::counted,
    exit::{Code, Failure},
    fetch::{self, Refreshed, lists_and_targets},
    inputs::Shelf,
    lock_file::lock_path,
    made::as_made,
    run::World,
    screen::{Ink, print_json, say, show},
    setup::settings_and_file,
    trust::{OnChange, on_change},
    write::finish,
};
use crate::{
    changes::{Accept, Change, Form, accepted, between, changelog},
    lock::Lock,
    sync::Resolved,
};

/// `bibsync refresh`: ask again for what may have changed, and say what did.
pub(super) fn refresh(args: &Refresh, shared: &Shared, world: &World) -> Result<Code, Failure> {
    let lock_path = lock_path(args.lock.as_ref(), &args.output);
    let (mut settings, settings_file) = settings_and_file(shared, world)?;
    let _alone = alone(&lock_path, &world.state_dir);
    let before = Before::read(&lock_path)?;
    let Some(old) = before.lock() else {
        let place = lock_path.display();
        return Err(Failure::usage(format!("there is no lock at {place}"))
            .hint("`bibsync fetch` makes one; `refresh` asks for what may have changed since"));
    };
    as_made(&mut settings, old);
    let run = Fetch {
        inputs: if args.inputs.is_empty() {
            inputs_of(old)?
        } else {
            args.inputs.clone()
        },
        output: args.output.clone(),
        lock: Some(lock_path),
        offline: args.offline,
        locked: false,
        dry_run: false,
        report: args.report.clone(),
        format: None,
        style: None,
        strict: args.strict,
        allow_removals: args.allow_removals,
    };
    let (lists, targets) = lists_and_targets(&run, &Shelf::of(shared, &settings, world))?;
    no_mishap(&run, &lists, old)?;
    let again = Refreshed {
        all: args.all,
        lock: before.digest(),
    };
    let Some((resolved, sent)) = fetch::resolve(
        &run,
        shared,
        &settings,
        &lists,
        Some(old),
        Some(&again),
        world,
    )?
    else {
        return Ok(Code::Interrupted);
    };
    let changes = between(old, &resolved.lock);
    tell(&changes, args.format)?;
    let accept = match args.accept {
        _ if args.dry_run => Accept::None,
        Some(accept) => accept,
        None => ask(&changes, world),
    };
    let mut lock = accepted(old, &resolved.lock, &changes, |change| accept.takes(change));
    let (taken, left): (Vec<Change>, Vec<Change>) =
        changes.into_iter().partition(|change| accept.takes(change));
    if args.dry_run {
        say("nothing was written (--dry-run)");
        return Ok(fetch::code(&run, &resolved));
    }
    // What was not taken over is to be told again.
    if !left.is_empty() {
        lock.refreshed.clone_from(&old.refreshed);
    }
    let resolved = Resolved {
        lock,
        for_next_run: resolved.for_next_run.clone().filter(|_| left.is_empty()),
        ..resolved
    };
    // What could not be asked for may have changed.
    let failed = !resolved.failures.is_empty() && resolved.items.iter().any(|item| item.expected);
    let code = finish(
        &targets,
        &run,
        shared.quiet,
        &settings,
        &before,
        resolved,
        &sent,
    )?;
    if !left.is_empty() && !shared.quiet {
        say(&format!(
            "{} not taken over; `bibsync refresh --accept all` does that",
            counted(left.len(), "change was", "changes were")
        ));
    }
    if !taken.is_empty() {
        match on_change(&settings, settings_file.as_ref(), world) {
            OnChange::Unset => {}
            OnChange::Run(command) => hand_over(&command, &changelog(&taken, Form::Text)),
            OnChange::Untrusted(warning) => say(&warning),
        }
    }
    Ok(match code {
        Code::Done if failed => Code::SourceFailed,
        code => code,
    })
}

fn inputs_of(old: &Lock) -> Result<Vec<PathBuf>, Failure> {
    if old.made.inputs.is_empty() {
        return Err(
            Failure::usage("the lock does not say of which lists it was made")
                .hint("name them: bibsync refresh profile.json"),
        );
    }
    Ok(old.made.inputs.iter().map(PathBuf::from).collect())
}

/// The changelog, on standard output.
fn tell(changes: &[Change], form: ChangeForm) -> Result<(), Failure> {
    match form {
        ChangeForm::Text => show(&painted(&changelog(changes, Form::Text))),
        ChangeForm::Markdown => show(&changelog(changes, Form::Markdown)),
        ChangeForm::Json => {
            let json = serde_json::to_string_pretty(changes).map_err(Failure::usage)?;
            print_json(&(json + "\n"))
        }
    }
}

/// The changelog with the mark painted by which each line begins.
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

/// What the person takes over. Where nobody can be asked, nothing is.
fn ask(changes: &[Change], world: &World) -> Accept {
    let open = changes.iter().any(|change| !Accept::None.takes(change));
    if !open || !world.terminal || !world.answers_by_key {
        return Accept::None;
    }
    let mut reader = reader(world);
    loop {
        say("take over: [a]ll, [u]pgrades only, [f]ields only, [n]one?");
        let Some(answer) = reader.next() else {
            return Accept::None;
        };
        match answer.to_lowercase().as_str() {
            "a" | "all" => return Accept::All,
            "u" | "upgrades" => return Accept::Upgrades,
            "f" | "fields" => return Accept::Fields,
            "n" | "none" => return Accept::None,
            _ => {}
        }
    }
}

/// Runs the person's own command, with the changelog on its input. What becomes of it is told and
/// changes nothing: the files are written.
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
            // A command that does not read its input to the end may still do its work.
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
