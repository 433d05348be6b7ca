//! Answers that are stored one by one, though many questions are put in one request.
//!
//! Each question has a key, under which its answer is stored. A stored answer is used, and only the
//! other questions are sent to the service. So an answer is never requested twice, whatever other
//! questions it came with, and it is there without a network too. Where machines share the answers, a
//! question that another one is asking is waited for.

use std::{future::Future, pin::Pin};

use jiff::civil::Date;
use serde::{Serialize, de::DeserializeOwned};

use super::{Fetcher, Reply, batches};
use crate::http::{ApiResponse, ItemCache};

/// Questions, separated by whether their answers are stored.
pub(super) struct Stored<Q, A> {
    /// Those with their answers; `None` where there is known to be nothing.
    pub(super) kept: Vec<(Q, Option<A>)>,
    /// Those to be asked.
    pub(super) open: Vec<Q>,
}

/// Questions with their answers; `None` where there is nothing.
pub(super) type Answered<Q, A> = Reply<(Q, Option<A>)>;

/// The future answers to questions that a service is asked.
pub(super) type Asked<'a, Q, A> = Pin<Box<dyn Future<Output = Answered<Q, A>> + Send + 'a>>;

/// Returns the answers to `questions`, each with its own key. `ask` puts those to the service that are not
/// stored and that no other process is asking, and stores their answers; then those of the other processes are
/// waited for. Questions that nobody got an answer to are missing.
///
/// Nothing is claimed while it waits, so that no two processes wait for each other.
pub(super) async fn answered<'a, Q, A: DeserializeOwned>(
    fetcher: &dyn Fetcher,
    shelf: &ItemCache,
    questions: impl IntoIterator<Item = Q>,
    key: impl Fn(&Q) -> String,
    ask: impl Fn(Vec<Q>) -> Asked<'a, Q, A>,
) -> Answered<Q, A> {
    let mut reply = Reply::default();
    let mut left: Vec<Q> = questions.into_iter().collect();
    let mut waits = true;
    loop {
        let stored = partition(fetcher, shelf, left, &key).await;
        reply.found.extend(stored.kept);
        let mut open = stored.open;
        if open.is_empty() || reply.failures.iter().any(batches::is_over) {
            return reply;
        }
        let mut elsewhere = Vec::new();
        let mut claimed = None;
        if waits {
            let keys: Vec<String> = open.iter().map(&key).collect();
            let claim = fetcher.claim_items(shelf, &keys);
            let mut ours = claim.ours.iter();
            (open, elsewhere) = open
                .into_iter()
                .partition(|_| ours.next().copied().unwrap_or(true));
            if claim.is_shared() {
                // An answer may have come between the look and the claim.
                let stored = partition(fetcher, shelf, open, &key).await;
                reply.found.extend(stored.kept);
                open = stored.open;
            }
            claimed = Some(claim);
        }
        if !open.is_empty() {
            let asked = ask(open).await;
            let answers = reply.absorb(asked);
            reply.found.extend(answers);
        }
        drop(claimed);
        if elsewhere.is_empty() {
            return reply;
        }
        let keys: Vec<String> = elsewhere.iter().map(&key).collect();
        if !reply.failures.iter().any(batches::is_over) {
            waits = fetcher.await_items(shelf, &keys).await;
        }
        left = elsewhere;
    }
}

/// Reads the stored answers to `questions`, each under its own key.
pub(super) async fn partition<Q, A: DeserializeOwned>(
    fetcher: &dyn Fetcher,
    shelf: &ItemCache,
    questions: impl IntoIterator<Item = Q>,
    key: impl Fn(&Q) -> String,
) -> Stored<Q, A> {
    let mut stored = Stored {
        kept: Vec::new(),
        open: Vec::new(),
    };
    for question in questions {
        let key = key(&question);
        match fetcher.cached_item(shelf, &key).await {
            Some(ApiResponse::NotFound) => stored.kept.push((question, None)),
            Some(ApiResponse::Body(body)) => match serde_json::from_str(&body) {
                Ok(answer) => stored.kept.push((question, Some(answer))),
                Err(error) => {
                    tracing::debug!(%error, key, "a kept answer can't be read and is asked for again");
                    stored.open.push(question);
                }
            },
            None => stored.open.push(question),
        }
    }
    stored
}

/// Stores the answer to one question. The answer must be known to be whole: `None` means that there
/// is nothing, and nobody asks again while that is valid.
pub(super) fn keep<A: Serialize + ?Sized>(
    fetcher: &dyn Fetcher,
    shelf: &ItemCache,
    key: &str,
    answer: Option<&A>,
) {
    match answer.map(serde_json::to_string).transpose() {
        Ok(body) => fetcher.cache_item(shelf, key, body.as_deref()),
        Err(error) => tracing::debug!(%error, key, "an answer can't be written and is not kept"),
    }
}

/// Returns the day on which the answer to a question came.
pub(super) fn day(fetcher: &dyn Fetcher, shelf: &ItemCache, key: &str) -> Option<Date> {
    fetcher.retrieved_on(&shelf.caching, key)
}
