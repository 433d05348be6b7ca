use std::{collections::BTreeMap, sync::Arc, time::Duration};

use bibsync::{
    cache::Freshness,
    http::{ApiResponse, ClientOptions, HttpEvent, Pool, RequestError, RequestKind},
};
use tokio::time::{Instant, advance};
use wiremock::ResponseTemplate;

use super::CHALLENGE;
use crate::support::{
    ARXIV, CROSSREF, DATACITE, DBLP, EventLog, RealNetwork, Script, VirtualNetwork, api_request,
    budget, cache, client, client_with_policies, clock, reply,
};

const HOUR: Duration = Duration::from_secs(3600);

fn html(status: u16, page: &str) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_raw(page, "text/html; charset=utf-8")
}

fn json(body: &str) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_raw(body, "application/json")
}

/// Makes two requests to a server with this response. The first must end in a refusal, and the second
/// must not be sent. Returns the refusal's cause and pause.
async fn refusal(answer: ResponseTemplate) -> (String, Duration) {
    refusal_after(1, answer).await
}

/// Does the same for a refusal that takes `requests` requests.
async fn refusal_after(requests: usize, answer: ResponseTemplate) -> (String, Duration) {
    let server = Script::play([answer]).await;
    let (line, kept) = (RealNetwork::new(), cache());
    let client = client(line.clone(), &kept, ClientOptions::default());
    let first = api_request(CROSSREF, RequestKind::List, &format!("{}/a", server.uri()));
    let second = api_request(
        CROSSREF,
        RequestKind::Single,
        &format!("{}/b", server.uri()),
    );
    let Err(RequestError::Refused { cause, pause, .. }) = client.request(&first).await else {
        panic!("must be refused");
    };
    let again = client.request(&second).await;
    assert!(
        matches!(again, Err(RequestError::Refused { .. })),
        "{again:?}"
    );
    assert_eq!(line.sent().len(), requests, "and none after");
    assert_eq!(client.counts()[&CROSSREF].refused, 1);
    let kept = kept.get("test-v1", &first.key(), clock().now(), Freshness::Any);
    assert_eq!(kept, None, "a refusal is no answer");
    (cause, pause)
}

#[tokio::test(start_paused = true)]
async fn challenge_with_status_200_is_a_refusal() {
    let (cause, pause) = refusal(html(200, CHALLENGE)).await;
    assert_eq!(cause, "an Anubis bot challenge (status 200)");
    assert_eq!(pause, HOUR);
}

#[tokio::test(start_paused = true)]
async fn challenge_with_status_500_is_a_refusal() {
    let (cause, pause) = refusal(html(500, CHALLENGE)).await;
    assert_eq!(cause, "an Anubis bot challenge (status 500)");
    assert_eq!(pause, HOUR);
}

#[tokio::test(start_paused = true)]
async fn third_web_page_with_status_200_is_a_refusal() {
    let page = "<!doctype html><title>Maintenance</title>We will be back soon.";
    let (cause, _) = refusal_after(3, html(200, page)).await;
    assert!(
        cause.starts_with("the response is not JSON: <!doctype"),
        "{cause}"
    );
}

#[tokio::test(start_paused = true)]
async fn third_empty_response_is_a_refusal() {
    let (cause, _) = refusal_after(3, json("")).await;
    assert_eq!(cause, "an empty response");
}

/// Makes many requests, one after another, to a service with these bodies. Returns how many got an
/// answer and how many were refused.
async fn answered(play: fn(usize) -> &'static str) -> (usize, u64) {
    let network = VirtualNetwork::new(Duration::ZERO, move |number, _| {
        Ok(reply(200, &[], play(number)))
    });
    let client = client(network, &cache(), ClientOptions::default());
    let mut answered = 0;
    for n in 0..60 {
        let url = format!("https://api.crossref.org/{n}");
        let asked = api_request(CROSSREF, RequestKind::Single, &url);
        answered += usize::from(client.request(&asked).await.is_ok());
    }
    (answered, client.counts()[&CROSSREF].refused)
}

