use std::{sync::Arc, time::Duration};

use url::Url;

use super::{
    service::{LIMIT, NAME, PER_SECOND, SERVICE},
    source::{CAPABILITIES, EuropePmc},
};
use crate::{
    http::{Pool, RateLimit, RatePolicy, Service},
    sources::{
        AddressSetting, ConfiguredSource, Descriptor, RateSetting, Resources, Setting, Source,
    },
};

const ENDPOINT: AddressSetting = AddressSetting {
    name: "sources.europepmc.endpoint",
    description: "The base address of the API.",
    default: "https://www.ebi.ac.uk/europepmc/webservices/rest",
};

const RATE: RateSetting = RateSetting {
    name: "sources.europepmc.per_second",
    description: "The most requests per second.",
    default: PER_SECOND,
    limit: LIMIT,
};

/// Europe PMC.
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: NAME,
    capabilities: CAPABILITIES,
    is_default: false,
    services: &[SERVICE],
    description: "Europe PMC: articles and preprints of medicine and the life sciences.",
    settings: &[Setting::Address(&ENDPOINT), Setting::Rate(&RATE)],
    configure: |reader| {
        let endpoint = reader.address(&ENDPOINT);
        let every = reader.rate(&RATE, endpoint.as_ref());
        Some(Arc::new(EuropePmcSettings {
            every: every?,
            endpoint: endpoint?,
        }))
    },
};

#[derive(Debug)]
struct EuropePmcSettings {
    endpoint: Url,
    every: Duration,
}

impl ConfiguredSource for EuropePmcSettings {
    fn rate_policies(&self, pool: Pool) -> Vec<(Service, RatePolicy)> {
        let policy = SERVICE.published(pool);
        vec![(SERVICE, policy.paced(RateLimit::every(self.every), pool))]
    }

    fn open(&self, resources: &mut dyn Resources) -> Box<dyn Source> {
        Box::new(EuropePmc::new(resources.fetcher(), self.endpoint.clone()))
    }
}
