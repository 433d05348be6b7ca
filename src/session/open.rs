use std::{collections::BTreeMap, path::Path, sync::Arc, time::Duration};

use super::{
    Environment, SessionError, Warning,
    rates::rate_policies,
    storage::{open_budget, open_cache, open_library, remove_leftovers},
};
use crate::{
    cache::{Budget, Cache},
    config::{self, Settings},
    http::{self, Client, Clock, RatePolicy, ReqwestTransport, Service},
    model::SourceName,
    sources::{
        Source, arxiv::Arxiv, crossref::Crossref, datacite::Datacite, dblp::Dblp,
        library::LibrarySource,
    },
    sync::RequestCounts,
};

/// Which requests a session may send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NetworkMode {
    /// Requests for what the cache lacks.
    Online,
    /// Requests also for what the cache has from an earlier run.
    Refresh,
    /// None: the session uses the cache, however old its answers are.
    Offline,
    /// None: the session notes what it would send, and leaves every file as it is.
    DryRun,
    /// As [`Self::DryRun`], before a run that writes.
    Forecast,
}

/// The sources of a run, and the client and cache that they share.
pub struct Session {
    cache: Arc<Cache>,
    sources: Vec<Box<dyn Source>>,
    warnings: Vec<Warning>,
    used: Vec<SourceName>,
    client: Arc<Client>,
    rate_policies: BTreeMap<Service, RatePolicy>,
    environment: Environment,
    /// The folder of a dry run's own index of the library, removed with the session.
    _index: Option<tempfile::TempDir>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("sources", &self.used)
            .field("warnings", &self.warnings)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// Opens the cache, the library and the sources that `settings` name. Must be called inside a Tokio
    /// runtime.
    ///
    /// `cache` is the folder of the cache and of the library; `observer` is notified of each request.
    ///
    /// # Errors
    /// When the folder `cache` holds another program's files, or the HTTP client can't be set up.
    pub fn open(
        settings: &Settings,
        cache: &Path,
        mode: NetworkMode,
        environment: Environment,
        observer: Option<Arc<dyn http::HttpObserver>>,
    ) -> Result<Self, SessionError> {
        let mut warnings = Vec::new();
        let folder = cache;
        let contact = settings.contact.as_ref().map(config::Email::as_str);
        let transport = ReqwestTransport::new(contact)?;
        let rate_policies = rate_policies(settings);
        let is_dry = matches!(mode, NetworkMode::DryRun | NetworkMode::Forecast);
        let cache = if is_dry && !Cache::exists(folder) {
            Cache::in_memory()?
        } else if mode == NetworkMode::Offline {
            // Nothing new is to be kept, so a copy is as good and needs no warning.
            match Cache::open(folder).or_else(|_| Cache::open_copy(folder)) {
                Ok(cache) => cache,
                Err(_) => open_cache(folder, &mut warnings)?,
            }
        } else {
            if !is_dry {
                remove_leftovers(folder, &environment.state_dir, environment.now);
            }
            open_cache(folder, &mut warnings)?
        };
        let budget = match mode {
            NetworkMode::Online | NetworkMode::Refresh => {
                open_budget(&environment.state_dir, folder, &mut warnings)?
            }
            _ => Budget::in_memory()?,
        };
        let own_index = match mode {
            NetworkMode::DryRun => Some(tempfile::tempdir()?),
            _ => None,
        };
        let index = own_index.as_ref().map_or(folder, tempfile::TempDir::path);
        let cache = Arc::new(cache);
        let client = Arc::new(Client::new(
            Arc::new(transport),
            Arc::clone(&cache),
            Arc::new(budget),
            Clock::reading(environment.clock),
            rate_policies.clone(),
            http::ClientOptions {
                offline: mode == NetworkMode::Offline,
                dry_run: is_dry,
                refresh: mode == NetworkMode::Refresh,
                jitter_seed: environment.seed,
                observer,
            },
        ));
        let mut sources: Vec<Box<dyn Source>> = Vec::new();
        for name in &settings.sources.order {
            let asker = client.clone();
            let from = &settings.sources;
            sources.push(match *name {
                SourceName::LIBRARY => {
                    let library = open_library(folder, index, settings, &mut warnings);
                    Box::new(LibrarySource::new(Arc::new(library)))
                }
                SourceName::DBLP => Box::new(Dblp::new(
                    asker,
                    from.dblp.sparql.clone(),
                    from.dblp.rest.clone(),
                )),
                SourceName::CROSSREF => {
                    Box::new(Crossref::new(asker, from.crossref.endpoint.clone()))
                }
                SourceName::ARXIV => Box::new(Arxiv::new(asker, from.arxiv.endpoint.clone())),
                SourceName::DATACITE => {
                    Box::new(Datacite::new(asker, from.datacite.endpoint.clone()))
                }
                // The settings accept only names of `SOURCES` in `config/values.rs`: each has a case above.
                _ => continue,
            });
        }
        Ok(Self {
            cache,
            sources,
            warnings,
            used: settings.sources.order.clone(),
            client,
            rate_policies,
            environment,
            _index: own_index,
        })
    }

