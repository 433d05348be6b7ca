use std::{sync::Arc, time::Duration};

use tokio::sync::watch;

use super::{
    batch::Batch,
    held::Held,
    metrics::{self, SharedMetrics},
    opened::lists,
    told_failure::{FAILURE_WAIT, ToldFailure},
};
use crate::{
    cache::{CacheError, LeasedList, TeamLists, with_causes},
    cli::{
        args::{Shared, Worker},
        counted::counted,
        exit::{Code, Failure},
        interruption::{on_stop, stopped},
        screen::say,
        session::cache_failed,
        settings::cache_folder,
        world::{World, runtime},
    },
    config::Settings,
};

/// How long a lease lasts. A worker that is alive extends its leases in time.
pub(super) const LEASE: Duration = Duration::from_secs(120);

/// The longest that a worker waits before it looks for due lists: somebody may have added one.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// `bibsync team worker`.
pub(super) fn worker(
    args: &Worker,
    shared: &Shared,
    settings: &Settings,
    world: &World,
) -> Result<Code, Failure> {
    let name = name(world)?;
    let runtime = runtime()?;
    runtime.block_on(async {
        let store = settings.store.clone();
        let stop = on_stop(move || {
            if let Some(store) = store {
                store.stop_waiting();
            }
        });
        let Some(lists) = opened(args, settings, stop.clone()).await? else {
            return Ok(Code::Done);
        };
        let lists = Arc::new(lists);
        let watched = SharedMetrics::default();
        if let (Some(address), Some(store)) = (args.listen, &settings.store) {
            metrics::serve(address, Arc::clone(&watched), store).await?;
        }
        let run = Run {
            args,
            shared,
            settings,
            world,
            name,
            lists,
            watched,
            held: Held::default(),
            told: ToldFailure::default(),
            stop,
        };
        run.work().await
    })
}

/// Opens the lists, and waits for a store that is away; `None` if it was stopped meanwhile.
async fn opened(
    args: &Worker,
    settings: &Settings,
    stop: watch::Receiver<bool>,
) -> Result<Option<TeamLists>, Failure> {
    let stop = stopped(stop);
    tokio::pin!(stop);
    let told = ToldFailure::default();
    loop {
        let failure = match lists(settings) {
            Err(failure) if !args.once && failure.is_of_store_away() => failure,
            opened => {
                if opened.is_ok() {
                    told.is_over();
                }
                return opened.map(Some);
            }
        };
        told.goes_on(&failure);
        tokio::select! {
            () = tokio::time::sleep(FAILURE_WAIT) => {}
            () = &mut stop => return Ok(None),
        }
    }
}

/// Returns a name that no other worker has.
fn name(world: &World) -> Result<String, Failure> {
    let bytes = (world.entropy)()
        .map_err(|error| Failure::usage(format!("the system gives no random numbers: {error}")))?;
    // Eight hexadecimal digits tell workers on one machine apart.
    let number = bytes
        .iter()
        .take(4)
        .fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
    let machine = world.environment.get("HOSTNAME");
    Ok(match machine {
        Some(machine) if !machine.is_empty() => format!("{machine}-{number:08x}"),
        _ => format!("worker-{number:08x}"),
    })
}

/// A worker while it runs.
struct Run<'a> {
    args: &'a Worker,
    shared: &'a Shared,
    settings: &'a Settings,
    world: &'a World,
    name: String,
    lists: Arc<TeamLists>,
    watched: SharedMetrics,
    held: Held,
    told: ToldFailure,
    /// Tells that somebody asked it to stop.
    stop: watch::Receiver<bool>,
}

