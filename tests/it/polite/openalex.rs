use std::{collections::BTreeMap, path::Path, sync::Arc, time::Duration};

use bibsync::{
    cache::{Budget, Cache},
    http::{Client, ClientOptions, Pool, RequestError, WireResponse},
    model::Doi,
    sources::{
        Id, PersonQuery, Source as _, TitleQuery,
        openalex::{OpenAlex, SERVICE},
    },
};

use crate::support::{VirtualNetwork, clock, polite_client, reply};

const NONE: &str = r#"{"meta":{"count":0},"results":[]}"#;

/// Returns the client of a process, with the budget in this folder and a cache of its own.
fn process(state: &Path, network: &Arc<VirtualNetwork>) -> Arc<Client> {
    let folder = tempfile::tempdir_in(state).unwrap().keep();
    let cache = Arc::new(Cache::open(&folder).unwrap());
    let budget = Arc::new(Budget::open(state).unwrap());
    let policies = BTreeMap::from([(SERVICE, SERVICE.published(Pool::Polite))]);
    let options = ClientOptions::default();
    Arc::new(Client::new(
        network.clone(),
        cache,
        budget,
        clock(),
        policies,
        options,
    ))
}

fn source(client: &Arc<Client>) -> OpenAlex {
    OpenAlex::new(
        client.clone(),
        "https://api.openalex.org".parse().unwrap(),
        None,
    )
}

fn answering(respond: fn(usize) -> WireResponse) -> Arc<VirtualNetwork> {
    VirtualNetwork::new(Duration::ZERO, move |number, _| Ok(respond(number)))
}

fn dois(first: usize, count: usize) -> Vec<Id> {
    (first..first + count)
        .map(|n| Id::Doi(Doi::parse(&format!("10.1000/{n:06}")).unwrap()))
        .collect()
}

fn titles(first: usize, count: usize) -> Vec<TitleQuery> {
    (first..first + count)
        .map(|n| TitleQuery {
            title: format!("On the looms of the {n}th century"),
            ..TitleQuery::default()
        })
        .collect()
}

#[tokio::test(start_paused = true)]
async fn too_many_requests_in_a_second_are_403_and_retried() {
    let network = answering(|number| match number {
        0 => reply(
            403,
            &[],
            r#"{"error":"Rate limit exceeded","message":"slow down"}"#,
        ),
        _ => reply(200, &[], NONE),
    });
    let found = source(&polite_client(SERVICE, &network))
        .by_ids(&dois(0, 50))
        .await;
    assert_eq!((found.failures.len(), network.sent().len()), (0, 2));
    assert!(network.sent()[1] >= 1000, "{:?}", network.sent());
}

