use std::{
    fmt,
    future::Future,
    num::NonZeroU32,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};
use tokio::{
    sync::watch,
    time::{Instant, sleep},
};

use super::{
    Ask, Clock, Counts, Failed, HttpEvent, Lane, Lanes, Manners, Service, Watch, WireReply,
    pace::{Gate, Pass},
    seats::{Seat, Seats},
};

/// How long the first request to a service may take, and every other until it responds: one that
/// can't be reached is to cost seconds.
const FIRST: Duration = Duration::from_secs(15);

/// So many questions in a row without an answer, retries included, and the service is given up for
/// this run: the rest would only take as long each.
const STRIKES: u32 = 3;

/// So many questions in a row that it ran out of time over, each asking for less than the one
/// before, and it is not the questions: the service is overloaded, and given up too.
const OVERLOADS: u32 = 3;

/// One service as this run knows it: its pace, its seats, and whether it is to be asked at all.
pub(super) struct Host {
    service: Service,
    manners: Manners,
    clock: Clock,
    observer: Option<Arc<dyn Watch>>,
    list: Arc<Gate>,
    single: Arc<Gate>,
    seats: Seats,
    standing: watch::Sender<Standing>,
    rest: Mutex<Option<Rest>>,
    strikes: AtomicU32,
    overloads: AtomicU32,
    reached: AtomicBool,
    counts: Mutex<Counts>,
}

/// Whether a service is asked in this run.
#[derive(Debug, Clone)]
enum Standing {
    Open,
    Refused { until: Timestamp, cause: String },
    Unreachable { cause: String },
    GivenUp { cause: String },
}

/// A pause for every question to the service.
#[derive(Debug, Clone)]
struct Rest {
    until: Instant,
    why: String,
}

impl Host {
    pub(super) fn new(
        service: Service,
        manners: Manners,
        clock: Clock,
        observer: Option<Arc<dyn Watch>>,
    ) -> Self {
        let (single, list) = match manners.pace {
            Lanes::Shared(pace) => {
                let gate = Arc::new(Gate::new(pace, manners.gap));
                (Arc::clone(&gate), gate)
            }
            Lanes::Apart { single, list } => {
                let gate = |pace| Arc::new(Gate::new(pace, manners.gap));
                (gate(single), gate(list))
            }
        };
        Self {
            service,
            seats: Seats::new(manners.concurrency),
            manners,
            clock,
            observer,
            list,
            single,
            standing: watch::Sender::new(Standing::Open),
            rest: Mutex::new(None),
            strikes: AtomicU32::new(0),
            overloads: AtomicU32::new(0),
            reached: AtomicBool::new(false),
            counts: Mutex::default(),
        }
    }

    pub(super) fn manners(&self) -> &Manners {
        &self.manners
    }

    /// Waits until the question may be sent, and takes a seat for it. Fails as soon as the service
    /// is not to be asked any more. The pass is to be handed back when nothing came of it.
    pub(super) async fn admit(&self, ask: &Ask) -> Result<(Seat<'_>, Pass), Failed> {
        let gate = self.gate(ask.lane);
        let _turn = self.unless_closed(ask, gate.turn()).await?;
        loop {
            if let Some(Rest { until, why }) = self.resting() {
                self.wait(ask, until.duration_since(Instant::now()), &why)
                    .await?;
                continue;
            }
            let seat = self.unless_closed(ask, self.seats.take()).await?;
            if self.resting().is_some() {
                continue;
            }
            match gate.pass() {
                Ok(pass) => return Ok((seat, pass)),
                Err(pause) => {
                    // Nobody waits sitting: the other lane may have use for the seat.
                    drop(seat);
                    self.wait(ask, pause, "pace").await?;
                }
            }
        }
    }

    /// No connection came about: the service has seen nothing that would count.
    pub(super) fn hand_back(&self, ask: &Ask, pass: Pass) {
        self.gate(ask.lane).hand_back(pass);
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

    /// Lets every question to the service wait at least this long.
    pub(super) fn rest(&self, pause: Duration, why: &str) {
        let until = Instant::now() + pause;
        let mut rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
        if rest.as_ref().is_none_or(|rest| rest.until < until) {
            let why = why.to_owned();
            *rest = Some(Rest { until, why });
        }
    }

    /// Obeys the limits a response shows (Crossref sends them with every one), when they are below
    /// ours.
    pub(super) fn heed(&self, lane: Lane, reply: &WireReply) {
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
            && self.gate(lane).lower(requests, interval)
        {
            tracing::info!(service, ?lane, %requests, ?interval, "slowing down as told");
        }
        let concurrency = reply
            .header("x-concurrency-limit")
            .and_then(|limit| limit.parse::<usize>().ok());
        if let Some(concurrency) = concurrency
            && self.seats.lower(concurrency)
        {
            tracing::info!(service, concurrency, "fewer requests at once, as told");
        }
    }

    /// The service answered: it is well.
    pub(super) fn well(&self) {
        self.strikes.store(0, Ordering::Relaxed);
        self.overloads.store(0, Ordering::Relaxed);
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
        let (service, url) = (self.service, ask.url.to_string());
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

    fn resting(&self) -> Option<Rest> {
        let rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
        rest.clone().filter(|rest| rest.until > Instant::now())
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

fn left(until: Timestamp, now: Timestamp) -> Duration {
    let left: SignedDuration = until.duration_since(now);
    Duration::try_from(left).unwrap_or_default()
}
