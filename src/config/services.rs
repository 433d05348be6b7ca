//! Addresses and rates of the services: the defaults, and the published limits, by which settings are
//! refused. A service's own hosts are never asked faster than it permits. `http/rate_policy.rs` has the
//! limits by which requests wait; a test in `session/rates.rs` compares the defaults with
//! them.

use std::{num::NonZeroU32, time::Duration};

use url::{Host, Url};

use super::{
    Arxiv, Crossref, Datacite, Dblp, Pace, raw,
    resolver::SettingResolver,
    values::{self, text},
};

/// A limit published by a service.
#[derive(Debug, Clone, Copy)]
struct Limit<T> {
    bound: T,
    /// The limit in words, with its source.
    origin: &'static str,
}

const DBLP_EVERY: Limit<Duration> = Limit {
    bound: Duration::from_secs(10),
    origin: "one request per 10s (`Crawl-delay` in robots.txt of sparql.dblp.org)",
};

const DBLP_BURST: Limit<u32> = Limit {
    bound: 4,
    origin: "a burst of 4, which is what one run needs, for robots.txt of sparql.dblp.org grants none",
};

const CROSSREF_LIST: Limit<Duration> = Limit {
    bound: Duration::from_nanos(333_333_333),
    origin: "3 lists per second (Crossref's rate limits since 2025-12-01, polite pool)",
};

const CROSSREF_SINGLE: Limit<Duration> = Limit {
    bound: Duration::from_millis(100),
    origin: "10 single records per second (Crossref's rate limits since 2025-12-01, polite pool)",
};

const CROSSREF_AT_ONCE: Limit<u32> = Limit {
    bound: 3,
    origin: "3 requests at once (Crossref's rate limits since 2025-12-01, polite pool)",
};

const ARXIV_EVERY: Limit<Duration> = Limit {
    bound: Duration::from_secs(3),
    origin: "one request per 3s (arXiv's terms of use of its API)",
};

const DATACITE_EVERY: Limit<Duration> = Limit {
    bound: Duration::from_millis(300),
    origin: "1000 requests in 5 minutes (DataCite's plans, with an e-mail address)",
};

pub(super) fn dblp(raw: raw::Dblp, resolver: &mut SettingResolver<'_>) -> Option<Dblp> {
    let address = text("https://sparql.dblp.org/sparql");
    let sparql = resolver.resolve("sources.dblp.sparql", raw.sparql, address, values::endpoint);
    let rest = resolver.resolve(
        "sources.dblp.rest",
        raw.rest,
        text(""),
        values::optional_endpoint,
    );
    let at = sparql.as_ref();
    let every = resolver.resolve("sources.dblp.every", raw.every, text("10s"), |every| {
        no_faster(values::every(every)?, DBLP_EVERY, at)
    });
    let burst = resolver.resolve("sources.dblp.burst", raw.burst, 4, |burst| {
        no_more(values::count(burst)?, DBLP_BURST, at)
    });
    Some(Dblp {
        rest: rest?,
        pace: Pace {
            every: every?,
            burst: burst?,
        },
        sparql: sparql?,
    })
}

pub(super) fn crossref(raw: raw::Crossref, resolver: &mut SettingResolver<'_>) -> Option<Crossref> {
    let endpoint = resolver.resolve(
        "sources.crossref.endpoint",
        raw.endpoint,
        text("https://api.crossref.org"),
        values::endpoint,
    );
    let at = endpoint.as_ref();
    let list = resolver.resolve(
        "sources.crossref.list_per_second",
        raw.list_per_second,
        3.0,
        |rate| steady(values::per_second(rate)?, CROSSREF_LIST, at),
    );
    let single = resolver.resolve(
        "sources.crossref.single_per_second",
        raw.single_per_second,
        10.0,
        |rate| steady(values::per_second(rate)?, CROSSREF_SINGLE, at),
    );
    let concurrency = resolver.resolve(
        "sources.crossref.concurrency",
        raw.concurrency,
        3,
        |number| no_more(values::count(number)?, CROSSREF_AT_ONCE, at),
    );
    Some(Crossref {
        list: list?,
        single: single?,
        concurrency: concurrency?,
        endpoint: endpoint?,
    })
}

pub(super) fn arxiv(raw: raw::Arxiv, resolver: &mut SettingResolver<'_>) -> Option<Arxiv> {
    let address = text("https://export.arxiv.org");
    let endpoint = resolver.resolve(
        "sources.arxiv.endpoint",
        raw.endpoint,
        address,
        values::endpoint,
    );
    let at = endpoint.as_ref();
    let every = resolver.resolve("sources.arxiv.every", raw.every, text("3s"), |every| {
        no_faster(values::every(every)?, ARXIV_EVERY, at)
    });
    Some(Arxiv {
        pace: Pace::steady(every?),
        endpoint: endpoint?,
    })
}