    /// Returns the sources, in the order in which they are asked.
    #[must_use]
    pub fn sources(&self) -> &[Box<dyn Source>] {
        &self.sources
    }

    /// Returns what the session has to do without.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Returns the surroundings that it was opened in.
    #[must_use]
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// Returns the cache.
    pub(crate) fn cache(&self) -> &Arc<Cache> {
        &self.cache
    }

    /// Stops sending: each request from now on fails as interrupted.
    pub fn interrupt(&self) {
        self.client.interrupt();
    }

    /// Returns the requests that a dry run would have sent, by source: for each its address, and its form
    /// on a second line if it has one.
    #[must_use]
    pub fn unsent(&self) -> BTreeMap<SourceName, Vec<String>> {
        let mut out: BTreeMap<SourceName, Vec<String>> = BTreeMap::new();
        for (service, request) in self.client.planned_requests() {
            let requests = out.entry(source_of(service)).or_default();
            if !requests.contains(&request) {
                requests.push(request);
            }
        }
        out
    }

    /// Returns the least time that so many requests to a source take at its rate limit.
    #[must_use]
    pub fn time_for(&self, source: SourceName, requests: usize) -> Duration {
        let service = Service::ALL
            .into_iter()
            .find(|service| source_of(*service) == source);
        let policy = service.and_then(|service| self.rate_policies.get(&service));
        policy.map_or(Duration::ZERO, |policy| {
            let rate = policy.pace.of(http::RequestKind::List);
            rate.time_for(requests, policy.gap)
        })
    }

    /// Returns the number of requests to each source, by the source's name.
    #[must_use]
    pub fn requests(&self) -> BTreeMap<String, RequestCounts> {
        let mut out = no_requests(&self.used);
        for (service, counts) in self.client.counts() {
            let sum = out.entry(source_of(service).to_string()).or_default();
            sum.sent += counts.sent;
            sum.retried += counts.retried;
            sum.refused += counts.refused;
            sum.cached += counts.cached;
        }
        out
    }
}

/// Returns the source that asks a service.
fn source_of(service: Service) -> SourceName {
    match service {
        Service::Dblp | Service::DblpRest => SourceName::DBLP,
        Service::Crossref => SourceName::CROSSREF,
        Service::Arxiv => SourceName::ARXIV,
        Service::Datacite => SourceName::DATACITE,
    }
}

/// Returns the counts of a run without requests: zero for each remote source in use.
#[must_use]
pub fn no_requests(used: &[SourceName]) -> BTreeMap<String, RequestCounts> {
    used.iter()
        .filter(|source| **source != SourceName::LIBRARY)
        .map(|source| (source.to_string(), RequestCounts::default()))
        .collect()
}
