use std::{
    collections::{BTreeMap, HashSet, hash_map::DefaultHasher},
    fmt,
    hash::{Hash as _, Hasher as _},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use jiff::{Timestamp, civil::Date, tz::TimeZone};

use super::{
    Answer, Ask, Clock, Counts, Failed, HttpEvent, Keep, Manners, Pool, Service, Transport, Watch,
    flights::Flights,
    host::Host,
    patience::Patience,
    visit::{Exchange, Visit},
};
use crate::cache::{Age, Budget, Cache, Kept};

/// Asks services for a whole run.
pub struct Client {
    pub(super) transport: Arc<dyn Transport>,
    pub(super) cache: Arc<Cache>,
    pub(super) budget: Arc<Budget>,
    pub(super) clock: Clock,
    options: Options,
    hosts: [Host; Service::ALL.len()],
    flights: Flights<Result<Answer, Failed>>,
    /// When services say that their data last changed, each asked once.
    pub(super) told: tokio::sync::Mutex<BTreeMap<String, Option<Timestamp>>>,
    interruption: tokio::sync::watch::Sender<bool>,
    unsent: Mutex<Vec<(Service, String)>>,
    /// What a refreshing run has asked itself, and may take from the cache.
    anew: Mutex<HashSet<(&'static str, String)>>,
}

/// Whom a client may ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    Services,
    Nobody,
}

/// How a client goes about a run.
#[derive(Clone, Default)]
pub struct Options {
    /// No request at all; kept answers are good however old. Wins over `refresh`.
    pub offline: bool,
    /// Kept answers of earlier runs are asked for again.
    pub refresh: bool,
    /// No request either, but as if one could be made: what would be sent is noted, and fails.
    pub rehearsal: bool,
    /// Where the chance in the waits before retries begins.
    pub jitter_seed: u64,
    /// Who is told what happens.
    pub observer: Option<Arc<dyn Watch>>,
}

impl Client {
    /// A client for one run, inside a runtime. `budget` is what it shares with other runs. A service
    /// without manners in the map gets those it publishes for the public.
    #[must_use]
    pub fn new(
        transport: Arc<dyn Transport>,
        cache: Arc<Cache>,
        budget: Arc<Budget>,
        clock: Clock,
        mut manners: BTreeMap<Service, Manners>,
        options: Options,
    ) -> Self {
        let hosts = Service::ALL.map(|service| {
            let manners = manners
                .remove(&service)
                .unwrap_or_else(|| Manners::published(service, Pool::Public));
            let observer = options.observer.clone();
            Host::new(service, manners, clock, Arc::clone(&budget), observer)
        });
        Self {
            transport,
            cache,
            budget,
            clock,
            options,
            hosts,
            flights: Flights::default(),
            told: tokio::sync::Mutex::default(),
            interruption: tokio::sync::watch::Sender::new(false),
            unsent: Mutex::default(),
            anew: Mutex::default(),
        }
    }

    /// Gets the answer from the cache or from the service, politely. May be dropped at any point:
    /// what has been answered is kept, and a question that others wait for is asked by one of them.
    ///
    /// # Errors
    /// See [`Failed`]. Never because there is no such record: that is [`Answer::Absent`].
    pub async fn ask(&self, ask: &Ask) -> Result<Answer, Failed> {
        let key = ask.key();
        if let Some(answer) = self.kept(ask, &key) {
            return Ok(answer);
        }
        if self.options.offline {
            return Err(Failed::Offline {
                service: ask.service,
                url: ask.address(),
            });
        }
        if self.options.rehearsal {
            self.unsent
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push((ask.service, key));
            return Err(Failed::Offline {
                service: ask.service,
                url: ask.address(),
            });
        }
        let flight = format!("{}\n{key}", ask.keep.bucket);
        tokio::select! {
            biased;
            () = self.interrupted() => Err(Failed::Interrupted {
                service: ask.service,
                url: ask.address(),
            }),
            answer = self.flights.share(&flight, || self.fetch(ask, &key)) => answer,
        }
    }

    pub(super) fn reach(&self) -> Reach {
        let interrupted = *self.interruption.borrow();
        if self.options.offline || self.options.rehearsal || interrupted {
            Reach::Nobody
        } else {
            Reach::Services
        }
    }

    /// Sends nothing more and waits for nothing: questions under way fail, and so do those to come,
    /// unless a kept answer settles them.
    pub fn interrupt(&self) {
        self.interruption.send_replace(true);
    }

    async fn interrupted(&self) {
        let mut interruption = self.interruption.subscribe();
        // The sender is ours, so it can't be gone.
        _ = interruption.wait_for(|interrupted| *interrupted).await;
    }

    /// What is kept under the key, as fresh as the run wants it.
    #[must_use]
    pub fn recall(&self, keep: &Keep, key: &str) -> Option<Answer> {
        let age = if self.options.offline {
            Age::Any
        } else if self.options.refresh
            && !self.asked_anew().contains(&(keep.bucket, key.to_owned()))
        {
            return None;
        } else {
            Age::Fresh
        };
        match self.cache.get(keep.bucket, key, self.clock.now(), age)? {
            Kept::Body(body) => Some(Answer::Body(body.into())),
            Kept::Absent => Some(Answer::Absent),
        }
    }

    /// The day (in UTC) on which the answer under the key came: of a kept answer the day on which
    /// it was stored, of one that is not kept today.
    #[must_use]
    pub fn day(&self, keep: &Keep, key: &str) -> Date {
        let stored = self.cache.stored_at(keep.bucket, key);
        let came = stored.unwrap_or_else(|| self.clock.now());
        came.to_zoned(TimeZone::UTC).date()
    }

    /// Lets a kept answer stay good as if it had come now.
    pub(super) fn confirm(&self, keep: &Keep, key: &str, is_empty: bool) {
        let ttl = keep.for_answer(is_empty);
        self.cache.renew(keep.bucket, key, self.clock.now(), ttl);
        if self.options.refresh {
            self.asked_anew().insert((keep.bucket, key.to_owned()));
        }
    }

    pub(super) fn keep(&self, bucket: &'static str, key: &str, body: Option<&str>, ttl: Duration) {
        // What is good for no time at all would only take room.
        if ttl.is_zero() {
            return;
        }
        self.cache.put(bucket, key, body, self.clock.now(), ttl);
        if self.options.refresh {
            self.asked_anew().insert((bucket, key.to_owned()));
        }
    }

    /// What would have been sent so far, were this no rehearsal: to whom, and the address with the
    /// form behind it.
    #[must_use]
    pub fn unsent(&self) -> Vec<(Service, String)> {
        let unsent = self.unsent.lock();
        unsent.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What became of the questions so far, for every service that was asked or would have been.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<Service, Counts> {
        Service::ALL
            .into_iter()
            .map(|service| (service, self.host(service).counts()))
            .filter(|(_, counts)| *counts != Counts::default())
            .collect()
    }

    /// The kept answer, if it still stands up to the check.
    fn kept(&self, ask: &Ask, key: &str) -> Option<Answer> {
        let answer = self.recall(&ask.keep, key)?;
        if let Answer::Body(body) = &answer
            && (ask.check)(body).is_err()
        {
            tracing::warn!(
                "a kept answer is no answer and is dropped: {}",
                ask.address()
            );
            self.cache.forget(ask.keep.bucket, key);
            return None;
        }
        let host = self.host(ask.service);
        host.count(|counts| counts.cached += 1);
        host.tell(|| HttpEvent::FromCache {
            service: ask.service,
            url: ask.address(),
        });
        Some(answer)
    }

    /// Asks the service until it answers, or it is clear that it won't.
    async fn fetch(&self, ask: &Ask, key: &str) -> Result<Answer, Failed> {
        // The same question may have been answered between our look and our start.
        if let Some(answer) = self.kept(ask, key) {
            return Ok(answer);
        }
        if let Some(answer) = self.renewed(ask, key).await {
            return Ok(answer);
        }
        let host = self.host(ask.service);
        let visit = Visit::begin(self, host, ask, key)?;
        let mut patience = Patience::new(host.manners(), self.seed(key));
        let mut attempt = 0;
        loop {
            attempt += 1;
            let Exchange {
                outcome,
                seat,
                sent,
            } = visit.exchange(attempt).await?;
            match outcome {
                Ok(body) => {
                    host.well();
                    drop(seat);
                    let is_empty = body.as_deref().is_none_or(ask.is_empty);
                    let ttl = ask.keep.for_answer(is_empty);
                    self.keep(ask.keep.bucket, key, body.as_deref(), ttl);
                    if let Some(body) = &body {
                        self.note_change(ask, body);
                    }
                    return Ok(body.map_or(Answer::Absent, |body| Answer::Body(body.into())));
                }
                Err(fault) => {
                    let (pause, why) = visit.weigh(fault, sent, &mut patience)?;
                    drop(seat);
                    host.wait(ask, pause, &why).await?;
                }
            }
        }
    }

    pub(super) fn host(&self, service: Service) -> &Host {
        // `ALL` lists the services as they are declared, so each stands at its own number.
        &self.hosts[service as usize]
    }

    fn asked_anew(&self) -> MutexGuard<'_, HashSet<(&'static str, String)>> {
        self.anew.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Every question waits in its own rhythm, and in the same one when the run is repeated.
    fn seed(&self, key: &str) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.options.jitter_seed, key).hash(&mut hasher);
        hasher.finish()
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("transport", &self.transport)
            .field("options", &self.options)
            .field("hosts", &self.hosts)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("offline", &self.offline)
            .field("refresh", &self.refresh)
            .field("rehearsal", &self.rehearsal)
            .field("jitter_seed", &self.jitter_seed)
            .finish_non_exhaustive()
    }
}