#[tokio::test(start_paused = true)]
async fn single_strays_among_answers_are_no_refusal() {
    for stray in [
        |n| if n % 5 == 4 { "<html>Hello" } else { "{}" },
        |n| if n % 5 == 4 { "" } else { "{}" },
        |n| {
            if n % 7 > 4 {
                "no healthy upstream"
            } else {
                "{}"
            }
        },
    ] {
        assert_eq!(answered(stray).await, (60, 0));
    }
}

#[tokio::test(start_paused = true)]
async fn three_strays_in_a_row_are_a_refusal_whatever_the_requests() {
    let walled = |n| if n >= 10 { "<html>Log in" } else { "{}" };
    assert_eq!(answered(walled).await, (10, 1));
}

#[tokio::test(start_paused = true)]
async fn strays_of_concurrent_requests_count_once() {
    let network = VirtualNetwork::new(Duration::from_secs(1), |number, _| {
        let hiccup = number < 3;
        Ok(reply(200, &[], if hiccup { "<html>Hello" } else { "{}" }))
    });
    let policies = CROSSREF.published(Pool::Polite);
    let policies = BTreeMap::from([(CROSSREF, policies)]);
    let client = client_with_policies(
        network.clone(),
        &cache(),
        policies,
        ClientOptions::default(),
    );
    let ask_for = |n: usize| {
        let url = format!("https://api.crossref.org/{n}");
        api_request(CROSSREF, RequestKind::Single, &url)
    };
    let (a, b, c) = (ask_for(0), ask_for(1), ask_for(2));
    let outcomes = tokio::join!(client.request(&a), client.request(&b), client.request(&c));
    assert!(outcomes.0.is_ok() && outcomes.1.is_ok() && outcomes.2.is_ok());
    assert_eq!(network.most_at_once(), 3);
    assert!(
        network.sent()[3] >= 2000,
        "the service gets a pause: {:?}",
        network.sent()
    );
}

#[tokio::test(start_paused = true)]
async fn status_403_is_a_refusal() {
    let (cause, pause) = refusal(html(403, "<h1>Forbidden</h1>")).await;
    assert_eq!(cause, "status 403: <h1>Forbidden</h1>");
    assert_eq!(pause, HOUR);
}

#[tokio::test(start_paused = true)]
async fn huge_retry_after_is_a_refusal() {
    let wait = |seconds: &str| ResponseTemplate::new(429).insert_header("retry-after", seconds);
    assert_eq!(refusal(wait("7200")).await.1, 2 * HOUR);
    assert_eq!(refusal(wait("121")).await.1, Duration::from_secs(121));
    let ten_years = "315360000";
    assert_eq!(refusal(wait(ten_years)).await.1, 24 * HOUR);
    let maintenance = ResponseTemplate::new(503).insert_header("retry-after", "3600");
    assert_eq!(refusal(maintenance).await.1, HOUR);
}

#[tokio::test(start_paused = true)]
async fn third_too_many_requests_is_a_refusal() {
    let server = Script::play([ResponseTemplate::new(429)]).await;
    let line = RealNetwork::new();
    let client = client(line.clone(), &cache(), ClientOptions::default());
    let asked = api_request(CROSSREF, RequestKind::List, &server.uri());
    let refused = client.request(&asked).await.unwrap_err();
    assert!(matches!(&refused, RequestError::Refused { pause, .. } if *pause == HOUR));
    assert_eq!(line.sent().len(), 3);
    let counts = client.counts()[&CROSSREF];
    assert_eq!((counts.sent, counts.retried, counts.refused), (3, 2, 3));
}

