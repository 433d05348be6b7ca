//! Questions that are put many at a time and answered one by one.
//!
//! Each has a key of its own, under which its answer is kept. What is kept is taken from there, and
//! only the rest is put to the service; so what was answered once is not asked again, in whatever
//! company, and is there without a network too.

use jiff::civil::Date;
use serde::{Serialize, de::DeserializeOwned};

use super::Asker;
use crate::http::{Answer, Shelf};

/// Questions, parted by whether their answers are kept.
pub(super) struct Parted<Q, A> {
    /// Those with their answers; `None` where nothing is known to be there.
    pub(super) kept: Vec<(Q, Option<A>)>,
    /// Those to be asked.
    pub(super) open: Vec<Q>,
}

impl<Q, A> Parted<Q, Vec<A>> {
    /// The questions with kept answers, an empty one where nothing is known to be there.
    pub(super) fn known(self) -> impl Iterator<Item = (Q, Vec<A>)> {
        let kept = self.kept.into_iter();
        kept.map(|(question, answer)| (question, answer.unwrap_or_default()))
    }
}

/// Looks for the answers to `questions`, each under its own key.
pub(super) async fn part<Q, A: DeserializeOwned>(
    asker: &dyn Asker,
    shelf: &Shelf,
    questions: impl IntoIterator<Item = Q>,
    key: impl Fn(&Q) -> String,
) -> Parted<Q, A> {
    let mut parted = Parted {
        kept: Vec::new(),
        open: Vec::new(),
    };
    for question in questions {
        let key = key(&question);
        match asker.shelved(shelf, &key).await {
            Some(Answer::Absent) => parted.kept.push((question, None)),
            Some(Answer::Body(body)) => match serde_json::from_str(&body) {
                Ok(answer) => parted.kept.push((question, Some(answer))),
                Err(error) => {
                    tracing::debug!(%error, key, "a kept answer can't be read and is asked for again");
                    parted.open.push(question);
                }
            },
            None => parted.open.push(question),
        }
    }
    parted
}

/// Keeps the answer to one question. Only for an answer that is known to be whole: `None` says that
/// there is nothing, and nobody asks again while that is good.
pub(super) fn keep<A: Serialize + ?Sized>(
    asker: &dyn Asker,
    shelf: &Shelf,
    key: &str,
    answer: Option<&A>,
) {
    match answer.map(serde_json::to_string).transpose() {
        Ok(body) => asker.shelve(shelf, key, body.as_deref()),
        Err(error) => tracing::debug!(%error, key, "an answer can't be written and is not kept"),
    }
}

/// The day on which the answer to a question came.
pub(super) fn day(asker: &dyn Asker, shelf: &Shelf, key: &str) -> Option<Date> {
    asker.day(&shelf.keep, key)
}
