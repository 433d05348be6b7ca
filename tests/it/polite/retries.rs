use std::{sync::Arc, time::Duration};

use bibsync::{
    http::{
        Accept, ApiRequest, ApiResponse, ClientOptions, RequestError, RequestKind, SendFuture,
        Transport, WireError, WireRequest, WireResponse,
    },
    sources::Catalog,
};
use tokio::time::Instant;
use wiremock::ResponseTemplate;

use super::OUT_OF_TIME;
use crate::support::{
    CROSSREF, DBLP, RawReply, RealNetwork, Script, VirtualNetwork, api_request, cache, client,
    raw_server, reply,
};

fn list(base: &str) -> ApiRequest {
    api_request(CROSSREF, RequestKind::List, base)
}

fn good() -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_raw("{\"ok\":true}", "application/json")
}

fn body() -> ApiResponse {
    ApiResponse::Body("{\"ok\":true}".into())
}

/// Returns the virtual time between two requests of which the first meets a fault.
async fn pause_after(fault: ResponseTemplate) -> Duration {
    let server = Script::play([fault, good()]).await;
    let line = RealNetwork::new();
    let client = client(line.clone(), &cache(), ClientOptions::default());
    assert_eq!(client.request(&list(&server.uri())).await, Ok(body()));
    assert_eq!(line.sent().len(), 2);
    assert_eq!(client.counts()[&CROSSREF].retried, 1);
    line.waits()[0]
}

