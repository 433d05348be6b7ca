use std::{sync::Arc, time::Duration};

use url::Url;

use super::{
    service::{LIMIT, SERVICE},
    source::{CAPABILITIES, Datacite},
};
use crate::{
    http::{Pool, RateLimit, RatePolicy, Service},
    model::SourceName,
    sources::{
        AddressSetting, ConfiguredSource, Descriptor, RateSetting, Resources, Setting, Source,
    },
};

const ENDPOINT: AddressSetting = AddressSetting {
    name: "sources.datacite.endpoint",
    description: "The base address of the API.",
    default: "https://api.datacite.org",
};

const RATE: RateSetting = RateSetting {
    name: "sources.datacite.per_second",
    description: "The most requests per second.",
    default: 3.0,
    limit: LIMIT,
};

/// DataCite.
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: SourceName::DATACITE,
    capabilities: CAPABILITIES,
    is_default: true,
    services: &[SERVICE],
    description: "`DataCite`.",
    settings: &[Setting::Address(&ENDPOINT), Setting::Rate(&RATE)],
    configure: |reader| {
        let endpoint = reader.address(&ENDPOINT);
        let every = reader.rate(&RATE, endpoint.as_ref());
        Some(Arc::new(DataciteSettings {
            every: every?,
            endpoint: endpoint?,
        }))
    },
};

#[derive(Debug)]
struct DataciteSettings {
    endpoint: Url,
    every: Duration,
}

impl ConfiguredSource for DataciteSettings {
    fn rate_policies(&self, pool: Pool) -> Vec<(Service, RatePolicy)> {
        let policy = SERVICE.published(pool);
        vec![(SERVICE, policy.paced(RateLimit::every(self.every), pool))]
    }

    fn open(&self, resources: &mut dyn Resources) -> Box<dyn Source> {
        Box::new(Datacite::new(resources.fetcher(), self.endpoint.clone()))
    }
}