impl Run<'_> {
    /// Looks lists up as they fall due.
    async fn work(&self) -> Result<Code, Failure> {
        let stop = stopped(self.stop.clone());
        tokio::pin!(stop);
        let extending = self.extend_leases();
        let code = loop {
            let (leased, next) = match self.due() {
                Ok(due) => due,
                Err(error) if self.args.once => return Err(cache_failed(error)),
                Err(error) => {
                    self.told.goes_on(&cache_failed(error));
                    tokio::select! {
                        () = tokio::time::sleep(FAILURE_WAIT) => continue,
                        () = &mut stop => break Code::Done,
                    }
                }
            };
            self.watched.has_leased(leased.len());
            if leased.is_empty() {
                self.told.is_over();
                if self.args.once && next.is_none_or(|wait| !wait.is_zero()) {
                    break Code::Done;
                }
                let wait = next.unwrap_or(LONGEST_WAIT).min(LONGEST_WAIT);
                tokio::select! {
                    () = tokio::time::sleep(wait.max(Duration::from_millis(200))) => continue,
                    () = &mut stop => break Code::Done,
                }
            }
            let batch = Batch {
                lists: &self.lists,
                worker: &self.name,
                every: self.args.every,
                shared: self.shared,
                settings: self.settings,
                folder: cache_folder(self.shared, self.settings, self.world),
                world: World {
                    now: (self.world.clock)(),
                    ..self.world.clone()
                },
                watched: &self.watched,
                held: &self.held,
            };
            let looked_up = batch.look_up(leased, stop.as_mut()).await;
            // What it did not finish is given back, or its lease ends.
            self.held.hold([]);
            self.watched.has_leased(0);
            let stopped = match looked_up {
                Ok(stopped) => {
                    self.told.is_over();
                    stopped
                }
                Err(failure) => {
                    _ = self.lists.give_back(&self.name);
                    if self.args.once {
                        return Err(failure);
                    }
                    self.told.goes_on(&failure);
                    tokio::select! {
                        () = tokio::time::sleep(FAILURE_WAIT) => continue,
                        () = &mut stop => break Code::Done,
                    }
                }
            };
            if stopped {
                break Code::Done;
            }
        };
        extending.abort();
        match self.lists.give_back(&self.name) {
            Ok(0) => {}
            Ok(count) => say(&format!(
                "stopped; {} given back",
                counted(usize::try_from(count).unwrap_or_default(), "list", "lists")
            )),
            Err(error) => return Err(cache_failed(error)),
        }
        if self.args.once {
            self.outcome(code)
        } else {
            Ok(code)
        }
    }

    /// The code of a worker that looks lists up once: lists may have been left incomplete.
    fn outcome(&self, code: Code) -> Result<Code, Failure> {
        let states = self.lists.status().map_err(cache_failed)?;
        let incomplete = states.iter().filter(|it| it.failure.is_some()).count();
        if incomplete == 0 || code != Code::Done {
            return Ok(code);
        }
        let of_lists = counted(incomplete, "list is", "lists are");
        say(&format!(
            "{of_lists} incomplete; `bibsync team status` names what failed"
        ));
        Ok(Code::SourceFailed)
    }

    /// Leases lists that are due; without any, returns how long it is until one is.
    fn due(&self) -> Result<(Vec<LeasedList>, Option<Duration>), CacheError> {
        let leased = self.lists.lease(&self.name, self.args.lists, LEASE)?;
        self.held.hold(leased.iter().map(|it| it.list.name.clone()));
        let next = if leased.is_empty() {
            self.lists.next_due()?
        } else {
            None
        };
        Ok((leased, next))
    }

    /// Extends the leases of what it works on until the task is aborted.
    fn extend_leases(&self) -> tokio::task::JoinHandle<()> {
        let (lists, name, held) = (
            Arc::clone(&self.lists),
            self.name.clone(),
            self.held.clone(),
        );
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(LEASE / 4).await;
                let names = held.names();
                if names.is_empty() {
                    continue;
                }
                if let Err(error) = lists.extend(&name, &names, LEASE) {
                    tracing::warn!("leases can't be extended: {}", with_causes(&error));
                }
            }
        })
    }
}
