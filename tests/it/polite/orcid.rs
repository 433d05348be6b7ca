use std::{sync::Arc, time::Duration};

use bibsync::{
    http::{Client, WireError, WireResponse},
    model::Orcid,
    sources::{
        PersonQuery, Source as _,
        orcid::{OrcidRegistry, SERVICE},
    },
};

use crate::support::{VirtualNetwork, polite_client, reply};

const RECORD: &str = r#"{"person":{"name":{"credit-name":{"value":"Ada Sample"}}},
    "activities-summary":{"works":{"group":[{"work-summary":[{"put-code":7}]}]}}}"#;

const WORKS: &str =
    r#"{"bulk":[{"work":{"put-code":7,"type":"book","title":{"title":{"value":"Looms"}}}}]}"#;

fn ada() -> [PersonQuery; 1] {
    [PersonQuery {
        orcid: Orcid::parse("0000-0002-1825-0097").ok(),
        whole: true,
        ..PersonQuery::default()
    }]
}

fn source(client: &Arc<Client>) -> OrcidRegistry {
    OrcidRegistry::new(client.clone(), "https://pub.orcid.org".parse().unwrap())
}

/// Returns the numbers of works and of failures, and the times of the requests, for a service with these
/// replies, of which the last one is repeated.
async fn asked(replies: Vec<Result<WireResponse, WireError>>) -> (usize, usize, Vec<u128>) {
    let network = VirtualNetwork::new(Duration::from_millis(10), move |number, _| {
        match &replies[number.min(replies.len() - 1)] {
            Ok(reply) => Ok(reply.clone()),
            Err(_) => Err(WireError::Reset("reset".to_owned())),
        }
    });
    let client = polite_client(SERVICE, &network);
    let found = source(&client).by_person(&ada()).await;
    let works = found.found.iter().map(|page| page.records.len()).sum();
    (works, found.failures.len(), network.sent())
}

#[tokio::test(start_paused = true)]
async fn faults_are_retried() {
    for fault in [
        Ok(reply(503, &[], "")),
        Ok(reply(429, &[("retry-after", "7")], "")),
        Ok(reply(200, &[], &RECORD[..40])),
        Ok(reply(
            200,
            &[],
            "<html>ORCID is down for maintenance</html>",
        )),
        Err(WireError::Reset(String::new())),
    ] {
        let replies = vec![
            fault,
            Ok(reply(200, &[], RECORD)),
            Ok(reply(200, &[], WORKS)),
        ];
        let (works, failed, sent) = asked(replies).await;
        assert_eq!((works, failed, sent.len()), (1, 0, 3));
    }
}

#[tokio::test(start_paused = true)]
async fn unknown_person_is_an_absence_and_a_locked_record_a_failure() {
    let unknown = r#"{"response-code":404,"developer-message":"404 Not Found","error-code":9016}"#;
    let (works, failed, sent) = asked(vec![Ok(reply(404, &[], unknown))]).await;
    assert_eq!((works, failed, sent.len()), (0, 0, 1));
    let locked =
        r#"{"response-code":409,"developer-message":"409 Conflict: The ORCID record is locked"}"#;
    let (works, failed, sent) = asked(vec![Ok(reply(409, &[], locked))]).await;
    assert_eq!((works, failed, sent.len()), (0, 1, 1));
}
