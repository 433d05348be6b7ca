//! Processes on one PostgreSQL server that need the same answer at the same time.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use bibsync::{
    cache::{Cache, Store, StoreAddress, StoreClock},
    http::{ApiRequest, Client, ClientOptions, RequestKind},
};
use tokio::time::{Instant, advance};

use crate::{
    support::{CROSSREF, VirtualNetwork, api_request, budget, cache, client, clock, reply},
    team::cluster,
};

/// Opens the caches of two processes; `None` without PostgreSQL.
fn two_caches() -> Option<[Arc<Cache>; 2]> {
    let address = cluster()?.new_schema();
    let address = StoreAddress::read(&address, &|_| None).unwrap();
    let open = || Arc::new(Store::open(&address, StoreClock::Caller).unwrap().cache());
    Some([open(), open()])
}

fn slow_network() -> Arc<VirtualNetwork> {
    VirtualNetwork::new(Duration::from_secs(3), |_, _| Ok(reply(200, &[], "{}")))
}

fn question() -> ApiRequest {
    api_request(CROSSREF, RequestKind::List, "https://crossref.example/a")
}

fn process(network: &Arc<VirtualNetwork>, cache: &Arc<Cache>) -> Client {
    client(network.clone(), cache, ClientOptions::default())
}

#[tokio::test(start_paused = true)]
async fn question_of_two_processes_is_sent_once() {
    let Some([one, other]) = two_caches() else {
        return;
    };
    let network = slow_network();
    let (one, other) = (process(&network, &one), process(&network, &other));
    let question = question();
    let (a, b) = tokio::join!(one.request(&question), other.request(&question));
    assert_eq!(a, b);
    assert!(a.is_ok());
    assert_eq!(network.sent().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn process_that_gets_no_answer_leaves_the_question_to_the_next() {
    let Some([one, other]) = two_caches() else {
        return;
    };
    let network = slow_network();
    let (one, other) = (process(&network, &one), process(&network, &other));
    let question = question();
    let (interrupted, answered) = tokio::join!(
        async {
            let asked = one.request(&question);
            tokio::time::timeout(Duration::from_secs(1), asked).await
        },
        other.request(&question)
    );
    assert!(interrupted.is_err());
    assert!(answered.is_ok());
    assert_eq!(network.sent().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn answer_that_does_not_come_is_not_waited_for_forever() {
    let Some([one, other]) = two_caches() else {
        return;
    };
    let network = slow_network();
    let question = question();
    let keys = [question.key()];
    let claimed = one.claim(question.caching.bucket, &keys);
    assert_eq!(claimed.ours, [true]);
    // Its process lives and extends the claim, which ends by the server's clock, in real time: often, since each
    // look of the other takes real time too.
    let extending = async {
        loop {
            one.extend_claims(&claimed.numbers);
            tokio::time::sleep(Duration::from_secs(5)).await;
        }
    };
    let begun = Instant::now();
    let other = process(&network, &other);
    let answer = tokio::select! {
        answer = other.request(&question) => answer,
        () = extending => unreachable!(),
    };
    assert!(answer.is_ok());
    assert_eq!(network.sent().len(), 1);
    assert!(begun.elapsed() >= Duration::from_secs(600), "it waited");
}

#[tokio::test(start_paused = true)]
async fn refresh_takes_what_came_since_it_began_and_nothing_older() {
    let (network, kept, clock) = (slow_network(), cache(), clock());
    let process = |refresh| {
        let options = ClientOptions {
            refresh,
            ..ClientOptions::default()
        };
        let (network, kept) = (network.clone(), Arc::clone(&kept));
        Client::new(network, kept, budget(), clock, BTreeMap::new(), options)
    };
    let question = question();
    process(false).request(&question).await.unwrap();
    let (one, other) = (process(true), process(true));
    advance(Duration::from_secs(2)).await;
    one.request(&question).await.unwrap();
    assert_eq!(network.sent().len(), 2, "the old answer is asked for again");
    other.request(&question).await.unwrap();
    assert_eq!(network.sent().len(), 2, "the new one is not");
}
