//! End-to-end tests of the program and its public modules, against stand-ins for the services.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod beyond_computing;
mod books;
mod cache;
mod cached_answers;
mod check;
mod check_online;
mod completions;
mod crash;
mod dry_run;
mod errors;
mod export;
mod failing_services;
mod faults;
mod fetch;
mod help;
mod hooks;
mod import;
mod init;
mod keys;
mod library;
mod library_crate;
mod lock_merge;
mod merge_driver;
mod namesakes;
mod offline;
mod only_cited;
mod other_works;
mod output;
mod page;
#[path = "../people/mod.rs"]
mod people;
mod pins;
mod polite;
mod refresh;
mod requests_by_field;
mod review;
mod schedule;
mod settings;
mod similar_titles;
mod support;
#[cfg(unix)]
mod team;
mod tex;
mod unmatched;
mod update;
mod why;
mod writing;
