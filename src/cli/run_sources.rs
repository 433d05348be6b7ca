//! The part of `fetch` and `refresh` that asks the sources.

use std::{collections::BTreeMap, time::Duration};

use super::{
    args::{Fetch, Shared},
    dry_run::{announce, tell},
    exit::Failure,
    interruption::until_interrupted,
    progress::Progress,
    screen::say,
    session::open_session,
    settings::cache_folder,
    world::{World, runtime},
};
use crate::{
    bibliography::{BibliographyFiles, RefreshStates, Scope},
    config::Settings,
    session::{NetworkMode, choose},
    sync::{Listed, RequestCounts, Resolved},
};

/// What a run sent, how long it took, and whether it was interrupted.
#[derive(Default)]
pub(super) struct RunStats {
    /// The requests to each source.
    pub(super) requests: BTreeMap<String, RequestCounts>,
    pub(super) elapsed: Duration,
    pub(super) interrupted: bool,
    /// Where the state for the next refresh is kept.
    pub(super) states: Option<RefreshStates>,
}

/// Resolves the lists; returns `None` when interrupted before anything was found, which is printed.
pub(super) fn resolve(
    args: &Fetch,
    shared: &Shared,
    settings: &Settings,
    lists: &[Listed],
    files: &BibliographyFiles,
    mode: Mode,
    world: &World,
) -> Result<Option<(Resolved, RunStats)>, Failure> {
    let run = run(args, shared, settings, lists, files, mode, world);
    let done = runtime()?.block_on(run)?;
    if done.is_none() {
        say("interrupted; the answers so far are kept in the cache");
    }
    Ok(done)
}

/// Which command asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// `fetch`.
    Fetch,
    /// `refresh`, of these listings.
    Refresh(Scope),
}

async fn run(
    args: &Fetch,
    shared: &Shared,
    settings: &Settings,
    lists: &[Listed],
    files: &BibliographyFiles,
    mode: Mode,
    world: &World,
) -> Result<Option<(Resolved, RunStats)>, Failure> {
    let begun = tokio::time::Instant::now();
    let visible = world.terminal && !shared.no_progress && !shared.quiet && shared.verbose == 0;
    let folder = cache_folder(shared, settings, world);
    let (network, scope) = match mode {
        Mode::Fetch => (NetworkMode::Online, Scope::All),
        Mode::Refresh(scope) => (NetworkMode::Refresh, scope),
    };
    let network = if args.offline {
        NetworkMode::Offline
    } else {
        network
    };
    files.refuse_open_conflict()?;
    let chosen = choose(settings, lists);
    tell(&chosen, shared);
    let settings = &chosen.settings;
    if visible && network == NetworkMode::Online {
        announce(lists, settings, &folder, world).await?;
    }
    let progress = Progress::new(visible);
    let session = open_session(settings, &folder, network, world, &progress)?;
    let run = files.resolve(lists, &session, settings, scope, progress.as_ref());
    let (resolved, interrupted) = until_interrupted(&session, run).await;
    progress.finish();
    let resolved = resolved.transpose()?;
    let stats = RunStats {
        requests: session.requests(),
        elapsed: begun.elapsed(),
        interrupted,
        states: Some(RefreshStates::of(&session)),
    };
    let worth_writing = |resolved: &Resolved| !interrupted || resolved.has_matches();
    Ok(resolved
        .filter(worth_writing)
        .map(|resolved| (resolved, stats)))
}
