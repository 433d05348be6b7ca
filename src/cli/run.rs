use std::{collections::BTreeMap, path::PathBuf};

use jiff::Timestamp;

use super::{
    args::{Cli, Command, Shared},
    cache::cache,
    check::check,
    exit::{Code, Failure},
    export::export,
    fetch::fetch,
    import::import,
    library::library,
    refresh::refresh,
    review::review,
    schedule::{schedule, tell_failures},
    screen::{self, LogOutput, on_error, say},
    trust::trust,
    why::why,
};

/// What surrounds the program, found out once at its start.
#[derive(Debug, Clone)]
pub struct World {
    /// The environment's variables.
    pub environment: BTreeMap<String, String>,
    /// The time at the start.
    pub now: Timestamp,
    /// What tells the time from then on.
    pub clock: fn() -> Timestamp,
    /// Where chance begins.
    pub seed: u64,
    /// Whether standard error is a terminal.
    pub terminal: bool,
    /// Whether standard output is one.
    pub output_terminal: bool,
    /// How many columns the terminal has, where there is one.
    pub columns: Option<usize>,
    /// This program's own file.
    pub program: PathBuf,
    /// The folder it was started in.
    pub folder: PathBuf,
    /// The user's own folder for what bibsync remembers from run to run.
    pub state_dir: PathBuf,
    /// Whether standard input is one, so that an answer is one key.
    pub answers_by_key: bool,
    /// The user's own folder for bibsync's cache.
    pub cache_dir: PathBuf,
    /// The user's own folder for bibsync's settings.
    pub config_dir: Option<PathBuf>,
}

/// Carries out what `cli` says.
#[must_use]
pub fn run(cli: &Cli, world: &World) -> Code {
    screen::begin(&cli.shared, world);
    log(&cli.shared);
    if world.terminal && !cli.shared.quiet && !matches!(cli.command, Command::Schedule { .. }) {
        tell_failures(world);
    }
    let outcome = match &cli.command {
        Command::Fetch(args) => fetch(args, &cli.shared, world),
        Command::Refresh(args) => refresh(args, &cli.shared, world),
        Command::Export(args) => export(args, &cli.shared, world),
        Command::Why(args) => why(args),
        Command::Review(args) => review(args, &cli.shared, world),
        Command::Import(args) => import(args, &cli.shared, world),
        Command::Check(args) => check(args, &cli.shared, world),
        Command::Library { command } => library(command, &cli.shared, world),
        Command::Schedule { command } => schedule(command, &cli.shared, world),
        Command::Trust(args) => trust(args, world),
        Command::Cache { command } => cache(*command, &cli.shared, world),
    };
    outcome.unwrap_or_else(|failure: Failure| {
        say(&failure.to_string());
        failure.code
    })
}

/// What requests run on.
pub(super) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(Failure::usage)
}

/// Sends warnings, and with `-v` every request, to standard error.
fn log(shared: &Shared) {
    let level = match (shared.quiet, shared.verbose) {
        (true, _) => "error",
        (false, 0) => "bibsync=warn,error",
        (false, 1) => "bibsync=info,error",
        _ => "bibsync=debug,info",
    };
    let format = tracing_subscriber::fmt()
        .with_env_filter(level)
        .with_writer(|| LogOutput {
            colours: on_error().colours,
        })
        .with_ansi(on_error().colours)
        .with_target(false)
        .without_time();
    // A second call, in tests that run several commands, keeps the first subscriber.
    if format.try_init().is_err() {
        tracing::debug!("the log is set up already");
    }
}
