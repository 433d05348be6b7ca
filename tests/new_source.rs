//! A source that the crate does not know takes part in a run by its description alone.
#![expect(
    clippy::unwrap_used,
    reason = "a test that panics has failed, as it should"
)]

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use bibsync::{
    export::keys,
    model::{
        Authority, Doi, Field, Kind, ListedAuthor, Listing, Metadata, PartialDate, Person,
        PersonName, Record, SourceName, Title, WorkIdKind,
    },
    sources::{
        Capabilities, FoundRecord, Id, IdLookup, Load, Price, Reply, ReplyFuture, Source,
        TitleQuery, TitleSearch,
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
fn archive(calls: &Calls) -> Box<dyn Source> {
    let mut capabilities = Capabilities::service("the archive");
    capabilities.ids = IdLookup::Registry(&[WorkIdKind::Doi]);
    capabilities.titles = TitleSearch::Batched;
    capabilities.authority = Authority {
        venues: 5,
        ..Authority::LAST
    };
    Box::new(OneRecord {
        name: ARCHIVE,
        capabilities,
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
