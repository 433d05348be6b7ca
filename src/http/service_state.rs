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

use jiff::Timestamp;
use tokio::{
    sync::{Notify, watch},
    time::{Instant, sleep},
};

use super::{
    ApiRequest, Clock, HttpEvent, HttpObserver, RateLimit, RateLimits, RatePolicy, RequestCounts,
    RequestError, RequestKind, Service, WireResponse,
    clock::{after, until},
    lease::Lease,
    retry_after::{LONGEST_SUSPENSION, LONGEST_WAIT, retry_after},
    retry_budget::MAX_STRAYS,
    service::budget_name,
};
use crate::cache::{Budget, Pace, PermitDecision, PermitRequest, Spending};

/// The time limit of requests to a service that has not responded yet: one that can't be reached
/// must cost seconds only.
const FIRST_TIMEOUT: Duration = Duration::from_secs(15);

/// The number of failed requests in a row, retries included, at which a service is given up for
/// this run: each of the others would take as long.
const MAX_FAILURES: u32 = 3;

/// The number of requests in a row that are too complex, each smaller than the one before, at which
/// the service must be overloaded. It is given up then.
const MAX_TOO_COMPLEX: u32 = 3;

/// The number of retries that one run sends to one service. A service that needs more is as good as
/// down, and they would add to its load.
const MAX_RETRIES: u32 = 100;

/// How often a request that waits for a lease looks whether another process has released one.
const LEASE_POLL: Duration = Duration::from_millis(50);

/// The state of a service in this run: its limits, and whether it may be asked at all.
pub(super) struct ServiceState {
    service: Service,
    policy: RatePolicy,
    clock: Clock,
    budget: Arc<Budget>,
    observer: Option<Arc<dyn HttpObserver>>,
    list: Arc<Limit>,
    single: Arc<Limit>,
    concurrency: AtomicU32,
    lease_released: Arc<Notify>,
    availability: watch::Sender<Availability>,
    failures: AtomicU32,
    too_complex: AtomicU32,
    retries: AtomicU32,
    strays: Mutex<Strays>,
    responded: AtomicBool,
    counts: Mutex<RequestCounts>,
}

/// Responses that were no answers, since the last answer.
#[derive(Debug, Default)]
struct Strays {
    count: u32,
    last: Option<Instant>,
}

/// Whether a service is asked in this run.
#[derive(Debug, Clone)]
enum Availability {
    Open,
    Refused { until: Timestamp, cause: String },
    Unreachable { cause: String },
    GivenUp { cause: String },
}

/// A rate limit of the service.
struct Limit {
    /// The name in the budget.
    name: &'static str,
    pace: Mutex<RateLimit>,
    /// Requests that wait for a permit. Only the first asks for one, so that requests are sent in
    /// the order in which they were made.
    queue: tokio::sync::Mutex<()>,
}

impl Limit {
    fn new(name: &'static str, pace: RateLimit) -> Arc<Self> {
        Arc::new(Self {
            name,
            pace: Mutex::new(pace),
            queue: tokio::sync::Mutex::default(),
        })
    }

    fn pace(&self) -> RateLimit {
        *self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lowers the pace to `requests` per `interval`, and reports whether it was higher.
    fn lower(&self, requests: NonZeroU32, interval: Duration) -> bool {
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        let every = interval / requests.get();
        let is_slower = every > pace.every;
        if is_slower {
            *pace = RateLimit {
                every,
                burst: pace.burst.min(requests),
            };
        }
        is_slower
    }
}

impl ServiceState {
    pub(super) fn new(
        service: Service,
        policy: RatePolicy,
        clock: Clock,
        budget: Arc<Budget>,
        observer: Option<Arc<dyn HttpObserver>>,
    ) -> Self {
        let (single, list) = match policy.pace {
            RateLimits::Shared(pace) => {
                let limit = Limit::new("all", pace);
                (Arc::clone(&limit), limit)
            }
            RateLimits::PerKind { single, list } => {
                (Limit::new("single", single), Limit::new("list", list))
            }
        };
        Self {
            service,
            concurrency: AtomicU32::new(policy.concurrency.get()),
            policy,
            clock,
            budget,
            observer,
            list,
            single,
            lease_released: Arc::default(),
            availability: watch::Sender::new(Availability::Open),
            failures: AtomicU32::new(0),
            too_complex: AtomicU32::new(0),
            retries: AtomicU32::new(0),
            strays: Mutex::default(),
            responded: AtomicBool::new(false),
            counts: Mutex::default(),
        }
    }

