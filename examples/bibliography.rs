//! Makes a bibliography from a profile, as another program would: with the library alone.
//!
//! It runs offline, on the records in this repository's `cache/library`:
//!
//! ```text
//! cargo run --example bibliography
//! ```

use std::{
    collections::BTreeMap,
    error::Error,
    io::{self, Write as _},
    path::Path,
};

use bibsync::{
    bibliography::{Bibliography, list},
    config, profile,
    session::{Environment, NetworkMode, Session},
    sync::Event,
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    // The settings, here with a folder of records beside the cache. A `bibsync.toml` and environment
    // variables may be passed instead of `None` and of the empty map.
    let mut settings = config::load(None, &BTreeMap::new())?;
    settings.library.folders.push("cache/library".into());

    // The list.
    let file = "examples/zezhou-wang.json";
    let profile = profile::parse(&fs_err::read_to_string(file)?, file)?;

    // The sources. A program that runs more than once keeps the cache and the state folder.
    let home = tempfile::tempdir()?;
    let environment = Environment::new(now, home.path().join("state"));
    let cache = home.path().join("cache");
    let session = Session::open(&settings, &cache, NetworkMode::Offline, environment, None)?;

    // The works. Each event is passed to the closure as it happens.
    let bibliography = Bibliography::new(&settings)?;
    let progress = |event: &Event| report(event);
    let resolved = bibliography
        .resolve(&[list(file, profile)], &session, &progress)
        .await?;
    let updated = bibliography.update(resolved.lock);

    // The result: works, the file and its lock.
    let mut out = io::stdout().lock();
    for work in &updated.lock.works {
        writeln!(out, "{}: {}", work.key, work.meta.title.text())?;
    }
    write(&home.path().join("references.bib"), &updated.text)?;
    write(
        &home.path().join("references.lock"),
        &updated.lock.render()?,
    )?;
    Ok(())
}

/// Prints the progress.
fn report(event: &Event) {
    if let Event::Began {
        phase,
        settled,
        listed,
    } = event
    {
        let phase = phase.describe();
        // Without a standard error there is nobody to inform.
        _ = writeln!(io::stderr(), "{phase}: {settled} of {listed} settled");
    }
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    writeln!(
        io::stdout(),
        "{}: {} lines",
        path.display(),
        text.lines().count()
    )?;
    fs_err::write(path, text)
}

#[expect(
    clippy::disallowed_methods,
    reason = "a program reads the clock; the library takes it as an argument"
)]
fn now() -> jiff::Timestamp {
    jiff::Timestamp::now()
}