fn assert_between(pause: Duration, least: u64, most: u64) {
    let seconds = Duration::from_secs;
    assert!(
        pause >= seconds(least) && pause <= seconds(most),
        "{pause:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn retry_waits_for_the_seconds_of_a_429() {
    let busy = ResponseTemplate::new(429).insert_header("retry-after", "7");
    assert_between(pause_after(busy).await, 7, 8);
    let longest = ResponseTemplate::new(429).insert_header("retry-after", "120");
    assert_between(pause_after(longest).await, 120, 121);
}

#[tokio::test(start_paused = true)]
async fn retry_waits_for_the_date_of_a_429() {
    let busy = ResponseTemplate::new(429)
        .insert_header("date", "Sat, 21 Nov 2026 12:00:00 GMT")
        .insert_header("retry-after", "Sat, 21 Nov 2026 12:00:42 GMT");
    assert_between(pause_after(busy).await, 42, 43);
}

#[tokio::test(start_paused = true)]
async fn retry_after_a_429_without_a_header() {
    assert_between(pause_after(ResponseTemplate::new(429)).await, 1, 3);
    let page = "<html><body><h1>429 Too Many Requests</h1></body></html>";
    let with_page = ResponseTemplate::new(429).set_body_raw(page, "text/html");
    assert_between(pause_after(with_page).await, 1, 3);
}

#[tokio::test(start_paused = true)]
async fn faults_of_the_service_are_retried_after_a_pause() {
    for status in [408, 500, 502, 503, 504] {
        let page = format!("<html><body><h1>{status}</h1></body></html>");
        let fault = ResponseTemplate::new(status).set_body_raw(page, "text/html");
        assert_between(pause_after(fault).await, 1, 3);
    }
}

#[tokio::test(start_paused = true)]
async fn truncated_json_is_retried() {
    let cut = ResponseTemplate::new(200).set_body_raw("{\"items\": [", "application/json");
    assert_between(pause_after(cut).await, 1, 3);
}

#[tokio::test(start_paused = true)]
async fn corrupt_compression_is_retried() {
    let garbled = ResponseTemplate::new(200)
        .insert_header("content-encoding", "gzip")
        .set_body_bytes(b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xabVJ".to_vec());
    assert_between(pause_after(garbled).await, 1, 3);
}

fn http(head: &str, body: &str) -> RawReply {
    RawReply::Send(format!("HTTP/1.1 {head}\r\nconnection: close\r\n\r\n{body}").into_bytes())
}

#[tokio::test(start_paused = true)]
async fn body_shorter_than_announced_is_retried() {
    let whole = http("200 OK\r\ncontent-length: 11", "{\"ok\":true}");
    let server = raw_server(vec![
        http("200 OK\r\ncontent-length: 999", "{\"ok\":"),
        whole,
    ]);
    let client = client(RealNetwork::new(), &cache(), ClientOptions::default());
    assert_eq!(client.request(&list(&server)).await, Ok(body()));
    assert_eq!(client.counts()[&CROSSREF].sent, 2);
}

#[tokio::test(start_paused = true)]
async fn retry_after_broken_connections_following_a_429() {
    let server = raw_server(vec![
        http("429 Too Many Requests\r\ncontent-length: 0", ""),
        RawReply::Reset,
        RawReply::Close,
        http("200 OK\r\ncontent-length: 11", "{\"ok\":true}"),
    ]);
    let line = RealNetwork::new();
    let client = client(line.clone(), &cache(), ClientOptions::default());
    assert_eq!(client.request(&list(&server)).await, Ok(body()));
    assert_eq!(line.sent().len(), 4);
}

#[tokio::test(start_paused = true)]
async fn fault_is_retried_three_times() {
    let server = Script::play([ResponseTemplate::new(500)]).await;
    let line = RealNetwork::new();
    let client = client(line.clone(), &cache(), ClientOptions::default());
    let failed = client.request(&list(&server.uri())).await.unwrap_err();
    assert!(matches!(failed, RequestError::Unusable { .. }), "{failed}");
    let waits = line.waits();
    assert_eq!(waits.len(), 3);
    for (wait, least) in waits.into_iter().zip([1, 2, 4]) {
        assert_between(wait, least, 2 * least + 1);
    }
}

#[tokio::test(start_paused = true)]
async fn service_is_given_up_after_three_failed_requests_in_a_row() {
    let network = VirtualNetwork::new(Duration::ZERO, |_, _| Ok(reply(500, &[], "")));
    let client = client(network.clone(), &cache(), ClientOptions::default());
    for n in 0..10 {
        let url = format!("https://api.crossref.org/{n}");
        let failed = client.request(&list(&url)).await.unwrap_err();
        let given_up = matches!(failed, RequestError::GivenUp { .. });
        assert_eq!(given_up, n >= 3, "{n}: {failed}");
    }
    assert_eq!(network.sent().len(), 3 * 4);
}

#[tokio::test(start_paused = true)]
async fn service_that_answers_some_requests_is_not_given_up() {
    let network = VirtualNetwork::new(Duration::ZERO, |_, request| {
        let fine = request.url.path().ends_with('9');
        Ok(if fine {
            reply(200, &[], "{}")
        } else {
            reply(500, &[], "")
        })
    });
    let client = client(network.clone(), &cache(), ClientOptions::default());
    for path in ["1", "2", "9", "3", "4", "19", "5"] {
        let url = format!("https://api.crossref.org/{path}");
        let outcome = client.request(&list(&url)).await;
        assert_eq!(outcome.is_ok(), path.ends_with('9'), "{outcome:?}");
    }
    assert_eq!(network.sent().len(), 5 * 4 + 2);
}

#[tokio::test(start_paused = true)]
async fn too_complex_query_is_not_retried() {
    let too_hard = ResponseTemplate::new(429).set_body_raw(OUT_OF_TIME, "application/json");
    let fine = ResponseTemplate::new(200).set_body_raw("{\"ok\":true}", "application/json");
    let server = Script::play([too_hard, fine]).await;
    let line = RealNetwork::new();
    let client = client(line.clone(), &cache(), ClientOptions::default());
    let hard = api_request(DBLP, RequestKind::List, &format!("{}/hard", server.uri()));
    let failed = client.request(&hard).await.unwrap_err();
    assert!(
        matches!(failed, RequestError::TooComplex { .. }),
        "{failed}"
    );
    let easy = api_request(DBLP, RequestKind::List, &format!("{}/easy", server.uri()));
    assert_eq!(client.request(&easy).await, Ok(body()));
    // Neither backoff nor hold: both went out in the first burst, a second apart.
    assert_eq!(line.sent(), [Duration::ZERO, Duration::from_secs(1)]);
    assert_eq!(client.counts()[&DBLP].refused, 0);
}

#[tokio::test(start_paused = true)]
async fn invalid_request_and_unexpected_response_are_not_retried() {
    let wrong =
        ResponseTemplate::new(400).set_body_raw("{\"status\":\"failed\"}", "application/json");
    let other = ResponseTemplate::new(200).set_body_raw("{\"useless\":1}", "application/json");
    let server = Script::play([wrong, other, good()]).await;
    let line = RealNetwork::new();
    let client = client(line.clone(), &cache(), ClientOptions::default());
    let at = |path: &str| list(&format!("{}/{path}", server.uri()));
    let failed = client.request(&at("a")).await.unwrap_err();
    assert!(matches!(failed, RequestError::Rejected { .. }), "{failed}");
    let failed = client.request(&at("b")).await.unwrap_err();
    assert!(matches!(failed, RequestError::Unusable { .. }), "{failed}");
    assert_eq!(client.request(&at("c")).await, Ok(body()));
    assert_eq!(line.sent().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn unreachable_service_is_retried_once_and_quickly() {
    let network = VirtualNetwork::new(Duration::ZERO, |_, _| {
        Err(WireError::Connect("connection refused".to_owned()))
    });
    let client = client(network.clone(), &cache(), ClientOptions::default());
    let started = Instant::now();
    for n in 0..50 {
        let url = format!("https://api.crossref.org/{n}");
        let failed = client.request(&list(&url)).await.unwrap_err();
        assert!(
            matches!(failed, RequestError::Unreachable { .. }),
            "{failed}"
        );
    }
    assert_eq!(network.sent().len(), 2);
    assert_between(started.elapsed(), 0, 1);
}

#[tokio::test(start_paused = true)]
async fn failed_connection_does_not_count_under_the_rate_limit() {
    for service in Catalog::BUILT_IN.services() {
        let network = VirtualNetwork::new(Duration::ZERO, |number, _| match number {
            0 => Err(WireError::Connect("connection refused".to_owned())),
            _ => Ok(reply(200, &[], "{\"ok\":true}")),
        });
        let client = client(network.clone(), &cache(), ClientOptions::default());
        for n in 0..2 {
            let mut asked = api_request(
                service,
                RequestKind::List,
                &format!("https://example.org/{n}"),
            );
            asked.accept = Accept::Json;
            client.request(&asked).await.unwrap();
        }
        let sent = network.sent();
        assert!(sent[1] <= 510, "{service:?} {sent:?}");
        let every = match service.host_label() {
            "arxiv" => 3000,
            "dblp-rest" => 5000,
            "datacite" => 660,
            "europepmc" => 400,
            "openalex" => 100,
            "orcid" => 500,
            // It allows a burst.
            "inspire" => 0,
            _ => 1000,
        };
        assert!(sent[2] - sent[1] >= every, "{service:?} {sent:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn lost_connection_is_retried_for_longer_after_a_response() {
    let network = VirtualNetwork::new(Duration::ZERO, |number, _| match number {
        1..=3 => Err(WireError::Connect("network is down".to_owned())),
        _ => Ok(reply(200, &[], "{}")),
    });
    let client = client(network.clone(), &cache(), ClientOptions::default());
    client
        .request(&list("https://api.crossref.org/a"))
        .await
        .unwrap();
    client
        .request(&list("https://api.crossref.org/b"))
        .await
        .unwrap();
    assert_eq!(network.sent().len(), 5);
}

#[tokio::test(start_paused = true)]
async fn timeout_is_retried_once() {
    let network = VirtualNetwork::new(Duration::from_secs(30), |number, _| match number {
        0 => Ok(reply(200, &[], "{}")),
        _ => Err(WireError::Timeout),
    });
    let client = client(network.clone(), &cache(), ClientOptions::default());
    let at = |n| list(&format!("https://api.crossref.org/{n}"));
    client.request(&at(0)).await.unwrap();
    let failed = client.request(&at(1)).await;
    assert!(
        matches!(failed, Err(RequestError::Unusable { .. })),
        "{failed:?}"
    );
    assert_eq!(network.sent().len(), 3);
}

/// A transport that gives up when the request may take no longer.
#[derive(Debug)]
struct Silent(std::sync::Mutex<usize>);

impl Transport for Silent {
    fn send(&self, request: WireRequest) -> SendFuture<'_> {
        *self.0.lock().unwrap() += 1;
        Box::pin(async move {
            tokio::time::sleep(request.timeout).await;
            Err(WireError::Timeout)
        })
    }
}

#[tokio::test(start_paused = true)]
async fn silent_service_is_not_retried() {
    for service in Catalog::BUILT_IN.services() {
        let silent = Arc::new(Silent(std::sync::Mutex::default()));
        let client = client(silent.clone(), &cache(), ClientOptions::default());
        let started = Instant::now();
        for n in 0..10 {
            let asked = api_request(
                service,
                RequestKind::List,
                &format!("https://example.org/{n}"),
            );
            let failed = client.request(&asked).await.unwrap_err();
            assert!(
                matches!(failed, RequestError::Unreachable { .. }),
                "{failed}"
            );
        }
        assert_eq!(*silent.0.lock().unwrap(), 1, "{service:?}");
        assert_between(started.elapsed(), 15, 15);
    }
}

fn sparql(n: usize) -> ApiRequest {
    let url = format!("https://sparql.dblp.org/{n}");
    api_request(DBLP, RequestKind::List, &url)
}

/// Returns the outcomes of requests to the endpoint when these of them, counted from 0, are too complex.
async fn hard(
    requests: &'static [usize],
    outcome: fn() -> Result<WireResponse, WireError>,
) -> (Vec<&'static str>, usize) {
    let network = VirtualNetwork::new(Duration::ZERO, move |number, _| {
        if requests.contains(&number) {
            outcome()
        } else {
            Ok(reply(200, &[], "{}"))
        }
    });
    let client = client(network.clone(), &cache(), ClientOptions::default());
    let mut outcomes = Vec::new();
    for n in 0..8 {
        outcomes.push(match client.request(&sparql(n)).await {
            Ok(_) => "answer",
            Err(RequestError::TooComplex { .. }) => "too hard",
            Err(RequestError::GivenUp { .. }) => "given up",
            Err(other) => panic!("{other}"),
        });
    }
    (outcomes, network.sent().len())
}

#[tokio::test(start_paused = true)]
async fn service_is_given_up_after_three_too_complex_queries() {
    let out_of_time = || Ok(reply(429, &[], OUT_OF_TIME));
    let (outcomes, sent) = hard(&[1, 2, 4, 5, 6, 7], out_of_time).await;
    assert_eq!(
        (outcomes, sent),
        (
            vec![
                "answer", "too hard", "too hard", "answer", "too hard", "too hard", "given up",
                "given up"
            ],
            7
        )
    );
}

#[tokio::test(start_paused = true)]
async fn query_beyond_our_time_limit_is_not_retried() {
    let (outcomes, sent) = hard(&[1, 3, 4, 5], || Err(WireError::Timeout)).await;
    assert_eq!(
        (outcomes, sent),
        (
            vec![
                "answer", "too hard", "answer", "too hard", "too hard", "given up", "given up",
                "given up"
            ],
            6
        )
    );
}

#[tokio::test(start_paused = true)]
async fn every_attempt_takes_a_permit() {
    // Every other request fails at first; the waits after that are shorter than DBLP's pace.
    let network = VirtualNetwork::new(Duration::ZERO, |number, _| {
        let status = if [0, 2, 4].contains(&number) {
            500
        } else {
            200
        };
        Ok(reply(status, &[], "{}"))
    });
    let client = client(network.clone(), &cache(), ClientOptions::default());
    for n in 0..5 {
        let url = format!("https://sparql.dblp.org/{n}");
        client
            .request(&api_request(DBLP, RequestKind::List, &url))
            .await
            .unwrap();
    }
    let sent = network.sent();
    assert_eq!(sent.len(), 8);
    // The burst allows four; every later request, first attempt or retry, comes on the beat.
    for (number, at) in sent.iter().enumerate().skip(4) {
        let beat = (number as u128 - 3) * 10_000;
        assert!((beat..beat + 10).contains(at), "{sent:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn run_sends_at_most_a_hundred_retries() {
    // Every request meets a fault first and succeeds then, so that no three in a row fail.
    let network = VirtualNetwork::new(Duration::ZERO, |number, _| {
        Ok(reply(if number % 2 == 0 { 503 } else { 200 }, &[], "{}"))
    });
    let client = client(network.clone(), &cache(), ClientOptions::default());
    let mut failed = 0;
    for n in 0..120 {
        let url = format!("https://example.org/{n}");
        let asked = api_request(CROSSREF, RequestKind::List, &url);
        failed += u32::from(client.request(&asked).await.is_err());
    }
    assert_eq!((network.sent().len(), failed), (201, 20));
}
