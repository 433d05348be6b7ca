//! Several processes of one user, each with a cache of its own, and one budget.

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use bibsync::{
    cache::{Budget, Cache},
    http::{
        Accept, Client, ClientOptions, Clock, Pool, RequestError, RequestKind, Service, Transport,
        WireResponse,
    },
};
use tokio::{
    task::JoinSet,
    time::{Instant, advance, timeout},
};

use crate::support::{ARXIV, CROSSREF, DBLP, VirtualNetwork, api_request, clock, reply};

fn fine() -> WireResponse {
    reply(200, &[], "{}")
}

/// Returns the client of a process: the state folder is the user's, the cache the process's own.
fn process(state: &Path, service: Service, line: Arc<dyn Transport>, clock: Clock) -> Arc<Client> {
    let policies = BTreeMap::from([(service, service.published(Pool::Polite))]);
    let cache = tempfile::tempdir_in(state).unwrap().keep();
    let cache = Arc::new(Cache::open(&cache).unwrap());
    let budget = Arc::new(Budget::open(state).unwrap());
    let options = ClientOptions::default();
    Arc::new(Client::new(line, cache, budget, clock, policies, options))
}

/// Three processes send `many` requests each; returns the times at which they were sent.
async fn together(
    service: Service,
    kind: RequestKind,
    network: &Arc<VirtualNetwork>,
    many: usize,
) -> Vec<u128> {
    let dir = tempfile::tempdir().unwrap();
    let now = clock();
    let mut asking = JoinSet::new();
    for name in ["a", "b", "c"] {
        let client = process(dir.path(), service, network.clone(), now);
        for n in 0..many {
            let client = Arc::clone(&client);
            asking.spawn(async move {
                let mut asked =
                    api_request(service, kind, &format!("https://example.org/{name}/{n}"));
                asked.accept = Accept::Json;
                client.request(&asked).await.unwrap();
            });
        }
    }
    while let Some(done) = asking.join_next().await {
        done.unwrap();
    }
    network.sent()
}

