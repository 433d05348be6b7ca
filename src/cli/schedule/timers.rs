//! The timers of this machine: where their files are, and which programs install them.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::{
    super::{exit::Failure, world::World},
    jobs::folder,
};
use crate::files::replace;
use crate::schedule::{
    Invocation, Job, Timer, crontab_with, crontab_without, plist, service, task, timer,
};

/// Returns the usual timer of this system: systemd if it runs for the user, else cron.
pub(super) fn of_this_machine(world: &World) -> Timer {
    if cfg!(windows) {
        return Timer::Windows;
    }
    if cfg!(target_os = "macos") {
        return Timer::Launchd;
    }
    let runs = world.environment.contains_key("XDG_RUNTIME_DIR")
        && call("systemctl", &["--user", "show-environment"], "").is_ok();
    if runs { Timer::Systemd } else { Timer::Cron }
}

/// Installs the timer of a job, or replaces it.
pub(super) fn install(job: &Job, world: &World) -> Result<(), Failure> {
    match job.timer {
        Timer::Systemd => {
            let folder = systemd_folder(world)?;
            put(
                &folder.join(format!("{}.service", job.id)),
                service(job, Invocation::Installed).as_bytes(),
            )?;
            put(
                &folder.join(format!("{}.timer", job.id)),
                timer(job, Invocation::Installed).as_bytes(),
            )?;
            call("systemctl", &["--user", "daemon-reload"], "")?;
            let unit = format!("{}.timer", job.id);
            call("systemctl", &["--user", "enable", &unit], "")?;
            // A running timer takes up new times only so.
            call("systemctl", &["--user", "restart", &unit], "")?;
        }
        Timer::Cron => _ = call("crontab", &["-"], &crontab_with(&crontab()?, job))?,
        Timer::Launchd => {
            let path = launchd_file(job, world)?;
            put(&path, plist(job, Invocation::Installed).as_bytes())?;
            // A loaded agent can't be loaded again.
            attempt("launchctl", &["unload", &path.display().to_string()]);
            call(
                "launchctl",
                &["load", "-w", &path.display().to_string()],
                "",
            )?;
        }
        Timer::Windows => {
            let path = folder(world).join(format!("{}.xml", job.id));
            let text = task(job, Invocation::Installed, world.now);
            // schtasks wants UTF-16 with a byte order mark.
            let units = std::iter::once(0xfeff).chain(text.encode_utf16());
            put(&path, &units.flat_map(u16::to_le_bytes).collect::<Vec<_>>())?;
            let file = path.display().to_string();
            let name = windows_name(job);
            call(
                "schtasks",
                &["/Create", "/TN", &name, "/XML", &file, "/F"],
                "",
            )?;
            fs_err::remove_file(&path).map_err(Failure::usage)?;
        }
    }
    Ok(())
}

/// Removes the timer of a job with all its files. The files are removed even if the timer's program
/// is missing or fails, so that nothing is started at the next login.
pub(super) fn remove(job: &Job, world: &World) -> Result<(), Failure> {
    match job.timer {
        Timer::Systemd => {
            let unit = format!("{}.timer", job.id);
            attempt("systemctl", &["--user", "disable", "--now", &unit]);
            let folder = systemd_folder(world)?;
            gone(&folder.join("timers.target.wants").join(&unit))?;
            for ending in ["timer", "service"] {
                gone(&folder.join(format!("{}.{ending}", job.id)))?;
            }
            attempt("systemctl", &["--user", "daemon-reload"]);
        }
        Timer::Cron => {
            if is_missing("crontab", &["-l"]) {
                return Ok(());
            }
            let table = crontab()?;
            let rest = crontab_without(&table, &job.id);
            if rest.trim().is_empty() && !table.is_empty() {
                call("crontab", &["-r"], "")?;
            } else if rest != table {
                call("crontab", &["-"], &rest)?;
            }
        }
        Timer::Launchd => {
            let path = launchd_file(job, world)?;
            attempt("launchctl", &["unload", "-w", &path.display().to_string()]);
            gone(&path)?;
        }
        Timer::Windows => {
            let name = windows_name(job);
            if call("schtasks", &["/Query", "/TN", &name], "").is_ok() {
                call("schtasks", &["/Delete", "/TN", &name, "/F"], "")?;
            }
        }
    }
    Ok(())
}

/// Returns the time of the next run, if the timer can be asked for it.
pub(super) fn next(job: &Job) -> Option<String> {
    if job.timer != Timer::Systemd {
        return None;
    }
    let unit = format!("{}.timer", job.id);
    let arguments = [
        "--user",
        "show",
        &unit,
        "--property=NextElapseUSecRealtime",
        "--value",
    ];
    let told = call("systemctl", &arguments, "").ok()?;
    let told = told.trim();
    (!told.is_empty()).then(|| told.to_owned())
}

fn systemd_folder(world: &World) -> Result<PathBuf, Failure> {
    let home = world.config_dir.as_deref().and_then(Path::parent);
    home.map(|home| home.join("systemd/user"))
        .ok_or_else(|| Failure::usage("there is no folder for the user's settings"))
}

fn launchd_file(job: &Job, world: &World) -> Result<PathBuf, Failure> {
    let home = world.environment.get("HOME").map(PathBuf::from);
    home.map(|home| {
        home.join(format!(
            "Library/LaunchAgents/io.github.bibsync.{}.plist",
            job.id
        ))
    })
    .ok_or_else(|| Failure::usage("HOME is not set, and launch agents are kept there"))
}

fn windows_name(job: &Job) -> String {
    format!(r"bibsync\{}", job.id)
}

/// Reads the user's crontab; one that does not exist is empty.
fn crontab() -> Result<String, Failure> {
    let output = started("crontab", &["-l"], "")?;
    if output.status.success() {
        return String::from_utf8(output.stdout).map_err(|_| {
            // Text that is not UTF-8 would be changed when it is written back.
            Failure::usage("the crontab is not UTF-8 text").hint("install with another timer")
        });
    }
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("no crontab") {
        return Ok(String::new());
    }
    Err(Failure::usage(format!(
        "`crontab -l` failed: {}",
        said.trim()
    )))
}

/// Runs a program that must succeed; returns its output.
fn call(program: &str, arguments: &[&str], input: &str) -> Result<String, Failure> {
    let output = started(program, arguments, input)?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Failure::usage(format!(
        "`{program} {}` failed: {}",
        arguments.join(" "),
        said.trim()
    )))
}

/// Runs a program, and ignores a failure.
fn attempt(program: &str, arguments: &[&str]) {
    if let Err(error) = call(program, arguments, "") {
        tracing::debug!("{error}");
    }
}

/// Returns whether a program can't be started; `harmless` are arguments with which it changes
/// nothing.
fn is_missing(program: &str, harmless: &[&str]) -> bool {
    started(program, harmless, "").is_err()
}

fn started(
    program: &str,
    arguments: &[&str],
    input: &str,
) -> Result<std::process::Output, Failure> {
    let failed = |error: std::io::Error| {
        Failure::usage(format!("`{program}` can't be started: {error}"))
            .hint("choose another timer by --with systemd, cron, launchd or windows")
    };
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that fails before it has read its input reports that by its exit code.
        _ = stdin.write_all(input.as_bytes());
    }
    child.wait_with_output().map_err(failed)
}

fn put(path: &Path, content: &[u8]) -> Result<(), Failure> {
    replace(path, content).map_err(Failure::usage)
}

fn gone(path: &Path) -> Result<(), Failure> {
    match fs_err::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Failure::usage(error)),
        _ => Ok(()),
    }
}
