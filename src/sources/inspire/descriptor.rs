use std::{sync::Arc, time::Duration};

use url::Url;

use super::{
    service::{self, LIMIT, NAME, SERVICE},
    source::{CAPABILITIES, Inspire},
};
use crate::{
    http::{Pool, RatePolicy, Service},
    sources::{
        AddressSetting, ConfiguredSource, Descriptor, RateSetting, Resources, Setting, Source,
    },
};

const ENDPOINT: AddressSetting = AddressSetting {
    name: "sources.inspire.endpoint",
    description: "The base address of the API.",
    default: "https://inspirehep.net",
};

const RATE: RateSetting = RateSetting {
    name: "sources.inspire.per_second",
    description: "The most requests per second, after a burst of five.",
    default: 2.0,
    limit: LIMIT,
};

/// INSPIRE-HEP.
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: NAME,
    capabilities: CAPABILITIES,
    is_default: false,
    services: &[SERVICE],
    description: "INSPIRE-HEP: the literature of particle physics.",
    settings: &[Setting::Address(&ENDPOINT), Setting::Rate(&RATE)],
    configure: |reader| {
        let endpoint = reader.address(&ENDPOINT);
        let every = reader.rate(&RATE, endpoint.as_ref());
        Some(Arc::new(InspireSettings {
            every: every?,
            endpoint: endpoint?,
        }))
    },
};

#[derive(Debug)]
struct InspireSettings {
    endpoint: Url,
    every: Duration,
}

impl ConfiguredSource for InspireSettings {
    fn rate_policies(&self, pool: Pool) -> Vec<(Service, RatePolicy)> {
        let policy = RatePolicy {
            pace: service::pace(self.every),
            ..SERVICE.published(pool)
        };
        vec![(SERVICE, policy)]
    }

    fn open(&self, resources: &mut dyn Resources) -> Box<dyn Source> {
        Box::new(Inspire::new(resources.fetcher(), self.endpoint.clone()))
    }
}
