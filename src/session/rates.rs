//! The rate policy of each service.

use std::collections::BTreeMap;

use crate::{
    config::{self, Settings},
    http::{self, Pool, RateLimit, RateLimits, RatePolicy, Service},
};

/// Returns the policy of each service: as configured, but without a contact address never faster than
/// the service allows anonymous clients. The rate configured for DBLP is that of its SPARQL endpoint; it
/// can make the classic API only slower. A service that is missing here has its published limits for
/// anonymous clients, whatever is configured.
pub(super) fn rate_policies(settings: &Settings) -> BTreeMap<Service, RatePolicy> {
    let pool = if settings.contact.is_some() {
        Pool::Polite
    } else {
        Pool::Public
    };
    let pace = |pace: config::Pace| RateLimit::every(pace.every).with_burst(pace.burst);
    let slower = |wanted: RateLimit, granted: RateLimit| {
        if wanted.every < granted.every && pool == Pool::Public {
            granted
        } else {
            wanted
        }
    };
    let from = &settings.sources;
    let published = |service| RatePolicy::published(service, pool);
    let mut out = BTreeMap::new();
    out.insert(
        Service::Dblp,
        RatePolicy {
            pace: RateLimits::Shared(pace(from.dblp.pace)),
            ..published(Service::Dblp)
        },
    );
    let classic = published(Service::DblpRest);
    let every = classic.pace.of(http::RequestKind::List).every;
    out.insert(
        Service::DblpRest,
        RatePolicy {
            pace: RateLimits::Shared(RateLimit::every(every.max(from.dblp.pace.every))),
            ..classic
        },
    );
    let crossref = published(Service::Crossref);
    let apart = |kind, wanted| slower(pace(wanted), crossref.pace.of(kind));
    out.insert(
        Service::Crossref,
        RatePolicy {
            pace: RateLimits::PerKind {
                single: apart(http::RequestKind::Single, from.crossref.single),
                list: apart(http::RequestKind::List, from.crossref.list),
            },
            concurrency: match pool {
                Pool::Polite => from.crossref.concurrency,
                Pool::Public => crossref.concurrency.min(from.crossref.concurrency),
            },
            ..crossref
        },
    );
    out.insert(
        Service::Arxiv,
        RatePolicy {
            pace: RateLimits::Shared(pace(from.arxiv.pace)),
            ..published(Service::Arxiv)
        },
    );
    let datacite = published(Service::Datacite);
    out.insert(
        Service::Datacite,
        RatePolicy {
            pace: RateLimits::Shared(slower(
                pace(from.datacite.pace),
                datacite.pace.of(http::RequestKind::Single),
            )),
            ..datacite
        },
    );
    out
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn paces(every: &str) -> (RatePolicy, RateLimit) {
        let file = format!("[sources.dblp]\nsparql = 'http://127.0.0.1:9'\nevery = \"{every}\"\n");
        let settings = config::load(Some(("bibsync.toml", &file)), &BTreeMap::new()).unwrap();
        let mut policies = rate_policies(&settings);
        let classic = policies[&Service::DblpRest]
            .pace
            .of(http::RequestKind::List);
        (policies.remove(&Service::Dblp).unwrap(), classic)
    }

    #[test]
    fn default_settings_are_no_faster_than_services_publish() {
        let file = "[contact]\nemail = 'ada@example.org'\n";
        let settings = config::load(Some(("bibsync.toml", file)), &BTreeMap::new()).unwrap();
        for (service, policy) in rate_policies(&settings) {
            let published = RatePolicy::published(service, Pool::Polite);
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