    pub(super) fn policy(&self) -> &RatePolicy {
        &self.policy
    }

    pub(super) fn clock(&self) -> Clock {
        self.clock
    }

    /// Waits until the request may be sent, and takes a lease for it. Fails as soon as the service
    /// is no longer available.
    pub(super) async fn acquire(&self, request: &ApiRequest) -> Result<Lease, RequestError> {
        let limit = self.limit(request.kind);
        let _first = self.while_available(request, limit.queue.lock()).await?;
        loop {
            self.check_available(request)?;
            let permit_request = self.permit_request(request);
            match self.budget.acquire(&permit_request, self.clock.now()) {
                PermitDecision::Granted(permit) => {
                    let budget = Arc::clone(&self.budget);
                    let released = Arc::clone(&self.lease_released);
                    return Ok(Lease::new(budget, permit, released));
                }
                PermitDecision::Wait(pause, reason) => self.wait(request, pause, &reason).await?,
                PermitDecision::Busy => {
                    let released = async {
                        tokio::select! {
                            () = self.lease_released.notified() => {}
                            () = sleep(LEASE_POLL) => {}
                        }
                    };
                    self.while_available(request, released).await?;
                }
                // Another process was refused meanwhile.
                PermitDecision::Suspended(until, reason) => self.mark_refused(until, &reason),
            }
        }
    }

    fn permit_request(&self, request: &ApiRequest) -> PermitRequest {
        let limit = self.limit(request.kind);
        let pace = limit.pace();
        PermitRequest {
            host: self.budget_name(request),
            limit: limit.name,
            pace: Pace {
                interval: pace.every,
                burst: pace.burst.get(),
                gap: self.policy.gap,
            },
            concurrency: self.concurrency.load(Ordering::Relaxed),
            spending: self.spending(request),
        }
    }

    /// What the request costs of the day's allowance.
    fn spending(&self, request: &ApiRequest) -> Option<Spending> {
        let allowance = self.policy.allowance?;
        Some(Spending {
            cost: allowance.cost(request.kind),
            per_day: allowance.per_day,
            advice: allowance.advice,
        })
    }

    fn budget_name(&self, request: &ApiRequest) -> String {
        budget_name(self.service.host_label(), &request.url)
    }

    /// Waits. Fails as soon as the service is no longer available.
    pub(super) async fn wait(
        &self,
        request: &ApiRequest,
        pause: Duration,
        reason: &str,
    ) -> Result<(), RequestError> {
        if pause.is_zero() {
            return self.check_available(request);
        }
        self.emit(|| HttpEvent::Waiting {
            service: self.service,
            pause,
            why: reason.to_owned(),
        });
        self.while_available(request, sleep(pause)).await
    }

    /// Makes every request to the service wait at least this long, in other runs too.
    pub(super) fn pause(&self, request: &ApiRequest, pause: Duration, reason: &str) {
        let until = after(self.clock.now(), pause);
        self.budget.pause(&self.budget_name(request), until, reason);
    }

    /// Leaves the service alone, in this run and in others.
    pub(super) fn suspend(&self, request: &ApiRequest, pause: Duration, cause: &str) {
        let until = after(self.clock.now(), pause);
        self.budget
            .suspend(&self.budget_name(request), until, cause);
        self.mark_refused(until, cause);
    }

    /// Applies the limits that a response states: its rate limit and concurrency where they are
    /// below ours (Crossref sends both with every response), and its `Retry-After`.
    pub(super) fn apply_headers(&self, request: &ApiRequest, response: &WireResponse) {
        self.responded.store(true, Ordering::Relaxed);
        self.lower_pace(request, response);
        self.lower_concurrency(response);
        self.note_remaining(request, response);
        self.apply_retry_after(request, response);
    }

