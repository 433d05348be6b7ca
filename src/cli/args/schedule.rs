use std::path::PathBuf;

use clap::{
    Args, Subcommand, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};

use crate::schedule::{Every, Timer};

/// What to do with the timer.
#[derive(Debug, Clone, Subcommand)]
pub enum ScheduleCommand {
    /// Set a timer that refreshes these lists in this folder; set again, it is changed.
    ///
    /// The timer is systemd's where it runs for the user, else cron's; launchd's on macOS, and the Task
    /// Scheduler's on Windows. Runs that failed are told of when bibsync is next used by hand.
    Install {
        /// How often.
        #[arg(long, value_parser = rhythms(), default_value = "weekly", value_name = "RHYTHM")]
        every: Every,
        /// By which timer [default: the one of this machine].
        #[arg(long, value_parser = timers(), value_name = "TIMER")]
        with: Option<Timer>,
        /// What is refreshed.
        #[command(flatten)]
        scheduled: Scheduled,
    },
    /// Print a timer that stands on its own, or a workflow that opens a pull request with what changed.
    Print {
        /// For what.
        #[arg(long = "for", value_enum, value_name = "WHAT")]
        printed: Printed,
        /// How often.
        #[arg(long, value_parser = rhythms(), default_value = "weekly", value_name = "RHYTHM")]
        every: Every,
        /// What is refreshed.
        #[command(flatten)]
        scheduled: Scheduled,
    },
    /// Show what is scheduled, when it ran last and how that went, and when it runs next.
    Status,
    /// Take the timer of this folder away, with everything that was kept for it.
    Remove {
        /// The bibliography that it refreshes.
        #[arg(short, long, value_name = "FILE", default_value = "references.bib")]
        output: PathBuf,
        /// All timers of this user.
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
    /// The lists [default: those that the lock was made of].
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// The bibliography.
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
    /// A service and a timer unit.
    Systemd,
    /// A line for a crontab.
    Cron,
    /// A property list.
    Launchd,
    /// A task in XML.
    Windows,
}

/// Rhythms by their names.
fn rhythms() -> impl TypedValueParser<Value = Every> {
    PossibleValuesParser::new(Every::ALL.map(Every::as_str))
        .try_map(|name| Every::from_name(&name).ok_or("no rhythm"))
}

/// Timers by their names.
fn timers() -> impl TypedValueParser<Value = Timer> {
    PossibleValuesParser::new(Timer::ALL.map(Timer::as_str))
        .try_map(|name| Timer::from_name(&name).ok_or("no timer"))
}
