//! The lists that a worker looks up together.

use std::{
    future::Future,
    path::{Path, PathBuf},
    pin::Pin,
    time::Duration,
};

use fs_err as fs;

use super::{
    held::Held, list_name::is_file_name, metrics::SharedMetrics, private_folder::private_folder,
};
use crate::{
    bibliography::{BibliographyFiles, RefreshStates, Scope, WriteMode, restore_generation},
    cache::{LeasedList, ListOutput, ListResult, TeamLists},
    changes::{AcceptedChanges, ChangelogFormat, accepted, between, changelog},
    cli::{
        args::Shared,
        counted::counted,
        exit::Failure,
        inputs::{self, Shelf},
        interruption::{Stop, until_stopped},
        progress::Progress,
        screen::say,
        session::{cache_failed, environment, open_session_in},
        world::World,
    },
    config::Settings,
    lock::Lock,
    session::{NetworkMode, Session, choose},
    sync::{Listed, RefreshOptions, Resolved, Silent, ToAsk, ask_together},
};

/// When a list is looked up again of which something is missing.
const RETRY: Duration = Duration::from_secs(3600);

/// The lists that a worker looks up together, and what it needs for that.
pub(super) struct Batch<'a> {
    pub(super) lists: &'a TeamLists,
    pub(super) worker: &'a str,
    pub(super) every: Duration,
    pub(super) shared: &'a Shared,
    pub(super) settings: &'a Settings,
    /// The folder of the library.
    pub(super) folder: PathBuf,
    pub(super) world: World,
    pub(super) watched: &'a SharedMetrics,
    /// The lists whose leases are extended.
    pub(super) held: &'a Held,
}

/// A list that was read, and the files of its last run.
struct Desk {
    leased: LeasedList,
    list: Listed,
    files: BibliographyFiles,
    /// The folder of the files.
    home: tempfile::TempDir,
}

impl Desk {
    /// Returns why the list could not be looked up. It says nothing of folders that are gone by then.
    fn told(&self, failure: &Failure) -> String {
        let message = failure.message();
        message.replace(&format!("{}/", made(self.home.path()).display()), "")
    }

    /// Returns the lock of the last run, if the list is only asked about for what may have changed.
    fn refreshed(&self, scope: Scope) -> Option<&Lock> {
        self.files
            .previous_lock()
            .filter(|_| scope == Scope::Changed)
    }
}

