use std::{sync::Arc, time::Duration};

use bibsync::{
    cache::Cache,
    http::{
        ApiRequest, ApiResponse, Client, ClientOptions, HttpEvent, ItemCache, RequestError,
        RequestKind,
    },
};
use tokio::time::advance;
use wiremock::{
    Mock, MockServer, ResponseTemplate,
    matchers::{body_string, header, header_regex, method, path},
};

use crate::support::{
    CROSSREF, DATACITE, DAY, DBLP, EventLog, RealNetwork, Script, VirtualNetwork, api_request,
    budget, cache, client, clock, reply,
};

fn json(body: &str) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_raw(body, "application/json")
}

fn offline() -> ClientOptions {
    ClientOptions {
        offline: true,
        ..ClientOptions::default()
    }
}

fn refresh() -> ClientOptions {
    ClientOptions {
        refresh: true,
        ..ClientOptions::default()
    }
}

#[tokio::test(start_paused = true)]
async fn second_run_sends_no_request() {
    let server = Script::play([json("{\"n\":1}")]).await;
    let (line, dir) = (RealNetwork::new(), tempfile::tempdir().unwrap());
    let asked = api_request(CROSSREF, RequestKind::List, &server.uri());
    for _ in 0..2 {
        let kept = Arc::new(Cache::open(dir.path()).unwrap());
        let client = client(line.clone(), &kept, ClientOptions::default());
        let answer = ApiResponse::Body("{\"n\":1}".into());
        assert_eq!(client.request(&asked).await, Ok(answer));
    }
    assert_eq!(line.sent().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn expired_response_is_requested_again() {
    let server = Script::play([json("{\"n\":1}"), json("{\"n\":2}")]).await;
    let client = client(RealNetwork::new(), &cache(), ClientOptions::default());
    let asked = api_request(CROSSREF, RequestKind::List, &server.uri());
    client.request(&asked).await.unwrap();
    advance(DAY).await;
    assert_eq!(
        client.request(&asked).await,
        Ok(ApiResponse::Body("{\"n\":2}".into()))
    );
}

#[tokio::test(start_paused = true)]
async fn not_found_is_cached_for_its_own_time() {
    let missing = ResponseTemplate::new(404).set_body_raw("Resource not found.", "text/plain");
    let server = Script::play([missing, json("{}")]).await;
    let line = RealNetwork::new();
    let client = client(line.clone(), &cache(), ClientOptions::default());
    let asked = api_request(CROSSREF, RequestKind::Single, &server.uri());
    assert_eq!(client.request(&asked).await, Ok(ApiResponse::NotFound));
    assert_eq!(client.request(&asked).await, Ok(ApiResponse::NotFound));
    assert_eq!(line.sent().len(), 1);
    advance(DAY / 2).await;
    assert_eq!(
        client.request(&asked).await,
        Ok(ApiResponse::Body("{}".into()))
    );
}

#[tokio::test(start_paused = true)]
async fn empty_result_is_cached_as_long_as_not_found() {
    let server = Script::play([json("[]"), json("[1]")]).await;
    let line = RealNetwork::new();
    let client = client(line.clone(), &cache(), ClientOptions::default());
    let asked = api_request(CROSSREF, RequestKind::List, &server.uri());
    assert_eq!(
        client.request(&asked).await,
        Ok(ApiResponse::Body("[]".into()))
    );
    assert_eq!(
        client.request(&asked).await,
        Ok(ApiResponse::Body("[]".into()))
    );
    assert_eq!(line.sent().len(), 1);
    advance(DAY / 2).await;
    assert_eq!(
        client.request(&asked).await,
        Ok(ApiResponse::Body("[1]".into()))
    );
}

#[tokio::test(start_paused = true)]
async fn foreign_404_is_not_cached() {
    let server = Script::play([ResponseTemplate::new(404), json("{}")]).await;
    let client = client(RealNetwork::new(), &cache(), ClientOptions::default());
    let asked = api_request(CROSSREF, RequestKind::Single, &server.uri());
    let failed = client.request(&asked).await;
    assert!(
        matches!(failed, Err(RequestError::Unusable { .. })),
        "{failed:?}"
    );
    assert_eq!(
        client.request(&asked).await,
        Ok(ApiResponse::Body("{}".into()))
    );
}

#[tokio::test(start_paused = true)]
async fn byte_order_mark_is_not_cached() {
    let server = Script::play([json("\u{feff}{\"n\":1}")]).await;
    let kept = cache();
    let asked = api_request(CROSSREF, RequestKind::List, &server.uri());
    for options in [ClientOptions::default(), offline()] {
        let answer = client(RealNetwork::new(), &kept, options)
            .request(&asked)
            .await;
        assert_eq!(answer, Ok(ApiResponse::Body("{\"n\":1}".into())));
    }
}

/// Returns an item cache with the cache policy of the request.
fn items(request: &ApiRequest) -> ItemCache {
    ItemCache {
        service: request.service,
        caching: request.caching,
        is_empty: request.is_empty,
        revalidation: request.revalidation.clone(),
    }
}

#[tokio::test(start_paused = true)]
async fn offline_uses_expired_responses_and_sends_no_request() {
    let network = VirtualNetwork::new(Duration::ZERO, |_, _| Ok(reply(200, &[], "{\"n\":1}")));
    let kept = cache();
    let now = clock();
    let run = |options| {
        let policies = std::collections::BTreeMap::new();
        Client::new(
            network.clone(),
            Arc::clone(&kept),
            budget(),
            now,
            policies,
            options,
        )
    };
    let known = api_request(CROSSREF, RequestKind::List, "https://example.org/known");
    let unknown = api_request(CROSSREF, RequestKind::List, "https://example.org/unknown");
    let online = run(ClientOptions::default());
    online.request(&known).await.unwrap();
    online.cache_item(&items(&known), "10.1000/1", Some("{}"));
    advance(30 * DAY).await;
    assert_eq!(online.cached(&known.caching, "10.1000/1"), None);

    let offline = run(offline());
    let answer = ApiResponse::Body("{\"n\":1}".into());
    assert_eq!(offline.request(&known).await, Ok(answer));
    assert_eq!(
        offline.cached(&known.caching, "10.1000/1"),
        Some(ApiResponse::Body("{}".into()))
    );
    let failed = offline.request(&unknown).await.unwrap_err();
    assert_eq!(
        failed.to_string(),
        "offline, and no response is cached for https://example.org/unknown"
    );
    assert_eq!(network.sent().len(), 1);
    let day = |request: &bibsync::http::ApiRequest| {
        offline
            .retrieved_on(&request.caching, &request.key())
            .to_string()
    };
    assert_eq!(day(&known), "2026-11-21", "the day on which it came");
    assert_eq!(
        day(&unknown),
        "2026-12-21",
        "an answer that is not cached has today's date"
    );
}

#[tokio::test(start_paused = true)]
async fn refreshing_run_requests_everything_once() {
    let network = VirtualNetwork::new(Duration::ZERO, |number, _| {
        Ok(reply(200, &[], &format!("{{\"n\":{number}}}")))
    });
    let kept = cache();
    let asked = api_request(CROSSREF, RequestKind::List, "https://example.org/");
    let before = client(network.clone(), &kept, ClientOptions::default());
    before.request(&asked).await.unwrap();
    before.cache_item(&items(&asked), "10.1000/1", Some("{}"));

    let run = client(network.clone(), &kept, refresh());
    assert_eq!(run.cached(&asked.caching, "10.1000/1"), None);
    run.cache_item(&items(&asked), "10.1000/1", None);
    assert_eq!(
        run.cached(&asked.caching, "10.1000/1"),
        Some(ApiResponse::NotFound)
    );
    let renewed = ApiResponse::Body("{\"n\":1}".into());
    assert_eq!(run.request(&asked).await, Ok(renewed.clone()));
    assert_eq!(run.request(&asked).await, Ok(renewed));
    assert_eq!(network.sent().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn identical_requests_are_sent_once_whatever_the_outcome() {
    let network = VirtualNetwork::new(Duration::from_secs(1), |_, request| {
        Ok(match request.url.path() {
            "/good" => reply(200, &[], "{}"),
            _ => reply(400, &[], "no"),
        })
    });
    let client = client(network.clone(), &cache(), ClientOptions::default());
    let good = api_request(DATACITE, RequestKind::List, "https://example.org/good");
    let bad = api_request(DATACITE, RequestKind::List, "https://example.org/bad");
    let (a, b, c, d) = tokio::join!(
        client.request(&good),
        client.request(&good),
        client.request(&bad),
        client.request(&bad)
    );
    assert_eq!((&a, &c), (&b, &d));
    assert!(a.is_ok() && matches!(c, Err(RequestError::Rejected { .. })));
    assert_eq!(network.sent().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn cached_body_that_fails_the_check_is_requested_again() {
    let network = VirtualNetwork::new(Duration::ZERO, |_, _| Ok(reply(200, &[], "{}")));
    let kept = cache();
    let asked = api_request(CROSSREF, RequestKind::List, "https://example.org/");
    kept.put("test-v1", &asked.key(), Some("{\"cut"), clock().now(), DAY);
    let client = client(network.clone(), &kept, ClientOptions::default());
    assert_eq!(
        client.request(&asked).await,
        Ok(ApiResponse::Body("{}".into()))
    );
    assert_eq!(client.counts()[&CROSSREF].cached, 0);
}

#[tokio::test(start_paused = true)]
async fn response_is_cached_when_the_caller_is_dropped() {
    let network = VirtualNetwork::new(Duration::from_secs(1), |_, _| Ok(reply(200, &[], "{}")));
    let kept = cache();
    let client = client(network.clone(), &kept, ClientOptions::default());
    let at = |path: &str| {
        api_request(
            DBLP,
            RequestKind::List,
            &format!("https://example.org/{path}"),
        )
    };
    let both = async {
        client.request(&at("a")).await.unwrap();
        client.request(&at("b")).await.unwrap();
    };
    let interrupted = tokio::time::timeout(Duration::from_millis(1500), both).await;
    assert!(interrupted.is_err());
    client.request(&at("a")).await.unwrap();
    assert_eq!(network.sent().len(), 2);
    // The seat of the dropped request is free again.
    client.request(&at("b")).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn headers_name_the_client_and_the_format() {
    let server = MockServer::start().await;
    // Where the source is, while that is set.
    let agent = r"^bibsync/\d+\.\d+\.\d+ \((\+https://[^;]+; )?mailto:ada@example\.org\)$";
    Mock::given(method("POST"))
        .and(path("/sparql"))
        .and(header("accept", "application/sparql-results+json"))
        .and(header("content-type", "application/x-www-form-urlencoded"))
        .and(header_regex("user-agent", agent))
        .and(body_string("query=ASK+%7B%7D"))
        .respond_with(json("{}"))
        .mount(&server)
        .await;
    let line = RealNetwork::new();
    let client = client(line.clone(), &cache(), ClientOptions::default());
    let mut asked = api_request(DBLP, RequestKind::List, &format!("{}/sparql", server.uri()));
    asked.form = Some(vec![("query".to_owned(), "ASK {}".to_owned())]);
    client.request(&asked).await.unwrap();
    // The form is part of the request: another form is not answered by the cache.
    asked.form = Some(vec![("query".to_owned(), "ASK {?a ?b ?c}".to_owned())]);
    client.request(&asked).await.unwrap_err();
    assert_eq!(line.sent().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn events_are_emitted_and_counted() {
    let busy = ResponseTemplate::new(429).insert_header("retry-after", "5");
    let server = Script::play([busy, json("{}")]).await;
    let diary = Arc::new(EventLog::default());
    let options = ClientOptions {
        observer: Some(diary.clone()),
        ..ClientOptions::default()
    };
    let client = client(RealNetwork::new(), &cache(), options);
    let asked = api_request(DATACITE, RequestKind::List, &server.uri());
    client.request(&asked).await.unwrap();
    client.request(&asked).await.unwrap();

    let service = DATACITE;
    let url = asked.url.to_string();
    let sent = |attempt| HttpEvent::Sent {
        service,
        url: url.clone(),
        attempt,
    };
    let answered = |status| HttpEvent::Answered {
        service,
        url: url.clone(),
        status,
    };
    let waiting = HttpEvent::Waiting {
        service,
        pause: Duration::from_secs(5),
        why: "status 429".to_owned(),
    };
    let kept = HttpEvent::FromCache {
        service,
        url: url.clone(),
    };
    assert_eq!(
        diary.events(),
        [
            sent(1),
            answered(429),
            waiting,
            sent(2),
            answered(200),
            kept
        ]
    );
    let counts = client.counts();
    assert_eq!(counts.len(), 1);
    let counts = counts[&service];
    let numbers = (counts.sent, counts.retried, counts.refused, counts.cached);
    assert_eq!(numbers, (2, 1, 1, 1));
}
