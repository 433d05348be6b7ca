use std::{num::NonZeroU32, sync::Arc, time::Duration};

use url::Url;

use super::{
    service::{AT_ONCE, LISTS, SERVICE, SINGLES},
    source::{CAPABILITIES, Crossref},
};
use crate::{
    http::{Pool, RateLimit, RateLimits, RatePolicy, RequestKind, Service},
    model::SourceName,
    sources::{
        AddressSetting, ConfiguredSource, CountSetting, Descriptor, RateSetting, Resources,
        Setting, Source,
    },
};

const ENDPOINT: AddressSetting = AddressSetting {
    name: "sources.crossref.endpoint",
    description: "The base address of the API.",
    default: "https://api.crossref.org",
};

const LIST_RATE: RateSetting = RateSetting {
    name: "sources.crossref.list_per_second",
    description: "The most requests per second for lists and searches.",
    default: 3.0,
    limit: LISTS,
};

const SINGLE_RATE: RateSetting = RateSetting {
    name: "sources.crossref.single_per_second",
    description: "The most requests per second for single records.",
    default: 10.0,
    limit: SINGLES,
};

const CONCURRENCY: CountSetting = CountSetting {
    name: "sources.crossref.concurrency",
    description: "The most concurrent requests.",
    default: AT_ONCE.bound,
    limit: AT_ONCE,
};

/// Crossref.
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: SourceName::CROSSREF,
    capabilities: CAPABILITIES,
    is_default: true,
    services: &[SERVICE],
    description: "Crossref.",
    settings: &[
        Setting::Address(&ENDPOINT),
        Setting::Rate(&LIST_RATE),
        Setting::Rate(&SINGLE_RATE),
        Setting::Count(&CONCURRENCY),
    ],
    configure: |reader| {
        let endpoint = reader.address(&ENDPOINT);
        let at = endpoint.as_ref();
        let list = reader.rate(&LIST_RATE, at);
        let single = reader.rate(&SINGLE_RATE, at);
        let concurrency = reader.count(&CONCURRENCY, at);
        Some(Arc::new(CrossrefSettings {
            list: list?,
            single: single?,
            concurrency: concurrency?,
            endpoint: endpoint?,
        }))
    },
};

#[derive(Debug)]
struct CrossrefSettings {
    endpoint: Url,
    /// The interval between lists and searches.
    list: Duration,
    /// The interval between single records.
    single: Duration,
    concurrency: NonZeroU32,
}

impl ConfiguredSource for CrossrefSettings {
    fn rate_policies(&self, pool: Pool) -> Vec<(Service, RatePolicy)> {
        let published = SERVICE.published(pool);
        let (mut single, mut list) = (RateLimit::every(self.single), RateLimit::every(self.list));
        let mut concurrency = self.concurrency;
        if pool == Pool::Public {
            single = single.or_slower(published.pace.of(RequestKind::Single));
            list = list.or_slower(published.pace.of(RequestKind::List));
            concurrency = concurrency.min(published.concurrency);
        }
        let policy = RatePolicy {
            pace: RateLimits::PerKind { single, list },
            concurrency,
            ..published
        };
        vec![(SERVICE, policy)]
    }

    fn open(&self, resources: &mut dyn Resources) -> Box<dyn Source> {
        Box::new(Crossref::new(resources.fetcher(), self.endpoint.clone()))
    }
}
