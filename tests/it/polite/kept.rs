use std::{sync::Arc, time::Duration};

use bibsync::{
    cache::Cache,
    http::{
        ApiRequest, ApiResponse, Client, ClientOptions, HttpEvent, ItemCache, RequestError,
        RequestKind, Service,
    },
};
use tokio::time::advance;
use wiremock::{
    Mock, MockServer, ResponseTemplate,
    matchers::{body_string, header, header_regex, method, path},
};

use crate::support::{
    Anchored, DAY, Diary, Script, Stage, ask, budget, cache, client, clock, reply,
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
async fn the_second_run_asks_nothing() {
    let server = Script::play([json("{\"n\":1}")]).await;
    let (line, dir) = (Anchored::new(), tempfile::tempdir().unwrap());
    let asked = ask(Service::Crossref, RequestKind::List, &server.uri());
    for _ in 0..2 {
        let kept = Arc::new(Cache::open(dir.path()).unwrap());
        let client = client(line.clone(), &kept, ClientOptions::default());
        let answer = ApiResponse::Body("{\"n\":1}".into());
        assert_eq!(client.request(&asked).await, Ok(answer));
    }
    assert_eq!(line.sent().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_stale_answer_is_asked_for_again() {
    let server = Script::play([json("{\"n\":1}"), json("{\"n\":2}")]).await;
    let client = client(Anchored::new(), &cache(), ClientOptions::default());
    let asked = ask(Service::Crossref, RequestKind::List, &server.uri());
    client.request(&asked).await.unwrap();
    advance(DAY).await;
    assert_eq!(
        client.request(&asked).await,
        Ok(ApiResponse::Body("{\"n\":2}".into()))
    );
}

#[tokio::test(start_paused = true)]
async fn that_a_record_is_absent_is_kept_for_its_own_time() {
    let missing = ResponseTemplate::new(404).set_body_raw("Resource not found.", "text/plain");
    let server = Script::play([missing, json("{}")]).await;
    let line = Anchored::new();
    let client = client(line.clone(), &cache(), ClientOptions::default());
    let asked = ask(Service::Crossref, RequestKind::Single, &server.uri());
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
async fn that_nothing_was_found_is_kept_as_long_as_an_absence() {
    let server = Script::play([json("[]"), json("[1]")]).await;
    let line = Anchored::new();
    let client = client(line.clone(), &cache(), ClientOptions::default());
    let asked = ask(Service::Crossref, RequestKind::List, &server.uri());
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
async fn a_404_in_no_words_of_the_service_is_not_kept() {
    let server = Script::play([ResponseTemplate::new(404), json("{}")]).await;
    let client = client(Anchored::new(), &cache(), ClientOptions::default());
    let asked = ask(Service::Crossref, RequestKind::Single, &server.uri());
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
async fn a_byte_order_mark_is_not_kept() {
    let server = Script::play([json("\u{feff}{\"n\":1}")]).await;
    let kept = cache();
    let asked = ask(Service::Crossref, RequestKind::List, &server.uri());
    for options in [ClientOptions::default(), offline()] {
        let answer = client(Anchored::new(), &kept, options)
            .request(&asked)
            .await;
        assert_eq!(answer, Ok(ApiResponse::Body("{\"n\":1}".into())));
    }
}

/// Where answers are kept as long as that to this question.
fn shelf(ask: &ApiRequest) -> ItemCache {
    ItemCache {
        service: ask.service,
        caching: ask.caching,
        is_empty: ask.is_empty,
        revalidation: ask.revalidation.clone(),
    }
}

#[tokio::test(start_paused = true)]
async fn offline_reads_however_old_and_sends_nothing() {
    let stage = Stage::new(Duration::ZERO, |_, _| Ok(reply(200, &[], "{\"n\":1}")));
    let kept = cache();
    let now = clock();
    let run = |options| {
        let manners = std::collections::BTreeMap::new();
        Client::new(
            stage.clone(),
            Arc::clone(&kept),
            budget(),
            now,
            manners,
            options,
        )
    };
    let known = ask(
        Service::Crossref,
        RequestKind::List,
        "https://example.org/known",
    );
    let unknown = ask(
        Service::Crossref,
        RequestKind::List,
        "https://example.org/unknown",
    );
    let online = run(ClientOptions::default());
    online.request(&known).await.unwrap();
    online.cache_item(&shelf(&known), "10.1000/1", Some("{}"));
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
    assert_eq!(stage.sent().len(), 1);
    let day = |ask: &bibsync::http::ApiRequest| {
        offline.retrieved_on(&ask.caching, &ask.key()).to_string()
    };
    assert_eq!(day(&known), "2026-11-21", "the day on which it came");
    assert_eq!(day(&unknown), "2026-12-21", "what is not kept comes today");
}

#[tokio::test(start_paused = true)]
async fn a_refreshing_run_asks_everything_once() {
    let stage = Stage::new(Duration::ZERO, |number, _| {
        Ok(reply(200, &[], &format!("{{\"n\":{number}}}")))
    });
    let kept = cache();
    let asked = ask(Service::Crossref, RequestKind::List, "https://example.org/");
    let before = client(stage.clone(), &kept, ClientOptions::default());
    before.request(&asked).await.unwrap();
    before.cache_item(&shelf(&asked), "10.1000/1", Some("{}"));

    let run = client(stage.clone(), &kept, refresh());
    assert_eq!(run.cached(&asked.caching, "10.1000/1"), None);
    run.cache_item(&shelf(&asked), "10.1000/1", None);
    assert_eq!(
        run.cached(&asked.caching, "10.1000/1"),
        Some(ApiResponse::NotFound)
    );
    let renewed = ApiResponse::Body("{\"n\":1}".into());
    assert_eq!(run.request(&asked).await, Ok(renewed.clone()));
    assert_eq!(run.request(&asked).await, Ok(renewed));
    assert_eq!(stage.sent().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn identical_questions_share_one_request_whatever_comes_of_it() {
    let stage = Stage::new(Duration::from_secs(1), |_, request| {
        Ok(match request.url.path() {
            "/good" => reply(200, &[], "{}"),
            _ => reply(400, &[], "no"),
        })
    });
    let client = client(stage.clone(), &cache(), ClientOptions::default());
    let good = ask(
        Service::Datacite,
        RequestKind::List,
        "https://example.org/good",
    );
    let bad = ask(
        Service::Datacite,
        RequestKind::List,
        "https://example.org/bad",
    );
    let (a, b, c, d) = tokio::join!(
        client.request(&good),
        client.request(&good),
        client.request(&bad),
        client.request(&bad)
    );
    assert_eq!((&a, &c), (&b, &d));
    assert!(a.is_ok() && matches!(c, Err(RequestError::Rejected { .. })));
    assert_eq!(stage.sent().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_kept_body_that_fails_the_check_is_asked_for_again() {
    let stage = Stage::new(Duration::ZERO, |_, _| Ok(reply(200, &[], "{}")));
    let kept = cache();
    let asked = ask(Service::Crossref, RequestKind::List, "https://example.org/");
    kept.put("test-v1", &asked.key(), Some("{\"cut"), clock().now(), DAY);
    let client = client(stage.clone(), &kept, ClientOptions::default());
    assert_eq!(
        client.request(&asked).await,
        Ok(ApiResponse::Body("{}".into()))
    );
    assert_eq!(client.counts()[&Service::Crossref].cached, 0);
}

#[tokio::test(start_paused = true)]
async fn what_was_answered_stays_when_the_asker_is_dropped() {
    let stage = Stage::new(Duration::from_secs(1), |_, _| Ok(reply(200, &[], "{}")));
    let kept = cache();
    let client = client(stage.clone(), &kept, ClientOptions::default());
    let at = |path: &str| {
        ask(
            Service::Dblp,
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
    assert_eq!(stage.sent().len(), 2);
    // The seat of the dropped request is free again.
    client.request(&at("b")).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn the_wire_shows_who_asks_for_what() {
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
    let line = Anchored::new();
    let client = client(line.clone(), &cache(), ClientOptions::default());
    let mut asked = ask(
        Service::Dblp,
        RequestKind::List,
        &format!("{}/sparql", server.uri()),
    );
    asked.form = Some(vec![("query".to_owned(), "ASK {}".to_owned())]);
    client.request(&asked).await.unwrap();
    // The form is part of the question: another one is not answered from the cache.
    asked.form = Some(vec![("query".to_owned(), "ASK {?a ?b ?c}".to_owned())]);
    client.request(&asked).await.unwrap_err();
    assert_eq!(line.sent().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn what_happens_is_told_and_counted() {
    let busy = ResponseTemplate::new(429).insert_header("retry-after", "5");
    let server = Script::play([busy, json("{}")]).await;
    let diary = Arc::new(Diary::default());
    let options = ClientOptions {
        observer: Some(diary.clone()),
        ..ClientOptions::default()
    };
    let client = client(Anchored::new(), &cache(), options);
    let asked = ask(Service::Datacite, RequestKind::List, &server.uri());
    client.request(&asked).await.unwrap();
    client.request(&asked).await.unwrap();

    let service = Service::Datacite;
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
