use std::{sync::Arc, time::Duration};

use bibsync::{
    http::{ClientOptions, RequestError, WireError, WireResponse},
    sources::{Source as _, TitleQuery, dblp::Dblp},
};

use super::OUT_OF_TIME;
use crate::support::{DBLP, VirtualNetwork, cache, client, reply};

fn titles(count: usize) -> Vec<TitleQuery> {
    (0..count)
        .map(|n| TitleQuery {
            title: format!("Number{n:02} Is Searched for at Length among Publications"),
            ..TitleQuery::default()
        })
        .collect()
}

/// Returns the number of requests for 80 titles to an endpoint with these outcomes, and the number of
/// titles that were not searched for.
async fn cost(
    outcome: impl Fn(usize) -> Result<WireResponse, WireError> + Send + Sync + 'static,
) -> (u64, usize) {
    let network = VirtualNetwork::new(Duration::from_secs(1), move |number, _| outcome(number));
    let client = Arc::new(client(network, &cache(), ClientOptions::default()));
    let endpoint = "https://sparql.dblp.org/sparql".parse().unwrap();
    let dblp = Dblp::new(client.clone(), endpoint, None);
    let titles = titles(80);
    let mut unasked = 0;
    // A run searches more than once; a service that is given up stays so.
    for _ in 0..2 {
        let reply = dblp.by_titles(&titles).await;
        assert_eq!(
            reply.failures.len(),
            1,
            "reported once: {:?}",
            reply.failures
        );
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
    (client.counts()[&DBLP].sent, unasked)
}

#[tokio::test(start_paused = true)]
async fn queries_that_all_time_out_on_the_server_end_the_run_early() {
    assert_eq!(cost(|_| Ok(reply(429, &[], OUT_OF_TIME))).await, (3, 80));
}

#[tokio::test(start_paused = true)]
async fn queries_that_all_time_out_on_our_side_end_the_run_early() {
    assert_eq!(cost(|_| Err(WireError::Timeout)).await, (1, 80));
}

#[tokio::test(start_paused = true)]
async fn overload_after_a_first_response_ends_the_run_early() {
    let first = |number| match number {
        0 => Ok(reply(429, &[], OUT_OF_TIME)),
        _ => Err(WireError::Timeout),
    };
    assert_eq!(cost(first).await, (3, 80));
}
