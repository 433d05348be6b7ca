use std::{
    fmt,
    future::Future,
    num::NonZeroU32,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};
use tokio::{
    sync::{Notify, watch},
    time::{Instant, sleep},
};

use super::{
    Ask, Clock, Counts, Failed, HttpEvent, Lane, Lanes, Manners, Pace, Service, Watch, WireReply,
    patience::STRAYS, seat::Seat, visit::note,
};
use crate::cache::{Budget, Turn, Want};

/// How long the first request to a service may take, and every other until it responds: one that
/// can't be reached is to cost seconds.
const FIRST: Duration = Duration::from_secs(15);

/// So many questions in a row without an answer, retries included, and the service is given up for
/// this run: the rest would only take as long each.
const STRIKES: u32 = 3;

/// So many questions in a row that it ran out of time over, each asking for less than the one
/// before, and it is not the questions: the service is overloaded, and given up too.
const OVERLOADS: u32 = 3;

/// How many requests one run sends again to one service. Who needs more has a service that is as
/// good as down, and would only add to its load.
const RETRIES: u32 = 100;

/// How often it is looked whether another process has given a seat back.
const LOOK: Duration = Duration::from_millis(50);

/// One service as this run knows it: its limits, and whether it is to be asked at all.
pub(super) struct Host {
    service: Service,
    manners: Manners,
    clock: Clock,
    budget: Arc<Budget>,
    observer: Option<Arc<dyn Watch>>,
    list: Arc<Gate>,
    single: Arc<Gate>,
    seats: AtomicU32,
    freed: Arc<Notify>,
    standing: watch::Sender<Standing>,
    strikes: AtomicU32,
    overloads: AtomicU32,
    retries: AtomicU32,
    strays: Mutex<Strays>,
    reached: AtomicBool,
    counts: Mutex<Counts>,
}

/// What came in place of answers since the last one.
#[derive(Debug, Default)]
struct Strays {
    count: u32,
    last: Option<Instant>,
}

/// Whether a service is asked in this run.
#[derive(Debug, Clone)]
enum Standing {
    Open,
    Refused { until: Timestamp, cause: String },
    Unreachable { cause: String },
    GivenUp { cause: String },
}

/// One of a service's limits.
struct Gate {
    name: &'static str,
    pace: Mutex<Pace>,
    /// Who waits for a turn. Only who is first asks for it, so that questions go out in the order
    /// in which they came.
    queue: tokio::sync::Mutex<()>,
}

impl Gate {
    fn new(name: &'static str, pace: Pace) -> Arc<Self> {
        Arc::new(Self {
            name,
            pace: Mutex::new(pace),
            queue: tokio::sync::Mutex::default(),
        })
    }

    fn pace(&self) -> Pace {
        *self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Slows down to `requests` per `interval`; a faster pace changes nothing. Says whether it did.
    fn lower(&self, requests: NonZeroU32, interval: Duration) -> bool {
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        let every = interval / requests.get();
        let slower = every > pace.every;
        if slower {
            *pace = Pace {
                every,
                burst: pace.burst.min(requests),
            };
        }
        slower
    }
}

impl Host {
    pub(super) fn new(
        service: Service,
        manners: Manners,
        clock: Clock,
        budget: Arc<Budget>,
        observer: Option<Arc<dyn Watch>>,
    ) -> Self {
        let (single, list) = match manners.pace {
            Lanes::Shared(pace) => {
                let gate = Gate::new("all", pace);
                (Arc::clone(&gate), gate)
            }
            Lanes::Apart { single, list } => (Gate::new("single", single), Gate::new("list", list)),
        };
        Self {
            service,
            seats: AtomicU32::new(manners.concurrency.get()),
            manners,
            clock,
            budget,
            observer,
            list,
            single,
            freed: Arc::default(),
            standing: watch::Sender::new(Standing::Open),
            strikes: AtomicU32::new(0),
            overloads: AtomicU32::new(0),
            retries: AtomicU32::new(0),
            strays: Mutex::default(),
            reached: AtomicBool::new(false),
            counts: Mutex::default(),
        }
    }

    pub(super) fn manners(&self) -> &Manners {
        &self.manners
    }

