use std::{sync::Arc, time::Duration};

use url::Url;

use super::{
    service::{LIMIT, NAME, PER_SECOND, SERVICE},
    source::{CAPABILITIES, OrcidRegistry},
};
use crate::{
    http::{Pool, RateLimit, RatePolicy, Service},
    sources::{
        AddressSetting, ConfiguredSource, Descriptor, RateSetting, Resources, Setting, Source,
    },
};

const ENDPOINT: AddressSetting = AddressSetting {
    name: "sources.orcid.endpoint",
    description: "The base address of the public API.",
    default: "https://pub.orcid.org",
};

const RATE: RateSetting = RateSetting {
    name: "sources.orcid.per_second",
    description: "The most requests per second.",
    default: PER_SECOND,
    limit: LIMIT,
};

/// ORCID.
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: NAME,
    capabilities: CAPABILITIES,
    is_default: false,
    services: &[SERVICE],
    description: "ORCID: the works that people list themselves.",
    settings: &[Setting::Address(&ENDPOINT), Setting::Rate(&RATE)],
    configure: |reader| {
        let endpoint = reader.address(&ENDPOINT);
        let every = reader.rate(&RATE, endpoint.as_ref());
        Some(Arc::new(OrcidSettings {
            every: every?,
            endpoint: endpoint?,
        }))
    },
};

#[derive(Debug)]
struct OrcidSettings {
    endpoint: Url,
    every: Duration,
}

impl ConfiguredSource for OrcidSettings {
    fn rate_policies(&self, pool: Pool) -> Vec<(Service, RatePolicy)> {
        let policy = SERVICE.published(pool);
        vec![(SERVICE, policy.paced(RateLimit::every(self.every), pool))]
    }

    fn open(&self, resources: &mut dyn Resources) -> Box<dyn Source> {
        let endpoint = self.endpoint.clone();
        Box::new(OrcidRegistry::new(resources.fetcher(), endpoint))
    }
}