#[tokio::test(start_paused = true)]
async fn used_up_allowance_is_respected_until_its_reset() {
    let network = answering(|_| {
        let headers = [
            ("x-ratelimit-remaining-usd", "0"),
            ("x-ratelimit-reset", "7200"),
        ];
        reply(
            429,
            &headers,
            r#"{"error":"Rate limit exceeded","message":"Daily limit"}"#,
        )
    });
    let client = polite_client(SERVICE, &network);
    for _ in 0..2 {
        let found = source(&client).by_ids(&dois(0, 50)).await;
        let RequestError::Refused { pause, .. } = &found.failures[0] else {
            panic!("{:?}", found.failures);
        };
        assert!((7190..=7200).contains(&pause.as_secs()), "{pause:?}");
    }
    assert_eq!(network.sent().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn unknown_work_is_a_page_and_an_absence() {
    let page = "<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n<p>The requested URL was not found</p>";
    let network = VirtualNetwork::new(Duration::ZERO, move |_, _| Ok(reply(404, &[], page)));
    let client = polite_client(SERVICE, &network);
    for _ in 0..2 {
        let found = source(&client).by_ids(&dois(0, 1)).await;
        assert_eq!((found.found.len(), found.failures.len()), (0, 0));
    }
    assert_eq!(network.sent().len(), 1, "it is stored");
}

#[tokio::test(start_paused = true)]
async fn page_of_a_proxy_is_no_absence() {
    let network = answering(|_| reply(404, &[], "<html><title>Blocked</title></html>"));
    let found = source(&polite_client(SERVICE, &network))
        .by_ids(&dois(0, 1))
        .await;
    assert_eq!((found.found.len(), found.failures.len()), (0, 1));
}

#[tokio::test(start_paused = true)]
async fn merged_work_is_followed() {
    let network = answering(|number| match number {
        0 => reply(
            301,
            &[("location", "https://api.openalex.org/works/W7")],
            "",
        ),
        _ => reply(
            200,
            &[],
            r#"{"id":"W7","doi":"https://doi.org/10.1000/000000","display_name":"Looms","type":"article"}"#,
        ),
    });
    let found = source(&polite_client(SERVICE, &network))
        .by_ids(&dois(0, 1))
        .await;
    assert_eq!((found.found.len(), network.sent().len()), (1, 2));
}

#[tokio::test(start_paused = true)]
async fn invalid_filter_fails_and_stores_nothing() {
    let network = answering(|_| {
        reply(
            400,
            &[],
            r#"{"error":"Invalid query parameters error.","message":"doi is bad"}"#,
        )
    });
    let person = [PersonQuery {
        orcid: bibsync::model::Orcid::parse("0000-0002-1825-0097").ok(),
        ..PersonQuery::default()
    }];
    let client = polite_client(SERVICE, &network);
    for requests in [1, 2] {
        let found = source(&client).by_person(&person).await;
        let message = found.failures[0].to_string();
        assert!(message.contains("doi is bad"), "{message}");
        assert_eq!(network.sent().len(), requests);
    }
}

#[tokio::test(start_paused = true)]
async fn processes_share_the_allowance_of_a_day() {
    let state = tempfile::tempdir().unwrap();
    let network = answering(|number| {
        let left = format!("0.{:03}", 99 - number.min(99));
        let headers = [
            ("x-ratelimit-remaining-usd", left.as_str()),
            ("x-ratelimit-reset", "30000"),
        ];
        reply(200, &headers, NONE)
    });
    // Without a key $0.10 a day are free: a hundred searches. Each run ends after five fruitless ones.
    for run in 0..20 {
        let found = source(&process(state.path(), &network))
            .by_titles(&titles(run * 5, 5))
            .await;
        assert!(found.failures.is_empty(), "{:?}", found.failures);
    }
    assert_eq!(network.sent().len(), 100);
    let found = source(&process(state.path(), &network))
        .by_ids(&dois(0, 50))
        .await;
    let message = found.failures[0].to_string();
    assert!(
        message.contains("requests for $0.10 a day are free"),
        "{message}"
    );
    assert!(
        message.contains("a free key allows ten times as much"),
        "{message}"
    );
    assert_eq!(network.sent().len(), 100);
}

#[tokio::test(start_paused = true)]
async fn key_that_does_not_count_is_noticed() {
    // An invalid key is treated as none: the service says that next to nothing is left.
    let network = answering(|_| reply(200, &[("x-ratelimit-remaining-usd", "0.0005")], NONE));
    let found = source(&polite_client(SERVICE, &network))
        .by_titles(&titles(0, 3))
        .await;
    assert_eq!((network.sent().len(), found.failures.len()), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn key_is_in_no_event_and_no_message() {
    let network = VirtualNetwork::new(Duration::ZERO, |_, request| {
        let query = request.url.query().unwrap_or_default();
        assert!(query.contains("api_key=open-sesame"), "it is sent: {query}");
        Ok(reply(400, &[], r#"{"error":"x","message":"y"}"#))
    });
    let client = polite_client(SERVICE, &network);
    let key = bibsync::sources::Secret::new("open-sesame".to_owned());
    let base = "https://api.openalex.org".parse().unwrap();
    let source = OpenAlex::new(client, base, Some(key));
    let found = source.by_titles(&titles(0, 1)).await;
    let said = format!("{source:?} {:?} {}", found.failures, found.failures[0]);
    assert!(!said.contains("sesame"), "{said}");
    assert_eq!(network.sent().len(), 1);
}