    /// Waits until the question may be sent, and takes a seat for it. Fails as soon as the service
    /// is not to be asked any more.
    pub(super) async fn admit(&self, ask: &Ask) -> Result<Seat, Failed> {
        let gate = self.gate(ask.lane);
        let _first = self.unless_closed(ask, gate.queue.lock()).await?;
        loop {
            self.open(ask)?;
            match self.budget.take(&self.want(ask), self.clock.now()) {
                Turn::Go(ticket) => {
                    let (budget, freed) = (Arc::clone(&self.budget), Arc::clone(&self.freed));
                    return Ok(Seat::new(budget, ticket, freed));
                }
                Turn::Later(pause, why) => self.wait(ask, pause, &why).await?,
                Turn::Full => {
                    let freed = async {
                        tokio::select! {
                            () = self.freed.notified() => {}
                            () = sleep(LOOK) => {}
                        }
                    };
                    self.unless_closed(ask, freed).await?;
                }
                // Another process was refused meanwhile.
                Turn::Held(until, why) => self.close(until, &why),
            }
        }
    }

    /// What a question wants of the budget that all processes share.
    fn want(&self, ask: &Ask) -> Want {
        let gate = self.gate(ask.lane);
        let pace = gate.pace();
        Want {
            host: note(self.service.host_label(), &ask.url),
            lane: gate.name,
            every: pace.every,
            burst: pace.burst.get(),
            gap: self.manners.gap,
            seats: self.seats.load(Ordering::Relaxed),
        }
    }

    /// Waits; fails as soon as the service is not to be asked any more.
    pub(super) async fn wait(&self, ask: &Ask, pause: Duration, why: &str) -> Result<(), Failed> {
        if pause.is_zero() {
            return self.open(ask);
        }
        self.tell(|| HttpEvent::Waiting {
            service: self.service,
            pause,
            why: why.to_owned(),
        });
        self.unless_closed(ask, sleep(pause)).await
    }

    /// Lets every question to the service wait at least this long, in other runs too.
    pub(super) fn rest(&self, ask: &Ask, pause: Duration, why: &str) {
        let host = note(self.service.host_label(), &ask.url);
        self.budget.rest(&host, after(self.clock.now(), pause), why);
    }

    /// Obeys the limits a response shows (Crossref sends them with every one), when they are below
    /// ours.
    pub(super) fn heed(&self, ask: &Ask, reply: &WireReply) {
        let service = self.service.host_label();
        if let Some(pool) = reply.header("x-api-pool") {
            tracing::debug!(service, pool, "the pool that answered");
        }
        let requests = reply
            .header("x-rate-limit-limit")
            .and_then(|limit| limit.parse::<NonZeroU32>().ok());
        let interval = reply
            .header("x-rate-limit-interval")
            .and_then(|interval| interval.trim_end_matches('s').parse::<u32>().ok())
            .map(|seconds| Duration::from_secs(seconds.into()));
        if let (Some(requests), Some(interval)) = (requests, interval)
            && self.gate(ask.lane).lower(requests, interval)
        {
            self.budget.drain(&self.want(ask), self.clock.now());
            let lane = ask.lane;
            tracing::info!(service, ?lane, %requests, ?interval, "slowing down as told");
        }
        let seats = reply
            .header("x-concurrency-limit")
            .and_then(|limit| limit.parse::<u32>().ok())
            .map(|seats| seats.max(1));
        if let Some(seats) = seats
            && self.seats.fetch_min(seats, Ordering::Relaxed) > seats
        {
            tracing::info!(service, seats, "fewer requests at once, as told");
        }
    }

    /// The service answered: it is well.
    pub(super) fn well(&self) {
        self.strikes.store(0, Ordering::Relaxed);
        self.overloads.store(0, Ordering::Relaxed);
        self.strays().count = 0;
    }

    /// What came to a request that was sent then is no answer of the service's. Says whether so
    /// many came in a row that the service must be taken to refuse. Requests that were under way
    /// together met the same fault, and count as one.
    pub(super) fn stray(&self, sent: Instant) -> bool {
        let mut strays = self.strays();
        if strays.last.is_none_or(|last| last <= sent) {
            strays.count += 1;
            strays.last = Some(Instant::now());
        }
        strays.count >= STRAYS
    }

    fn strays(&self) -> MutexGuard<'_, Strays> {
        self.strays.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The service responded, whatever it said.
    pub(super) fn reached(&self) {
        self.reached.store(true, Ordering::Relaxed);
    }

    /// Whether it has responded in this run.
    pub(super) fn was_reached(&self) -> bool {
        self.reached.load(Ordering::Relaxed)
    }

