use std::{collections::BTreeMap, sync::Arc, time::Duration};

use bibsync::http::{Client, ClientOptions, Pool, RatePolicy, RequestKind, Service, WireResponse};
use tokio::task::JoinSet;
use wiremock::ResponseTemplate;

use crate::support::{
    ARXIV, CROSSREF, DBLP, RealNetwork, Script, VirtualNetwork, api_request, cache, client,
    client_with_policies, reply,
};

fn fine() -> WireResponse {
    reply(200, &[], "{}")
}

fn polite(service: Service) -> BTreeMap<Service, RatePolicy> {
    BTreeMap::from([(service, service.published(Pool::Polite))])
}

/// Sends `many` different requests at once, and waits for all responses.
async fn request_many(client: &Arc<Client>, service: Service, kind: RequestKind, many: usize) {
    let mut asking = JoinSet::new();
    for n in 0..many {
        let client = Arc::clone(client);
        asking.spawn(async move {
            let url = format!("https://example.org/{kind:?}/{n}");
            let mut asked = api_request(service, kind, &url);
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
async fn dblp_gets_a_burst_of_one_request_per_second_and_then_one_per_ten_seconds() {
    let network = VirtualNetwork::new(Duration::ZERO, |_, _| Ok(fine()));
    let client = Arc::new(client(network.clone(), &cache(), ClientOptions::default()));
    request_many(&client, DBLP, RequestKind::List, 7).await;
    let seconds: Vec<_> = network.sent().iter().map(|ms| ms / 1000).collect();
    assert_eq!(seconds, [0, 1, 2, 3, 10, 20, 30]);
    assert_eq!(network.most_at_once(), 1);
    let in_order: Vec<_> = (0..7).map(|n| format!("/List/{n}")).collect();
    assert_eq!(network.paths(), in_order);
}

#[tokio::test(start_paused = true)]
async fn arxiv_gets_one_request_per_three_seconds_over_one_connection() {
    let network = VirtualNetwork::new(Duration::from_secs(4), |_, _| Ok(fine()));
    let client = Arc::new(client(network.clone(), &cache(), ClientOptions::default()));
    request_many(&client, ARXIV, RequestKind::List, 2).await;
    request_many(&client, ARXIV, RequestKind::Single, 2).await;
    assert_eq!(network.most_at_once(), 1);
    for gap in gaps(&network.sent()) {
        assert!(gap >= 4000, "{gap}");
    }
}

#[tokio::test(start_paused = true)]
async fn crossref_has_a_rate_limit_per_kind_and_one_concurrency_limit() {
    let network = VirtualNetwork::new(Duration::from_millis(50), |_, _| Ok(fine()));
    let client = client_with_policies(
        network.clone(),
        &cache(),
        polite(CROSSREF),
        ClientOptions::default(),
    );
    let client = Arc::new(client);
    tokio::join!(
        request_many(&client, CROSSREF, RequestKind::List, 7),
        request_many(&client, CROSSREF, RequestKind::Single, 21),
    );
    let (sent, paths) = (network.sent(), network.paths());
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
    assert!(network.most_at_once() <= 3);
}

#[tokio::test(start_paused = true)]
async fn slow_responses_respect_the_concurrency_limit() {
    let network = VirtualNetwork::new(Duration::from_secs(5), |_, _| Ok(fine()));
    let client = client_with_policies(
        network.clone(),
        &cache(),
        polite(CROSSREF),
        ClientOptions::default(),
    );
    let client = Arc::new(client);
    tokio::join!(
        request_many(&client, CROSSREF, RequestKind::List, 6),
        request_many(&client, CROSSREF, RequestKind::Single, 6),
    );
    assert_eq!(network.most_at_once(), 3);
}

#[tokio::test(start_paused = true)]
async fn headers_lower_the_pace_and_never_raise_it() {
    let limit = |number: usize| match number {
        0..3 => "10",
        3..6 => "2",
        _ => "50",
    };
    let network = VirtualNetwork::new(Duration::ZERO, move |number, _| {
        let headers = [
            ("x-rate-limit-limit", limit(number)),
            ("x-rate-limit-interval", "1s"),
            ("x-api-pool", "polite-single"),
        ];
        Ok(reply(200, &headers, "{}"))
    });
    let client = client_with_policies(
        network.clone(),
        &cache(),
        polite(CROSSREF),
        ClientOptions::default(),
    );
    let client = Arc::new(client);
    request_many(&client, CROSSREF, RequestKind::Single, 9).await;
    for (number, gap) in gaps(&network.sent()).into_iter().enumerate() {
        let least = if number < 3 { 100 } else { 500 };
        assert!((least..least + 5).contains(&gap), "{number}: {gap}");
    }
}

#[tokio::test(start_paused = true)]
async fn headers_lower_the_concurrency() {
    let network = VirtualNetwork::new(Duration::from_secs(5), |_, _| {
        Ok(reply(200, &[("x-concurrency-limit", "1")], "{}"))
    });
    let client = client_with_policies(
        network.clone(),
        &cache(),
        polite(CROSSREF),
        ClientOptions::default(),
    );
    let client = Arc::new(client);
    request_many(&client, CROSSREF, RequestKind::Single, 6).await;
    let sent = network.sent();
    assert_eq!(network.most_at_once(), 3, "before the first answer");
    // The first response comes at 5 s; from then on one request at a time.
    for gap in &gaps(&sent)[3..] {
        assert!(*gap >= 5000, "{sent:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn headers_of_a_real_response_are_applied() {
    let limited = ResponseTemplate::new(200)
        .set_body_raw("{}", "application/json")
        .insert_header("X-Rate-Limit-Limit", "1")
        .insert_header("X-Rate-Limit-Interval", "20s");
    let server = Script::play([limited]).await;
    let line = RealNetwork::new();
    let client = client(line.clone(), &cache(), ClientOptions::default());
    for n in 0..3 {
        let url = format!("{}/{n}", server.uri());
        client
            .request(&api_request(CROSSREF, RequestKind::List, &url))
            .await
            .unwrap();
    }
    let seconds: Vec<_> = line.sent().iter().map(Duration::as_secs).collect();
    assert_eq!(seconds, [0, 20, 40]);
}

#[tokio::test(start_paused = true)]
async fn retry_after_delays_every_request_to_the_service() {
    for status in [429, 503] {
        let network = VirtualNetwork::new(Duration::ZERO, move |number, _| {
            Ok(match number {
                0 => reply(status, &[("retry-after", "30")], ""),
                _ => fine(),
            })
        });
        let client = client_with_policies(
            network.clone(),
            &cache(),
            polite(CROSSREF),
            ClientOptions::default(),
        );
        let client = Arc::new(client);
        tokio::join!(
            request_many(&client, CROSSREF, RequestKind::Single, 3),
            request_many(&client, CROSSREF, RequestKind::List, 3),
        );
        let sent = network.sent();
        assert_eq!(sent.len(), 7);
        assert!(sent[0] < 500 && sent[2] >= 30_000, "{status} {sent:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn retry_after_delays_a_request_that_waits_for_a_lease() {
    let network = VirtualNetwork::new(Duration::from_secs(2), |number, _| {
        Ok(match number {
            0 => reply(429, &[("retry-after", "30")], ""),
            _ => fine(),
        })
    });
    let client = Arc::new(client(network.clone(), &cache(), ClientOptions::default()));
    tokio::join!(
        request_many(&client, CROSSREF, RequestKind::Single, 2),
        request_many(&client, CROSSREF, RequestKind::List, 2),
    );
    let sent = network.sent();
    assert!(sent[0] == 0 && sent[1] >= 32_000, "{sent:?}");
}

#[tokio::test(start_paused = true)]
async fn waiting_for_the_pace_takes_no_lease() {
    let network = VirtualNetwork::new(Duration::ZERO, |_, _| Ok(fine()));
    let client = Arc::new(client(network.clone(), &cache(), ClientOptions::default()));
    tokio::join!(
        request_many(&client, CROSSREF, RequestKind::List, 3),
        request_many(&client, CROSSREF, RequestKind::Single, 11),
    );
    // Lists go once a second and records five times, though they share the seat.
    let last = *network.sent().last().unwrap();
    assert!((2000..2100).contains(&last), "{last}");
}
