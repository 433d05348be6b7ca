//! What people type, and what they read.
//!
//! Owns arguments, files, the terminal and exit codes. Arguments and a [`World`] come in; files,
//! standard output, messages on standard error and an exit code go out. Sets the other rooms up and
//! must not know papers: that is in the rooms it calls.

mod alone;
mod args;
mod cache;
mod check;
mod exit;
mod export;
mod exports;
mod fetch;
mod hand;
mod history;
mod import;
mod inputs;
mod known;
mod library;
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
mod waits;
mod why;

pub use args::Cli;
pub use exit::{Code, Failure};
pub use run::{World, run};
