use std::{sync::Arc, time::Duration};

use bibsync::{
    http::{Client, WireResponse},
    model::{ArxivId, Doi, Orcid},
    sources::{
        Id, PersonQuery, Source as _,
        inspire::{Inspire, SERVICE},
    },
};

use crate::support::{VirtualNetwork, polite_client, reply};

const NONE: &str = r#"{"hits":{"total":0,"hits":[]}}"#;

const PAPER: &str = r#"{"hits":{"total":1,"hits":[{"metadata":{"control_number":7,"titles":[{"title":"Looms"}],
    "dois":[{"value":"10.1103/PhysRevD.98.1"}],"arxiv_eprints":[{"value":"1801.00001"}]}}]}}"#;

fn source(client: &Arc<Client>) -> Inspire {
    Inspire::new(client.clone(), "https://inspirehep.net".parse().unwrap())
}

fn answering(respond: fn(usize) -> WireResponse) -> Arc<VirtualNetwork> {
    VirtualNetwork::new(Duration::ZERO, move |number, _| Ok(respond(number)))
}

fn ids() -> [Id; 2] {
    [
        Id::Doi(Doi::parse("10.1103/physrevd.98.1").unwrap()),
        Id::Arxiv(ArxivId::parse("1801.00001").unwrap()),
    ]
}

#[tokio::test(start_paused = true)]
async fn never_more_than_fifteen_requests_in_five_seconds() {
    let network = answering(|_| reply(200, &[], NONE));
    let many: Vec<Id> = (0..1500)
        .map(|n| Id::Arxiv(ArxivId::parse(&format!("1801.{n:05}")).unwrap()))
        .collect();
    source(&polite_client(SERVICE, &network))
        .by_ids(&many)
        .await;
    let sent = network.sent();
    assert_eq!(sent.len(), 60);
    for (at, start) in sent.iter().enumerate() {
        let within = sent[at..].iter().filter(|it| **it < start + 5000).count();
        assert!(within <= 15, "{within} from {start} ms: {sent:?}");
    }
    assert_eq!(network.most_at_once(), 1);
}

#[tokio::test(start_paused = true)]
async fn refused_request_waits_for_the_whole_window() {
    let network = answering(|number| match number {
        0 => reply(429, &[], r#"{"status":429,"message":"Too many requests"}"#),
        _ => reply(200, &[], PAPER),
    });
    let found = source(&polite_client(SERVICE, &network))
        .by_ids(&ids())
        .await;
    assert_eq!((found.found.len(), found.failures.len()), (2, 0));
    let sent = network.sent();
    assert!(sent.len() == 2 && sent[1] >= 5000, "{sent:?}");
}

#[tokio::test(start_paused = true)]
async fn unknown_person_and_unknown_record_are_absences() {
    let network = answering(|_| {
        reply(
            404,
            &[],
            r#"{"status":404,"message":"PID does not exist."}"#,
        )
    });
    let client = polite_client(SERVICE, &network);
    let person = [PersonQuery {
        orcid: Orcid::parse("0000-0002-1825-0097").ok(),
        ..PersonQuery::default()
    }];
    let odd = [Id::Doi(Doi::parse("10.1016/0550-3213(93)90045-Q").unwrap())];
    for _ in 0..2 {
        let page = source(&client).by_person(&person).await;
        assert_eq!((page.found.len(), page.failures.len()), (0, 0));
        let record = source(&client).by_ids(&odd).await;
        assert_eq!((record.found.len(), record.failures.len()), (0, 0));
    }
    assert_eq!(
        network.paths(),
        [
            "/api/orcid/0000-0002-1825-0097",
            "/api/doi/10.1016/0550-3213(93)90045-q",
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn too_large_a_page_is_a_failure_with_inspires_words() {
    let network = answering(|_| {
        let body =
            r#"{"status":400,"message":"Maximum search page size of `1000` results exceeded."}"#;
        reply(400, &[], body)
    });
    let found = source(&polite_client(SERVICE, &network))
        .by_ids(&ids()[..1])
        .await;
    let message = found.failures[0].to_string();
    assert!(message.contains("Maximum search page size"), "{message}");
}

#[tokio::test(start_paused = true)]
async fn faults_are_retried() {
    for fault in [(500, "<html>Oops</html>"), (503, ""), (200, &PAPER[..50])] {
        let network = VirtualNetwork::new(Duration::ZERO, move |number, _| {
            Ok(match number {
                0 => reply(fault.0, &[], fault.1),
                _ => reply(200, &[], PAPER),
            })
        });
        let found = source(&polite_client(SERVICE, &network))
            .by_ids(&ids())
            .await;
        assert_eq!(
            (found.found.len(), network.sent().len()),
            (2, 2),
            "{fault:?}"
        );
    }
}
