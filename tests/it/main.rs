//! What bibsync does as a whole, module by module as a person would name it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod answers;
mod cache;
mod check;
mod crash;
mod errors;
mod export;
mod faults;
mod fetch;
mod help;

mod homonyms;
mod import;
mod keys;
mod library;
mod library_crate;
mod merged;
mod offline;
mod output;
mod pins;
mod polite;
mod refresh;
mod rehearsal;
mod review;
mod schedule;
mod settings;
mod support;
mod tex;
mod trouble;
mod twins;
mod unfindable;
mod why;
