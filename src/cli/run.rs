use tracing_subscriber::{
    Layer as _,
    filter::{LevelFilter, Targets},
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

use super::{
    args::{Cli, Command, Shared},
    cache::cache,
    check::check,
    completions::{completions, man},
    exit::{Code, Failure},
    export::export,
    fetch::fetch,
    import::import,
    init::init,
    library::library,
    merge_driver::merge_driver,
    page::page,
    refresh::refresh,
    review::review,
    schedule::{schedule, tell_failures},
    screen::{self, LogOutput, on_error, say},
    team::team,
    trust::trust,
    update::update,
    why::why,
    world::World,
};

/// Runs the command that `cli` names.
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
        Command::Report(args) => page(args, &cli.shared, world),
        Command::Why(args) => why(args),
        Command::Review(args) => review(args, &cli.shared, world),
        Command::Import(args) => import(args, &cli.shared, world),
        Command::Init(args) => init(args, &cli.shared, world),
        Command::Check(args) => check(args, &cli.shared, world),
        Command::Update(args) => update(args, &cli.shared, world),
        Command::MergeDriver(args) => merge_driver(args, cli.shared.quiet, world),
        Command::Library { command } => library(command, &cli.shared, world),
        Command::Schedule { command } => schedule(command, &cli.shared, world),
        Command::Trust(args) => trust(args, world),
        Command::Cache { command } => cache(*command, &cli.shared, world),
        Command::Team { command } => team(command, &cli.shared, world),
        Command::Completions(args) => completions(args),
        Command::Man(args) => man(args, &cli.shared),
    };
    outcome.unwrap_or_else(|failure: Failure| {
        say(&failure.to_string());
        failure.code
    })
}

/// Writes warnings, and with `-v` every request, to standard error.
fn log(shared: &Shared) {
    let (own, others) = match (shared.quiet, shared.verbose) {
        (true, _) => (LevelFilter::ERROR, LevelFilter::ERROR),
        (false, 0) => (LevelFilter::WARN, LevelFilter::ERROR),
        (false, 1) => (LevelFilter::INFO, LevelFilter::ERROR),
        _ => (LevelFilter::DEBUG, LevelFilter::INFO),
    };
    let levels = Targets::new()
        .with_target("bibsync", own)
        .with_default(others);
    let format = tracing_subscriber::fmt::layer()
        .with_writer(|| LogOutput {
            colours: on_error().colours,
        })
        .with_ansi(on_error().colours)
        .with_target(false)
        .without_time()
        .with_filter(levels);
    // A second call, in tests that run several commands, keeps the first subscriber.
    if tracing_subscriber::registry()
        .with(format)
        .try_init()
        .is_err()
    {
        tracing::debug!("the log is set up already");
    }
}
