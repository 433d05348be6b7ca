//! What services saw.

use std::collections::{BTreeMap, BTreeSet};

use crate::stand_in::StandIn;

/// The requests to one service within its limit.
pub(crate) struct Limit {
    pub(crate) service: &'static str,
    /// The kind of requests that the limit is for; `None` for all.
    pub(crate) kind: Option<&'static str>,
    /// The requests a second, and those that may come at once.
    pub(crate) rate: f64,
    pub(crate) burst: f64,
}

/// A request: its time in seconds, the service, the kind, the path and the program.
pub(crate) type Request = (f64, String, String, String, String);

/// Returns the requests so far.
pub(crate) fn log(services: &StandIn) -> Vec<Request> {
    serde_json::from_str(&services.get("/__sim/log")).unwrap()
}

impl Limit {
    fn times(&self, log: &[Request]) -> Vec<f64> {
        let is_ours = |(_, service, kind, _, _): &&Request| {
            service == self.service && self.kind.is_none_or(|own| own == kind)
        };
        let mut times: Vec<f64> = log.iter().filter(is_ours).map(|it| it.0).collect();
        times.sort_by(f64::total_cmp);
        times
    }

    /// Returns the most requests in a window of so many seconds, and how many there may be.
    pub(crate) fn most(&self, log: &[Request], seconds: f64) -> (f64, f64) {
        let times = self.times(log);
        let most = times.iter().enumerate().map(|(at, first)| {
            let rest = &times[at..];
            rest.partition_point(|time| time - first < seconds)
        });
        let most = u32::try_from(most.max().unwrap_or(0)).unwrap();
        (f64::from(most), self.burst + self.rate * seconds)
    }

    /// Returns the number of requests, and the part of what may be sent in the time from the first to the last.
    pub(crate) fn used(&self, log: &[Request]) -> (usize, f64) {
        let times = self.times(log);
        let span = times.last().zip(times.first()).map_or(0.0, |(z, a)| z - a);
        let between = f64::from(u32::try_from(times.len().saturating_sub(1)).unwrap());
        (times.len(), between / (span * self.rate).max(1.0))
    }
}

/// Returns the number of DOIs that Crossref was asked for, and the number of requests with one that it had been
/// asked for before.
pub(crate) fn dois(log: &[Request]) -> (usize, usize) {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut again = 0;
    for (_, service, _, path, _) in log {
        let Some((_, filter)) = path.split_once("filter=").filter(|_| service == "crossref") else {
            continue;
        };
        let filter = filter.split('&').next().unwrap_or_default();
        let dois: BTreeSet<&str> = filter
            .split(',')
            .filter_map(|it| it.strip_prefix("doi:"))
            .collect();
        again += usize::from(dois.iter().any(|doi| seen.contains_key(doi)));
        for doi in dois {
            *seen.entry(doi).or_default() += 1;
        }
    }
    (seen.len(), again)
}