#[tokio::test(start_paused = true)]
async fn arxiv_that_sheds_load_is_busy() {
    for status in [406, 429, 503] {
        let server = Script::play([ResponseTemplate::new(status)]).await;
        let line = RealNetwork::new();
        let client = client(line.clone(), &cache(), ClientOptions::default());
        let refused = client
            .request(&api_request(ARXIV, RequestKind::List, &server.uri()))
            .await;
        assert!(
            matches!(refused, Err(RequestError::Refused { .. })),
            "{refused:?}"
        );
        let waits = line.waits();
        assert_eq!(waits.len(), 2);
        assert!(waits[0] >= Duration::from_secs(5), "{waits:?}");
        assert!(waits[1] >= Duration::from_secs(10), "{waits:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn refusal_leaves_cached_responses_in_place() {
    let server = Script::play([json("{\"a\":1}"), html(200, CHALLENGE)]).await;
    let (line, kept) = (RealNetwork::new(), cache());
    let client = client(line.clone(), &kept, ClientOptions::default());
    let question = |path| {
        let url = format!("{}/{path}", server.uri());
        api_request(DBLP, RequestKind::List, &url)
    };
    let answer = ApiResponse::Body("{\"a\":1}".into());
    assert_eq!(client.request(&question("a")).await, Ok(answer.clone()));
    let refused = client.request(&question("b")).await;
    assert!(
        matches!(refused, Err(RequestError::Refused { .. })),
        "{refused:?}"
    );
    assert_eq!(client.request(&question("a")).await, Ok(answer));
    assert_eq!(line.sent().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn suspension_holds_in_the_next_run_until_its_end() {
    let server = Script::play([html(403, ""), json("{}")]).await;
    let (line, kept, budget) = (RealNetwork::new(), cache(), budget());
    let now = clock();
    let run = || {
        bibsync::http::Client::new(
            line.clone(),
            cache(),
            Arc::clone(&budget),
            now,
            BTreeMap::new(),
            ClientOptions::default(),
        )
    };
    let asked = api_request(CROSSREF, RequestKind::List, &server.uri());
    run().request(&asked).await.unwrap_err();

    advance(Duration::from_secs(3599)).await;
    let diary = Arc::new(EventLog::default());
    let next = bibsync::http::Client::new(
        line.clone(),
        Arc::clone(&kept),
        Arc::clone(&budget),
        now,
        BTreeMap::new(),
        ClientOptions {
            observer: Some(diary.clone()),
            ..ClientOptions::default()
        },
    );
    let Err(RequestError::Refused { cause, pause, .. }) = next.request(&asked).await else {
        panic!("the note must hold for the next run");
    };
    assert_eq!(cause, "status 403");
    assert!(pause <= Duration::from_secs(1), "{pause:?}");
    assert!(matches!(diary.events()[..], [HttpEvent::Refused { .. }]));
    assert_eq!(line.sent().len(), 1);

    advance(Duration::from_secs(1)).await;
    assert_eq!(
        run().request(&asked).await,
        Ok(ApiResponse::Body("{}".into()))
    );
}

#[tokio::test(start_paused = true)]
async fn refusal_concerns_one_service_only() {
    let server = Script::play([html(403, ""), json("{}")]).await;
    let (line, kept) = (RealNetwork::new(), cache());
    let client = client(line, &kept, ClientOptions::default());
    let crossref = api_request(CROSSREF, RequestKind::List, &server.uri());
    let datacite = api_request(DATACITE, RequestKind::List, &format!("{}/x", server.uri()));
    client.request(&crossref).await.unwrap_err();
    client.request(&datacite).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn refusal_ends_every_waiting_request() {
    let network = VirtualNetwork::new(Duration::from_secs(1), |_, _| Ok(reply(403, &[], "no")));
    let client = client(network.clone(), &cache(), ClientOptions::default());
    let client = Arc::new(client);
    let started = Instant::now();
    let waiting: Vec<_> = (0..20)
        .map(|n| {
            let client = Arc::clone(&client);
            tokio::spawn(async move {
                let url = format!("https://sparql.dblp.org/{n}");
                client
                    .request(&api_request(DBLP, RequestKind::List, &url))
                    .await
            })
        })
        .collect();
    for one in waiting {
        let outcome = one.await.unwrap();
        assert!(
            matches!(outcome, Err(RequestError::Refused { .. })),
            "{outcome:?}"
        );
    }
    // One connection, and a burst of four: without failing fast these were minutes.
    assert_eq!(network.sent().len(), 1);
    assert_eq!(started.elapsed().as_secs(), 1);
}
