use std::{collections::BTreeMap, path::Path, sync::Arc, time::Duration};

use super::{
    Environment, SessionError, Warning,
    rates::rate_policies,
    storage::{
        Storage, open_budget, open_cache, open_library, open_store, open_store_to_read,
        remove_leftovers,
    },
};
use crate::{
    cache::{Budget, Cache, CacheError},
    config::{self, Settings, SourceSettings},
    http::{self, Client, Clock, RatePolicy, ReqwestTransport, Service},
    library::Library,
    model::SourceName,
    sources::{Fetcher, Resources, Source},
    sync::RequestCounts,
};

/// Which requests a session may send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NetworkMode {
    /// Requests for what the cache lacks.
    Online,
    /// Requests also for what the cache has from before [`Environment::new_since`].
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
    settings: config::Sources,
    client: Arc<Client>,
    rate_policies: BTreeMap<Service, RatePolicy>,
    environment: Environment,
    /// The folder of a dry run's own index of the library, removed with the session.
    _index: Option<tempfile::TempDir>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("sources", &self.settings.order)
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
    /// When the folder `cache` holds another program's files, the HTTP client can't be set up, or
    /// `settings` name a source that they don't describe.
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
        let sends = matches!(mode, NetworkMode::Online | NetworkMode::Refresh);
        let transport: Arc<dyn http::Transport> = if sends {
            Arc::new(ReqwestTransport::new(contact)?)
        } else {
            Arc::new(http::NoTransport)
        };
        let rate_policies = rate_policies(settings);
        let is_dry = matches!(mode, NetworkMode::DryRun | NetworkMode::Forecast);
        if sends {
            remove_leftovers(folder, &environment.state_dir, environment.now);
        }
        let Storage { cache, budget } = match &settings.store {
            Some(address) if sends => open_store(address)?,
            Some(address) => open_store_to_read(address, &mut warnings)?,
            None => open_files(folder, mode, &environment, &mut warnings)?,
        };
        let own_index = match mode {
            NetworkMode::DryRun => Some(tempfile::tempdir()?),
            _ => None,
        };
        let index = own_index.as_ref().map_or(folder, tempfile::TempDir::path);
        let cache = Arc::new(cache);
        let client = Arc::new(Client::new(
            transport,
            Arc::clone(&cache),
            Arc::new(budget),
            Clock::reading(environment.clock),
            rate_policies.clone(),
            http::ClientOptions {
                offline: mode == NetworkMode::Offline,
                dry_run: is_dry,
                refresh: mode == NetworkMode::Refresh,
                new_since: Some(environment.new_since),
                jitter_seed: environment.seed,
                observer,
            },
        ));
        let mut resources = SessionResources {
            client: &client,
            folder,
            index,
            settings,
            warnings: &mut warnings,
        };
        let mut sources = Vec::new();
        for name in &settings.sources.order {
            let configured = settings.sources.configured.iter();
            let found = configured.clone().find(|it| it.descriptor.name == *name);
            let SourceSettings { source, .. } = found.ok_or(SessionError::NoSuchSource(*name))?;
            sources.push(source.open(&mut resources));
        }
        Ok(Self {
            cache,
            sources,
            warnings,
            settings: settings.sources.clone(),
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
            let Some(source) = self.source_of(service) else {
                continue;
            };
            let requests = out.entry(source).or_default();
            if !requests.contains(&request) {
                requests.push(request);
            }
        }
        out
    }

    /// Returns the least time that so many requests to a source take at its rate limit.
    #[must_use]
    pub fn time_for(&self, source: SourceName, requests: usize) -> Duration {
        let configured = self.settings.configured.iter();
        let service = configured
            .map(|settings| settings.descriptor)
            .find(|descriptor| descriptor.name == source)
            .and_then(|descriptor| descriptor.services.first());
        let policy = service.and_then(|service| self.rate_policies.get(service));
        policy.map_or(Duration::ZERO, |policy| {
            let rate = policy.pace.of(http::RequestKind::List);
            rate.time_for(requests, policy.gap)
        })
    }

    /// Returns the number of requests to each source, by the source's name.
    #[must_use]
    pub fn requests(&self) -> BTreeMap<String, RequestCounts> {
        let mut out = no_requests(&self.settings);
        for (service, counts) in self.client.counts() {
            let Some(source) = self.source_of(service) else {
                continue;
            };
            let sum = out.entry(source.to_string()).or_default();
            sum.sent += counts.sent;
            sum.retried += counts.retried;
            sum.refused += counts.refused;
            sum.cached += counts.cached;
        }
        out
    }

    /// Returns the source that asks a service; one of them does.
    fn source_of(&self, service: Service) -> Option<SourceName> {
        let mut configured = self.settings.configured.iter();
        let source = configured.find(|it| it.descriptor.services.contains(&service))?;
        Some(source.descriptor.name)
    }
}

/// Opens the user's own files.
fn open_files(
    folder: &Path,
    mode: NetworkMode,
    environment: &Environment,
    warnings: &mut Vec<Warning>,
) -> Result<Storage, CacheError> {
    let is_dry = matches!(mode, NetworkMode::DryRun | NetworkMode::Forecast);
    let cache = if is_dry && !Cache::exists(folder) {
        Cache::in_memory()?
    } else if mode == NetworkMode::Offline {
        // Nothing new is to be kept, so a copy is as good and needs no warning.
        match Cache::open(folder).or_else(|_| Cache::open_copy(folder)) {
            Ok(cache) => cache,
            Err(_) => open_cache(folder, warnings)?,
        }
    } else {
        open_cache(folder, warnings)?
    };
    let budget = match mode {
        NetworkMode::Online | NetworkMode::Refresh => {
            open_budget(&environment.state_dir, folder, warnings)?
        }
        _ => Budget::in_memory()?,
    };
    Ok(Storage { cache, budget })
}

/// What the sources of a session share.
struct SessionResources<'a> {
    client: &'a Arc<Client>,
    folder: &'a Path,
    index: &'a Path,
    settings: &'a Settings,
    warnings: &'a mut Vec<Warning>,
}

impl Resources for SessionResources<'_> {
    fn fetcher(&self) -> Arc<dyn Fetcher> {
        self.client.clone()
    }

    fn library(&mut self) -> Arc<Library> {
        let library = open_library(self.folder, self.index, self.settings, self.warnings);
        Arc::new(library)
    }
}

/// Returns the counts of a run without requests: zero for each source in use that sends any.
#[must_use]
pub fn no_requests(sources: &config::Sources) -> BTreeMap<String, RequestCounts> {
    let used = sources.configured.iter().map(|source| source.descriptor);
    used.filter(|source| sources.order.contains(&source.name) && !source.services.is_empty())
        .map(|source| (source.name.to_string(), RequestCounts::default()))
        .collect()
}
