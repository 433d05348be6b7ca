//! When a list is refreshed without anybody asking.
//!
//! Owns how often a job is due, the texts that the timers of systemd, cron, launchd and Windows and
//! the workflows of GitHub and GitLab want, and what is remembered of past runs. A [`Job`] and a time
//! come in; texts, due times and a [`History`] go out. Must not know what a refresh does, where a
//! timer is put, nor the clock.

mod cron;
mod every;
mod fit;
mod history;
mod job;
mod launchd;
mod origin;
mod shell;
mod systemd;
mod which;
mod windows;
mod workflow;

pub use cron::{line as cron_line, with as crontab_with, without as crontab_without};
pub use every::Every;
pub use fit::UnfitError;
pub use history::{History, Outcome, Run};
pub use job::{Call, Job, JobError, kept_variables};
pub use launchd::plist;
pub use origin::{Origin, OriginError};
pub use systemd::{service, timer};
pub use which::Timer;
pub use windows::task;
pub use workflow::{Refresh, github_actions, gitlab_ci};
