use std::sync::Arc;

use url::Url;

use super::{
    service::SERVICE,
    source::{CAPABILITIES, DoiProxy},
};
use crate::{
    http::{Pool, RatePolicy, Service},
    model::SourceName,
    sources::{AddressSetting, ConfiguredSource, Descriptor, Resources, Setting, Source},
};

const ENDPOINT: AddressSetting = AddressSetting {
    name: "sources.doi.endpoint",
    description: "The address of the proxy.",
    default: "https://doi.org",
};

/// The proxy of the DOI system.
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: SourceName::DOI,
    capabilities: CAPABILITIES,
    is_default: true,
    services: &[SERVICE],
    description: "doi.org, which `check --online` asks whether identifiers that no source has are registered.",
    settings: &[Setting::Address(&ENDPOINT)],
    configure: |reader| {
        let endpoint = reader.address(&ENDPOINT);
        Some(Arc::new(DoiSettings {
            endpoint: endpoint?,
        }))
    },
};

#[derive(Debug)]
struct DoiSettings {
    endpoint: Url,
}

impl ConfiguredSource for DoiSettings {
    fn rate_policies(&self, pool: Pool) -> Vec<(Service, RatePolicy)> {
        vec![(SERVICE, SERVICE.published(pool))]
    }

    fn open(&self, resources: &mut dyn Resources) -> Box<dyn Source> {
        Box::new(DoiProxy::new(resources.fetcher(), self.endpoint.clone()))
    }
}
