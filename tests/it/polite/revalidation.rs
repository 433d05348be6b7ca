use std::{sync::Arc, time::Duration};

use bibsync::http::{
    ApiRequest, ApiResponse, CachePolicy, Client, ClientOptions, DatasetDate, RequestKind,
    Revalidation, WireResponse,
};
use jiff::Timestamp;
use tokio::time::advance;
use wiremock::{
    Mock, MockServer, ResponseTemplate,
    matchers::{header, method},
};

use crate::support::{
    DATACITE, DAY, RealNetwork, VirtualNetwork, api_request, budget, cache, client, clock, reply,
};

const HOUR: Duration = Duration::from_secs(3600);

fn changed(body: &str) -> Option<Timestamp> {
    let told: serde_json::Value = serde_json::from_str(body).ok()?;
    told["changed"].as_str()?.parse().ok()
}

/// Returns a request to a service that states at `/date` when its data changed.
fn question(path: &str) -> ApiRequest {
    let of = |path: &str| {
        let url = format!("https://example.org/{path}");
        api_request(DATACITE, RequestKind::List, &url)
    };
    let date = ApiRequest {
        caching: CachePolicy {
            bucket: "date-v1",
            found: HOUR,
            absent: HOUR,
        },
        ..of("date")
    };
    ApiRequest {
        revalidation: Revalidation::DatasetDate(Arc::new(DatasetDate {
            request: date,
            changed,
        })),
        ..of(path)
    }
}

/// A service whose data changed at these times of the first day, told one after the other.
fn service(changes: &'static [&'static str]) -> Arc<VirtualNetwork> {
    let told = std::sync::atomic::AtomicUsize::new(0);
    VirtualNetwork::new(Duration::ZERO, move |_, request| {
        Ok(if request.url.path() == "/date" {
            let at = told.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            dated(changes[at.min(changes.len() - 1)])
        } else {
            reply(200, &[], "{}")
        })
    })
}

fn dated(change: &str) -> WireResponse {
    reply(200, &[], &format!("{{\"changed\": \"{change}\"}}"))
}

fn fine() -> ApiResponse {
    ApiResponse::Body("{}".into())
}

#[tokio::test(start_paused = true)]
async fn unchanged_date_confirms_all_responses_with_one_request() {
    let network = service(&["2026-11-19T10:00:00Z"]);
    let client = client(network.clone(), &cache(), ClientOptions::default());
    for path in ["a", "b", "c"] {
        assert_eq!(client.request(&question(path)).await, Ok(fine()));
    }
    advance(DAY).await;
    for path in ["a", "b", "c"] {
        assert_eq!(client.request(&question(path)).await, Ok(fine()));
    }
    advance(HOUR * 23).await;
    assert_eq!(client.request(&question("a")).await, Ok(fine()));
    assert_eq!(network.paths(), ["/a", "/b", "/c", "/date"]);
    assert_eq!(client.counts()[&DATACITE].cached, 4);
}

#[tokio::test(start_paused = true)]
async fn changed_date_confirms_no_response() {
    for change in ["2026-11-21T11:00:00Z", "2026-11-22T10:00:00Z"] {
        let network: Arc<VirtualNetwork> = service(Box::leak(Box::new([change])));
        let client = client(network.clone(), &cache(), ClientOptions::default());
        client.request(&question("a")).await.unwrap();
        advance(DAY).await;
        client.request(&question("a")).await.unwrap();
        assert_eq!(network.paths(), ["/a", "/date", "/a"], "{change}");
        // What came after the change was seen is known to be of it.
        advance(DAY).await;
        client.request(&question("a")).await.unwrap();
        assert_eq!(network.paths().len(), 3, "reported once in a run");
    }
}

#[tokio::test(start_paused = true)]
async fn refreshing_run_confirms_each_response_once() {
    let network = service(&["2026-11-21T11:00:00Z"]);
    let (kept, now) = (cache(), clock());
    let run = |refresh| {
        let options = ClientOptions {
            refresh,
            ..ClientOptions::default()
        };
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
    let first = run(false);
    // A response that also states the date.
    let beside = ApiRequest {
        url: "https://example.org/date".parse().unwrap(),
        ..question("date")
    };
    first.request(&beside).await.unwrap();
    for path in ["a", "b"] {
        first.request(&question(path)).await.unwrap();
    }
    let second = run(true);
    for _ in 0..2 {
        for path in ["a", "b"] {
            assert_eq!(second.request(&question(path)).await, Ok(fine()));
        }
    }
    assert_eq!(network.paths(), ["/date", "/a", "/b", "/date"]);
}

#[tokio::test(start_paused = true)]
async fn missing_date_confirms_no_response() {
    let network = service(&["no date"]);
    let client = client(network.clone(), &cache(), ClientOptions::default());
    for _ in 0..2 {
        for path in ["a", "b"] {
            assert_eq!(client.request(&question(path)).await, Ok(fine()));
        }
        advance(DAY).await;
    }
    assert_eq!(network.paths(), ["/a", "/b", "/date", "/a", "/b"]);
}

#[tokio::test(start_paused = true)]
async fn etag_confirms_a_response() {
    let server = MockServer::start().await;
    let whole = ResponseTemplate::new(200)
        .set_body_raw("{\"n\":1}", "application/json")
        .insert_header("etag", "W/\"abc\"");
    let same = Mock::given(method("GET")).and(header("if-none-match", "W/\"abc\""));
    same.respond_with(ResponseTemplate::new(304))
        .expect(1)
        .mount(&server)
        .await;
    Mock::given(method("GET"))
        .respond_with(whole)
        .expect(1)
        .mount(&server)
        .await;
    let client = client(RealNetwork::new(), &cache(), ClientOptions::default());
    let asked = ApiRequest {
        revalidation: Revalidation::ETag,
        ..api_request(DATACITE, RequestKind::Single, &server.uri())
    };
    let answer = Ok(ApiResponse::Body("{\"n\":1}".into()));
    assert_eq!(client.request(&asked).await, answer);
    advance(DAY).await;
    assert_eq!(client.request(&asked).await, answer);
    advance(HOUR * 23).await;
    assert_eq!(client.request(&asked).await, answer, "good for another day");
}