#[tokio::test(start_paused = true)]
async fn processes_share_the_connection_and_the_pace_of_arxiv() {
    for latency in [0, 4000] {
        let network = VirtualNetwork::new(Duration::from_millis(latency), |_, _| Ok(fine()));
        let sent = together(ARXIV, RequestKind::List, &network, 3).await;
        assert_eq!(network.most_at_once(), 1);
        let least = u128::from(latency.max(3000));
        for pair in sent.windows(2) {
            let gap = pair[1] - pair[0];
            assert!((least..least + 100).contains(&gap), "{sent:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn processes_share_the_burst_of_dblp() {
    let network = VirtualNetwork::new(Duration::ZERO, |_, _| Ok(fine()));
    let sent = together(DBLP, RequestKind::List, &network, 2).await;
    let seconds: Vec<_> = sent.iter().map(|ms| ms / 1000).collect();
    assert_eq!(seconds, [0, 1, 2, 3, 10, 20]);
}

/// The service has DBLP's limits: one request at a time, a burst of four with one per second, then one
/// per ten seconds. It answers anything beyond with 429.
#[tokio::test(start_paused = true)]
async fn three_processes_get_no_429_from_dblp() {
    let granted = Arc::new(Mutex::new((
        4.0_f64,
        Instant::now() - Duration::from_secs(1),
    )));
    let network = VirtualNetwork::new(Duration::from_millis(700), move |_, _| {
        let mut granted = granted.lock().unwrap();
        let (left, last) = *granted;
        let passed = last.elapsed().as_secs_f64();
        let left = (left + passed / 10.0).min(4.0) - 1.0;
        *granted = (left, Instant::now());
        let fits = left > -0.01 && passed > 0.99;
        Ok(if fits { fine() } else { reply(429, &[], "") })
    });
    let sent = together(DBLP, RequestKind::List, &network, 4).await;
    assert_eq!(sent.len(), 12, "no request is retried: {sent:?}");
    assert_eq!(network.most_at_once(), 1);
}

#[tokio::test(start_paused = true)]
async fn retry_after_with_any_status_delays_every_process() {
    for (status, body) in [(503, ""), (500, ""), (404, "{}"), (200, "{}"), (302, "")] {
        let dir = tempfile::tempdir().unwrap();
        let now = clock();
        let network = VirtualNetwork::new(Duration::ZERO, move |number, _| {
            Ok(match number {
                0 => reply(status, &[("retry-after", "3")], body),
                _ => fine(),
            })
        });
        let start = || process(dir.path(), CROSSREF, network.clone(), now);
        let question = |path: &str| {
            let url = format!("https://example.org/{path}");
            api_request(CROSSREF, RequestKind::List, &url)
        };
        let (one, other) = (start(), start());
        let asked = question("a");
        let first = tokio::spawn(async move { one.request(&asked).await });
        tokio::task::yield_now().await;
        other.request(&question("b")).await.unwrap();
        _ = first.await.unwrap();
        assert!(network.sent()[1] >= 3000, "{status}: {:?}", network.sent());
    }
}

#[tokio::test(start_paused = true)]
async fn retry_after_of_the_last_attempt_delays_the_next_request() {
    let dir = tempfile::tempdir().unwrap();
    let network = VirtualNetwork::new(Duration::ZERO, |number, _| {
        Ok(match number {
            0..4 => reply(503, &[("retry-after", "3")], ""),
            _ => fine(),
        })
    });
    let client = process(dir.path(), CROSSREF, network.clone(), clock());
    let question = |path: &str| {
        let url = format!("https://example.org/{path}");
        api_request(CROSSREF, RequestKind::List, &url)
    };
    client.request(&question("a")).await.unwrap_err();
    client.request(&question("b")).await.unwrap();
    for pair in network.sent().windows(2) {
        assert!(pair[1] - pair[0] >= 3000, "{:?}", network.sent());
    }
}

#[tokio::test(start_paused = true)]
async fn redirects_count_under_the_rate_limit() {
    let dir = tempfile::tempdir().unwrap();
    let network = VirtualNetwork::new(Duration::ZERO, |_, request| {
        Ok(match request.url.path() {
            "/a" => reply(301, &[("location", "/b")], ""),
            "/b" => reply(307, &[("location", "https://example.org/c")], ""),
            _ => fine(),
        })
    });
    let client = process(dir.path(), ARXIV, network.clone(), clock());
    let mut asked = api_request(ARXIV, RequestKind::List, "https://example.org/a");
    asked.accept = Accept::Json;
    client.request(&asked).await.unwrap();
    assert_eq!(network.paths(), ["/a", "/b", "/c"]);
    let sent = network.sent();
    assert!(sent[1] >= 3000 && sent[2] >= 6000, "{sent:?}");
    assert_eq!(client.counts()[&ARXIV].sent, 3);
}

#[tokio::test(start_paused = true)]
async fn processes_together_use_the_whole_limit_of_crossref() {
    let network = VirtualNetwork::new(Duration::from_millis(80), |_, _| Ok(fine()));
    let sent = together(CROSSREF, RequestKind::Single, &network, 20).await;
    assert!(network.most_at_once() <= 3);
    for window in sent.windows(11) {
        assert!(window[10] - window[0] >= 1000, "{sent:?}");
    }
    let took = sent.last().unwrap() - sent[0];
    assert!((5900..6500).contains(&took), "60 at ten a second: {took}");
}

#[tokio::test(start_paused = true)]
async fn pause_and_refusal_hold_for_every_process() {
    let dir = tempfile::tempdir().unwrap();
    let now = clock();
    let network = VirtualNetwork::new(Duration::ZERO, |number, _| {
        Ok(match number {
            0 => reply(429, &[("retry-after", "30")], ""),
            1..3 => fine(),
            _ => reply(403, &[], "no"),
        })
    });
    let start = || process(dir.path(), CROSSREF, network.clone(), now);
    let (one, other) = (start(), start());
    let question = |path: &str| {
        let url = format!("https://example.org/{path}");
        api_request(CROSSREF, RequestKind::List, &url)
    };
    let first = tokio::spawn({
        let asked = question("a");
        async move { one.request(&asked).await }
    });
    tokio::task::yield_now().await;
    other.request(&question("b")).await.unwrap();
    first.await.unwrap().unwrap();
    assert!(network.sent()[1] >= 30_000, "{:?}", network.sent());

    let third = start();
    third.request(&question("c")).await.unwrap_err();
    let turned_away = other.request(&question("d")).await;
    assert!(
        matches!(turned_away, Err(RequestError::Refused { .. })),
        "{turned_away:?}"
    );
    assert_eq!(network.sent().len(), 4);
}

#[tokio::test(start_paused = true)]
async fn dropped_request_and_killed_process_release_their_lease() {
    let dir = tempfile::tempdir().unwrap();
    let now = clock();
    let network = VirtualNetwork::new(Duration::from_secs(20), |_, _| Ok(fine()));
    let start = || process(dir.path(), ARXIV, network.clone(), now);
    let mut asked = api_request(ARXIV, RequestKind::List, "https://example.org/a");
    asked.accept = Accept::Json;

    let (one, other) = (start(), start());
    let dropped = timeout(Duration::from_secs(4), one.request(&asked)).await;
    assert!(dropped.is_err());
    let started = Instant::now();
    other.request(&asked).await.unwrap();
    assert_eq!(started.elapsed().as_secs(), 20, "the lease was released");

    // A killed process doesn't release its lease, which then ends by itself.
    advance(Duration::from_secs(10)).await;
    asked.url.set_path("/b");
    let killed = Box::pin({
        let (client, asked) = (start(), asked.clone());
        async move { client.request(&asked).await }
    });
    let mut killed = killed;
    drop(timeout(Duration::from_secs(4), &mut killed).await);
    let started = Instant::now();
    other.request(&asked).await.unwrap();
    std::mem::forget(killed);
    let waited = started.elapsed().as_secs() - 20;
    assert!((1..=5).contains(&waited), "{waited}");
}

/// Clocks that differ simulate one that was set between two requests.
#[tokio::test(start_paused = true)]
async fn clock_that_jumps_blocks_no_process() {
    let dir = tempfile::tempdir().unwrap();
    let network = VirtualNetwork::new(Duration::ZERO, |_, _| Ok(fine()));
    for (n, day) in ["21", "28", "01"].into_iter().enumerate() {
        let now = format!("2026-11-{day}T12:00:00Z").parse().unwrap();
        let client = process(dir.path(), ARXIV, network.clone(), Clock::starting_at(now));
        let mut asked = api_request(
            ARXIV,
            RequestKind::List,
            &format!("https://example.org/{n}"),
        );
        asked.accept = Accept::Json;
        let answer = timeout(Duration::from_secs(4), client.request(&asked)).await;
        assert!(answer.is_ok(), "{day}");
    }
}