pub(super) fn datacite(raw: raw::Datacite, resolver: &mut SettingResolver<'_>) -> Option<Datacite> {
    let endpoint = resolver.resolve(
        "sources.datacite.endpoint",
        raw.endpoint,
        text("https://api.datacite.org"),
        values::endpoint,
    );
    let at = endpoint.as_ref();
    let pace = resolver.resolve("sources.datacite.per_second", raw.per_second, 3.0, |rate| {
        steady(values::per_second(rate)?, DATACITE_EVERY, at)
    });
    Some(Datacite {
        pace: pace?,
        endpoint: endpoint?,
    })
}

/// Returns the interval, unless it is below the minimum of the host at this address.
fn no_faster(
    every: Duration,
    limit: Limit<Duration>,
    address: Option<&Url>,
) -> Result<Duration, String> {
    if every < limit.bound {
        permitted(limit.origin, address)?;
    }
    Ok(every)
}

fn steady(pace: Pace, limit: Limit<Duration>, address: Option<&Url>) -> Result<Pace, String> {
    no_faster(pace.every, limit, address).map(Pace::steady)
}

/// Returns the number, unless it is above the maximum of the host at this address.
fn no_more(
    number: NonZeroU32,
    limit: Limit<u32>,
    address: Option<&Url>,
) -> Result<NonZeroU32, String> {
    if number.get() > limit.bound {
        permitted(limit.origin, address)?;
    }
    Ok(number)
}

/// Fails unless the address is that of a stand-in. An unreadable address is reported
/// elsewhere.
fn permitted(origin: &str, address: Option<&Url>) -> Result<(), String> {
    match address {
        Some(address) if !is_stand_in(address) => {
            let host = address.host_str().unwrap_or_default();
            Err(format!("more than {host} permits: {origin}"))
        }
        _ => Ok(()),
    }
}

/// Returns whether the address is that of a stand-in for the service: on this machine, or a reserved
/// name (RFC 6761).
fn is_stand_in(address: &Url) -> bool {
    match address.host() {
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            let top = name.rsplit('.').next().unwrap_or_default();
            matches!(top, "localhost" | "test" | "example" | "invalid")
        }
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::config::load;

    /// Returns the faults of a setting in a section with this address.
    fn faults(section: &str, setting: &str, address: Option<&str>) -> Vec<String> {
        let at = match section {
            "dblp" => "sparql",
            _ => "endpoint",
        };
        let address = address.map(|address| format!("{at} = '{address}'\n"));
        let text = format!(
            "[sources.{section}]\n{}{setting}\n",
            address.unwrap_or_default()
        );
        match load(Some(("bibsync.toml", &text)), &BTreeMap::new()) {
            Ok(_) => Vec::new(),
            Err(wrong) => wrong.problems.iter().map(ToString::to_string).collect(),
        }
    }

    #[test]
    fn rates_above_published_limits_are_rejected() {
        for (section, permitted, faster) in [
            ("dblp", "every = '10s'", "every = '9s'"),
            ("dblp", "burst = 4", "burst = 5"),
            ("crossref", "list_per_second = 3", "list_per_second = 3.01"),
            (
                "crossref",
                "single_per_second = 10",
                "single_per_second = 11",
            ),
            ("crossref", "concurrency = 3", "concurrency = 4"),
            ("arxiv", "every = '3s'", "every = '2900ms'"),
            ("datacite", "per_second = 3.3", "per_second = 3.4"),
        ] {
            assert_eq!(faults(section, permitted, None), [""; 0]);
            let name = faster.split(' ').next().unwrap();
            for address in [
                None,
                Some("https://mirror.example.org/x"),
                Some("http://10.0.0.1"),
            ] {
                let found = faults(section, faster, address);
                assert_eq!(found.len(), 1, "{section} {faster} {address:?}");
                let place = format!("sources.{section}.{name}: more than ");
                assert!(found[0].contains(&place), "{found:?}");
            }
            for address in [
                "http://127.0.0.1:9",
                "http://[::1]:9",
                "http://localhost",
                "http://dblp.test",
            ] {
                let found = faults(section, faster, Some(address));
                assert_eq!(found, [""; 0], "{section} {faster} {address}");
            }
        }
    }

    #[test]
    fn message_names_the_published_limit() {
        assert_eq!(
            faults("dblp", "every = '1s'", None),
            [
                "bibsync.toml:2: sources.dblp.every: more than sparql.dblp.org permits: \
                 one request per 10s (`Crawl-delay` in robots.txt of sparql.dblp.org)"
            ]
        );
        let name = "BIBSYNC_SOURCES_CROSSREF_CONCURRENCY";
        let environment = BTreeMap::from([(name.to_owned(), "20".to_owned())]);
        let wrong = load(None, &environment).unwrap_err().to_string();
        assert!(
            wrong.contains(name) && wrong.contains("3 requests at once"),
            "{wrong}"
        );
    }
}