impl Batch<'_> {
    /// Looks the lists up and stores the results. Returns whether it was stopped before the end.
    ///
    /// New lists and new contents are looked up as `fetch` does, the others as `refresh` does.
    pub(super) async fn look_up(
        &self,
        leased: Vec<LeasedList>,
        mut stop: Pin<&mut impl Future<Output = ()>>,
    ) -> Result<bool, Failure> {
        let (new, old): (Vec<_>, Vec<_>) = leased
            .into_iter()
            .partition(|it| it.is_changed || it.last.is_none());
        for (group, network, scope) in [
            (new, NetworkMode::Online, Scope::All),
            (old, NetworkMode::Refresh, Scope::Changed),
        ] {
            // What was asked since all of them fell due need not be asked again for any of them.
            let due = group.iter().map(|it| it.due).max();
            let environment = environment(&self.world);
            let environment = match due.filter(|due| *due < environment.now) {
                Some(due) => environment.with_new_since(due),
                None => environment,
            };
            for (settings, desks) in self.by_sources(self.read(group)?) {
                let progress = Progress::new(false);
                let session = open_session_in(
                    environment.clone(),
                    &settings,
                    &self.folder,
                    network,
                    &progress,
                )?;
                let stopped = self.run(desks, &session, scope, stop.as_mut()).await;
                self.watched.count_requests(session.requests());
                if stopped? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Groups the lists by the sources that are asked about them, with the settings that say so.
    fn by_sources(&self, desks: Vec<Desk>) -> Vec<(Settings, Vec<Desk>)> {
        let mut groups: Vec<(Settings, Vec<Desk>)> = Vec::new();
        for desk in desks {
            let settings = choose(self.settings, std::slice::from_ref(&desk.list)).settings;
            let order = &settings.sources.order;
            match groups.iter_mut().find(|it| it.0.sources.order == *order) {
                Some((_, group)) => group.push(desk),
                None => groups.push((settings, vec![desk])),
            }
        }
        groups
    }

    /// Reads the lists. One that can't be read is noted and does not stop the others.
    fn read(&self, group: Vec<LeasedList>) -> Result<Vec<Desk>, Failure> {
        let library = Shelf::of(self.shared, self.settings, &self.world);
        let mut desks = Vec::new();
        for leased in group {
            if !(is_file_name(&leased.list.file) && is_file_name(&leased.list.name)) {
                self.refuse(&leased, "its name is none that a file can have".to_owned())?;
                continue;
            }
            let home = private_folder()?;
            let (path, content) = (Path::new(&leased.list.file), leased.list.content.clone());
            let read = inputs::list(path, content, &library)
                .and_then(|list| Ok((list, files(&leased, home.path())?)));
            match read {
                Ok((list, files)) => desks.push(Desk {
                    leased,
                    list,
                    files,
                    home,
                }),
                Err(failure) => self.refuse(&leased, failure.message())?,
            }
        }
        Ok(desks)
    }

    /// Notes why a list can't be looked up until somebody adds it anew.
    fn refuse(&self, leased: &LeasedList, why: String) -> Result<(), Failure> {
        let result = ListResult {
            failure: Some(why),
            again: self.every,
            ..ListResult::default()
        };
        self.finish(leased, &result)
    }

    async fn run(
        &self,
        desks: Vec<Desk>,
        session: &Session,
        scope: Scope,
        mut stop: Pin<&mut impl Future<Output = ()>>,
    ) -> Result<bool, Failure> {
        if desks.len() > 1 {
            let asked = ask_for_all(&desks, session, scope);
            if until_stopped(session, asked, stop.as_mut()).await == Stop::Requested {
                return Ok(true);
            }
        }
        for desk in desks {
            let mut result = None;
            let work = async { result = Some(self.made(&desk, session, scope).await) };
            if until_stopped(session, work, stop.as_mut()).await == Stop::Requested {
                return Ok(true);
            }
            let result = match result {
                Some(Ok(result)) => result,
                Some(Err(failure)) => ListResult {
                    failure: Some(desk.told(&failure)),
                    again: RETRY,
                    ..ListResult::default()
                },
                None => continue,
            };
            self.finish(&desk.leased, &result)?;
        }
        Ok(false)
    }

    /// Makes the bibliography of a list, as a run of `fetch` or `refresh` in its folder would.
    async fn made(
        &self,
        desk: &Desk,
        session: &Session,
        scope: Scope,
    ) -> Result<ListResult, Failure> {
        let files = &desk.files;
        let mut settings = self.settings.clone();
        if let Some(old) = desk.refreshed(scope) {
            restore_generation(&mut settings, old);
        }
        let lists = std::slice::from_ref(&desk.list);
        let mut resolved = files
            .resolve(lists, session, &settings, scope, &Silent)
            .await?;
        let mut changes = Vec::new();
        let mut new = std::mem::take(&mut resolved.lock);
        if let Some(old) = files.previous_lock() {
            let between = between(old, &new);
            let lines = changelog(&between, ChangelogFormat::Text);
            changes.extend(lines.lines().map(str::to_owned));
            if scope == Scope::Changed {
                new = accepted(old, &new, &between, |change| {
                    AcceptedChanges::All.takes(change)
                });
            }
        }
        let inputs = [desk.leased.list.file.clone()];
        let outcome = files.write(new, &settings, &inputs, WriteMode::Merge)?;
        if let Some(known) = &resolved.for_next_run {
            RefreshStates::of(session).save(&outcome.lock_digest, known);
        }
        let failure = failure(&resolved);
        Ok(ListResult {
            again: if failure.is_some() { RETRY } else { self.every },
            made: Some(ListOutput {
                output: outcome.text,
                lock: fs::read_to_string(files.lock()).map_err(Failure::usage)?,
            }),
            changes,
            failure,
        })
    }

    fn finish(&self, leased: &LeasedList, result: &ListResult) -> Result<(), Failure> {
        let stored = self.lists.finish(self.worker, leased, result);
        self.held.release(&leased.list.name);
        let (outcome, line) = match (stored.map_err(cache_failed)?, &result.failure) {
            (false, _) => ("lost", "another worker has it by now".to_owned()),
            (true, None) => {
                let changes = counted(result.changes.len(), "change", "changes");
                ("done", format!("looked up, {changes}"))
            }
            (true, Some(why)) => ("incomplete", format!("incomplete: {why}")),
        };
        self.watched.count_list(outcome);
        if !self.shared.quiet {
            say(&format!("{}: {line}", leased.list.name));
        }
        Ok(())
    }
}

fn made(home: &Path) -> PathBuf {
    home.join("made")
}

/// Writes what the last run made of a list into a folder of its own.
fn files(leased: &LeasedList, home: &Path) -> Result<BibliographyFiles, Failure> {
    let home = made(home);
    fs::create_dir(&home).map_err(Failure::usage)?;
    let name = &leased.list.name;
    let (output, lock) = (
        home.join(format!("{name}.bib")),
        home.join(format!("{name}.lock")),
    );
    if let Some(last) = &leased.last {
        fs::write(&output, &last.output).map_err(Failure::usage)?;
        fs::write(&lock, &last.lock).map_err(Failure::usage)?;
    }
    Ok(BibliographyFiles::open(
        &output,
        &lock,
        &home.join("state"),
        || {},
    )?)
}

/// Asks what all lists need in requests that they share. Each list then finds the answers stored.
async fn ask_for_all(desks: &[Desk], session: &Session, scope: Scope) {
    let options: Vec<RefreshOptions> = desks
        .iter()
        .map(|desk| desk.files.refresh_options(session))
        .collect();
    let lists: Vec<ToAsk<'_>> = desks
        .iter()
        .zip(&options)
        .map(|(desk, options)| ToAsk {
            list: &desk.list,
            refresh: desk.refreshed(scope).map(|lock| (lock, options)),
        })
        .collect();
    ask_together(&lists, session.sources(), &Silent).await;
}

/// Returns why a list lacks something, if it does.
fn failure(resolved: &Resolved) -> Option<String> {
    if resolved.lacking == 0 {
        return None;
    }
    let said: Vec<String> = resolved.failures.values().flatten().cloned().collect();
    Some(said.join("; "))
}
