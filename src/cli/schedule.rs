use std::{fmt::Write as _, path::Path};

use jiff::tz::TimeZone;

use super::{
    args::{Printed, ScheduleCommand, Scheduled, Shared},
    exit::{Code, Failure},
    lock::no_lock,
    screen::{print, say, show},
    settings::settings_and_file,
    trust::{OnChange, on_change},
    world::World,
};
use crate::schedule::{
    History, InstallSource, Interval, InvalidJobError, Invocation, Job, JobRun, RefreshWorkflow,
    RunOutcome, Timer, cron_line, github_actions, gitlab_ci, kept_variables, plist, service, task,
    timer,
};

mod jobs;
mod timers;

use jobs::Jobs;

/// `bibsync schedule`: refreshes the bibliography regularly, by a timer.
pub(super) fn schedule(
    command: &ScheduleCommand,
    shared: &Shared,
    world: &World,
) -> Result<Code, Failure> {
    let jobs = Jobs::at(world);
    match command {
        ScheduleCommand::Install {
            every,
            with,
            scheduled,
        } => install(*every, *with, scheduled, shared, world, &jobs),
        ScheduleCommand::Print {
            printed,
            every,
            scheduled,
        } => print_timer(*printed, *every, scheduled, shared, world),
        ScheduleCommand::Status => {
            show(&status(&jobs, world)?)?;
            Ok(Code::Done)
        }
        ScheduleCommand::Remove { output, all } => remove(output, *all, world, &jobs),
        ScheduleCommand::Run { id, if_due } => run(id, *if_due, world, &jobs),
    }
}

fn install(
    every: Interval,
    with: Option<Timer>,
    scheduled: &Scheduled,
    shared: &Shared,
    world: &World,
    jobs: &Jobs,
) -> Result<Code, Failure> {
    refreshable(scheduled)?;
    let timer = with.unwrap_or_else(|| timers::of_this_machine(world));
    let job = job(every, timer, scheduled, shared, world)?;
    let (settings, file) = settings_and_file(shared, world)?;
    if let OnChange::Untrusted(warning) = on_change(&settings, file.as_ref(), world) {
        say(&warning);
    }
    // An unreadable job is replaced.
    let before = jobs.find(&job.id).ok().flatten();
    let before = before.filter(|before| before.timer != timer);
    jobs.put(&job)?;
    if let Err(failed) = timers::install(&job, world) {
        // A timer that was installed in part must not keep another from being installed.
        if let Err(error) = timers::remove(&job, world) {
            tracing::debug!("{error}");
        }
        match before {
            Some(before) => jobs.put(&before)?,
            None => jobs.remove(&job.id)?,
        }
        return Err(failed.hint("nothing was scheduled; --with chooses another timer"));
    }
    // The timer of before must not start the job, too.
    if let Some(Err(error)) = before.map(|before| timers::remove(&before, world)) {
        tracing::warn!("the former timer may still be installed: {error}");
    }
    say(&format!(
        "{} in {} is refreshed {every} by {}",
        scheduled.output.display(),
        job.folder.display(),
        timer
    ));
    if !job.environment.is_empty() {
        let names: Vec<&str> = job.environment.keys().map(String::as_str).collect();
        say(&format!(
            "each run gets these variables as they are set now: {}",
            names.join(", ")
        ));
    }
    Ok(Code::Done)
}

/// Checks that a refresh will find the lock and the lists.
fn refreshable(scheduled: &Scheduled) -> Result<(), Failure> {
    let lock = scheduled.lock.clone();
    let lock = lock.unwrap_or_else(|| scheduled.output.with_extension("lock"));
    if !lock.exists() {
        return Err(no_lock(&lock, &scheduled.inputs));
    }
    match scheduled.inputs.iter().find(|input| !input.exists()) {
        None => Ok(()),
        Some(input) => Err(
            Failure::usage(format!("there is no list at {}", input.display()))
                .hint("name lists that exist, or none for those that the lock was made from"),
        ),
    }
}

