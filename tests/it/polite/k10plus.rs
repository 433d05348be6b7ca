use std::{sync::Arc, time::Duration};

use bibsync::{
    http::{Client, WireError, WireResponse},
    model::{Isbn, PersonName},
    sources::{
        Source as _, TitleQuery,
        k10plus::{K10Plus, SERVICE},
    },
};

use crate::support::{VirtualNetwork, polite_client, reply};

const BOOK: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<zs:searchRetrieveResponse xmlns:zs="http://www.loc.gov/zing/srw/"><zs:version>1.1</zs:version>
<zs:numberOfRecords>1</zs:numberOfRecords><zs:records><zs:record><zs:recordSchema>marcxml</zs:recordSchema>
<zs:recordPacking>xml</zs:recordPacking><zs:recordData><record xmlns="http://www.loc.gov/MARC21/slim">
<leader>     cam a22      c 4500</leader>
<datafield tag="020" ind1=" " ind2=" "><subfield code="a">9783406568442</subfield></datafield>
<datafield tag="245" ind1="1" ind2="4"><subfield code="a">Das kulturelle Ged&#xE4;chtnis</subfield></datafield>
</record></zs:recordData></zs:record></zs:records></zs:searchRetrieveResponse>"#;

const NOTHING: &str = "<zs:searchRetrieveResponse><zs:numberOfRecords>0</zs:numberOfRecords>\
    </zs:searchRetrieveResponse>";

fn query() -> TitleQuery {
    TitleQuery {
        title: "Das kulturelle Gedächtnis".to_owned(),
        authors: vec![PersonName::parse("Jan Assmann")],
        isbn: Isbn::parse("3406568440").ok(),
        ..TitleQuery::default()
    }
}

fn source(client: &Arc<Client>) -> K10Plus {
    let base = "https://sru.k10plus.de/opac-de-627".parse().unwrap();
    K10Plus::new(client.clone(), base)
}

/// Returns the numbers of records and of failures, and the times of the requests, for a service with
/// these replies, of which the last one is repeated.
async fn asked(replies: Vec<Result<WireResponse, WireError>>) -> (usize, usize, Vec<u128>) {
    let network = VirtualNetwork::new(Duration::from_millis(10), move |number, _| {
        match &replies[number.min(replies.len() - 1)] {
            Ok(reply) => Ok(reply.clone()),
            Err(_) => Err(WireError::Reset("reset".to_owned())),
        }
    });
    let client = polite_client(SERVICE, &network);
    let found = source(&client).by_titles(&[query()]).await;
    (found.found.len(), found.failures.len(), network.sent())
}

#[tokio::test(start_paused = true)]
async fn faults_are_retried_and_stored_as_nothing() {
    for fault in [
        Ok(reply(500, &[], "<html>Error</html>")),
        Ok(reply(503, &[], "")),
        Ok(reply(429, &[("retry-after", "7")], "")),
        Ok(reply(200, &[], &BOOK[..BOOK.len() / 2])),
        Ok(reply(200, &[], "<!doctype html><html>Wartung</html>")),
        Err(WireError::Reset(String::new())),
    ] {
        let (found, failed, sent) = asked(vec![fault, Ok(reply(200, &[], BOOK))]).await;
        assert_eq!((found, failed, sent.len()), (1, 0, 2));
    }
}

#[tokio::test(start_paused = true)]
async fn diagnostic_is_a_failure_and_no_absence() {
    let diagnostic = "<zs:searchRetrieveResponse><zs:diagnostics><diagnostic>\
        <uri>info:srw/diagnostic/1/1</uri><message>General system error</message></diagnostic>\
        </zs:diagnostics></zs:searchRetrieveResponse>";
    let network = VirtualNetwork::new(Duration::ZERO, move |number, _| {
        let body = if number < 2 { diagnostic } else { BOOK };
        Ok(reply(200, &[], body))
    });
    let client = polite_client(SERVICE, &network);
    let first = source(&client).by_titles(&[query()]).await;
    assert_eq!(first.found.len(), 0);
    let message = first.failures[0].to_string();
    assert!(message.contains("General system error"), "{message}");
    let second = source(&client).by_titles(&[query()]).await;
    assert_eq!((second.found.len(), second.failures.len()), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn refusal_is_respected_by_later_questions() {
    let network = VirtualNetwork::new(Duration::ZERO, |_, _| Ok(reply(403, &[], "blocked")));
    let client = polite_client(SERVICE, &network);
    for _ in 0..3 {
        let found = source(&client).by_titles(&[query()]).await;
        assert_eq!((found.found.len(), found.failures.len()), (0, 1));
    }
    assert_eq!(network.sent().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn one_request_a_second_and_at_a_time() {
    let network = VirtualNetwork::new(Duration::ZERO, |_, _| Ok(reply(200, &[], NOTHING)));
    let client = polite_client(SERVICE, &network);
    let queries: Vec<TitleQuery> = (0..15)
        .map(|n| TitleQuery {
            title: format!("Looms of weavertown{n}: a history"),
            isbn: None,
            ..query()
        })
        .collect();
    source(&client).by_titles(&queries).await;
    assert_eq!(network.sent(), [0, 1000, 2000]);
    assert_eq!(network.most_at_once(), 1);
    source(&client).by_titles(&queries).await;
    assert_eq!(network.sent().len(), 3, "absences are stored");
}