    fn lower_pace(&self, request: &ApiRequest, response: &WireResponse) {
        let service = self.service.host_label();
        if let Some(pool) = response.header("x-api-pool") {
            tracing::debug!(service, pool, "the pool that answered");
        }
        let requests = response
            .header("x-rate-limit-limit")
            .and_then(|limit| limit.parse::<NonZeroU32>().ok());
        let interval = response
            .header("x-rate-limit-interval")
            .and_then(|interval| interval.trim_end_matches('s').parse::<u32>().ok())
            .map(|seconds| Duration::from_secs(seconds.into()));
        if let (Some(requests), Some(interval)) = (requests, interval)
            && self.limit(request.kind).lower(requests, interval)
        {
            let permit_request = self.permit_request(request);
            self.budget.exhaust_burst(&permit_request, self.clock.now());
            let kind = request.kind;
            tracing::info!(service, ?kind, %requests, ?interval, "the service lowered the pace");
        }
    }

    fn lower_concurrency(&self, response: &WireResponse) {
        let limit = response
            .header("x-concurrency-limit")
            .and_then(|limit| limit.parse::<u32>().ok())
            .map(|limit| limit.max(1));
        if let Some(limit) = limit
            && self.concurrency.fetch_min(limit, Ordering::Relaxed) > limit
        {
            let service = self.service.host_label();
            tracing::info!(service, limit, "the service lowered the concurrency");
        }
    }

    /// Notes what the service says is left of the day's allowance, if that is less than we know: it counts
    /// by address, and others may share ours.
    fn note_remaining(&self, request: &ApiRequest, response: &WireResponse) {
        let remaining = response.header("x-ratelimit-remaining-usd");
        let remaining = remaining.and_then(|it| it.trim().parse::<f64>().ok());
        if let (Some(allowance), Some(dollars)) = (self.policy.allowance, remaining) {
            let name = self.budget_name(request);
            let now = self.clock.now();
            self.budget
                .note_remaining(&name, dollars, allowance.per_day, now);
        }
    }

    /// A wait that a service asks for is meant for every process, whatever the status.
    fn apply_retry_after(&self, request: &ApiRequest, response: &WireResponse) {
        let now = self.clock.now();
        let Some(wait) = retry_after(response, now).filter(|wait| !wait.is_zero()) else {
            return;
        };
        let reason = format!("status {}", response.status);
        if wait > LONGEST_WAIT {
            let until = after(now, wait.min(LONGEST_SUSPENSION));
            self.budget
                .suspend(&self.budget_name(request), until, &reason);
        } else {
            self.pause(request, wait, &reason);
        }
    }

    /// Records an answer: the service is well.
    pub(super) fn record_answer(&self) {
        self.failures.store(0, Ordering::Relaxed);
        self.too_complex.store(0, Ordering::Relaxed);
        self.strays().count = 0;
    }

    /// Records that the response to a request sent at `sent` is no answer, and reports whether so
    /// many came in a row that the service must be taken to refuse. Requests that were under way
    /// together met the same fault, and count as one.
    pub(super) fn record_stray(&self, sent: Instant) -> bool {
        let mut strays = self.strays();
        if strays.last.is_none_or(|last| last <= sent) {
            strays.count += 1;
            strays.last = Some(Instant::now());
        }
        strays.count >= MAX_STRAYS
    }

    fn strays(&self) -> MutexGuard<'_, Strays> {
        self.strays.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports whether the service has responded in this run, with whatever response.
    pub(super) fn has_responded(&self) -> bool {
        self.responded.load(Ordering::Relaxed)
    }

    /// Returns the time limit of the next request, body included.
    pub(super) fn timeout(&self) -> Duration {
        if self.has_responded() {
            self.policy.attempt
        } else {
            self.policy.attempt.min(FIRST_TIMEOUT)
        }
    }

    /// Records a request that got no answer after every retry.
    pub(super) fn record_failure(&self, cause: &str) {
        if self.failures.fetch_add(1, Ordering::Relaxed) + 1 >= MAX_FAILURES {
            self.give_up(MAX_FAILURES, cause);
        }
    }

    /// Records a request that was too complex for the service.
    pub(super) fn record_too_complex(&self, cause: &str) {
        if self.too_complex.fetch_add(1, Ordering::Relaxed) + 1 >= MAX_TOO_COMPLEX {
            self.give_up(MAX_TOO_COMPLEX, cause);
        }
    }

