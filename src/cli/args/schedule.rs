use std::path::PathBuf;

use clap::{
    Args, Subcommand, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};

use super::help::after_help;
use crate::schedule::{Interval, Timer};

/// What to do with the timer.
#[derive(Debug, Clone, Subcommand)]
pub enum ScheduleCommand {
    /// Install a timer that refreshes the bibliography in this folder, or change it.
    ///
    /// The timer is one of systemd if that runs for you, else of cron; on macOS of launchd, and on
    /// Windows of the Task Scheduler. Each run applies all changes. It finds the folders and
    /// settings that are set by variables now (XDG_…_HOME, BIBSYNC_…). If a run fails, bibsync says
    /// so the next time you use it.
    #[command(after_help = after_help("schedule install"))]
    Install {
        /// How often.
        #[arg(long, value_parser = rhythms(), default_value = "weekly", value_name = "RHYTHM")]
        every: Interval,
        /// Which timer to use [default: the usual one of this system].
        #[arg(long, value_parser = timers(), value_name = "TIMER")]
        with: Option<Timer>,
        /// What is refreshed.
        #[command(flatten)]
        scheduled: Scheduled,
    },
    /// Print a timer to install by hand, or a workflow for GitHub or GitLab.
    ///
    /// The workflow refreshes the bibliography in a checkout of your repository and opens a pull
    /// request (GitHub) or a merge request (GitLab) with what changed.
    #[command(after_help = after_help("schedule print"))]
    Print {
        /// What to print it for.
        #[arg(long = "for", value_enum, value_name = "WHAT")]
        printed: Printed,
        /// How often.
        #[arg(long, value_parser = rhythms(), default_value = "weekly", value_name = "RHYTHM")]
        every: Interval,
        /// What is refreshed.
        #[command(flatten)]
        scheduled: Scheduled,
    },
    /// Show the timers: the last run, how it went, and the next run.
    #[command(after_help = after_help("schedule status"))]
    Status,
    /// Remove the timer of this folder.
    #[command(after_help = after_help("schedule remove"))]
    Remove {
        /// The bibliography that the timer refreshes.
        #[arg(short, long, value_name = "FILE", default_value = "references.bib")]
        output: PathBuf,
        /// Remove all your timers of bibsync.
        #[arg(long, conflicts_with = "output")]
        all: bool,
    },
    /// Run a job, as its timer does.
    #[command(hide = true)]
    Run {
        /// Its name, as `status` shows it.
        id: String,
        /// Only if it is due.
        #[arg(long)]
        if_due: bool,
    },
}

/// What a timer refreshes.
#[derive(Debug, Clone, Args)]
pub struct Scheduled {
    /// The lists [default: those that the lock was made from].
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// The bibliography to refresh.
    #[arg(short, long, value_name = "FILE", default_value = "references.bib")]
    pub output: PathBuf,
    /// Its lock [default: beside it].
    #[arg(long, value_name = "FILE")]
    pub lock: Option<PathBuf>,
}

/// What can be printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Printed {
    /// A workflow for .github/workflows/.
    GithubActions,
    /// A job for .gitlab-ci.yml.
    GitlabCi,
    /// Two units for systemd: a service and a timer.
    Systemd,
    /// A line for a crontab.
    Cron,
    /// A property list for macOS.
    Launchd,
    /// A task for Windows' Task Scheduler, in XML.
    Windows,
}

/// Rhythms by their names.
fn rhythms() -> impl TypedValueParser<Value = Interval> {
    PossibleValuesParser::new(Interval::ALL.map(Interval::as_str))
        .try_map(|name| Interval::from_name(&name).ok_or("no rhythm"))
}

/// Timers by their names.
fn timers() -> impl TypedValueParser<Value = Timer> {
    PossibleValuesParser::new(Timer::ALL.map(Timer::as_str))
        .try_map(|name| Timer::from_name(&name).ok_or("no timer"))
}
