use std::{sync::Arc, time::Duration};

use bibsync::http::{
    Accept, ApiRequest, ApiResponse, ClientOptions, RequestError, RequestKind, SendFuture, Service,
    Transport, WireError, WireRequest, WireResponse,
};
use tokio::time::Instant;
use wiremock::ResponseTemplate;

use super::OUT_OF_TIME;
use crate::support::{Anchored, Line, Script, Stage, ask, cache, client, raw_server, reply};

fn list(base: &str) -> ApiRequest {
    ask(Service::Crossref, RequestKind::List, base)
}

fn good() -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_raw("{\"ok\":true}", "application/json")
}

fn body() -> ApiResponse {
    ApiResponse::Body("{\"ok\":true}".into())
}

/// A fault and then a good answer: gives the virtual time between the two requests.
async fn pause_after(fault: ResponseTemplate) -> Duration {
    let server = Script::play([fault, good()]).await;
    let line = Anchored::new();
    let client = client(line.clone(), &cache(), ClientOptions::default());
    assert_eq!(client.request(&list(&server.uri())).await, Ok(body()));
    assert_eq!(line.sent().len(), 2);
    assert_eq!(client.counts()[&Service::Crossref].retried, 1);
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
async fn after_the_seconds_that_a_429_asks_for() {
    let busy = ResponseTemplate::new(429).insert_header("retry-after", "7");
    assert_between(pause_after(busy).await, 7, 8);
    let longest = ResponseTemplate::new(429).insert_header("retry-after", "120");
    assert_between(pause_after(longest).await, 120, 121);
}

#[tokio::test(start_paused = true)]
async fn after_the_date_that_a_429_asks_for() {
    let busy = ResponseTemplate::new(429)
        .insert_header("date", "Sat, 21 Nov 2026 12:00:00 GMT")
        .insert_header("retry-after", "Sat, 21 Nov 2026 12:00:42 GMT");
    assert_between(pause_after(busy).await, 42, 43);
}

#[tokio::test(start_paused = true)]
async fn after_a_429_that_asks_for_nothing() {
    assert_between(pause_after(ResponseTemplate::new(429)).await, 1, 3);
    let page = "<html><body><h1>429 Too Many Requests</h1></body></html>";
    let with_page = ResponseTemplate::new(429).set_body_raw(page, "text/html");
    assert_between(pause_after(with_page).await, 1, 3);
}

#[tokio::test(start_paused = true)]
async fn after_faults_of_the_service() {
    for status in [408, 500, 502, 503, 504] {
        let page = format!("<html><body><h1>{status}</h1></body></html>");
        let fault = ResponseTemplate::new(status).set_body_raw(page, "text/html");
        assert_between(pause_after(fault).await, 1, 3);
    }
}

#[tokio::test(start_paused = true)]
async fn after_json_that_breaks_off() {
    let cut = ResponseTemplate::new(200).set_body_raw("{\"items\": [", "application/json");
    assert_between(pause_after(cut).await, 1, 3);
}

#[tokio::test(start_paused = true)]
async fn after_a_garbled_packing() {
    let garbled = ResponseTemplate::new(200)
        .insert_header("content-encoding", "gzip")
        .set_body_bytes(b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xabVJ".to_vec());
    assert_between(pause_after(garbled).await, 1, 3);
}

fn http(head: &str, body: &str) -> Line {
    Line::Say(format!("HTTP/1.1 {head}\r\nconnection: close\r\n\r\n{body}").into_bytes())
}

#[tokio::test(start_paused = true)]
async fn after_a_body_shorter_than_announced() {
    let whole = http("200 OK\r\ncontent-length: 11", "{\"ok\":true}");
    let server = raw_server(vec![
        http("200 OK\r\ncontent-length: 999", "{\"ok\":"),
        whole,
    ]);
    let client = client(Anchored::new(), &cache(), ClientOptions::default());
    assert_eq!(client.request(&list(&server)).await, Ok(body()));
    assert_eq!(client.counts()[&Service::Crossref].sent, 2);
}

#[tokio::test(start_paused = true)]
async fn after_connections_that_break_after_a_429() {
    let server = raw_server(vec![
        http("429 Too Many Requests\r\ncontent-length: 0", ""),
        Line::Reset,
        Line::HangUp,
        http("200 OK\r\ncontent-length: 11", "{\"ok\":true}"),
    ]);
    let line = Anchored::new();
    let client = client(line.clone(), &cache(), ClientOptions::default());
    assert_eq!(client.request(&list(&server)).await, Ok(body()));
    assert_eq!(line.sent().len(), 4);
}

#[tokio::test(start_paused = true)]
async fn no_more_than_three_times() {
    let server = Script::play([ResponseTemplate::new(500)]).await;
    let line = Anchored::new();
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
async fn no_more_once_three_questions_in_a_row_went_unanswered() {
    let stage = Stage::new(Duration::ZERO, |_, _| Ok(reply(500, &[], "")));
    let client = client(stage.clone(), &cache(), ClientOptions::default());
    for n in 0..10 {
        let url = format!("https://api.crossref.org/{n}");
        let failed = client.request(&list(&url)).await.unwrap_err();
        let given_up = matches!(failed, RequestError::GivenUp { .. });
        assert_eq!(given_up, n >= 3, "{n}: {failed}");
    }
    assert_eq!(stage.sent().len(), 3 * 4);
}

#[tokio::test(start_paused = true)]
async fn on_and_on_while_some_are_answered() {
    let stage = Stage::new(Duration::ZERO, |_, request| {
        let fine = request.url.path().ends_with('9');
        Ok(if fine {
            reply(200, &[], "{}")
        } else {
            reply(500, &[], "")
        })
    });
    let client = client(stage.clone(), &cache(), ClientOptions::default());
    for path in ["1", "2", "9", "3", "4", "19", "5"] {
        let url = format!("https://api.crossref.org/{path}");
        let outcome = client.request(&list(&url)).await;
        assert_eq!(outcome.is_ok(), path.ends_with('9'), "{outcome:?}");
    }
    assert_eq!(stage.sent().len(), 5 * 4 + 2);
}

#[tokio::test(start_paused = true)]
async fn never_when_the_query_was_too_hard() {
    let too_hard = ResponseTemplate::new(429).set_body_raw(OUT_OF_TIME, "application/json");
    let fine = ResponseTemplate::new(200).set_body_raw("{\"ok\":true}", "application/json");
    let server = Script::play([too_hard, fine]).await;
    let line = Anchored::new();
    let client = client(line.clone(), &cache(), ClientOptions::default());
    let hard = ask(
        Service::Dblp,
        RequestKind::List,
        &format!("{}/hard", server.uri()),
    );
    let failed = client.request(&hard).await.unwrap_err();
    assert!(
        matches!(failed, RequestError::TooComplex { .. }),
        "{failed}"
    );
    let easy = ask(
        Service::Dblp,
        RequestKind::List,
        &format!("{}/easy", server.uri()),
    );
    assert_eq!(client.request(&easy).await, Ok(body()));
    // Neither backoff nor hold: both went out in the first burst, a second apart.
    assert_eq!(line.sent(), [Duration::ZERO, Duration::from_secs(1)]);
    assert_eq!(client.counts()[&Service::Dblp].refused, 0);
}

#[tokio::test(start_paused = true)]
async fn never_when_the_question_was_wrong_or_the_answer_is_to_another() {
    let wrong =
        ResponseTemplate::new(400).set_body_raw("{\"status\":\"failed\"}", "application/json");
    let other = ResponseTemplate::new(200).set_body_raw("{\"useless\":1}", "application/json");
    let server = Script::play([wrong, other, good()]).await;
    let line = Anchored::new();
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
async fn once_and_quickly_when_nobody_is_there() {
    let stage = Stage::new(Duration::ZERO, |_, _| {
        Err(WireError::Connect("connection refused".to_owned()))
    });
    let client = client(stage.clone(), &cache(), ClientOptions::default());
    let started = Instant::now();
    for n in 0..50 {
        let url = format!("https://api.crossref.org/{n}");
        let failed = client.request(&list(&url)).await.unwrap_err();
        assert!(
            matches!(failed, RequestError::Unreachable { .. }),
            "{failed}"
        );
    }
    assert_eq!(stage.sent().len(), 2);
    assert_between(started.elapsed(), 0, 1);
}

#[tokio::test(start_paused = true)]
async fn quickly_however_slow_the_pace_when_nobody_is_there() {
    for service in Service::ALL {
        let stage = Stage::new(Duration::ZERO, |number, _| match number {
            0 => Err(WireError::Connect("connection refused".to_owned())),
            _ => Ok(reply(200, &[], "{\"ok\":true}")),
        });
        let client = client(stage.clone(), &cache(), ClientOptions::default());
        for n in 0..2 {
            let mut asked = ask(
                service,
                RequestKind::List,
                &format!("https://example.org/{n}"),
            );
            asked.accept = Accept::Json;
            client.request(&asked).await.unwrap();
        }
        let sent = stage.sent();
        assert!(sent[1] <= 510, "{service:?} {sent:?}");
        let every = match service {
            Service::Arxiv => 3000,
            Service::DblpRest => 5000,
            Service::Datacite => 660,
            _ => 1000,
        };
        assert!(sent[2] - sent[1] >= every, "{service:?} {sent:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn longer_when_the_network_goes_away_mid_run() {
    let stage = Stage::new(Duration::ZERO, |number, _| match number {
        1..=3 => Err(WireError::Connect("network is down".to_owned())),
        _ => Ok(reply(200, &[], "{}")),
    });
    let client = client(stage.clone(), &cache(), ClientOptions::default());
    client
        .request(&list("https://api.crossref.org/a"))
        .await
        .unwrap();
    client
        .request(&list("https://api.crossref.org/b"))
        .await
        .unwrap();
    assert_eq!(stage.sent().len(), 5);
}

#[tokio::test(start_paused = true)]
async fn once_when_no_answer_comes_in_time() {
    let stage = Stage::new(Duration::from_secs(30), |number, _| match number {
        0 => Ok(reply(200, &[], "{}")),
        _ => Err(WireError::Timeout),
    });
    let client = client(stage.clone(), &cache(), ClientOptions::default());
    let at = |n| list(&format!("https://api.crossref.org/{n}"));
    client.request(&at(0)).await.unwrap();
    let failed = client.request(&at(1)).await;
    assert!(
        matches!(failed, Err(RequestError::Unusable { .. })),
        "{failed:?}"
    );
    assert_eq!(stage.sent().len(), 3);
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
async fn never_when_a_service_takes_connections_and_says_nothing() {
    for service in Service::ALL {
        let silent = Arc::new(Silent(std::sync::Mutex::default()));
        let client = client(silent.clone(), &cache(), ClientOptions::default());
        let started = Instant::now();
        for n in 0..10 {
            let asked = ask(
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
    ask(Service::Dblp, RequestKind::List, &url)
}

/// What becomes of questions to the endpoint when these requests, counted from 0, are too hard.
async fn hard(
    requests: &'static [usize],
    outcome: fn() -> Result<WireResponse, WireError>,
) -> (Vec<&'static str>, usize) {
    let stage = Stage::new(Duration::ZERO, move |number, _| {
        if requests.contains(&number) {
            outcome()
        } else {
            Ok(reply(200, &[], "{}"))
        }
    });
    let client = client(stage.clone(), &cache(), ClientOptions::default());
    let mut outcomes = Vec::new();
    for n in 0..8 {
        outcomes.push(match client.request(&sparql(n)).await {
            Ok(_) => "answer",
            Err(RequestError::TooComplex { .. }) => "too hard",
            Err(RequestError::GivenUp { .. }) => "given up",
            Err(other) => panic!("{other}"),
        });
    }
    (outcomes, stage.sent().len())
}

#[tokio::test(start_paused = true)]
async fn never_after_three_questions_too_hard_without_an_answer_between() {
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
async fn never_when_our_own_patience_with_a_query_ends() {
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
async fn with_a_permit_for_every_attempt() {
    // Every other request fails at first; the waits after that are shorter than DBLP's pace.
    let stage = Stage::new(Duration::ZERO, |number, _| {
        let status = if [0, 2, 4].contains(&number) {
            500
        } else {
            200
        };
        Ok(reply(status, &[], "{}"))
    });
    let client = client(stage.clone(), &cache(), ClientOptions::default());
    for n in 0..5 {
        let url = format!("https://sparql.dblp.org/{n}");
        client
            .request(&ask(Service::Dblp, RequestKind::List, &url))
            .await
            .unwrap();
    }
    let sent = stage.sent();
    assert_eq!(sent.len(), 8);
    // The burst allows four; every later request, first attempt or retry, comes on the beat.
    for (number, at) in sent.iter().enumerate().skip(4) {
        let beat = (number as u128 - 3) * 10_000;
        assert!((beat..beat + 10).contains(at), "{sent:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn no_more_than_a_hundred_times_in_one_run() {
    // Every answer is a fault at first, so that no three questions in a row go unanswered.
    let stage = Stage::new(Duration::ZERO, |number, _| {
        Ok(reply(if number % 2 == 0 { 503 } else { 200 }, &[], "{}"))
    });
    let client = client(stage.clone(), &cache(), ClientOptions::default());
    let mut failed = 0;
    for n in 0..120 {
        let url = format!("https://example.org/{n}");
        let asked = ask(Service::Crossref, RequestKind::List, &url);
        failed += u32::from(client.request(&asked).await.is_err());
    }
    assert_eq!((stage.sent().len(), failed), (201, 20));
}
