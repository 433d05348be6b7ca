//! What people type, and what they read.
//!
//! Owns arguments, files, the terminal and exit codes. Arguments and a [`World`] come in; files,
//! standard output, messages on standard error and an exit code go out. Sets the other rooms up and
//! must not know papers: that is in the rooms it calls.

mod alone;
mod answers;
mod args;
mod before;
mod cache;
mod check;
mod counted;
mod edits;
mod exit;
mod export;
mod exports;
mod fetch;
mod history;
mod import;
mod inputs;
mod known;
mod library;
mod lock_file;
mod made;
mod output;
mod pdf;
mod progress;
mod refresh;
mod rehearsal;
mod report;
mod review;
mod run;
mod schedule;
mod screen;
mod setup;
mod summary;
mod told;
mod trust;
mod waits;
mod why;
mod write;

pub use args::Cli;
pub use exit::{Code, Failure};
pub use run::{World, run};
