//! A sandbox for the program with stand-ins for the services; and, for tests in virtual time,
//! transports that fit a paused clock, scripted servers, and short ways to make requests.

#[cfg(unix)]
#[path = "../../postgres/cluster.rs"]
mod cluster;
mod env;
mod fault_proxy;
mod papers;
mod raw;
mod real_network;
mod sandbox;
mod script;
mod stand_ins;
mod virtual_network;

pub(crate) use bibsync::sources::{
    arxiv::SERVICE as ARXIV, crossref::SERVICE as CROSSREF, datacite::SERVICE as DATACITE,
    dblp::SERVICE as DBLP,
};
#[cfg(unix)]
pub(crate) use cluster::Cluster;
pub(crate) use env::{env_number, say};
pub(crate) use fault_proxy::{FaultProxy, WireFault};
pub(crate) use papers::{
    Paper, Someone, aurora, cupcake, electrode, espresso, flash_llm, gemini, zhuang,
};
pub(crate) use raw::{RawReply, raw_server};
pub(crate) use real_network::RealNetwork;
pub(crate) use sandbox::{Run, Sandbox, entry, field, repository, unmarked};
pub(crate) use script::Script;
pub(crate) use stand_ins::{At, Services, europepmc};
pub(crate) use virtual_network::{VirtualNetwork, reply};

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use bibsync::{
    cache::{Budget, Cache},
    http::{
        Accept, ApiRequest, BodyError, CachePolicy, Client, ClientOptions, Clock, HttpEvent,
        HttpObserver, Pool, RatePolicy, RequestKind, Revalidation, Service, Transport,
    },
};
use jiff::Timestamp;

/// The time to live of responses; "not found" lives half of it.
pub(crate) const DAY: Duration = Duration::from_secs(86_400);

/// Returns a clock at the start time of every test.
pub(crate) fn clock() -> Clock {
    Clock::starting_at("2026-11-21T12:00:00Z".parse::<Timestamp>().unwrap())
}

pub(crate) fn cache() -> Arc<Cache> {
    Arc::new(Cache::in_memory().unwrap())
}

/// A budget that nothing has been taken from.
pub(crate) fn budget() -> Arc<Budget> {
    Arc::new(Budget::in_memory().unwrap())
}

/// A client with the policies that the services publish for anonymous clients.
pub(crate) fn client(
    transport: Arc<dyn Transport>,
    cache: &Arc<Cache>,
    options: ClientOptions,
) -> Client {
    client_with_policies(transport, cache, BTreeMap::new(), options)
}

pub(crate) fn client_with_policies(
    transport: Arc<dyn Transport>,
    cache: &Arc<Cache>,
    policies: BTreeMap<Service, RatePolicy>,
    options: ClientOptions,
) -> Client {
    let cache = Arc::clone(cache);
    Client::new(transport, cache, budget(), clock(), policies, options)
}

/// A client of one service, with the limits that it publishes for clients with an address.
pub(crate) fn polite_client(service: Service, network: &Arc<VirtualNetwork>) -> Arc<Client> {
    let policies = [(service, service.published(Pool::Polite))].into();
    let options = ClientOptions::default();
    Arc::new(client_with_policies(
        network.clone(),
        &cache(),
        policies,
        options,
    ))
}

/// Returns a request for tests; change what differs.
pub(crate) fn api_request(service: Service, kind: RequestKind, url: &str) -> ApiRequest {
    ApiRequest {
        service,
        kind,
        url: url.parse().unwrap(),
        form: None,
        accept: match service.host_label() {
            "dblp" => Accept::SparqlJson,
            "arxiv" => Accept::Atom,
            "k10plus" => Accept::Xml,
            _ => Accept::Json,
        },
        caching: CachePolicy {
            bucket: "test-v1",
            found: DAY,
            absent: DAY / 2,
        },
        check: check_body,
        is_empty: |body| body == "[]",
        revalidation: Revalidation::None,
    }
}

/// Accepts JSON that parses and a feed that is closed. A body that contains `useless` is unexpected.
fn check_body(body: &str) -> Result<(), BodyError> {
    if body.contains("useless") {
        return Err(BodyError::Unexpected("said so".to_owned()));
    }
    if body.starts_with('<') {
        return if body.trim_end().ends_with("</feed>") {
            Ok(())
        } else {
            Err(BodyError::Corrupt("the feed is not closed".to_owned()))
        };
    }
    serde_json::from_str::<serde_json::Value>(body)
        .map(drop)
        .map_err(|e| BodyError::Corrupt(e.to_string()))
}

/// Records events.
#[derive(Debug, Default)]
pub(crate) struct EventLog(Mutex<Vec<HttpEvent>>);

impl EventLog {
    pub(crate) fn events(&self) -> Vec<HttpEvent> {
        self.0.lock().unwrap().clone()
    }
}

impl HttpObserver for EventLog {
    fn on_event(&self, event: &HttpEvent) {
        self.0.lock().unwrap().push(event.clone());
    }
}
