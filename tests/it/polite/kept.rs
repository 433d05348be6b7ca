use std::{sync::Arc, time::Duration};

use bibsync::{
    cache::Cache,
    http::{Answer, Ask, Client, Failed, HttpEvent, Lane, Options, Service, Shelf},
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

fn offline() -> Options {
    Options {
        offline: true,
        ..Options::default()
    }
}

fn refresh() -> Options {
    Options {
        refresh: true,
        ..Options::default()
    }
}

#[tokio::test(start_paused = true)]
async fn the_second_run_asks_nothing() {
    let server = Script::play([json("{\"n\":1}")]).await;
    let (line, dir) = (Anchored::new(), tempfile::tempdir().unwrap());
    let asked = ask(Service::Crossref, Lane::List, &server.uri());
    for _ in 0..2 {
        let kept = Arc::new(Cache::open(dir.path()).unwrap());
        let client = client(line.clone(), &kept, Options::default());
        let answer = Answer::Body("{\"n\":1}".into());
        assert_eq!(client.ask(&asked).await, Ok(answer));
    }
    assert_eq!(line.sent().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_stale_answer_is_asked_for_again() {
    let server = Script::play([json("{\"n\":1}"), json("{\"n\":2}")]).await;
    let client = client(Anchored::new(), &cache(), Options::default());
    let asked = ask(Service::Crossref, Lane::List, &server.uri());
    client.ask(&asked).await.unwrap();
    advance(DAY).await;
    assert_eq!(
        client.ask(&asked).await,
        Ok(Answer::Body("{\"n\":2}".into()))
    );
}

#[tokio::test(start_paused = true)]
async fn that_a_record_is_absent_is_kept_for_its_own_time() {
    let missing = ResponseTemplate::new(404).set_body_raw("Resource not found.", "text/plain");
    let server = Script::play([missing, json("{}")]).await;
    let line = Anchored::new();
    let client = client(line.clone(), &cache(), Options::default());
    let asked = ask(Service::Crossref, Lane::Single, &server.uri());
    assert_eq!(client.ask(&asked).await, Ok(Answer::Absent));
    assert_eq!(client.ask(&asked).await, Ok(Answer::Absent));
    assert_eq!(line.sent().len(), 1);
    advance(DAY / 2).await;
    assert_eq!(client.ask(&asked).await, Ok(Answer::Body("{}".into())));
}

#[tokio::test(start_paused = true)]
async fn that_nothing_was_found_is_kept_as_long_as_an_absence() {
    let server = Script::play([json("[]"), json("[1]")]).await;
    let line = Anchored::new();
    let client = client(line.clone(), &cache(), Options::default());
    let asked = ask(Service::Crossref, Lane::List, &server.uri());
    assert_eq!(client.ask(&asked).await, Ok(Answer::Body("[]".into())));
    assert_eq!(client.ask(&asked).await, Ok(Answer::Body("[]".into())));
    assert_eq!(line.sent().len(), 1);
    advance(DAY / 2).await;
    assert_eq!(client.ask(&asked).await, Ok(Answer::Body("[1]".into())));
}

#[tokio::test(start_paused = true)]
async fn a_404_in_no_words_of_the_service_is_not_kept() {
    let server = Script::play([ResponseTemplate::new(404), json("{}")]).await;
    let client = client(Anchored::new(), &cache(), Options::default());
    let asked = ask(Service::Crossref, Lane::Single, &server.uri());
    let failed = client.ask(&asked).await;
    assert!(matches!(failed, Err(Failed::Unusable { .. })), "{failed:?}");
    assert_eq!(client.ask(&asked).await, Ok(Answer::Body("{}".into())));
}

#[tokio::test(start_paused = true)]
async fn a_byte_order_mark_is_not_kept() {
    let server = Script::play([json("\u{feff}{\"n\":1}")]).await;
    let kept = cache();
    let asked = ask(Service::Crossref, Lane::List, &server.uri());
    for options in [Options::default(), offline()] {
        let answer = client(Anchored::new(), &kept, options).ask(&asked).await;
        assert_eq!(answer, Ok(Answer::Body("{\"n\":1}".into())));
    }
}

/// Where answers are kept as long as that to this question.
fn shelf(ask: &Ask) -> Shelf {
    Shelf {
        service: ask.service,
        keep: ask.keep,
        is_empty: ask.is_empty,
        renewal: ask.renewal.clone(),
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
    let known = ask(Service::Crossref, Lane::List, "https://example.org/known");
    let unknown = ask(Service::Crossref, Lane::List, "https://example.org/unknown");
    let online = run(Options::default());
    online.ask(&known).await.unwrap();
    online.shelve(&shelf(&known), "10.1000/1", Some("{}"));
    advance(30 * DAY).await;
    assert_eq!(online.recall(&known.keep, "10.1000/1"), None);

    let offline = run(offline());
    let answer = Answer::Body("{\"n\":1}".into());
    assert_eq!(offline.ask(&known).await, Ok(answer));
    assert_eq!(
        offline.recall(&known.keep, "10.1000/1"),
        Some(Answer::Body("{}".into()))
    );
    let failed = offline.ask(&unknown).await.unwrap_err();
    assert_eq!(
        failed.to_string(),
        "offline, and no answer is kept for https://example.org/unknown"
    );
    assert_eq!(stage.sent().len(), 1);
    let day = |ask: &bibsync::http::Ask| offline.day(&ask.keep, &ask.key()).to_string();
    assert_eq!(day(&known), "2026-11-21", "the day on which it came");
    assert_eq!(day(&unknown), "2026-12-21", "what is not kept comes today");
}

#[tokio::test(start_paused = true)]
async fn a_refreshing_run_asks_everything_once() {
    let stage = Stage::new(Duration::ZERO, |number, _| {
        Ok(reply(200, &[], &format!("{{\"n\":{number}}}")))
    });
    let kept = cache();
    let asked = ask(Service::Crossref, Lane::List, "https://example.org/");
    let before = client(stage.clone(), &kept, Options::default());
    before.ask(&asked).await.unwrap();
    before.shelve(&shelf(&asked), "10.1000/1", Some("{}"));

    let run = client(stage.clone(), &kept, refresh());
    assert_eq!(run.recall(&asked.keep, "10.1000/1"), None);
    run.shelve(&shelf(&asked), "10.1000/1", None);
    assert_eq!(run.recall(&asked.keep, "10.1000/1"), Some(Answer::Absent));
    let renewed = Answer::Body("{\"n\":1}".into());
    assert_eq!(run.ask(&asked).await, Ok(renewed.clone()));
    assert_eq!(run.ask(&asked).await, Ok(renewed));
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
    let client = client(stage.clone(), &cache(), Options::default());
    let good = ask(Service::Datacite, Lane::List, "https://example.org/good");
    let bad = ask(Service::Datacite, Lane::List, "https://example.org/bad");
    let (a, b, c, d) = tokio::join!(
        client.ask(&good),
        client.ask(&good),
        client.ask(&bad),
        client.ask(&bad)
    );
    assert_eq!((&a, &c), (&b, &d));
    assert!(a.is_ok() && matches!(c, Err(Failed::Rejected { .. })));
    assert_eq!(stage.sent().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_kept_body_that_fails_the_check_is_asked_for_again() {
    let stage = Stage::new(Duration::ZERO, |_, _| Ok(reply(200, &[], "{}")));
    let kept = cache();
    let asked = ask(Service::Crossref, Lane::List, "https://example.org/");
    kept.put("test-v1", &asked.key(), Some("{\"cut"), clock().now(), DAY);
    let client = client(stage.clone(), &kept, Options::default());
    assert_eq!(client.ask(&asked).await, Ok(Answer::Body("{}".into())));
    assert_eq!(client.counts()[&Service::Crossref].cached, 0);
}

#[tokio::test(start_paused = true)]
async fn what_was_answered_stays_when_the_asker_is_dropped() {
    let stage = Stage::new(Duration::from_secs(1), |_, _| Ok(reply(200, &[], "{}")));
    let kept = cache();
    let client = client(stage.clone(), &kept, Options::default());
    let at = |path: &str| {
        ask(
            Service::Dblp,
            Lane::List,
            &format!("https://example.org/{path}"),
        )
    };
    let both = async {
        client.ask(&at("a")).await.unwrap();
        client.ask(&at("b")).await.unwrap();
    };
    let interrupted = tokio::time::timeout(Duration::from_millis(1500), both).await;
    assert!(interrupted.is_err());
    client.ask(&at("a")).await.unwrap();
    assert_eq!(stage.sent().len(), 2);
    // The seat of the dropped request is free again.
    client.ask(&at("b")).await.unwrap();
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
    let client = client(line.clone(), &cache(), Options::default());
    let mut asked = ask(
        Service::Dblp,
        Lane::List,
        &format!("{}/sparql", server.uri()),
    );
    asked.form = Some(vec![("query".to_owned(), "ASK {}".to_owned())]);
    client.ask(&asked).await.unwrap();
    // The form is part of the question: another one is not answered from the cache.
    asked.form = Some(vec![("query".to_owned(), "ASK {?a ?b ?c}".to_owned())]);
    client.ask(&asked).await.unwrap_err();
    assert_eq!(line.sent().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn what_happens_is_told_and_counted() {
    let busy = ResponseTemplate::new(429).insert_header("retry-after", "5");
    let server = Script::play([busy, json("{}")]).await;
    let diary = Arc::new(Diary::default());
    let options = Options {
        observer: Some(diary.clone()),
        ..Options::default()
    };
    let client = client(Anchored::new(), &cache(), options);
    let asked = ask(Service::Datacite, Lane::List, &server.uri());
    client.ask(&asked).await.unwrap();
    client.ask(&asked).await.unwrap();

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
