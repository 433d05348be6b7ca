//! Prints the JSON Schema of `profile.json` or of `bibsync.toml`, as they are checked in:
//!
//! ```text
//! cargo run --example schema -- profile > profile.schema.json
//! cargo run --example schema -- config > config.schema.json
//! ```

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

fn main() -> ExitCode {
    let schema = match std::env::args().nth(1).as_deref() {
        Some("profile") => bibsync::profile::schema(),
        Some("config") => bibsync::config::schema(),
        _ => return say("which schema? `profile` or `config`"),
    };
    match writeln!(io::stdout(), "{schema:#}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => say(&wrong.to_string()),
    }
}

fn say(message: &str) -> ExitCode {
    // If standard error is closed too, nobody can be informed.
    writeln!(io::stderr(), "{message}").ok();
    ExitCode::FAILURE
}
