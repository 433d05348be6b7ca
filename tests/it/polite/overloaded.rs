use std::{sync::Arc, time::Duration};

use bibsync::{
    http::{ClientOptions, RequestError, Service, WireError, WireResponse},
    sources::{Source as _, TitleQuery, dblp::Dblp},
};

use super::OUT_OF_TIME;
use crate::support::{Stage, cache, client, reply};

fn titles(count: usize) -> Vec<TitleQuery> {
    (0..count)
        .map(|n| TitleQuery {
            title: format!("Number{n:02} Is Searched for at Length among Publications"),
            ..TitleQuery::default()
        })
        .collect()
}

/// How many requests 80 titles cost at an endpoint that answers so, and which are left unasked.
async fn cost(
    outcome: impl Fn(usize) -> Result<WireResponse, WireError> + Send + Sync + 'static,
) -> (u64, usize) {
    let stage = Stage::new(Duration::from_secs(1), move |number, _| outcome(number));
    let client = Arc::new(client(stage, &cache(), ClientOptions::default()));
    let endpoint = "https://sparql.dblp.org/sparql".parse().unwrap();
    let dblp = Dblp::new(client.clone(), endpoint, None);
    let titles = titles(80);
    let mut unasked = 0;
    // A run asks more than once; what is given up stays so.
    for _ in 0..2 {
        let reply = dblp.by_titles(&titles).await;
        assert_eq!(reply.failures.len(), 1, "said once: {:?}", reply.failures);
        let failed = &reply.failures[0];
        assert!(
            matches!(
                failed,
                RequestError::GivenUp { .. } | RequestError::Unreachable { .. }
            ),
            "{failed}"
        );
        unasked = reply.unasked.len();
    }
    (client.counts()[&Service::Dblp].sent, unasked)
}

#[tokio::test(start_paused = true)]
async fn with_every_query_out_of_time() {
    assert_eq!(cost(|_| Ok(reply(429, &[], OUT_OF_TIME))).await, (3, 80));
}

#[tokio::test(start_paused = true)]
async fn with_no_query_answered_in_our_time() {
    assert_eq!(cost(|_| Err(WireError::Timeout)).await, (1, 80));
}

#[tokio::test(start_paused = true)]
async fn after_it_was_reached() {
    let first = |number| match number {
        0 => Ok(reply(429, &[], OUT_OF_TIME)),
        _ => Err(WireError::Timeout),
    };
    assert_eq!(cost(first).await, (3, 80));
}
