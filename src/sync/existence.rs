//! Whether pinned identifiers that no source has are registered at all.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    asked::AskState,
    event::{Event, Observer, Phase},
    input::Target,
    source_set::SourceSet,
    surveyed::Surveyed,
};
use crate::{
    http::RequestError,
    model::SourceName,
    sources::{Id, Source},
};

/// Asks the sources that can tell about the identifiers of which every registry asked has no record, and
/// notes their answers. Returns their failures.
pub(super) async fn ask(
    targets: &[Target<'_>],
    items: &mut [Surveyed],
    sources: &SourceSet<'_>,
    observer: &dyn Observer,
) -> Vec<(SourceName, RequestError)> {
    let mut failures = Vec::new();
    let of_items: BTreeMap<usize, &Target> = targets.iter().map(|it| (it.index, it)).collect();
    for source in sources.services() {
        let open: Vec<BTreeSet<Id>> = items
            .iter()
            .map(|item| {
                let target = of_items.get(&item.index);
                target.map_or_else(BTreeSet::new, |target| open(target, item, source))
            })
            .collect();
        let ids: Vec<Id> = open
            .iter()
            .flatten()
            .cloned()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        if ids.is_empty() {
            continue;
        }
        observer.on_event(&Event::Began {
            phase: Phase::Existence,
            settled: items.len() - open.iter().filter(|ids| !ids.is_empty()).count(),
            listed: items.len(),
        });
        let reply = source.existence(&ids).await;
        let known: BTreeMap<&Id, bool> = reply
            .found
            .iter()
            .map(|found| (&found.id, found.exists))
            .collect();
        let missing = AskState::of(&reply.failures);
        for (item, ids) in items.iter_mut().zip(open) {
            for id in ids {
                let exists = known.get(&id).copied();
                let state = exists.map_or(missing, |_| AskState::Answered);
                let asked = item.asked.entry(source.name()).or_default();
                asked.ids.insert(id.clone(), state);
                if let Some(exists) = exists {
                    item.exists.insert(id, exists);
                }
            }
        }
        for failure in &reply.failures {
            observer.on_event(&Event::Failed {
                source: source.name(),
                message: failure.to_string(),
            });
        }
        let named = reply.failures.into_iter();
        failures.extend(named.map(|failure| (source.name(), failure)));
    }
    failures
}

/// The pinned identifiers of a listing that no record bears, and of which no registry still owes an answer.
fn open(target: &Target<'_>, item: &Surveyed, source: &dyn Source) -> BTreeSet<Id> {
    let kinds = source.capabilities().registers;
    if kinds.is_empty() || !target.listing.is_searched() {
        return BTreeSet::new();
    }
    let is_borne = |id: &Id| item.near.iter().any(|it| id.is_in(&it.meta.ids));
    let is_owed = |id: &Id| {
        let mut replies = item.asked.values().filter_map(|asked| asked.ids.get(id));
        replies.any(|reply| *reply != AskState::Answered)
    };
    let pins = target.listing.pinned_ids().into_iter();
    pins.filter(|id| kinds.contains(&id.kind()) && !is_borne(id) && !is_owed(id))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::{
        matching::decide,
        model::{Doi, Kind, Listing, Metadata, Person, Record, Title, WorkIdKind},
        sources::{Capabilities, Existence, Reply, ReplyFuture},
        sync::{Asked, Listed, Silent, input::targets},
    };

    /// Knows one DOI, and notes those that it is asked for.
    #[derive(Clone, Default)]
    struct Proxy(Arc<Mutex<Vec<String>>>);

    impl Source for Proxy {
        fn name(&self) -> SourceName {
            SourceName::DOI
        }

        fn capabilities(&self) -> Capabilities {
            Capabilities {
                registers: &[WorkIdKind::Doi],
                ..Capabilities::service("doi.org")
            }
        }

        fn existence<'a>(&'a self, ids: &'a [Id]) -> ReplyFuture<'a, Existence> {
            let mut asked = self.0.lock().unwrap();
            asked.extend(ids.iter().map(ToString::to_string));
            let found = ids.iter().map(|id| Existence {
                id: id.clone(),
                exists: id.to_string() == "10.1145/1",
            });
            let reply = Reply {
                found: found.collect(),
                ..Reply::default()
            };
            Box::pin(async { reply })
        }
    }

    fn doi(text: &str) -> Doi {
        Doi::parse(text).unwrap()
    }

    #[tokio::test]
    async fn only_identifiers_without_record_and_failure_are_asked_once() {
        let listing = |id: &str| Listing {
            doi: Some(doi(id)),
            ..Listing::titled(id)
        };
        let ids = [
            "10.1145/1",
            "10.1145/2",
            "10.1145/2",
            "10.1145/3",
            "10.1145/4",
        ];
        let lists = [Listed {
            file: "refs.bib".to_owned(),
            person: Person::default(),
            publications: ids.map(listing).to_vec(),
        }];
        let targets = targets(&lists);
        let mut borne = Metadata::new(Kind::Journal, Title::plain("x"));
        borne.ids.doi = Some(doi("10.1145/3"));
        let mut items: Vec<Surveyed> = targets
            .iter()
            .map(|target| Surveyed {
                index: target.index,
                list: target.list,
                decision: decide(target.listing, target.person, &BTreeSet::new(), &[]),
                near: vec![Record::new(SourceName::DBLP, borne.clone())],
                asked: BTreeMap::new(),
                exists: BTreeMap::new(),
            })
            .collect();
        let owed = BTreeMap::from([(Id::Doi(doi("10.1145/4")), AskState::Failed)]);
        let owed = Asked {
            title: None,
            ids: owed,
        };
        items[4].asked.insert(SourceName::CROSSREF, owed);
        let proxy = Proxy::default();
        let boxed: Vec<Box<dyn Source>> = vec![Box::new(proxy.clone())];
        let sources = SourceSet::of(&boxed);
        let failures = ask(&targets, &mut items, &sources, &Silent).await;
        assert!(failures.is_empty());
        assert_eq!(*proxy.0.lock().unwrap(), ["10.1145/1", "10.1145/2"]);
        let known: Vec<Option<bool>> = items
            .iter()
            .map(|item| item.exists.values().next().copied())
            .collect();
        assert_eq!(known, [Some(true), Some(false), Some(false), None, None]);
    }
}
