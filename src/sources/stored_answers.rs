//! Answers that are stored one by one, though many questions are put in one request.
//!
//! Each question has a key, under which its answer is stored. A stored answer is used, and only the
//! other questions are sent to the service. So an answer is never requested twice, whatever other
//! questions it came with, and it is there without a network too.

use jiff::civil::Date;
use serde::{Serialize, de::DeserializeOwned};

use super::Fetcher;
use crate::http::{ApiResponse, ItemCache};

/// Questions, separated by whether their answers are stored.
pub(super) struct Stored<Q, A> {
    /// Those with their answers; `None` where there is known to be nothing.
    pub(super) kept: Vec<(Q, Option<A>)>,
    /// Those to be asked.
    pub(super) open: Vec<Q>,
}

impl<Q, A> Stored<Q, Vec<A>> {
    /// Returns the questions with stored answers, an empty one where there is known to be nothing.
    pub(super) fn known(self) -> impl Iterator<Item = (Q, Vec<A>)> {
        let kept = self.kept.into_iter();
        kept.map(|(question, answer)| (question, answer.unwrap_or_default()))
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