    /// Records a retry, and reports whether it may be sent. If not, the service is given up.
    pub(super) fn record_retry(&self, cause: &str) -> bool {
        let is_allowed = self.retries.fetch_add(1, Ordering::Relaxed) < MAX_RETRIES;
        if !is_allowed {
            let cause =
                format!("given up after {MAX_RETRIES} repeated requests, the last: {cause}");
            self.availability
                .send_replace(Availability::GivenUp { cause });
        }
        is_allowed
    }

    fn give_up(&self, requests: u32, cause: &str) {
        let cause = format!("given up after {requests} requests in a row, the last: {cause}");
        self.availability
            .send_replace(Availability::GivenUp { cause });
    }

    fn mark_refused(&self, end: Timestamp, cause: &str) {
        self.availability.send_replace(Availability::Refused {
            until: end,
            cause: cause.to_owned(),
        });
        self.emit(|| HttpEvent::Refused {
            service: self.service,
            cause: cause.to_owned(),
            pause: until(end, self.clock.now()),
        });
    }

    /// Records that the service can't be reached in this run.
    pub(super) fn mark_unreachable(&self, cause: &str) {
        let cause = cause.to_owned();
        self.availability
            .send_replace(Availability::Unreachable { cause });
    }

    /// Fails when the service is not available, or was suspended by an earlier or another run.
    pub(super) fn check_suspension(&self, request: &ApiRequest) -> Result<(), RequestError> {
        self.check_available(request)?;
        let name = self.budget_name(request);
        if let Some((until, cause)) = self.budget.suspension(&name, self.clock.now()) {
            self.mark_refused(until, &cause);
        }
        self.check_available(request)
    }

    /// Fails when the service is not available in this run.
    pub(super) fn check_available(&self, request: &ApiRequest) -> Result<(), RequestError> {
        let (service, url) = (self.service, request.address());
        match &*self.availability.borrow() {
            Availability::Refused { until: end, cause } if *end > self.clock.now() => {
                Err(RequestError::Refused {
                    service,
                    url,
                    cause: cause.clone(),
                    pause: until(*end, self.clock.now()),
                })
            }
            Availability::Open | Availability::Refused { .. } => Ok(()),
            Availability::Unreachable { cause } => Err(RequestError::Unreachable {
                service,
                url,
                cause: cause.clone(),
            }),
            Availability::GivenUp { cause } => Err(RequestError::GivenUp {
                service,
                url,
                cause: cause.clone(),
            }),
        }
    }

    pub(super) fn count(&self, change: impl FnOnce(&mut RequestCounts)) {
        change(&mut self.counts.lock().unwrap_or_else(PoisonError::into_inner));
    }

    pub(super) fn counts(&self) -> RequestCounts {
        *self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a request that the cache answered.
    pub(super) fn record_cache_hit(&self, request: &ApiRequest) {
        self.count(|counts| counts.cached += 1);
        self.emit(|| HttpEvent::FromCache {
            service: self.service,
            url: request.address(),
        });
    }

    pub(super) fn emit(&self, event: impl FnOnce() -> HttpEvent) {
        if let Some(observer) = &self.observer {
            observer.on_event(&event());
        }
    }

    fn limit(&self, kind: RequestKind) -> &Limit {
        match kind {
            RequestKind::Single => &self.single,
            RequestKind::List | RequestKind::Search => &self.list,
        }
    }

    /// Does the work. Fails as soon as the service is no longer available.
    async fn while_available<T>(
        &self,
        request: &ApiRequest,
        work: impl Future<Output = T>,
    ) -> Result<T, RequestError> {
        let mut availability = self.availability.subscribe();
        let unavailable = async {
            loop {
                self.check_available(request)?;
                if availability.changed().await.is_err() {
                    // Can't happen: the sender is ours. The work alone decides then.
                    std::future::pending::<()>().await;
                }
            }
        };
        tokio::select! {
            biased;
            failed = unavailable => failed,
            done = work => Ok(done),
        }
    }
}

impl fmt::Debug for ServiceState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServiceState")
            .field("service", &self.service)
            .field("policy", &self.policy)
            .field("availability", &*self.availability.borrow())
            .finish_non_exhaustive()
    }
}
