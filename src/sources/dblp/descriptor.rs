use std::{num::NonZeroU32, sync::Arc, time::Duration};

use url::Url;

use super::{
    service::{BURST, CLASSIC_API, EVERY, SERVICE},
    source::{CAPABILITIES, Dblp},
};
use crate::{
    http::{Pool, RateLimit, RateLimits, RatePolicy, RequestKind, Service},
    model::SourceName,
    sources::{
        AddressSetting, ConfiguredSource, CountSetting, Descriptor, IntervalSetting,
        OptionalAddressSetting, Resources, Setting, Source,
    },
};

const SPARQL: AddressSetting = AddressSetting {
    name: "sources.dblp.sparql",
    description: "The SPARQL endpoint.",
    default: "https://sparql.dblp.org/sparql",
};

/// Off by default: since 2026 dblp.org answers programs with a challenge for browsers.
const REST: OptionalAddressSetting = OptionalAddressSetting {
    name: "sources.dblp.rest",
    description: "The base address of the classic API; empty turns it off.",
};

const INTERVAL: IntervalSetting = IntervalSetting {
    name: "sources.dblp.every",
    description: "The interval between requests, once the burst is used up.",
    default: "10s",
    limit: EVERY,
};

const AT_ONCE: CountSetting = CountSetting {
    name: "sources.dblp.burst",
    description: "The number of requests that may be sent at once after a pause.",
    default: BURST.bound,
    limit: BURST,
};

/// DBLP.
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: SourceName::DBLP,
    capabilities: CAPABILITIES,
    is_default: true,
    services: &[SERVICE, CLASSIC_API],
    description: "DBLP.",
    settings: &[
        Setting::Address(&SPARQL),
        Setting::OptionalAddress(&REST),
        Setting::Interval(&INTERVAL),
        Setting::Count(&AT_ONCE),
    ],
    configure: |reader| {
        let sparql = reader.address(&SPARQL);
        let rest = reader.optional_address(&REST);
        let every = reader.interval(&INTERVAL, sparql.as_ref());
        let burst = reader.count(&AT_ONCE, sparql.as_ref());
        Some(Arc::new(DblpSettings {
            rest: rest?,
            every: every?,
            burst: burst?,
            sparql: sparql?,
        }))
    },
};

#[derive(Debug)]
struct DblpSettings {
    sparql: Url,
    rest: Option<Url>,
    every: Duration,
    burst: NonZeroU32,
}

impl ConfiguredSource for DblpSettings {
    /// The configured rate is that of the SPARQL endpoint; it can make the classic API only slower.
    fn rate_policies(&self, pool: Pool) -> Vec<(Service, RatePolicy)> {
        let sparql = RatePolicy {
            pace: RateLimits::Shared(RateLimit::every(self.every).with_burst(self.burst)),
            ..SERVICE.published(pool)
        };
        let published = CLASSIC_API.published(pool);
        let every = published.pace.of(RequestKind::List).every;
        let classic = RatePolicy {
            pace: RateLimits::Shared(RateLimit::every(every.max(self.every))),
            ..published
        };
        vec![(SERVICE, sparql), (CLASSIC_API, classic)]
    }

    fn open(&self, resources: &mut dyn Resources) -> Box<dyn Source> {
        let fetcher = resources.fetcher();
        Box::new(Dblp::new(fetcher, self.sparql.clone(), self.rest.clone()))
    }
}
