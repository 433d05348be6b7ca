//! Scheduled refreshes.
//!
//! Owns how often a job is due, the text formats of the timers (systemd, cron, launchd, Windows' Task
//! Scheduler) and of workflows (GitHub, GitLab), and the history of past runs. A [`Job`] and a time
//! come in; texts, due times and a [`History`] go out. Must not know what a refresh does, where a timer
//! is installed, nor the clock.

mod cron;
mod history;
mod install_source;
mod interval;
mod job;
mod launchd;
mod shell;
mod systemd;
mod timer;
mod validate;
mod windows;
mod workflow;

pub use cron::{line as cron_line, with as crontab_with, without as crontab_without};
pub use history::{History, JobRun, RunOutcome};
pub use install_source::{InstallSource, InstallSourceError};
pub use interval::Interval;
pub use job::{Invocation, Job, JobParseError, kept_variables};
pub use launchd::plist;
pub use systemd::{service, timer};
pub use timer::Timer;
pub use validate::InvalidJobError;
pub use windows::task;
pub use workflow::{RefreshWorkflow, github_actions, gitlab_ci};
