//! The command line.
//!
//! Owns arguments, prompts, messages and exit codes. Arguments and a [`World`] come in; what is
//! printed and an exit code go out. Must not know how works are found, merged or written: it calls
//! the modules that do.

mod answers;
mod args;
mod cache;
mod check;
mod cited;
mod completions;
mod counted;
mod dry_run;
mod exit;
mod export;
mod fetch;
mod finish;
mod history;
mod import;
mod init;
mod inputs;
mod interruption;
mod library;
mod lock;
mod manual_edits;
mod merge_driver;
mod messages;
mod page;
mod pdf;
mod progress;
mod refresh;
mod report;
mod review;
mod run;
mod run_files;
mod run_sources;
mod schedule;
mod screen;
mod session;
mod settings;
mod summary;
mod target;
mod team;
mod trust;
mod update;
mod waits;
mod warnings;
mod why;
mod world;

pub use args::Cli;
pub use exit::{Code, Failure};
pub use run::run;
pub use world::World;
