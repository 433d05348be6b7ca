use std::{collections::BTreeMap, sync::Arc, time::Duration};

use bibsync::http::{Client, ClientOptions, Pool, RatePolicy, RequestKind, Service, WireResponse};
use tokio::task::JoinSet;
use wiremock::ResponseTemplate;

use crate::support::{Anchored, Script, Stage, ask, cache, client, mannered, reply};

fn fine() -> WireResponse {
    reply(200, &[], "{}")
}

fn polite(service: Service) -> BTreeMap<Service, RatePolicy> {
    BTreeMap::from([(service, RatePolicy::published(service, Pool::Polite))])
}

/// Asks so many different questions at once, and waits for all answers.
async fn ask_many(client: &Arc<Client>, service: Service, kind: RequestKind, many: usize) {
    let mut asking = JoinSet::new();
    for n in 0..many {
        let client = Arc::clone(client);
        asking.spawn(async move {
            let url = format!("https://example.org/{kind:?}/{n}");
            let mut asked = ask(service, kind, &url);
            asked.accept = bibsync::http::Accept::Json;
            client.request(&asked).await.unwrap();
        });
    }
    while let Some(done) = asking.join_next().await {
        done.unwrap();
    }
}

fn gaps(sent: &[u128]) -> Vec<u128> {
    sent.windows(2).map(|w| w[1] - w[0]).collect()
}

#[tokio::test(start_paused = true)]
async fn dblp_gets_a_burst_of_one_a_second_and_then_one_query_per_ten_seconds() {
    let stage = Stage::new(Duration::ZERO, |_, _| Ok(fine()));
    let client = Arc::new(client(stage.clone(), &cache(), ClientOptions::default()));
    ask_many(&client, Service::Dblp, RequestKind::List, 7).await;
    let seconds: Vec<_> = stage.sent().iter().map(|ms| ms / 1000).collect();
    assert_eq!(seconds, [0, 1, 2, 3, 10, 20, 30]);
    assert_eq!(stage.most_at_once(), 1);
    let in_order: Vec<_> = (0..7).map(|n| format!("/List/{n}")).collect();
    assert_eq!(stage.paths(), in_order);
}

#[tokio::test(start_paused = true)]
async fn arxiv_gets_one_request_per_three_seconds_over_one_connection() {
    let stage = Stage::new(Duration::from_secs(4), |_, _| Ok(fine()));
    let client = Arc::new(client(stage.clone(), &cache(), ClientOptions::default()));
    ask_many(&client, Service::Arxiv, RequestKind::List, 2).await;
    ask_many(&client, Service::Arxiv, RequestKind::Single, 2).await;
    assert_eq!(stage.most_at_once(), 1);
    for gap in gaps(&stage.sent()) {
        assert!(gap >= 4000, "{gap}");
    }
}

#[tokio::test(start_paused = true)]
async fn crossref_counts_lists_and_records_apart_and_seats_together() {
    let stage = Stage::new(Duration::from_millis(50), |_, _| Ok(fine()));
    let client = mannered(
        stage.clone(),
        &cache(),
        polite(Service::Crossref),
        ClientOptions::default(),
    );
    let client = Arc::new(client);
    tokio::join!(
        ask_many(&client, Service::Crossref, RequestKind::List, 7),
        ask_many(&client, Service::Crossref, RequestKind::Single, 21),
    );
    let (sent, paths) = (stage.sent(), stage.paths());
    let kind = |name: &str| -> Vec<u128> {
        let with_path = sent.iter().zip(&paths);
        let of_lane = with_path.filter(|(_, path)| path.contains(name));
        of_lane.map(|(at, _)| *at).collect()
    };
    for (name, least, end) in [("List", 333, 2000), ("Single", 100, 2000)] {
        let sent = kind(name);
        assert!(
            gaps(&sent).iter().all(|gap| *gap >= least),
            "{name} {sent:?}"
        );
        // Neither kind waits for the other: both take the two seconds their own pace needs.
        let last = *sent.last().unwrap();
        assert!((end..end + 60).contains(&last), "{name} {sent:?}");
    }
    assert!(stage.most_at_once() <= 3);
}

#[tokio::test(start_paused = true)]
async fn slow_answers_fill_no_more_seats_than_there_are() {
    let stage = Stage::new(Duration::from_secs(5), |_, _| Ok(fine()));
    let client = mannered(
        stage.clone(),
        &cache(),
        polite(Service::Crossref),
        ClientOptions::default(),
    );
    let client = Arc::new(client);
    tokio::join!(
        ask_many(&client, Service::Crossref, RequestKind::List, 6),
        ask_many(&client, Service::Crossref, RequestKind::Single, 6),
    );
    assert_eq!(stage.most_at_once(), 3);
}

