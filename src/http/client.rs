use std::{
    collections::{BTreeMap, HashSet, hash_map::DefaultHasher},
    fmt,
    hash::{Hash as _, Hasher as _},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use tokio::sync::watch;

use super::{
    ApiRequest, ApiResponse, CachePolicy, Clock, DatasetDate, HttpObserver, Pool, RatePolicy,
    RequestCounts, RequestError, Revalidation, Service, Transport,
    claims::{ClaimedQuestions, Claims},
    exchange::{Attempt, Exchange},
    retry_budget::RetryBudget,
    revalidation::DatasetDates,
    service_state::ServiceState,
    single_flight::SingleFlight,
};
use crate::cache::{Budget, Cache, CachedResponse, Freshness};

/// Sends the requests of one run, and caches the responses.
pub struct Client {
    transport: Arc<dyn Transport>,
    cache: Arc<Cache>,
    clock: Clock,
    options: ClientOptions,
    policies: BTreeMap<Service, RatePolicy>,
    budget: Arc<Budget>,
    /// The services that were asked so far.
    services: Mutex<BTreeMap<Service, Arc<ServiceState>>>,
    flights: SingleFlight<Result<ApiResponse, RequestError>>,
    pub(super) claims: Arc<Claims>,
    dates: DatasetDates,
    interruption: watch::Sender<bool>,
    planned: Mutex<Vec<(Service, String)>>,
    /// A refreshing run takes from the cache what was stored after this time, by whichever process.
    new_since: Timestamp,
    /// Bucket and key of the responses that a refreshing run has fetched or confirmed itself, and
    /// may take from the cache.
    refreshed: Mutex<HashSet<(&'static str, String)>>,
}

/// Which process asks a question.
enum Asker {
    /// This one.
    Here(ClaimedQuestions),
    /// Another one did: its answer.
    Elsewhere(ApiResponse),
}

/// Options of a [`Client`].
#[derive(Clone, Default)]
pub struct ClientOptions {
    /// Sends no request, and uses cached responses however old they are. Wins over `refresh`.
    pub offline: bool,
    /// Requests again what earlier runs have cached.
    pub refresh: bool,
    /// A refresh takes what was cached after this time as new [default: the beginning of the run].
    pub new_since: Option<Timestamp>,
    /// Sends no request either, but records those that would be sent, which then fail.
    pub dry_run: bool,
    /// The seed of the jitter in the waits before retries.
    pub jitter_seed: u64,
    /// Receives the events of all requests.
    pub observer: Option<Arc<dyn HttpObserver>>,
}

impl Client {
    /// Returns a client for one run. Must be called inside a runtime. `budget` is shared with other
    /// runs. A service without a policy has the one that it publishes for anonymous clients.
    #[must_use]
    pub fn new(
        transport: Arc<dyn Transport>,
        cache: Arc<Cache>,
        budget: Arc<Budget>,
        clock: Clock,
        policies: BTreeMap<Service, RatePolicy>,
        options: ClientOptions,
    ) -> Self {
        Self {
            transport,
            dates: DatasetDates::new(Arc::clone(&cache), clock),
            claims: Claims::new(Arc::clone(&cache)),
            cache,
            clock,
            new_since: options.new_since.unwrap_or_else(|| clock.now()),
            options,
            policies,
            budget,
            services: Mutex::default(),
            flights: SingleFlight::default(),
            interruption: watch::Sender::new(false),
            planned: Mutex::default(),
            refreshed: Mutex::default(),
        }
    }

    /// Returns the response from the cache or from the service. May be dropped at any time: a
    /// response that came is cached, and if others wait for the same request, one of them sends it.
    ///
    /// # Errors
    /// See [`RequestError`]. A record that doesn't exist is no error but [`ApiResponse::NotFound`].
    pub async fn request(&self, request: &ApiRequest) -> Result<ApiResponse, RequestError> {
        let key = request.key();
        if let Some(response) = self.checked_from_cache(request, &key) {
            return Ok(response);
        }
        let offline = || RequestError::Offline {
            service: request.service,
            url: request.address(),
        };
        if self.options.offline {
            return Err(offline());
        }
        if self.options.dry_run {
            self.planned
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push((request.service, key));
            return Err(offline());
        }
        let flight = format!("{}\n{key}", request.caching.bucket);
        tokio::select! {
            biased;
            () = self.interrupted() => Err(RequestError::Interrupted {
                service: request.service,
                url: request.address(),
            }),
            response = self.flights.run(&flight, || self.fetch(request, &key)) => response,
        }
    }

    /// Reports whether this run may send requests.
    pub(super) fn may_send(&self) -> bool {
        let interrupted = *self.interruption.borrow();
        !(self.options.offline || self.options.dry_run || interrupted)
    }

    /// Stops all requests: those under way and those to come fail, unless the cache has the
    /// response.
    pub fn interrupt(&self) {
        self.interruption.send_replace(true);
    }

    pub(super) async fn interrupted(&self) {
        let mut interruption = self.interruption.subscribe();
        // The sender is ours, so it can't be gone.
        _ = interruption.wait_for(|interrupted| *interrupted).await;
    }

    /// Returns the cached response, as fresh as the run wants it.
    #[must_use]
    pub fn cached(&self, caching: &CachePolicy, key: &str) -> Option<ApiResponse> {
        let freshness = if self.options.offline {
            Freshness::Any
        } else if self.options.refresh
            && !self.refreshed().contains(&(caching.bucket, key.to_owned()))
        {
            Freshness::Since(self.new_since)
        } else {
            Freshness::Fresh
        };
        let now = self.clock.now();
        match self.cache.get(caching.bucket, key, now, freshness)? {
            CachedResponse::Body(body) => Some(ApiResponse::Body(body.into())),
            CachedResponse::NotFound => Some(ApiResponse::NotFound),
        }
    }

    /// Returns the day (in UTC) on which the response arrived: for a cached response the day on
    /// which it was stored, for any other today.
    #[must_use]
    pub fn retrieved_on(&self, caching: &CachePolicy, key: &str) -> Date {
        let stored = self.cache.stored_at(caching.bucket, key);
        let arrived = stored.unwrap_or_else(|| self.clock.now());
        arrived.to_zoned(TimeZone::UTC).date()
    }

    /// Stores a response; `None` means that there is no such record.
    pub(super) fn store(
        &self,
        caching: &CachePolicy,
        key: &str,
        body: Option<&str>,
        is_empty: bool,
    ) {
        let ttl = caching.ttl(is_empty);
        if ttl.is_zero() {
            return;
        }
        let now = self.clock.now();
        self.cache.put(caching.bucket, key, body, now, ttl);
        self.record_refreshed(caching, key);
    }

    fn record_refreshed(&self, caching: &CachePolicy, key: &str) {
        if self.options.refresh {
            self.refreshed().insert((caching.bucket, key.to_owned()));
        }
    }

    /// Returns the cached response, however old, if the service's data have not changed since it
    /// was stored; it is then as good as a new one. `is_empty` returns `None` for a body that is not
    /// valid.
    pub(super) async fn revalidated(
        &self,
        caching: &CachePolicy,
        key: &str,
        date: &DatasetDate,
        is_empty: impl FnOnce(&str) -> Option<bool>,
    ) -> Option<ApiResponse> {
        let (cached, stored_at) = self.cache.get_dated(caching.bucket, key)?;
        let (response, is_empty) = match cached {
            CachedResponse::NotFound => (ApiResponse::NotFound, true),
            CachedResponse::Body(body) => {
                let is_empty = is_empty(&body)?;
                (ApiResponse::Body(body.into()), is_empty)
            }
        };
        // Boxed, because a request may need the date of the data, which takes another request.
        let fetch = move || {
            Box::pin(async move {
                match self.request(&date.request).await {
                    Ok(ApiResponse::Body(body)) => Some(body),
                    _ => None,
                }
            })
        };
        if !self.dates.is_current(date, stored_at, fetch).await {
            return None;
        }
        let ttl = caching.ttl(is_empty);
        self.cache.renew(caching.bucket, key, self.clock.now(), ttl);
        self.record_refreshed(caching, key);
        Some(response)
    }

    /// Returns the requests that a dry run would have sent so far: the service, and the address
    /// followed by the form.
    #[must_use]
    pub fn planned_requests(&self) -> Vec<(Service, String)> {
        let planned = self.planned.lock();
        planned.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the number of requests so far, for every service that had any.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<Service, RequestCounts> {
        self.services()
            .iter()
            .map(|(service, state)| (*service, state.counts()))
            .filter(|(_, counts)| *counts != RequestCounts::default())
            .collect()
    }

    /// Returns the cached response if it passes the check, and drops it if it doesn't.
    fn checked_from_cache(&self, request: &ApiRequest, key: &str) -> Option<ApiResponse> {
        let response = self.cached(&request.caching, key)?;
        if let ApiResponse::Body(body) = &response
            && (request.check)(body).is_err()
        {
            tracing::warn!(
                "a cached response is invalid and is dropped: {}",
                request.address()
            );
            self.cache.forget(request.caching.bucket, key);
            return None;
        }
        self.service(request.service).record_cache_hit(request);
        Some(response)
    }

    /// Sends the request until the service answers or no retry is left.
    async fn fetch(&self, request: &ApiRequest, key: &str) -> Result<ApiResponse, RequestError> {
        // Another flight may have cached the response after our first look.
        if let Some(response) = self.checked_from_cache(request, key) {
            return Ok(response);
        }
        let _claimed = match self.claim(request, key).await {
            Asker::Here(claimed) => claimed,
            Asker::Elsewhere(response) => return Ok(response),
        };
        let service = self.service(request.service);
        if let Revalidation::DatasetDate(date) = &request.revalidation {
            let is_empty = |body: &str| {
                let is_valid = (request.check)(body).is_ok();
                is_valid.then(|| (request.is_empty)(body))
            };
            let revalidated = self.revalidated(&request.caching, key, date, is_empty);
            if let Some(response) = revalidated.await {
                service.record_cache_hit(request);
                return Ok(response);
            }
        }
        let transport = &*self.transport;
        let exchange = Exchange::begin(transport, &self.cache, &service, request, key)?;
        let mut retries = RetryBudget::new(service.policy(), self.seed(key));
        let mut number = 0;
        loop {
            number += 1;
            let Attempt {
                outcome,
                lease,
                sent,
            } = exchange.attempt(number).await?;
            match outcome {
                Ok(body) => {
                    service.record_answer();
                    drop(lease);
                    let is_empty = body.as_deref().is_none_or(request.is_empty);
                    self.store(&request.caching, key, body.as_deref(), is_empty);
                    if let Some(body) = &body {
                        self.dates.record_from(request, body);
                    }
                    return Ok(
                        body.map_or(ApiResponse::NotFound, |body| ApiResponse::Body(body.into()))
                    );
                }
                Err(fault) => {
                    let (pause, reason) = exchange.after_fault(fault, sent, &mut retries)?;
                    drop(lease);
                    service.wait(request, pause, &reason).await?;
                }
            }
        }
    }

    /// Claims the question of a request. If another process is asking it, waits for its answer; if that
    /// process gets none, asks in its place.
    async fn claim(&self, request: &ApiRequest, key: &str) -> Asker {
        let CachePolicy { bucket, found, .. } = request.caching;
        if found.is_zero() {
            // The parts of its answer are claimed.
            return Asker::Here(ClaimedQuestions::unshared(1));
        }
        let keys = [key.to_owned()];
        loop {
            let claimed = self.claims.claim(bucket, &keys);
            let is_ours = claimed.ours == [true];
            if is_ours && !claimed.is_shared() {
                return Asker::Here(claimed);
            }
            if let Some(response) = self.checked_from_cache(request, key) {
                return Asker::Elsewhere(response);
            }
            if is_ours || !self.claims.wait(bucket, &keys).await {
                return Asker::Here(claimed);
            }
        }
    }

    pub(super) fn service(&self, service: Service) -> Arc<ServiceState> {
        let state = || {
            let configured = self.policies.get(&service).cloned();
            let policy = configured.unwrap_or_else(|| service.published(Pool::Public));
            let budget = Arc::clone(&self.budget);
            let observer = self.options.observer.clone();
            Arc::new(ServiceState::new(
                service, policy, self.clock, budget, observer,
            ))
        };
        Arc::clone(self.services().entry(service).or_insert_with(state))
    }

    fn services(&self) -> MutexGuard<'_, BTreeMap<Service, Arc<ServiceState>>> {
        self.services.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn refreshed(&self) -> MutexGuard<'_, HashSet<(&'static str, String)>> {
        self.refreshed
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the seed of a request's jitter, which is the same when the run is repeated.
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
            .field("policies", &self.policies)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for ClientOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientOptions")
            .field("offline", &self.offline)
            .field("refresh", &self.refresh)
            .field("new_since", &self.new_since)
            .field("dry_run", &self.dry_run)
            .field("jitter_seed", &self.jitter_seed)
            .finish_non_exhaustive()
    }
}
