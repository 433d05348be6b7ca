//! What each service is asked at, and how fast, unless something else is set. A service's own hosts
//! are never asked faster than it permits.

use std::{num::NonZeroU32, time::Duration};

use url::{Host, Url};

use super::{Arxiv, Crossref, Datacite, Dblp, Pace, desk::Desk, load::text, raw, values};

/// A limit that a service publishes.
#[derive(Debug, Clone, Copy)]
struct Limit<T> {
    most: T,
    /// In words, with where it is from.
    said: &'static str,
}

const DBLP_EVERY: Limit<Duration> = Limit {
    most: Duration::from_secs(10),
    said: "one request per 10s (`Crawl-delay` in robots.txt of sparql.dblp.org)",
};

const DBLP_BURST: Limit<u32> = Limit {
    most: 4,
    said: "a burst of 4, which is what one run needs, for robots.txt of sparql.dblp.org grants none",
};

const CROSSREF_LIST: Limit<Duration> = Limit {
    most: Duration::from_nanos(333_333_333),
    said: "3 lists per second (Crossref's rate limits since 2025-12-01, polite pool)",
};

const CROSSREF_SINGLE: Limit<Duration> = Limit {
    most: Duration::from_millis(100),
    said: "10 single records per second (Crossref's rate limits since 2025-12-01, polite pool)",
};

const CROSSREF_AT_ONCE: Limit<u32> = Limit {
    most: 3,
    said: "3 requests at once (Crossref's rate limits since 2025-12-01, polite pool)",
};

const ARXIV_EVERY: Limit<Duration> = Limit {
    most: Duration::from_secs(3),
    said: "one request per 3s (arXiv's terms of use of its API)",
};

const DATACITE_EVERY: Limit<Duration> = Limit {
    most: Duration::from_millis(300),
    said: "1000 requests in 5 minutes (DataCite's plans, with an e-mail address)",
};

pub(super) fn dblp(raw: raw::Dblp, desk: &mut Desk<'_>) -> Option<Dblp> {
    let address = text("https://sparql.dblp.org/sparql");
    let sparql = desk.settle("sources.dblp.sparql", raw.sparql, address, values::endpoint);
    let rest = desk.settle(
        "sources.dblp.rest",
        raw.rest,
        text(""),
        values::optional_endpoint,
    );
    let at = sparql.as_ref();
    let every = desk.settle("sources.dblp.every", raw.every, text("10s"), |every| {
        no_faster(values::every(every)?, DBLP_EVERY, at)
    });
    let burst = desk.settle("sources.dblp.burst", raw.burst, 4, |burst| {
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

pub(super) fn crossref(raw: raw::Crossref, desk: &mut Desk<'_>) -> Option<Crossref> {
    let endpoint = desk.settle(
        "sources.crossref.endpoint",
        raw.endpoint,
        text("https://api.crossref.org"),
        values::endpoint,
    );
    let at = endpoint.as_ref();
    let list = desk.settle(
        "sources.crossref.list_per_second",
        raw.list_per_second,
        3.0,
        |rate| steady(values::per_second(rate)?, CROSSREF_LIST, at),
    );
    let single = desk.settle(
        "sources.crossref.single_per_second",
        raw.single_per_second,
        10.0,
        |rate| steady(values::per_second(rate)?, CROSSREF_SINGLE, at),
    );
    let concurrency = desk.settle(
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

pub(super) fn arxiv(raw: raw::Arxiv, desk: &mut Desk<'_>) -> Option<Arxiv> {
    let address = text("https://export.arxiv.org");
    let endpoint = desk.settle(
        "sources.arxiv.endpoint",
        raw.endpoint,
        address,
        values::endpoint,
    );
    let at = endpoint.as_ref();
    let every = desk.settle("sources.arxiv.every", raw.every, text("3s"), |every| {
        no_faster(values::every(every)?, ARXIV_EVERY, at)
    });
    Some(Arxiv {
        pace: Pace::steady(every?),
        endpoint: endpoint?,
    })
}

pub(super) fn datacite(raw: raw::Datacite, desk: &mut Desk<'_>) -> Option<Datacite> {
    let endpoint = desk.settle(
        "sources.datacite.endpoint",
        raw.endpoint,
        text("https://api.datacite.org"),
        values::endpoint,
    );
    let at = endpoint.as_ref();
    let pace = desk.settle("sources.datacite.per_second", raw.per_second, 3.0, |rate| {
        steady(values::per_second(rate)?, DATACITE_EVERY, at)
    });
    Some(Datacite {
        pace: pace?,
        endpoint: endpoint?,
    })
}

/// The interval, unless it is below what the host at this address permits.
fn no_faster(
    every: Duration,
    limit: Limit<Duration>,
    address: Option<&Url>,
) -> Result<Duration, String> {
    if every < limit.most {
        permitted(limit.said, address)?;
    }
    Ok(every)
}

fn steady(pace: Pace, limit: Limit<Duration>, address: Option<&Url>) -> Result<Pace, String> {
    no_faster(pace.every, limit, address).map(Pace::steady)
}

/// The number, unless it is above what the host at this address permits.
fn no_more(
    number: NonZeroU32,
    limit: Limit<u32>,
    address: Option<&Url>,
) -> Result<NonZeroU32, String> {
    if number.get() > limit.most {
        permitted(limit.said, address)?;
    }
    Ok(number)
}

/// Fails where the address is not that of a stand-in. One that could not be read is a fault
/// of its own.
fn permitted(said: &str, address: Option<&Url>) -> Result<(), String> {
    match address {
        Some(address) if !is_stand_in(address) => {
            let host = address.host_str().unwrap_or_default();
            Err(format!("more than {host} permits: {said}"))
        }
        _ => Ok(()),
    }
}

/// Whether no service is asked: an address of this machine, or a name that nobody can have
/// (RFC 6761).
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

    /// What is wrong with this setting of this section, at this address.
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
    fn nothing_is_faster_than_a_service_permits() {
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
    fn published_limit_is_named_with_its_origin() {
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