/// Makes the job that these arguments describe.
fn job(
    every: Interval,
    timer: Timer,
    scheduled: &Scheduled,
    shared: &Shared,
    world: &World,
) -> Result<Job, Failure> {
    let mut arguments: Vec<String> = Vec::new();
    let absolute = |path: &Path| named(&world.folder.join(path));
    for (flag, path) in [
        ("--config", &shared.config),
        ("--cache-dir", &shared.cache_dir),
    ] {
        if let Some(path) = path {
            arguments.extend([flag.to_owned(), absolute(path)?]);
        }
    }
    arguments.extend(refreshed(scheduled)?);
    let job = Job {
        id: Job::id_of(
            &world.folder.display().to_string(),
            &scheduled.output.display().to_string(),
        ),
        program: world.program.clone(),
        folder: world.folder.clone(),
        arguments,
        every,
        timer,
        environment: kept_variables(&world.environment),
    };
    job.validate().map_err(invalid_job)?;
    Ok(job)
}

/// Returns the arguments of `refresh`.
fn refreshed(scheduled: &Scheduled) -> Result<Vec<String>, Failure> {
    let mut out: Vec<String> = Vec::new();
    for input in &scheduled.inputs {
        out.push(named(input)?);
    }
    out.extend(["-o".to_owned(), named(&scheduled.output)?]);
    if let Some(lock) = &scheduled.lock {
        out.extend(["--lock".to_owned(), named(lock)?]);
    }
    Ok(out)
}

/// Returns a path as an argument that does not look like an option.
fn named(path: &Path) -> Result<String, Failure> {
    let text = path.to_str().ok_or_else(|| {
        let name = path.display();
        Failure::usage(format!(
            "the path {name} is not UTF-8 text, which no timer can express"
        ))
    })?;
    Ok(if text.starts_with('-') {
        format!("./{text}")
    } else {
        text.to_owned()
    })
}

fn invalid_job(error: InvalidJobError) -> Failure {
    Failure::usage(error).hint("rename it, or choose another timer")
}

/// Returns the repository and the commit from which workflows install this program.
fn origin() -> Result<InstallSource, Failure> {
    let manifest = include_str!("../../Cargo.toml");
    InstallSource::read(env!("CARGO_PKG_REPOSITORY"), manifest).map_err(|error| {
        Failure::usage(error).hint(
            "the name `bibsync` on crates.io is another program's; take a release of bibsync, which has both set",
        )
    })
}

fn print_timer(
    printed: Printed,
    every: Interval,
    scheduled: &Scheduled,
    shared: &Shared,
    world: &World,
) -> Result<Code, Failure> {
    let by = |timer: Timer| job(every, timer, scheduled, shared, world);
    let workflow = || -> Result<RefreshWorkflow, Failure> {
        let refresh = RefreshWorkflow {
            arguments: refreshed(scheduled)?,
            origin: origin()?,
            every,
            chance: by(Timer::Cron)?.chance(),
        };
        refresh.validate().map_err(invalid_job)?;
        Ok(refresh)
    };
    // A timer that is installed manually has no job.
    let alone = Invocation::Standalone;
    let text = match printed {
        Printed::GithubActions => github_actions(&workflow()?),
        Printed::GitlabCi => gitlab_ci(&workflow()?),
        Printed::Systemd => {
            let job = by(Timer::Systemd)?;
            format!("{}\n{}", service(&job, alone), timer(&job, alone))
        }
        Printed::Cron => format!("{}\n", cron_line(&by(Timer::Cron)?, alone)),
        Printed::Launchd => plist(&by(Timer::Launchd)?, alone),
        Printed::Windows => {
            let job = by(Timer::Windows)?;
            if !job.environment.is_empty() {
                let names: Vec<&str> = job.environment.keys().map(String::as_str).collect();
                say(&format!(
                    "warning: a task of Windows sets no variables; set these for the user: {}",
                    names.join(", ")
                ));
            }
            task(&job, alone, world.now)
        }
    };
    print(&text)?;
    Ok(Code::Done)
}

fn status(jobs: &Jobs, world: &World) -> Result<String, Failure> {
    let mut text = String::new();
    for job in jobs.all()? {
        let history = jobs.history(&job.id);
        _ = writeln!(
            text,
            "{}: {} in {}, {} by {}",
            job.id,
            job.arguments.join(" "),
            job.folder.display(),
            job.every,
            job.timer
        );
        let last = history.last.as_ref();
        let told = last.map_or_else(|| "never".to_owned(), outcome);
        _ = writeln!(text, "  last run: {told}");
        for warning in last.into_iter().flat_map(warnings) {
            _ = writeln!(text, "  {warning}");
        }
        let next = timers::next(&job).unwrap_or_else(|| {
            let due = job.every.due(last.map(|run| run.started), job.chance());
            if due <= world.now {
                "as soon as the timer starts it".to_owned()
            } else {
                format!("after {}", minute(due))
            }
        });
        _ = writeln!(text, "  next run: {next}");
        if let Some(well) = history.last_success.filter(|_| history.unreported) {
            _ = writeln!(text, "  last success: {}", minute(well));
        }
        jobs.told(&job.id)?;
    }
    if text.is_empty() {
        text.push_str("nothing is scheduled; `bibsync schedule install` installs a timer\n");
    }
    Ok(text)
}

