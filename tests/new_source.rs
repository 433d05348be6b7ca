//! A source that the crate does not know takes part in a run by its description alone.
#![expect(
    clippy::unwrap_used,
    reason = "a test that panics has failed, as it should"
)]

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use bibsync::{
    config,
    export::keys,
    http::{Pool, RateLimit, RateLimits, RatePolicy, Service, ServiceFacts},
    model::{
        Authority, Doi, Field, Kind, ListedAuthor, Listing, Metadata, PartialDate, Person,
        PersonName, Record, SourceName, Title, WorkIdKind,
    },
    session::{Environment, NetworkMode, Session, no_requests},
    sources::{
        AddressSetting, Capabilities, Catalog, ConfiguredSource, Descriptor, FoundRecord, Id,
        IdLookup, IntervalSetting, Load, Price, PublishedLimit, Reply, ReplyFuture, Resources,
        Setting, Source, TitleQuery, TitleSearch, library,
    },
    sync::{self, Listed, Options, Resolved, Silent},
};

const TITLE: &str = "Lazy Caching in Wide Area Networks";
const DOI: &str = "10.5555/12345678";
const ARCHIVE: SourceName = SourceName::new("archive");

/// The calls to a source.
type Calls = Arc<Mutex<Vec<String>>>;

/// A source of one record.
struct OneRecord {
    name: SourceName,
    capabilities: Capabilities,
    venue: &'static str,
    publisher: &'static str,
    calls: Calls,
}

impl OneRecord {
    fn found(&self, call: &str, asked: Vec<usize>) -> ReplyFuture<'_, FoundRecord> {
        self.calls.lock().unwrap().push(call.to_owned());
        let mut meta = Metadata::new(Kind::Conference, Title::plain(TITLE));
        meta.authors = ["Ada Example", "Ben Sample"]
            .map(|name| PersonName::parse(name).into())
            .to_vec();
        meta.date = Some(PartialDate::year(2021));
        meta.venue = Some(Title::plain(self.venue));
        meta.publisher = Some(self.publisher.to_owned());
        meta.ids.doi = Doi::parse(DOI).ok();
        let record = Record::new(self.name, meta);
        let found = vec![FoundRecord { record, asked }];
        Box::pin(async move {
            Reply {
                found,
                ..Reply::default()
            }
        })
    }
}

impl Source for OneRecord {
    fn name(&self) -> SourceName {
        self.name
    }

    fn capabilities(&self) -> Capabilities {
        self.capabilities
    }

    fn price(&self, load: &Load) -> Price {
        Price {
            least: load.titles.min(1),
            most: load.titles + load.ids,
        }
    }

    fn by_ids<'a>(&'a self, ids: &'a [Id]) -> ReplyFuture<'a, FoundRecord> {
        self.found("ids", (0..ids.len()).collect())
    }

    fn by_titles<'a>(&'a self, titles: &'a [TitleQuery]) -> ReplyFuture<'a, FoundRecord> {
        self.found("titles", (0..titles.len()).collect())
    }
}

/// An archive that searches for titles, registers DOIs, and is believed first for venues.
const CAPABILITIES: Capabilities = {
    let mut capabilities = Capabilities::service("the archive");
    capabilities.ids = IdLookup::Registry(&[WorkIdKind::Doi]);
    capabilities.titles = TitleSearch::Batched;
    capabilities.authority = Authority {
        venues: 5,
        ..Authority::LAST
    };
    capabilities
};

fn archive(calls: &Calls) -> Box<dyn Source> {
    Box::new(OneRecord {
        name: ARCHIVE,
        capabilities: CAPABILITIES,
        venue: "Symposium on Networked Systems Design and Implementation (NSDI)",
        publisher: "The Archive",
        calls: Arc::clone(calls),
    })
}

