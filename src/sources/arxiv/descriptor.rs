use std::{sync::Arc, time::Duration};

use url::Url;

use super::{
    service::{EVERY, SERVICE},
    source::{Arxiv, CAPABILITIES},
};
use crate::{
    http::{Pool, RateLimit, RateLimits, RatePolicy, Service},
    model::SourceName,
    sources::{
        AddressSetting, ConfiguredSource, Descriptor, IntervalSetting, Resources, Setting, Source,
    },
};

const ENDPOINT: AddressSetting = AddressSetting {
    name: "sources.arxiv.endpoint",
    description: "The base address of the API.",
    default: "https://export.arxiv.org",
};

const INTERVAL: IntervalSetting = IntervalSetting {
    name: "sources.arxiv.every",
    description: "The interval between requests.",
    default: "3s",
    limit: EVERY,
};

/// arXiv.
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: SourceName::ARXIV,
    capabilities: CAPABILITIES,
    is_default: true,
    services: &[SERVICE],
    description: "arXiv.",
    settings: &[Setting::Address(&ENDPOINT), Setting::Interval(&INTERVAL)],
    configure: |reader| {
        let endpoint = reader.address(&ENDPOINT);
        let every = reader.interval(&INTERVAL, endpoint.as_ref());
        Some(Arc::new(ArxivSettings {
            every: every?,
            endpoint: endpoint?,
        }))
    },
};

#[derive(Debug)]
struct ArxivSettings {
    endpoint: Url,
    every: Duration,
}

impl ConfiguredSource for ArxivSettings {
    fn rate_policies(&self, pool: Pool) -> Vec<(Service, RatePolicy)> {
        let policy = RatePolicy {
            pace: RateLimits::Shared(RateLimit::every(self.every)),
            ..SERVICE.published(pool)
        };
        vec![(SERVICE, policy)]
    }

    fn open(&self, resources: &mut dyn Resources) -> Box<dyn Source> {
        Box::new(Arxiv::new(resources.fetcher(), self.endpoint.clone()))
    }
}