fn minute(time: jiff::Timestamp) -> String {
    let time = time.to_zoned(TimeZone::UTC);
    time.strftime("%Y-%m-%d %H:%M UTC").to_string()
}

fn outcome(run: &JobRun) -> String {
    let when = minute(run.started);
    let last = run.output.lines().last().unwrap_or_default();
    match run.outcome {
        RunOutcome::Complete => format!("{when}, done"),
        RunOutcome::Partial => format!("{when}, written, but a source failed: {last}"),
        RunOutcome::Failed => format!("{when}, failed: {last}"),
    }
}

/// Returns the warnings of a run that succeeded.
fn warnings(run: &JobRun) -> impl Iterator<Item = &str> {
    let lines = run.output.lines();
    lines.filter(|line| run.outcome == RunOutcome::Complete && line.starts_with("warning: "))
}

fn remove(output: &Path, all: bool, world: &World, jobs: &Jobs) -> Result<Code, Failure> {
    let id = Job::id_of(
        &world.folder.display().to_string(),
        &output.display().to_string(),
    );
    let meant: Vec<Job> = jobs
        .all()?
        .into_iter()
        .filter(|job| all || job.id == id)
        .collect();
    if meant.is_empty() {
        let what = if all {
            "nothing is scheduled".to_owned()
        } else {
            format!(
                "no refresh of {} is scheduled in this folder",
                output.display()
            )
        };
        return Err(Failure::usage(what).hint("`bibsync schedule status` shows what is"));
    }
    for job in meant {
        timers::remove(&job, world)?;
        jobs.remove(&job.id)?;
        say(&format!(
            "the timer {} is removed; nothing refreshes {} any more",
            job.id,
            job.folder.display()
        ));
    }
    Ok(Code::Done)
}

/// Runs a job, as its timer does, and records the outcome.
fn run(id: &str, if_due: bool, world: &World, jobs: &Jobs) -> Result<Code, Failure> {
    let Some(job) = jobs.find(id)? else {
        return Err(Failure::usage(format!("there is no job {id}"))
            .hint("`bibsync schedule status` shows those there are"));
    };
    let Some(_running) = jobs.begin(id)? else {
        say(&format!("{id} is running already"));
        return Ok(Code::Done);
    };
    let history = jobs.history(id);
    let last = history.last.as_ref().map(|run| run.started);
    if if_due && job.every.due(last, job.chance()) > world.now {
        return Ok(Code::Done);
    }
    let ended = std::process::Command::new(&job.program)
        .arg("refresh")
        .args(&job.arguments)
        .args(["--accept", "all", "--no-progress"])
        .envs(&job.environment)
        .current_dir(&job.folder)
        .stdin(std::process::Stdio::null())
        .output();
    let (outcome, code, said) = match ended {
        Ok(ended) => {
            let said = String::from_utf8_lossy(&ended.stderr).into_owned();
            match ended.status.code() {
                Some(0) => (RunOutcome::Complete, Code::Done, said),
                Some(3) => (RunOutcome::Partial, Code::SourceFailed, said),
                _ => (RunOutcome::Failed, Code::Usage, said),
            }
        }
        Err(error) => (
            RunOutcome::Failed,
            Code::Usage,
            format!("{} can't be started: {error}", job.program.display()),
        ),
    };
    // cron mails whatever is printed.
    if outcome != RunOutcome::Complete {
        say(said.trim_end());
    }
    jobs.remember(id, &history.with_run(world.now, outcome, said.trim_end()))?;
    Ok(code)
}

/// Prints scheduled runs that failed since anybody last looked.
pub(super) fn tell_failures(world: &World) {
    let jobs = Jobs::at(world);
    for job in jobs.all().unwrap_or_default() {
        let history: History = jobs.history(&job.id);
        let Some(run) = history.last.filter(|_| history.unreported) else {
            continue;
        };
        say(&format!(
            "the scheduled refresh in {} did not go well: {}",
            job.folder.display(),
            outcome(&run)
        ));
        if let Err(error) = jobs.told(&job.id) {
            tracing::debug!("{error}");
        }
    }
}