fn library() -> Box<dyn Source> {
    let mut capabilities = Capabilities::local("the library");
    capabilities.authority = Authority {
        published: 20,
        venues: 20,
        ..Authority::LAST
    };
    Box::new(OneRecord {
        name: SourceName::LIBRARY,
        capabilities,
        venue: "NSDI",
        publisher: "USENIX",
        calls: Calls::default(),
    })
}

fn lists() -> [Listed; 1] {
    let mut listing = Listing::titled(TITLE);
    listing.authors = vec![
        ListedAuthor::Person,
        ListedAuthor::Named(PersonName::parse("Ben Sample")),
    ];
    listing.venue = Some("NSDI".into());
    listing.year = Some(2021);
    [Listed {
        file: "profile.json".into(),
        person: Person {
            name: Some(PersonName::parse("Ada Example")),
            ..Person::default()
        },
        publications: vec![listing],
    }]
}

fn resolve(sources: &[Box<dyn Source>]) -> Resolved {
    let options = Options {
        key_pattern: keys::DEFAULT_PATTERN.to_owned(),
        holders: BTreeMap::new(),
        today: "2026-11-23".parse().unwrap(),
        refresh: None,
    };
    let lists = lists();
    let run = sync::resolve(&lists, sources, None, &options, &Silent);
    runtime().block_on(run)
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap()
}

#[test]
fn new_source_is_searched_by_title() {
    let calls = Calls::default();
    let resolved = resolve(&[archive(&calls)]);
    assert_eq!(resolved.tally().matched, 1);
    let work = &resolved.lock.works[0];
    assert_eq!(work.origins[&Field::Title].source, ARCHIVE);
    assert_eq!(
        *calls.lock().unwrap(),
        ["titles"],
        "its record needs no other"
    );
}

#[test]
fn new_registry_is_asked_for_identifiers_and_believed_for_what_it_knows_best() {
    let calls = Calls::default();
    let resolved = resolve(&[archive(&calls), library()]);
    assert_eq!(*calls.lock().unwrap(), ["ids"], "the library has the title");
    let origin = |field| resolved.lock.works[0].origins[&field].source;
    assert_eq!(origin(Field::Venue), ARCHIVE);
    assert_eq!(origin(Field::Publisher), SourceName::LIBRARY);
}

#[test]
fn requests_to_a_new_source_are_forecast() {
    let calls = Calls::default();
    let sources = [archive(&calls)];
    let lists = lists();
    let forecast = runtime().block_on(sync::forecast(&lists, &sources));
    assert_eq!(forecast.open, 0);
    assert!(forecast.prices.contains_key(&ARCHIVE));
}

#[test]
fn lock_with_a_new_source_is_read_back() {
    let resolved = resolve(&[archive(&Calls::default())]);
    let text = resolved.lock.render().unwrap();
    let read = bibsync::lock::Lock::parse(&text, "references.lock").unwrap();
    assert_eq!(read.works, resolved.lock.works);
}

const LIMIT: PublishedLimit<Duration> = PublishedLimit {
    bound: Duration::from_secs(2),
    origin: "one request per 2s (the archive's terms)",
};

const SERVICE: Service = Service::new(&ServiceFacts {
    label: "archive",
    published: |_| RatePolicy {
        pace: RateLimits::Shared(RateLimit::every(LIMIT.bound)),
        ..RatePolicy::CAUTIOUS
    },
    says_not_found: |body| body == "no such record",
    overload_statuses: &[],
});

const ENDPOINT: AddressSetting = AddressSetting {
    name: "sources.archive.endpoint",
    description: "The base address of the archive.",
    default: "https://archive.example.org",
};

const EVERY: IntervalSetting = IntervalSetting {
    name: "sources.archive.every",
    description: "The interval between requests.",
    default: "2s",
    limit: LIMIT,
};

const DESCRIPTOR: Descriptor = Descriptor {
    name: ARCHIVE,
    capabilities: CAPABILITIES,
    is_default: true,
    services: &[SERVICE],
    description: "The archive.",
    settings: &[Setting::Address(&ENDPOINT), Setting::Interval(&EVERY)],
    configure: |reader| {
        let endpoint = reader.address(&ENDPOINT);
        let every = reader.interval(&EVERY, endpoint.as_ref());
        endpoint?;
        Some(Arc::new(Configured(every?)))
    },
};

