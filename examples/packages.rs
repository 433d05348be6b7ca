//! Fills the templates of `packaging/` for a release:
//!
//! ```text
//! cargo run --example packages -- SHA256SUMS DIR
//! ```
//!
//! `SHA256SUMS` is the output of `sha256sum` for the files of the release.

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use fs_err as fs;

#[path = "../packaging/fill.rs"]
mod fill;

/// The templates and what each becomes.
const TEMPLATES: [(&str, &str); 4] = [
    (
        include_str!("../packaging/homebrew/formula.rb"),
        "formula.rb",
    ),
    (include_str!("../packaging/aur/PKGBUILD"), "PKGBUILD"),
    (
        include_str!("../packaging/scoop/manifest.json"),
        "scoop.json",
    ),
    (
        include_str!("../packaging/schemastore/catalog.json"),
        "schemastore.json",
    ),
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(sums), Some(folder)) = (arguments.next(), arguments.next()) else {
        return say("which files? expected SHA256SUMS DIR");
    };
    match write(&sums, &folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => say(&wrong),
    }
}

fn write(sums: &str, folder: &str) -> Result<(), String> {
    let sums = fs::read_to_string(sums).map_err(|error| error.to_string())?;
    let release = fill::Release::read(include_str!("../Cargo.toml"), None, &sums)?;
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    for (template, name) in TEMPLATES {
        let text = release.fill(template)?;
        fs::write(format!("{folder}/{name}"), text).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn say(message: &str) -> ExitCode {
    // If standard error is closed too, nobody can be informed.
    writeln!(io::stderr(), "{message}").ok();
    ExitCode::FAILURE
}
