//! The rate policy of each service.

use std::collections::BTreeMap;

use crate::{
    config::Settings,
    http::{Pool, RatePolicy, Service},
};

/// Returns the policy of each service: as configured, but without a contact address never faster than
/// the service allows anonymous clients.
pub(super) fn rate_policies(settings: &Settings) -> BTreeMap<Service, RatePolicy> {
    let pool = match settings.contact {
        Some(_) => Pool::Polite,
        None => Pool::Public,
    };
    let sources = settings.sources.configured.iter();
    sources
        .flat_map(|settings| settings.source.rate_policies(pool))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{
        config,
        http::{self, RateLimit},
        sources::{Catalog, dblp},
    };

    fn paces(every: &str) -> (RatePolicy, RateLimit) {
        let file = format!("[sources.dblp]\nsparql = 'http://127.0.0.1:9'\nevery = \"{every}\"\n");
        let settings = config::load(Some(("bibsync.toml", &file)), &BTreeMap::new()).unwrap();
        let mut policies = rate_policies(&settings);
        let classic = policies[&dblp::CLASSIC_API]
            .pace
            .of(http::RequestKind::List);
        (policies.remove(&dblp::SERVICE).unwrap(), classic)
    }

    #[test]
    fn every_service_has_a_policy() {
        let settings = config::load(None, &BTreeMap::new()).unwrap();
        let policies = rate_policies(&settings);
        for service in Catalog::BUILT_IN.services() {
            assert!(policies.contains_key(&service), "{service:?}");
        }
    }

    #[test]
    fn default_settings_are_no_faster_than_services_publish() {
        let file = "[contact]\nemail = 'ada@example.org'\n";
        let settings = config::load(Some(("bibsync.toml", file)), &BTreeMap::new()).unwrap();
        for (service, policy) in rate_policies(&settings) {
            let published = service.published(Pool::Polite);
            for kind in [http::RequestKind::Single, http::RequestKind::List] {
                let (set, most) = (policy.pace.of(kind), published.pace.of(kind));
                assert!(set.burst <= most.burst, "{service:?} {kind:?}");
                assert!(set.every >= most.every, "{service:?} {kind:?}");
            }
            assert!(policy.concurrency <= published.concurrency, "{service:?}");
        }
    }

    #[test]
    fn rate_of_the_endpoint_makes_the_classic_api_no_faster() {
        let seconds = Duration::from_secs;
        for (every, wanted) in [("1s", 5), ("20s", 20)] {
            assert_eq!(paces(every).1, RateLimit::every(seconds(wanted)), "{every}");
        }
        let (endpoint, _) = paces("1s");
        assert_eq!(endpoint.pace.of(http::RequestKind::List).every, seconds(1));
        assert_eq!(endpoint.gap, seconds(1), "a pace leaves the gap as it is");
    }
}
