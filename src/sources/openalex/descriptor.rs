use std::{sync::Arc, time::Duration};

use url::Url;

use super::{
    service::{LIMIT, NAME, PER_SECOND, SERVICE, WITH_KEY},
    source::{CAPABILITIES, OpenAlex},
};
use crate::{
    http::{Pool, RateLimit, RateLimits, RatePolicy, Service},
    sources::{
        AddressSetting, ConfiguredSource, Descriptor, RateSetting, Resources, Secret,
        SecretSetting, Setting, Source,
    },
};

const ENDPOINT: AddressSetting = AddressSetting {
    name: "sources.openalex.endpoint",
    description: "The base address of the API.",
    default: "https://api.openalex.org",
};

const KEY: SecretSetting = SecretSetting {
    name: "sources.openalex.key",
    description: "Your free key, which allows requests for $1 a day instead of $0.10; empty for none.",
};

const RATE: RateSetting = RateSetting {
    name: "sources.openalex.per_second",
    description: "The most requests per second.",
    default: PER_SECOND,
    limit: LIMIT,
};

/// OpenAlex.
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: NAME,
    capabilities: CAPABILITIES,
    is_default: false,
    services: &[SERVICE],
    description: "OpenAlex: works of all fields of study, by DOI and by person.",
    settings: &[
        Setting::Address(&ENDPOINT),
        Setting::Secret(&KEY),
        Setting::Rate(&RATE),
    ],
    configure: |reader| {
        let endpoint = reader.address(&ENDPOINT);
        let key = reader.secret(&KEY);
        let every = reader.rate(&RATE, endpoint.as_ref());
        Some(Arc::new(OpenAlexSettings {
            key: key?,
            every: every?,
            endpoint: endpoint?,
        }))
    },
};

#[derive(Debug)]
struct OpenAlexSettings {
    endpoint: Url,
    key: Option<Secret>,
    every: Duration,
}

impl ConfiguredSource for OpenAlexSettings {
    fn rate_policies(&self, pool: Pool) -> Vec<(Service, RatePolicy)> {
        let published = SERVICE.published(pool);
        let allowance = match self.key {
            Some(_) => Some(WITH_KEY),
            None => published.allowance,
        };
        let policy = RatePolicy {
            pace: RateLimits::Shared(RateLimit::every(self.every)),
            allowance,
            ..published
        };
        vec![(SERVICE, policy)]
    }

    fn open(&self, resources: &mut dyn Resources) -> Box<dyn Source> {
        let (endpoint, key) = (self.endpoint.clone(), self.key.clone());
        Box::new(OpenAlex::new(resources.fetcher(), endpoint, key))
    }
}
