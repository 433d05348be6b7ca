//! Several runs at once, each with a cache of its own, of a user who has one state folder.

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use bibsync::{
    cache::{Budget, Cache},
    http::{
        Accept, Client, ClientOptions, Clock, Pool, RatePolicy, RequestError, RequestKind, Service,
        Transport, WireResponse,
    },
};
use tokio::{
    task::JoinSet,
    time::{Instant, advance, timeout},
};

use crate::support::{Stage, ask, clock, reply};

fn fine() -> WireResponse {
    reply(200, &[], "{}")
}

/// One run's client, as a process of its own would have it: the state folder is the user's, the cache
/// this run's.
fn run(state: &Path, service: Service, line: Arc<dyn Transport>, clock: Clock) -> Arc<Client> {
    let manners = BTreeMap::from([(service, RatePolicy::published(service, Pool::Polite))]);
    let cache = tempfile::tempdir_in(state).unwrap().keep();
    let cache = Arc::new(Cache::open(&cache).unwrap());
    let budget = Arc::new(Budget::open(state).unwrap());
    let options = ClientOptions::default();
    Arc::new(Client::new(line, cache, budget, clock, manners, options))
}

/// Each run asks so many questions, all at once; gives when requests went out.
async fn together(
    service: Service,
    kind: RequestKind,
    stage: &Arc<Stage>,
    many: usize,
) -> Vec<u128> {
    let dir = tempfile::tempdir().unwrap();
    let now = clock();
    let mut asking = JoinSet::new();
    for name in ["a", "b", "c"] {
        let client = run(dir.path(), service, stage.clone(), now);
        for n in 0..many {
            let client = Arc::clone(&client);
            asking.spawn(async move {
                let mut asked = ask(service, kind, &format!("https://example.org/{name}/{n}"));
                asked.accept = Accept::Json;
                client.request(&asked).await.unwrap();
            });
        }
    }
    while let Some(done) = asking.join_next().await {
        done.unwrap();
    }
    stage.sent()
}