    /// How long the next request may take, body included.
    pub(super) fn time_limit(&self) -> Duration {
        if self.was_reached() {
            self.manners.attempt
        } else {
            self.manners.attempt.min(FIRST)
        }
    }

    /// A question got no answer after every retry.
    pub(super) fn strike(&self, cause: &str) {
        if self.strikes.fetch_add(1, Ordering::Relaxed) + 1 >= STRIKES {
            self.give_up(STRIKES, cause);
        }
    }

    /// The service ran out of time over a question.
    pub(super) fn overloaded(&self, cause: &str) {
        if self.overloads.fetch_add(1, Ordering::Relaxed) + 1 >= OVERLOADS {
            self.give_up(OVERLOADS, cause);
        }
    }

    /// Whether one more request may be sent again; when not, the service is given up.
    pub(super) fn spend_retry(&self, cause: &str) -> bool {
        let may = self.retries.fetch_add(1, Ordering::Relaxed) < RETRIES;
        if !may {
            let cause = format!("given up after {RETRIES} repeated requests, the last: {cause}");
            self.standing.send_replace(Standing::GivenUp { cause });
        }
        may
    }

    fn give_up(&self, questions: u32, cause: &str) {
        let cause = format!("given up after {questions} questions in a row, the last: {cause}");
        self.standing.send_replace(Standing::GivenUp { cause });
    }

    /// The service refuses until then.
    pub(super) fn close(&self, until: Timestamp, cause: &str) {
        self.standing.send_replace(Standing::Refused {
            until,
            cause: cause.to_owned(),
        });
        self.tell(|| HttpEvent::Refused {
            service: self.service,
            cause: cause.to_owned(),
            pause: left(until, self.clock.now()),
        });
    }

    /// The service can't be reached in this run.
    pub(super) fn lose(&self, cause: &str) {
        let cause = cause.to_owned();
        self.standing.send_replace(Standing::Unreachable { cause });
    }

    /// Fails when the service is not to be asked now.
    pub(super) fn open(&self, ask: &Ask) -> Result<(), Failed> {
        let (service, url) = (self.service, ask.address());
        match &*self.standing.borrow() {
            Standing::Refused { until, cause } if *until > self.clock.now() => {
                Err(Failed::Refused {
                    service,
                    url,
                    cause: cause.clone(),
                    pause: left(*until, self.clock.now()),
                })
            }
            Standing::Open | Standing::Refused { .. } => Ok(()),
            Standing::Unreachable { cause } => Err(Failed::Unreachable {
                service,
                url,
                cause: cause.clone(),
            }),
            Standing::GivenUp { cause } => Err(Failed::GivenUp {
                service,
                url,
                cause: cause.clone(),
            }),
        }
    }

    pub(super) fn count(&self, change: impl FnOnce(&mut Counts)) {
        change(&mut self.counts.lock().unwrap_or_else(PoisonError::into_inner));
    }

    pub(super) fn counts(&self) -> Counts {
        *self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn tell(&self, event: impl FnOnce() -> HttpEvent) {
        if let Some(observer) = &self.observer {
            observer.saw(&event());
        }
    }

    fn gate(&self, lane: Lane) -> &Gate {
        match lane {
            Lane::Single => &self.single,
            Lane::List => &self.list,
        }
    }

    async fn unless_closed<T>(
        &self,
        ask: &Ask,
        work: impl Future<Output = T>,
    ) -> Result<T, Failed> {
        let mut standing = self.standing.subscribe();
        let closing = async {
            loop {
                self.open(ask)?;
                if standing.changed().await.is_err() {
                    // Can't be: the sender is ours. The work alone decides then.
                    std::future::pending::<()>().await;
                }
            }
        };
        tokio::select! {
            biased;
            closed = closing => closed,
            done = work => Ok(done),
        }
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host")
            .field("service", &self.service)
            .field("manners", &self.manners)
            .field("standing", &*self.standing.borrow())
            .finish_non_exhaustive()
    }
}

/// A moment after another, however far that is.
pub(super) fn after(now: Timestamp, pause: Duration) -> Timestamp {
    let pause = SignedDuration::try_from(pause).unwrap_or(SignedDuration::MAX);
    now.checked_add(pause).unwrap_or(Timestamp::MAX)
}

fn left(until: Timestamp, now: Timestamp) -> Duration {
    let left: SignedDuration = until.duration_since(now);
    Duration::try_from(left).unwrap_or_default()
}
