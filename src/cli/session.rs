//! Sessions of commands: their warnings are logged, and their errors become failures.

use std::{path::Path, sync::Arc};

use super::{exit::Failure, progress::Progress, world::World};
use crate::{
    cache::{Budget, CacheError},
    config::Settings,
    session::{self, Environment, NetworkMode, Session, SessionError, Warning},
};

/// Opens the sources; must be called inside a runtime.
pub(super) fn open_session(
    settings: &Settings,
    folder: &Path,
    mode: NetworkMode,
    world: &World,
    progress: &Arc<Progress>,
) -> Result<Session, Failure> {
    open_session_in(environment(world), settings, folder, mode, progress)
}

/// Returns the surroundings of a session.
pub(super) fn environment(world: &World) -> Environment {
    Environment::new(world.clock, &world.state_dir)
        .begun_at(world.now)
        .with_seed(world.seed)
}

/// Opens the sources in these surroundings.
pub(super) fn open_session_in(
    environment: Environment,
    settings: &Settings,
    folder: &Path,
    mode: NetworkMode,
    progress: &Arc<Progress>,
) -> Result<Session, Failure> {
    let observer = Some(progress.clone() as Arc<_>);
    let session = Session::open(settings, folder, mode, environment, observer).map_err(
        |error| match error {
            SessionError::Cache(error) => cache_failed(error),
            error => Failure::usage(error),
        },
    )?;
    // A forecast is made right before the session that logs the same.
    if mode != NetworkMode::Forecast {
        log(session.warnings());
    }
    Ok(session)
}

/// Opens the request budget that the user's runs share.
pub(super) fn open_budget(world: &World, cache: &Path) -> Result<Budget, Failure> {
    let mut warnings = Vec::new();
    let budget = session::open_budget(&world.state_dir, cache, &mut warnings);
    log(&warnings);
    budget.map_err(Failure::usage)
}

/// A cache, budget or store that can't be used. A store that is away is a service that failed.
pub(super) fn cache_failed(error: CacheError) -> Failure {
    match error {
        CacheError::Foreign { .. } => no_cache(error),
        CacheError::Store { .. } | CacheError::StorePassword { .. } | CacheError::StoreClosed => {
            Failure::usage(error).source_failed()
        }
        error => Failure::usage(error),
    }
}

/// A cache that can't be used, with advice.
pub(super) fn no_cache(error: CacheError) -> Failure {
    Failure::usage(error).hint("choose another folder with --cache-dir")
}

fn log(warnings: &[Warning]) {
    for warning in warnings {
        if matches!(warning, Warning::NoCache { .. }) {
            tracing::warn!("{warning} (--cache-dir names another folder)");
        } else {
            tracing::warn!("{warning}");
        }
    }
}
