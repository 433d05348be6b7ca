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
/// No answer is claimed while others are waited for, and those of requests are claimed after those of questions, so
/// that no two processes wait for each other.
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

#[cfg(test)]
mod tests {
    use std::{sync::Mutex, time::Duration};

    use super::*;
    use crate::{
        http::{ApiRequest, CachePolicy, ClaimedQuestions, RequestError, Revalidation},
        sources::{
            AnswerFuture, StoredFuture, WaitFuture, arxiv,
            fake::{Fake, refused},
        },
    };

    /// Another process asks for every question that begins with `other`. It answers those after which
    /// `answered` follows.
    struct Shared {
        own: Fake,
        waits: Mutex<Vec<Vec<String>>>,
    }

    impl Fetcher for Shared {
        fn request<'a>(&'a self, request: &'a ApiRequest) -> AnswerFuture<'a> {
            self.own.request(request)
        }

        fn is_cached(&self, request: &ApiRequest) -> bool {
            self.own.is_cached(request)
        }

        fn cached_item<'a>(&'a self, on: &'a ItemCache, key: &'a str) -> StoredFuture<'a> {
            self.own.cached_item(on, key)
        }

        fn cache_item(&self, on: &ItemCache, key: &str, body: Option<&str>) {
            self.own.cache_item(on, key, body);
        }

        fn claim_items(&self, _: &ItemCache, keys: &[String]) -> ClaimedQuestions {
            let mut claimed = ClaimedQuestions::unshared(keys.len());
            let ours = keys.iter().map(|key| !key.starts_with("other"));
            claimed.ours = ours.collect();
            claimed
        }

        fn await_items<'a>(&'a self, on: &'a ItemCache, keys: &'a [String]) -> WaitFuture<'a> {
            self.waits.lock().unwrap().push(keys.to_vec());
            let answered = keys.iter().filter(|key| key.ends_with("answered"));
            for key in answered {
                self.own.cache_item(on, key, Some("\"by the other\""));
            }
            Box::pin(async { false })
        }
    }

    /// Returns what `questions` are answered by, the questions that were asked here, and those waited for.
    async fn ask(
        questions: &[&str],
        failure: Option<RequestError>,
    ) -> (Vec<(String, String)>, Vec<String>, Vec<Vec<String>>) {
        let fetcher = Shared {
            own: Fake::new(|_| Err(refused(arxiv::SERVICE))),
            waits: Mutex::default(),
        };
        let asked = Mutex::new(Vec::new());
        let put = |questions: Vec<String>| -> Asked<'_, String, String> {
            asked.lock().unwrap().extend(questions.clone());
            let failures = failure.clone().into_iter().collect();
            let answers = questions.into_iter().filter(|_| failure.is_none());
            let found = answers.map(|it| (it, Some("here".to_owned())));
            let reply = Reply {
                found: found.collect(),
                failures,
                unasked: Vec::new(),
            };
            Box::pin(async { reply })
        };
        let questions = questions.iter().map(|it| (*it).to_owned());
        let shelf = ItemCache {
            service: arxiv::SERVICE,
            caching: CachePolicy {
                bucket: "test-v1",
                found: Duration::from_secs(60),
                absent: Duration::from_secs(60),
            },
            is_empty: |_| false,
            revalidation: Revalidation::None,
        };
        let reply = answered(&fetcher, &shelf, questions, Clone::clone, put).await;
        let answers = reply
            .found
            .into_iter()
            .filter_map(|(question, answer)| Some((question, answer?)));
        let answers = answers.collect();
        let asked = asked.lock().unwrap().clone();
        let waits = fetcher.waits.lock().unwrap().clone();
        (answers, asked, waits)
    }

    fn pair(question: &str, answer: &str) -> (String, String) {
        (question.to_owned(), answer.to_owned())
    }

    #[tokio::test]
    async fn question_of_another_process_is_waited_for_after_our_own() {
        let (answers, asked, waits) = ask(&["other answered", "x"], None).await;
        let expected = [pair("x", "here"), pair("other answered", "by the other")];
        assert_eq!(answers, expected);
        assert_eq!(asked, ["x"]);
        assert_eq!(waits, [["other answered"]]);
    }

    #[tokio::test]
    async fn question_that_took_another_too_long_is_asked_here() {
        let (answers, asked, waits) = ask(&["other lost", "x"], None).await;
        assert_eq!(answers, [pair("x", "here"), pair("other lost", "here")]);
        assert_eq!(asked, ["x", "other lost"]);
        assert_eq!(waits.len(), 1);
    }

    #[tokio::test]
    async fn nobody_is_waited_for_after_a_refusal() {
        let failure = Some(refused(arxiv::SERVICE));
        let (answers, asked, waits) = ask(&["other answered", "x"], failure).await;
        assert_eq!((answers.len(), waits.len()), (0, 0));
        assert_eq!(asked, ["x"]);
    }
}