#[tokio::test(start_paused = true)]
async fn arxiv_sees_one_connection_and_one_request_per_three_seconds() {
    for latency in [0, 4000] {
        let stage = Stage::new(Duration::from_millis(latency), |_, _| Ok(fine()));
        let sent = together(Service::Arxiv, RequestKind::List, &stage, 3).await;
        assert_eq!(stage.most_at_once(), 1);
        let least = u128::from(latency.max(3000));
        for pair in sent.windows(2) {
            let gap = pair[1] - pair[0];
            assert!((least..least + 100).contains(&gap), "{sent:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn dblp_grants_one_burst_to_all_of_them() {
    let stage = Stage::new(Duration::ZERO, |_, _| Ok(fine()));
    let sent = together(Service::Dblp, RequestKind::List, &stage, 2).await;
    let seconds: Vec<_> = sent.iter().map(|ms| ms / 1000).collect();
    assert_eq!(seconds, [0, 1, 2, 3, 10, 20]);
}

/// A service that counts as DBLP's does: one request at a time, a burst of four one a second, then
/// one per ten seconds; who asks for more is turned away.
#[tokio::test(start_paused = true)]
async fn three_caches_get_no_429_and_ask_dblp_one_at_a_time() {
    let granted = Arc::new(Mutex::new((
        4.0_f64,
        Instant::now() - Duration::from_secs(1),
    )));
    let stage = Stage::new(Duration::from_millis(700), move |_, _| {
        let mut granted = granted.lock().unwrap();
        let (left, last) = *granted;
        let passed = last.elapsed().as_secs_f64();
        let left = (left + passed / 10.0).min(4.0) - 1.0;
        *granted = (left, Instant::now());
        let fits = left > -0.01 && passed > 0.99;
        Ok(if fits { fine() } else { reply(429, &[], "") })
    });
    let sent = together(Service::Dblp, RequestKind::List, &stage, 4).await;
    assert_eq!(sent.len(), 12, "no request is sent again: {sent:?}");
    assert_eq!(stage.most_at_once(), 1);
}

#[tokio::test(start_paused = true)]
async fn wait_asked_for_with_any_status_is_everybodys() {
    for (status, body) in [(503, ""), (500, ""), (404, "{}"), (200, "{}"), (302, "")] {
        let dir = tempfile::tempdir().unwrap();
        let now = clock();
        let stage = Stage::new(Duration::ZERO, move |number, _| {
            Ok(match number {
                0 => reply(status, &[("retry-after", "3")], body),
                _ => fine(),
            })
        });
        let start = || run(dir.path(), Service::Crossref, stage.clone(), now);
        let question = |path: &str| {
            let url = format!("https://example.org/{path}");
            ask(Service::Crossref, RequestKind::List, &url)
        };
        let (one, other) = (start(), start());
        let asked = question("a");
        let first = tokio::spawn(async move { one.request(&asked).await });
        tokio::task::yield_now().await;
        other.request(&question("b")).await.unwrap();
        _ = first.await.unwrap();
        assert!(stage.sent()[1] >= 3000, "{status}: {:?}", stage.sent());
    }
}

#[tokio::test(start_paused = true)]
async fn last_503_of_a_question_makes_the_next_question_wait() {
    let dir = tempfile::tempdir().unwrap();
    let stage = Stage::new(Duration::ZERO, |number, _| {
        Ok(match number {
            0..4 => reply(503, &[("retry-after", "3")], ""),
            _ => fine(),
        })
    });
    let client = run(dir.path(), Service::Crossref, stage.clone(), clock());
    let question = |path: &str| {
        let url = format!("https://example.org/{path}");
        ask(Service::Crossref, RequestKind::List, &url)
    };
    client.request(&question("a")).await.unwrap_err();
    client.request(&question("b")).await.unwrap();
    for pair in stage.sent().windows(2) {
        assert!(pair[1] - pair[0] >= 3000, "{:?}", stage.sent());
    }
}

#[tokio::test(start_paused = true)]
async fn hops_of_a_redirect_take_their_turns() {
    let dir = tempfile::tempdir().unwrap();
    let stage = Stage::new(Duration::ZERO, |_, request| {
        Ok(match request.url.path() {
            "/a" => reply(301, &[("location", "/b")], ""),
            "/b" => reply(307, &[("location", "https://example.org/c")], ""),
            _ => fine(),
        })
    });
    let client = run(dir.path(), Service::Arxiv, stage.clone(), clock());
    let mut asked = ask(Service::Arxiv, RequestKind::List, "https://example.org/a");
    asked.accept = Accept::Json;
    client.request(&asked).await.unwrap();
    assert_eq!(stage.paths(), ["/a", "/b", "/c"]);
    let sent = stage.sent();
    assert!(sent[1] >= 3000 && sent[2] >= 6000, "{sent:?}");
    assert_eq!(client.counts()[&Service::Arxiv].sent, 3);
}

#[tokio::test(start_paused = true)]
async fn crossref_gets_all_it_permits_and_no_more() {
    let stage = Stage::new(Duration::from_millis(80), |_, _| Ok(fine()));
    let sent = together(Service::Crossref, RequestKind::Single, &stage, 20).await;
    assert!(stage.most_at_once() <= 3);
    for window in sent.windows(11) {
        assert!(window[10] - window[0] >= 1000, "{sent:?}");
    }
    let took = sent.last().unwrap() - sent[0];
    assert!((5900..6500).contains(&took), "60 at ten a second: {took}");
}

#[tokio::test(start_paused = true)]
async fn one_runs_pause_and_refusal_are_heeded_by_the_others() {
    let dir = tempfile::tempdir().unwrap();
    let now = clock();
    let stage = Stage::new(Duration::ZERO, |number, _| {
        Ok(match number {
            0 => reply(429, &[("retry-after", "30")], ""),
            1..3 => fine(),
            _ => reply(403, &[], "no"),
        })
    });
    let start = || run(dir.path(), Service::Crossref, stage.clone(), now);
    let (one, other) = (start(), start());
    let question = |path: &str| {
        let url = format!("https://example.org/{path}");
        ask(Service::Crossref, RequestKind::List, &url)
    };
    let first = tokio::spawn({
        let asked = question("a");
        async move { one.request(&asked).await }
    });
    tokio::task::yield_now().await;
    other.request(&question("b")).await.unwrap();
    first.await.unwrap().unwrap();
    assert!(stage.sent()[1] >= 30_000, "{:?}", stage.sent());

    let third = start();
    third.request(&question("c")).await.unwrap_err();
    let turned_away = other.request(&question("d")).await;
    assert!(
        matches!(turned_away, Err(RequestError::Refused { .. })),
        "{turned_away:?}"
    );
    assert_eq!(stage.sent().len(), 4);
}

#[tokio::test(start_paused = true)]
async fn a_question_dropped_or_a_run_that_died_blocks_nobody_for_long() {
    let dir = tempfile::tempdir().unwrap();
    let now = clock();
    let stage = Stage::new(Duration::from_secs(20), |_, _| Ok(fine()));
    let start = || run(dir.path(), Service::Arxiv, stage.clone(), now);
    let mut asked = ask(Service::Arxiv, RequestKind::List, "https://example.org/a");
    asked.accept = Accept::Json;

    let (one, other) = (start(), start());
    let dropped = timeout(Duration::from_secs(4), one.request(&asked)).await;
    assert!(dropped.is_err());
    let started = Instant::now();
    other.request(&asked).await.unwrap();
    assert_eq!(started.elapsed().as_secs(), 20, "the seat was given back");

    // A process that is killed gives nothing back: its lease runs out.
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

/// Two clocks that differ stand for one that was put right between two requests.
#[tokio::test(start_paused = true)]
async fn a_clock_that_jumps_stops_nobody() {
    let dir = tempfile::tempdir().unwrap();
    let stage = Stage::new(Duration::ZERO, |_, _| Ok(fine()));
    for (n, day) in ["21", "28", "01"].into_iter().enumerate() {
        let now = format!("2026-11-{day}T12:00:00Z").parse().unwrap();
        let client = run(
            dir.path(),
            Service::Arxiv,
            stage.clone(),
            Clock::starting_at(now),
        );
        let mut asked = ask(
            Service::Arxiv,
            RequestKind::List,
            &format!("https://example.org/{n}"),
        );
        asked.accept = Accept::Json;
        let answer = timeout(Duration::from_secs(4), client.request(&asked)).await;
        assert!(answer.is_ok(), "{day}");
    }
}
