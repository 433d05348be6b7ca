//! The part of `update` that asks the sources: one plan of requests for all files.

use std::collections::{BTreeMap, BTreeSet};

use jiff::tz::TimeZone;

use super::{
    super::{
        args::{Shared, Update},
        exit::Failure,
        interruption::until_interrupted,
        progress::Progress,
        session::open_session,
        settings::cache_folder,
        world::{World, runtime},
    },
    files::OpenFile,
};
use crate::{
    config::Settings,
    model::{Person, SourceName},
    session::{NetworkMode, choose},
    sync::{self, Listed, Options, Resolved},
    update::{Answer, open_items},
};

/// How the look-up went.
#[derive(Debug, Default)]
pub(super) struct Looked {
    /// Whether sources were asked, the cache included.
    pub(super) asked: bool,
    /// Whether it was interrupted; the answers so far are used.
    pub(super) interrupted: bool,
    /// The number of entries that lack what a failed source would have given.
    pub(super) lacking: usize,
    /// The failures by source.
    pub(super) failures: BTreeMap<SourceName, Vec<String>>,
}

/// Looks up the selected entries that have no answer yet, and adds the answers to their files. Returns
/// `None` if it was interrupted before anything was found.
pub(super) fn look_up(
    files: &mut [OpenFile],
    args: &Update,
    shared: &Shared,
    settings: &Settings,
    world: &World,
) -> Result<Option<Looked>, Failure> {
    let mut places: Vec<(usize, usize)> = Vec::new();
    let mut lists: Vec<Listed> = Vec::new();
    for (number, file) in files.iter().enumerate() {
        let open = open_items(&file.bib, &file.known);
        let open: Vec<usize> = open
            .into_iter()
            .filter(|it| file.selected.contains(it))
            .collect();
        let items = open.iter().filter_map(|at| file.bib.items.get(*at));
        lists.push(Listed {
            file: file.name.clone(),
            person: Person::default(),
            publications: items.filter_map(|item| item.listing().cloned()).collect(),
        });
        places.extend(open.into_iter().map(|at| (number, at)));
    }
    if places.is_empty() {
        return Ok(Some(Looked::default()));
    }
    let run = run(&lists, args.offline, shared, settings, world);
    let Some((resolved, interrupted)) = runtime()?.block_on(run)? else {
        return Ok(None);
    };
    let works = resolved.lock.by_key();
    let mut seen: BTreeSet<(usize, usize)> = BTreeSet::new();
    for item in &resolved.items {
        let place = places.get(item.index).copied();
        let work = works.get(item.key.as_str());
        if let (Some((number, at)), Some(work)) = (place, work)
            && let Some(file) = files.get_mut(number)
            && seen.insert((number, at))
        {
            let answer = Answer {
                verdict: item.verdict.clone(),
                upgraded: item.upgraded,
                gone: item.gone,
                work: (*work).clone(),
            };
            file.known.answers.insert(at, answer);
        }
    }
    Ok(Some(Looked {
        asked: true,
        interrupted,
        lacking: resolved.lacking,
        failures: resolved.failures,
    }))
}

async fn run(
    lists: &[Listed],
    offline: bool,
    shared: &Shared,
    settings: &Settings,
    world: &World,
) -> Result<Option<(Resolved, bool)>, Failure> {
    let visible = world.terminal && !shared.no_progress && !shared.quiet && shared.verbose == 0;
    let folder = cache_folder(shared, settings, world);
    let mode = if offline {
        NetworkMode::Offline
    } else {
        NetworkMode::Online
    };
    let progress = Progress::new(visible);
    let chosen = choose(settings, lists);
    let settings = &chosen.settings;
    let session = open_session(settings, &folder, mode, world, &progress)?;
    let options = Options {
        key_pattern: settings.export.keys.clone(),
        holders: BTreeMap::new(),
        today: world.now.to_zoned(TimeZone::UTC).date(),
        refresh: None,
    };
    let sources = session.sources();
    let run = sync::resolve(lists, sources, None, &options, progress.as_ref());
    let (resolved, interrupted) = until_interrupted(&session, run).await;
    progress.finish();
    Ok(resolved.map(|resolved| (resolved, interrupted)))
}