/// The archive with this interval between requests.
#[derive(Debug)]
struct Configured(Duration);

impl ConfiguredSource for Configured {
    fn rate_policies(&self, pool: Pool) -> Vec<(Service, RatePolicy)> {
        let policy = RatePolicy {
            pace: RateLimits::Shared(RateLimit::every(self.0)),
            ..SERVICE.published(pool)
        };
        vec![(SERVICE, policy)]
    }

    fn open(&self, _: &mut dyn Resources) -> Box<dyn Source> {
        archive(&Calls::default())
    }
}

/// The sources of a program that adds the archive.
const CATALOG: Catalog = Catalog::new(&[&library::DESCRIPTOR, &DESCRIPTOR]);

/// Returns the settings, or their faults.
fn settings(text: &str, variables: &[(&str, &str)]) -> Result<config::Settings, String> {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    let environment = variables.iter().map(owned).collect();
    config::load_for(CATALOG, Some(("bibsync.toml", text)), &environment)
        .map_err(|error| error.to_string())
}

/// Returns the time that three requests to the archive take in a session with these settings.
fn time_for_three(settings: &config::Settings) -> Duration {
    let runtime = runtime();
    let _inside = runtime.enter();
    let home = tempfile::tempdir().unwrap();
    let now = || "2026-11-23T12:00:00Z".parse().unwrap();
    let environment = Environment::new(now, home.path().join("state"));
    let cache = home.path().join("cache");
    let session = Session::open(settings, &cache, NetworkMode::Forecast, environment, None);
    let session = session.unwrap();
    let names: Vec<SourceName> = session.sources().iter().map(|it| it.name()).collect();
    assert_eq!(names, settings.sources.order);
    session.time_for(ARCHIVE, 3)
}

#[test]
fn new_source_of_the_catalog_is_opened_and_paced() {
    let default = settings("", &[]).unwrap();
    assert_eq!(default.sources.order, [SourceName::LIBRARY, ARCHIVE]);
    assert_eq!(time_for_three(&default), Duration::from_secs(4));
    let requests = no_requests(&default.sources);
    assert_eq!(requests.keys().collect::<Vec<_>>(), ["archive"]);
}

#[test]
fn new_source_of_the_catalog_is_configured() {
    let file = "[sources]\nuse = ['archive']\n[sources.archive]\nevery = '5s'\n";
    let of_file = settings(file, &[]).unwrap();
    assert_eq!(of_file.sources.order, [ARCHIVE]);
    assert_eq!(time_for_three(&of_file), Duration::from_secs(10));
    let variable = ("BIBSYNC_SOURCES_ARCHIVE_EVERY", "7s");
    let of_variable = settings(file, &[variable]).unwrap();
    assert_eq!(time_for_three(&of_variable), Duration::from_secs(14));
}

#[test]
fn faults_in_the_settings_of_a_new_source_are_reported() {
    let fault = |text| settings(text, &[]).unwrap_err();
    assert_eq!(
        fault("[sources.archive]\nevery = '1s'\n"),
        "bibsync.toml:2: sources.archive.every: more than archive.example.org permits: \
         one request per 2s (the archive's terms)"
    );
    assert_eq!(
        fault("[sources.archive]\nevry = '5s'\n"),
        "bibsync.toml:2: unknown field `evry`, expected `endpoint` or `every`"
    );
    assert_eq!(
        fault("[sources]\narchive = 3\n"),
        "bibsync.toml:2: invalid type: integer `3`, expected a section: Archive"
    );
}

#[test]
fn new_source_of_the_catalog_is_named() {
    assert_eq!(CATALOG.title(ARCHIVE), Some("the archive"));
    assert_eq!(CATALOG.title(SourceName::DBLP), None);
}
