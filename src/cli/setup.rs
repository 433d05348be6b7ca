use std::{
    collections::BTreeMap,
    io::Read as _,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use super::{args::Shared, exit::Failure, progress::Progress, run::World};
use crate::{
    cache::{self, Budget, Cache, CacheError},
    config::{self, CacheFolders, Settings},
    export::keys,
    http::{
        self, Client, Clock, Pool, RateLimit, RateLimits, RatePolicy, ReqwestTransport, Service,
    },
    import::first_guessed_line,
    library::Library,
    model::SourceName,
    sources::{
        Source, arxiv::Arxiv, crossref::Crossref, datacite::Datacite, dblp::Dblp,
        library::LibrarySource,
    },
    sync::RequestCounts,
};

/// The settings, from the file that is named or found, and the environment.
pub(super) fn settings(shared: &Shared, world: &World) -> Result<Settings, Failure> {
    settings_and_file(shared, world).map(|(settings, _)| settings)
}

/// The most bytes of a file of settings; the one with all of them and their comments has five thousand.
const LARGEST: u64 = 1 << 20;

/// A file of settings, as it was read.
#[derive(Debug)]
pub(super) struct SettingsFile {
    pub(super) path: PathBuf,
    pub(super) text: String,
}

impl SettingsFile {
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let file = fs_err::File::open(path).map_err(Failure::usage)?;
        let mut bytes = Vec::new();
        file.take(LARGEST + 1)
            .read_to_end(&mut bytes)
            .map_err(Failure::usage)?;
        let name = path.display();
        if bytes.len() as u64 > LARGEST {
            return Err(Failure::usage(format!(
                "{name} is larger than settings are: at most {LARGEST} bytes are read"
            )));
        }
        let line = first_guessed_line(&bytes).unwrap_or(1);
        let text = String::from_utf8(bytes).map_err(|_| {
            Failure::usage(format!("{name}:{line}: not UTF-8, and settings have to be"))
                .hint("save it as UTF-8 in your editor")
        })?;
        Ok(Self {
            path: path.to_owned(),
            text,
        })
    }

    /// What it sets, and this environment.
    pub(super) fn load(&self, environment: &BTreeMap<String, String>) -> Result<Settings, Failure> {
        let name = self.path.display().to_string();
        config::load(Some((&name, &self.text)), environment).map_err(Failure::usage)
    }
}

/// The settings, and the file that some of them are from.
pub(super) fn settings_and_file(
    shared: &Shared,
    world: &World,
) -> Result<(Settings, Option<SettingsFile>), Failure> {
    let found = match &shared.config {
        Some(path) => Some(SettingsFile::read(path)?),
        None => first_of(&[
            Some(PathBuf::from("bibsync.toml")),
            world
                .config_dir
                .as_ref()
                .map(|dir| dir.join("bibsync.toml")),
        ])?,
    };
    let settings = match &found {
        Some(file) => file.load(&world.environment)?,
        None => config::load(None, &world.environment).map_err(Failure::usage)?,
    };
    keys::check_pattern(&settings.export.keys)
        .map_err(|error| Failure::usage(error).hint("the setting is export.keys"))?;
    for (name, nearest) in config::stray_variables(&world.environment) {
        tracing::warn!("{name} is no setting; {nearest} is the nearest that is one");
    }
    Ok((settings, found))
}

