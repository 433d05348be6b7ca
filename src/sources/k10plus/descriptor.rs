use std::{sync::Arc, time::Duration};

use url::Url;

use super::{
    service::{EVERY, NAME, SERVICE},
    source::{CAPABILITIES, K10Plus},
};
use crate::{
    http::{Pool, RateLimit, RatePolicy, Service},
    sources::{
        AddressSetting, ConfiguredSource, Descriptor, IntervalSetting, Resources, Setting, Source,
    },
};

const ENDPOINT: AddressSetting = AddressSetting {
    name: "sources.k10plus.endpoint",
    description: "The address of the SRU interface, with the name of the catalogue.",
    default: "https://sru.k10plus.de/opac-de-627",
};

const INTERVAL: IntervalSetting = IntervalSetting {
    name: "sources.k10plus.every",
    description: "The interval between requests.",
    default: "1s",
    limit: EVERY,
};

/// K10plus.
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: NAME,
    capabilities: CAPABILITIES,
    is_default: false,
    services: &[SERVICE],
    description: "K10plus: a catalogue of libraries, for books.",
    settings: &[Setting::Address(&ENDPOINT), Setting::Interval(&INTERVAL)],
    configure: |reader| {
        let endpoint = reader.address(&ENDPOINT);
        let every = reader.interval(&INTERVAL, endpoint.as_ref());
        Some(Arc::new(K10PlusSettings {
            every: every?,
            endpoint: endpoint?,
        }))
    },
};

#[derive(Debug)]
struct K10PlusSettings {
    endpoint: Url,
    every: Duration,
}

impl ConfiguredSource for K10PlusSettings {
    fn rate_policies(&self, pool: Pool) -> Vec<(Service, RatePolicy)> {
        let policy = SERVICE.published(pool);
        vec![(SERVICE, policy.paced(RateLimit::every(self.every), pool))]
    }

    fn open(&self, resources: &mut dyn Resources) -> Box<dyn Source> {
        Box::new(K10Plus::new(resources.fetcher(), self.endpoint.clone()))
    }
}
