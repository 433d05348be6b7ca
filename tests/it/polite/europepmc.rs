use std::{sync::Arc, time::Duration};

use bibsync::{
    http::{Client, WireError, WireResponse},
    model::{Doi, Pmid},
    sources::{
        Id, Source as _,
        europepmc::{EuropePmc, SERVICE},
    },
};

use crate::support::{VirtualNetwork, polite_client, reply};

const ARTICLE: &str = r#"{"hitCount":1,"resultList":{"result":[{"source":"MED","id":"31000001",
    "doi":"10.1000/abc.1","title":"Loss of weaver in old spiders.","journalInfo":{}}]}}"#;

fn ids() -> [Id; 2] {
    [
        Id::Doi(Doi::parse("10.1000/abc.1").unwrap()),
        Id::Pmid(Pmid::parse("31000001").unwrap()),
    ]
}

fn source(client: &Arc<Client>) -> EuropePmc {
    let base = "https://www.ebi.ac.uk/europepmc/webservices/rest";
    EuropePmc::new(client.clone(), base.parse().unwrap())
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
    let found = source(&polite_client(SERVICE, &network))
        .by_ids(&ids())
        .await;
    (found.found.len(), found.failures.len(), network.sent())
}

#[tokio::test(start_paused = true)]
async fn identifiers_share_a_request() {
    let (found, failed, sent) = asked(vec![Ok(reply(200, &[], ARTICLE))]).await;
    assert_eq!((found, failed, sent.len()), (2, 0, 1));
}

#[tokio::test(start_paused = true)]
async fn busy_service_is_given_the_time_that_it_asks_for() {
    let busy = reply(429, &[("retry-after", "7")], "");
    let (found, failed, sent) = asked(vec![Ok(busy), Ok(reply(200, &[], ARTICLE))]).await;
    assert_eq!((found, failed, sent.len()), (2, 0, 2));
    assert!(sent[1] >= 7000, "{sent:?}");
}

#[tokio::test(start_paused = true)]
async fn faults_are_retried_and_stored_as_nothing() {
    for fault in [
        Ok(reply(500, &[], "<html>Error</html>")),
        Ok(reply(503, &[], "")),
        Ok(reply(200, &[], &ARTICLE[..60])),
        Ok(reply(200, &[], "<html>EBI is moving</html>")),
        Err(WireError::Reset(String::new())),
    ] {
        let (found, failed, sent) = asked(vec![fault, Ok(reply(200, &[], ARTICLE))]).await;
        assert_eq!((found, failed, sent.len()), (2, 0, 2));
    }
}

#[tokio::test(start_paused = true)]
async fn error_with_status_200_is_a_failure_and_no_absence() {
    let error = r#"{"version":"6.9","errCode":404,"errMsg":"Invalid query"}"#;
    let network = VirtualNetwork::new(Duration::ZERO, move |number, _| {
        Ok(reply(200, &[], if number == 0 { error } else { ARTICLE }))
    });
    let client = polite_client(SERVICE, &network);
    let first = source(&client).by_ids(&ids()).await;
    assert_eq!((first.found.len(), first.failures.len()), (0, 1));
    let message = first.failures[0].to_string();
    assert!(message.contains("Invalid query"), "{message}");
    let second = source(&client).by_ids(&ids()).await;
    assert_eq!((second.found.len(), second.failures.len()), (2, 0));
}

#[tokio::test(start_paused = true)]
async fn refusal_is_respected_by_later_questions() {
    let network = VirtualNetwork::new(Duration::ZERO, |_, _| Ok(reply(403, &[], "blocked")));
    let client = polite_client(SERVICE, &network);
    for _ in 0..3 {
        let found = source(&client).by_ids(&ids()).await;
        assert_eq!((found.found.len(), found.failures.len()), (0, 1));
    }
    assert_eq!(network.sent().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn pace_is_half_of_what_is_said_to_be_permitted() {
    let network = VirtualNetwork::new(Duration::ZERO, |_, _| {
        Ok(reply(
            200,
            &[],
            r#"{"hitCount":0,"resultList":{"result":[]}}"#,
        ))
    });
    let client = polite_client(SERVICE, &network);
    let many: Vec<Id> = (1..=500)
        .map(|n| Id::Pmid(Pmid::parse(&n.to_string()).unwrap()))
        .collect();
    source(&client).by_ids(&many).await;
    assert_eq!(network.sent(), [0, 200, 400, 600, 800]);
    assert_eq!(network.most_at_once(), 1);
}