/// A folder may come from anybody: what lies there as settings is opened only if it is a file, since a pipe
/// would keep the run waiting.
fn first_of(paths: &[Option<PathBuf>]) -> Result<Option<SettingsFile>, Failure> {
    for path in paths.iter().flatten() {
        match fs_err::metadata(path) {
            Ok(found) if found.is_file() => return SettingsFile::read(path).map(Some),
            Ok(_) => {
                let name = path.display();
                return Err(Failure::usage(format!(
                    "{name} is no file, and settings are expected there"
                ))
                .hint("remove it, or name other settings with --config"));
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(Failure::usage(error)),
        }
    }
    Ok(None)
}

/// The folder of the cache and the library. A folder `cache` that some other program keeps here is
/// none.
pub(super) fn cache_folder(shared: &Shared, settings: &Settings, world: &World) -> PathBuf {
    let here = Path::new("cache");
    let is_ours = Cache::is_cache_folder(here);
    let folder = config::cache_folder(CacheFolders {
        flag: shared.cache_dir.as_deref(),
        set: settings.cache.as_deref(),
        here: is_ours.then_some(here),
        user: &world.cache_dir,
    });
    if !is_ours && folder == world.cache_dir && here.is_dir() {
        tracing::info!(
            "./cache holds neither a library folder nor answers of bibsync and is not used; the cache is {}",
            folder.display()
        );
    }
    folder
}

/// The folders of the library: its own beside the cache, where parts are made, and then those that
/// are only read.
pub(super) fn library_folders(cache: &Path, settings: &Settings) -> Vec<PathBuf> {
    let own = std::iter::once(cache.join("library"));
    own.chain(settings.library.folders.iter().cloned())
        .collect()
}

/// The cache in that folder; where it can only be read, a copy of it, and where it can't be used at
/// all, one that begins empty. What is not ours is no place for a cache.
fn open_cache(folder: &Path) -> Result<Cache, Failure> {
    Cache::open(folder).or_else(|error| {
        if matches!(error, CacheError::Foreign { .. }) {
            return Err(no_cache(error));
        }
        let copied = Cache::open_copy(folder);
        if copied.is_ok() {
            tracing::warn!(
                "the cache in {} can only be read: its answers are used, and new ones kept for this run only",
                folder.display()
            );
        } else {
            tracing::warn!(
                "{error}; answers are kept for this run only (--cache-dir names another folder)"
            );
        }
        copied.or_else(|_| Cache::in_memory()).map_err(Failure::usage)
    })
}

/// A cache that can't be used, with what may help.
pub(super) fn no_cache(error: CacheError) -> Failure {
    Failure::usage(error).hint("choose another folder with --cache-dir")
}

/// What all of the user's runs on this machine may together ask of the services, whatever their
/// caches: in the state folder, else in the cache's, else this run's own.
pub(super) fn open_budget(world: &World, cache: &Path) -> Result<Budget, Failure> {
    Budget::open(&world.state_dir).or_else(|error| {
        if let Ok(budget) = Budget::open(cache) {
            tracing::warn!(
                "{error}; only runs on the cache {} share the limits of services",
                cache.display()
            );
            return Ok(budget);
        }
        tracing::warn!("{error}; this run keeps the limits of services by itself");
        Budget::unshared().map_err(Failure::usage)
    })
}

/// Removes what killed runs left where this one is going to write.
pub(super) fn sweep(cache: &Path, world: &World) {
    cache::remove_leftovers(cache, world.now);
    for name in ["library", "downloads"] {
        cache::remove_leftovers(&cache.join(name), world.now);
    }
    for name in ["exports", "schedule"] {
        cache::remove_leftovers(&world.state_dir.join(name), world.now);
    }
}

/// Whether a run may send requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Going {
    /// It may.
    Online,
    /// It may, and takes for granted no answer to an earlier run.
    Anew,
    /// It may not, and makes do with what is at hand, however old.
    Offline,
    /// It is to tell what it would send, and writes nothing.
    Rehearsal,
    /// The same, ahead of a run that writes.
    Forecast,
}

impl Going {
    /// By the flag `--offline`.
    pub(super) fn of(offline: bool) -> Self {
        if offline { Self::Offline } else { Self::Online }
    }
}

/// Everything that is asked in a run.
pub(super) struct Desk {
    pub(super) cache: Arc<Cache>,
    pub(super) sources: Vec<Box<dyn Source>>,
    used: Vec<SourceName>,
    client: Arc<Client>,
    manners: BTreeMap<Service, RatePolicy>,
    /// The folder of a rehearsal's own index over the library, gone with it.
    _aside: Option<tempfile::TempDir>,
}