#[tokio::test(start_paused = true)]
async fn headers_lower_the_pace_mid_run_and_never_raise_it() {
    let limit = |number: usize| match number {
        0..3 => "10",
        3..6 => "2",
        _ => "50",
    };
    let stage = Stage::new(Duration::ZERO, move |number, _| {
        let headers = [
            ("x-rate-limit-limit", limit(number)),
            ("x-rate-limit-interval", "1s"),
            ("x-api-pool", "polite-single"),
        ];
        Ok(reply(200, &headers, "{}"))
    });
    let client = mannered(
        stage.clone(),
        &cache(),
        polite(Service::Crossref),
        ClientOptions::default(),
    );
    let client = Arc::new(client);
    ask_many(&client, Service::Crossref, RequestKind::Single, 9).await;
    for (number, gap) in gaps(&stage.sent()).into_iter().enumerate() {
        let least = if number < 3 { 100 } else { 500 };
        assert!((least..least + 5).contains(&gap), "{number}: {gap}");
    }
}

#[tokio::test(start_paused = true)]
async fn headers_lower_the_number_of_requests_at_once() {
    let stage = Stage::new(Duration::from_secs(5), |_, _| {
        Ok(reply(200, &[("x-concurrency-limit", "1")], "{}"))
    });
    let client = mannered(
        stage.clone(),
        &cache(),
        polite(Service::Crossref),
        ClientOptions::default(),
    );
    let client = Arc::new(client);
    ask_many(&client, Service::Crossref, RequestKind::Single, 6).await;
    let sent = stage.sent();
    assert_eq!(stage.most_at_once(), 3, "before the first answer");
    // The first answer comes at 5 s; from then on one at a time.
    for gap in &gaps(&sent)[3..] {
        assert!(*gap >= 5000, "{sent:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn headers_of_a_real_response_are_heeded() {
    let limited = ResponseTemplate::new(200)
        .set_body_raw("{}", "application/json")
        .insert_header("X-Rate-Limit-Limit", "1")
        .insert_header("X-Rate-Limit-Interval", "20s");
    let server = Script::play([limited]).await;
    let line = Anchored::new();
    let client = client(line.clone(), &cache(), ClientOptions::default());
    for n in 0..3 {
        let url = format!("{}/{n}", server.uri());
        client
            .request(&ask(Service::Crossref, RequestKind::List, &url))
            .await
            .unwrap();
    }
    let seconds: Vec<_> = line.sent().iter().map(Duration::as_secs).collect();
    assert_eq!(seconds, [0, 20, 40]);
}

#[tokio::test(start_paused = true)]
async fn one_retry_after_slows_every_question_to_the_service() {
    for status in [429, 503] {
        let stage = Stage::new(Duration::ZERO, move |number, _| {
            Ok(match number {
                0 => reply(status, &[("retry-after", "30")], ""),
                _ => fine(),
            })
        });
        let client = mannered(
            stage.clone(),
            &cache(),
            polite(Service::Crossref),
            ClientOptions::default(),
        );
        let client = Arc::new(client);
        tokio::join!(
            ask_many(&client, Service::Crossref, RequestKind::Single, 3),
            ask_many(&client, Service::Crossref, RequestKind::List, 3),
        );
        let sent = stage.sent();
        assert_eq!(sent.len(), 7);
        assert!(sent[0] < 500 && sent[2] >= 30_000, "{status} {sent:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_429_reaches_the_question_that_waits_for_the_seat() {
    let stage = Stage::new(Duration::from_secs(2), |number, _| {
        Ok(match number {
            0 => reply(429, &[("retry-after", "30")], ""),
            _ => fine(),
        })
    });
    let client = Arc::new(client(stage.clone(), &cache(), ClientOptions::default()));
    tokio::join!(
        ask_many(&client, Service::Crossref, RequestKind::Single, 2),
        ask_many(&client, Service::Crossref, RequestKind::List, 2),
    );
    let sent = stage.sent();
    assert!(sent[0] == 0 && sent[1] >= 32_000, "{sent:?}");
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_on_the_only_seat() {
    let stage = Stage::new(Duration::ZERO, |_, _| Ok(fine()));
    let client = Arc::new(client(stage.clone(), &cache(), ClientOptions::default()));
    tokio::join!(
        ask_many(&client, Service::Crossref, RequestKind::List, 3),
        ask_many(&client, Service::Crossref, RequestKind::Single, 11),
    );
    // Lists go once a second and records five times, though they share the seat.
    let last = *stage.sent().last().unwrap();
    assert!((2000..2100).contains(&last), "{last}");
}
