//! The `bibsync` program: arguments in, exit code out.

use std::{
    io::IsTerminal as _,
    process::{ExitCode, id},
};

use bibsync::cli::{Cli, World, run};
use clap::Parser as _;
use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};

fn main() -> ExitCode {
    // Clap's own exit code for wrong use is 2, as ours is.
    let cli = Cli::parse();
    prepare_console();
    ExitCode::from(run(&cli, &world()).number())
}

/// Makes the console of Windows show colours, which it does only for programs that ask; others need no asking.
fn prepare_console() {
    for term in [console::Term::stdout(), console::Term::stderr()] {
        // `console` asks for them when it looks whether they are to be had.
        _ = cfg!(windows) && term.features().colors_supported();
    }
}

/// The columns of the terminal that standard error or standard output is.
fn columns() -> Option<usize> {
    let size = |term: console::Term| term.size_checked();
    let (_, columns) = size(console::Term::stderr()).or_else(|| size(console::Term::stdout()))?;
    Some(usize::from(columns))
}

/// Returns random bytes of the operating system.
fn entropy() -> std::io::Result<[u8; 16]> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(bytes)
}

/// Everything ambient, read in this one place.
#[expect(
    clippy::disallowed_methods,
    reason = "the one place that reads what surrounds us"
)]
fn world() -> World {
    let folders = choose_app_strategy(AppStrategyArgs {
        app_name: "bibsync".to_owned(),
        ..AppStrategyArgs::default()
    });
    let now = jiff::Timestamp::now();
    World {
        environment: std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect(),
        now,
        clock: jiff::Timestamp::now,
        seed: u64::from(id()) ^ now.as_millisecond().unsigned_abs(),
        entropy,
        terminal: std::io::stderr().is_terminal(),
        output_terminal: std::io::stdout().is_terminal(),
        columns: columns(),
        program: std::env::current_exe().unwrap_or_else(|_| "bibsync".into()),
        folder: std::env::current_dir().unwrap_or_else(|_| ".".into()),
        state_dir: folders.as_ref().map_or_else(
            |_| ".bibsync-state".into(),
            |folders| folders.state_dir().unwrap_or_else(|| folders.data_dir()),
        ),
        answers_by_key: std::io::stdin().is_terminal(),
        cache_dir: folders
            .as_ref()
            .map_or_else(|_| ".bibsync-cache".into(), AppStrategy::cache_dir),
        config_dir: folders.ok().map(|f| f.config_dir()),
    }
}