impl Desk {
    /// Sets the sources up as configured. Must be called inside a runtime.
    pub(super) fn open(
        settings: &Settings,
        folder: &Path,
        going: Going,
        world: &World,
        progress: &Arc<Progress>,
    ) -> Result<Self, Failure> {
        let contact = settings.contact.as_ref().map(config::Email::as_str);
        let transport = ReqwestTransport::new(contact).map_err(Failure::usage)?;
        let manners = manners(settings);
        let rehearsal = matches!(going, Going::Rehearsal | Going::Forecast);
        let cache = if rehearsal && !Cache::exists(folder) {
            Cache::in_memory().map_err(Failure::usage)?
        } else if going == Going::Offline {
            // Nothing new is to be kept, so a copy is as good and not worth a word.
            match Cache::open(folder).or_else(|_| Cache::open_copy(folder)) {
                Ok(cache) => cache,
                Err(_) => open_cache(folder)?,
            }
        } else {
            if !rehearsal {
                sweep(folder, world);
            }
            open_cache(folder)?
        };
        let budget = match going {
            Going::Online | Going::Anew => open_budget(world, folder)?,
            _ => Budget::in_memory().map_err(Failure::usage)?,
        };
        let aside = (going == Going::Rehearsal).then(tempfile::tempdir);
        let aside = aside.transpose();
        let aside = aside.map_err(Failure::usage)?;
        let index = aside.as_ref().map_or(folder, tempfile::TempDir::path);
        let cache = Arc::new(cache);
        let client = Arc::new(Client::new(
            Arc::new(transport),
            Arc::clone(&cache),
            Arc::new(budget),
            Clock::reading(world.clock),
            manners.clone(),
            http::ClientOptions {
                offline: going == Going::Offline,
                rehearsal,
                refresh: going == Going::Anew,
                jitter_seed: world.seed,
                observer: Some(progress.clone()),
            },
        ));
        let mut sources: Vec<Box<dyn Source>> = Vec::new();
        for name in &settings.sources.order {
            let asker = client.clone();
            let from = &settings.sources;
            sources.push(match *name {
                SourceName::LIBRARY => {
                    let library = open_library(folder, index, settings);
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
                _ => continue,
            });
        }
        Ok(Self {
            cache,
            sources,
            used: settings.sources.order.clone(),
            client,
            manners,
            _aside: aside,
        })
    }

    /// Sends nothing more: what is asked from now on fails.
    pub(super) fn interrupt(&self) {
        self.client.interrupt();
    }

    /// What a rehearsal would have sent, by source.
    pub(super) fn unsent(&self) -> BTreeMap<SourceName, Vec<String>> {
        let mut out: BTreeMap<SourceName, Vec<String>> = BTreeMap::new();
        for (service, request) in self.client.planned_requests() {
            let requests = out.entry(source_of(service)).or_default();
            if !requests.contains(&request) {
                requests.push(request);
            }
        }
        out
    }

    /// How long so many requests to a source take at least, each kind at its pace.
    pub(super) fn time_for(&self, source: SourceName, requests: usize) -> Duration {
        let service = Service::ALL
            .into_iter()
            .find(|service| source_of(*service) == source);
        let manners = service.and_then(|service| self.manners.get(&service));
        manners.map_or(Duration::ZERO, |manners| {
            let pace = manners.pace.of(http::RequestKind::List);
            pace.time_for(requests, manners.gap)
        })
    }

    /// How often each source was asked, under the names that reports use.
    pub(super) fn requests(&self) -> BTreeMap<String, RequestCounts> {
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

/// Whose questions a service answers.
fn source_of(service: Service) -> SourceName {
    match service {
        Service::Dblp | Service::DblpRest => SourceName::DBLP,
        Service::Crossref => SourceName::CROSSREF,
        Service::Arxiv => SourceName::ARXIV,
        Service::Datacite => SourceName::DATACITE,
    }
}

/// The counts of a run that asks nobody, with a place for every service in use.
pub(super) fn no_requests(used: &[SourceName]) -> BTreeMap<String, RequestCounts> {
    used.iter()
        .filter(|source| **source != SourceName::LIBRARY)
        .map(|source| (source.to_string(), RequestCounts::default()))
        .collect()
}

/// The library beside the cache, its index in another folder; without one that can be read the run
/// goes on.
fn open_library(folder: &Path, index: &Path, settings: &Settings) -> Library {
    match Library::open(
        &library_folders(folder, settings),
        &index.join(crate::library::INDEX_FILE),
    ) {
        Ok(library) => {
            for problem in library.problems() {
                tracing::warn!("{problem}");
            }
            library
        }
        Err(error) => {
            tracing::warn!("{error}; going on without the library");
            Library::lost()
        }
    }
}

/// The pace of each service: as configured, and without a contact address never above what a
/// service grants the anonymous. The pace configured for DBLP is meant for its endpoint; the
/// classic service has one of its own, which it can only make slower.
fn manners(settings: &Settings) -> BTreeMap<Service, RatePolicy> {
    let pool = if settings.contact.is_some() {
        Pool::Polite
    } else {
        Pool::Public
    };
    let pace = |pace: config::Pace| RateLimit::every(pace.every).with_burst(pace.burst);
    let slower = |wanted: RateLimit, granted: RateLimit| {
        if wanted.every < granted.every && pool == Pool::Public {
            granted
        } else {
            wanted
        }
    };
    let from = &settings.sources;
    let published = |service| RatePolicy::published(service, pool);
    let mut out = BTreeMap::new();
    out.insert(
        Service::Dblp,
        RatePolicy {
            pace: RateLimits::Shared(pace(from.dblp.pace)),
            ..published(Service::Dblp)
        },
    );
    let classic = published(Service::DblpRest);
    let every = classic.pace.of(http::RequestKind::List).every;
    out.insert(
        Service::DblpRest,
        RatePolicy {
            pace: RateLimits::Shared(RateLimit::every(every.max(from.dblp.pace.every))),
            ..classic
        },
    );
    let crossref = published(Service::Crossref);
    let apart = |lane, wanted| slower(pace(wanted), crossref.pace.of(lane));
    out.insert(
        Service::Crossref,
        RatePolicy {
            pace: RateLimits::PerKind {
                single: apart(http::RequestKind::Single, from.crossref.single),
                list: apart(http::RequestKind::List, from.crossref.list),
            },
            concurrency: match pool {
                Pool::Polite => from.crossref.concurrency,
                Pool::Public => crossref.concurrency.min(from.crossref.concurrency),
            },
            ..crossref
        },
    );
    out.insert(
        Service::Arxiv,
        RatePolicy {
            pace: RateLimits::Shared(pace(from.arxiv.pace)),
            ..published(Service::Arxiv)
        },
    );
    let datacite = published(Service::Datacite);
    out.insert(
        Service::Datacite,
        RatePolicy {
            pace: RateLimits::Shared(slower(
                pace(from.datacite.pace),
                datacite.pace.of(http::RequestKind::Single),
            )),
            ..datacite
        },
    );
    out
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn paces(every: &str) -> (RatePolicy, RateLimit) {
        let file = format!("[sources.dblp]\nsparql = 'http://127.0.0.1:9'\nevery = \"{every}\"\n");
        let settings = config::load(Some(("bibsync.toml", &file)), &BTreeMap::new()).unwrap();
        let mut manners = manners(&settings);
        let classic = manners[&Service::DblpRest].pace.of(http::RequestKind::List);
        (manners.remove(&Service::Dblp).unwrap(), classic)
    }

    #[test]
    fn default_settings_are_no_faster_than_services_publish() {
        let file = "[contact]\nemail = 'ada@example.org'\n";
        let settings = config::load(Some(("bibsync.toml", file)), &BTreeMap::new()).unwrap();
        for (service, manners) in manners(&settings) {
            let published = RatePolicy::published(service, Pool::Polite);
            for lane in [http::RequestKind::Single, http::RequestKind::List] {
                let (set, most) = (manners.pace.of(lane), published.pace.of(lane));
                assert!(set.burst <= most.burst, "{service:?} {lane:?}");
                assert!(set.every >= most.every, "{service:?} {lane:?}");
            }
            assert!(manners.concurrency <= published.concurrency, "{service:?}");
        }
    }

    #[test]
    fn the_endpoints_pace_makes_the_classic_service_no_faster() {
        let seconds = Duration::from_secs;
        for (every, wanted) in [("1s", 5), ("20s", 20)] {
            assert_eq!(paces(every).1, RateLimit::every(seconds(wanted)), "{every}");
        }
        let (endpoint, _) = paces("1s");
        assert_eq!(endpoint.pace.of(http::RequestKind::List).every, seconds(1));
        assert_eq!(endpoint.gap, seconds(1), "a pace leaves the gap as it is");
    }
}
