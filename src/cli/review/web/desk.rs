//! The questions of a review and the answers so far, whichever page they come from.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::cli::{
    exit::Failure,
    review::{
        answer::{ReviewAnswer, answer, expected},
        question::Question,
        walk::Keeper,
    },
};

/// The questions and the answers so far.
pub(super) struct Desk {
    questions: Vec<Question>,
    keeper: Box<dyn Keeper + Send>,
    /// The answers in words, by the index of the listing.
    settled: BTreeMap<usize, String>,
    /// The indices of the answered listings, the last answer last.
    history: Vec<usize>,
    version: u64,
    over: bool,
}

/// An answer as a page sends it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GivenAnswer {
    /// The index of the listing.
    pub(super) question: usize,
    /// A candidate's number, `none`, or an identifier, as for `--accept`.
    pub(super) answer: String,
}

/// The state of a review, as pages show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct News {
    /// Grows with each change.
    pub(super) version: u64,
    /// The answers in words, by the index of the listing.
    pub(super) settled: BTreeMap<usize, String>,
    /// The number of open questions.
    pub(super) open: usize,
    /// Whether the review is over.
    pub(super) over: bool,
}

/// Why an answer was not taken.
#[derive(Debug)]
pub(super) enum NotTaken {
    /// There is no such question, or that is no answer to it.
    Unclear(String),
    /// It is answered already, or can't be kept.
    Conflict(String),
}

impl Desk {
    pub(super) fn new(questions: Vec<Question>, keeper: Box<dyn Keeper + Send>) -> Self {
        Self {
            questions,
            keeper,
            settled: BTreeMap::new(),
            history: Vec::new(),
            version: 1,
            over: false,
        }
    }

    pub(super) fn news(&self) -> News {
        News {
            version: self.version,
            settled: self.settled.clone(),
            open: self.questions.len() - self.settled.len(),
            over: self.over,
        }
    }

    /// The number of answers.
    pub(super) fn answered(&self) -> usize {
        self.history.len()
    }

    /// Keeps an answer at once.
    pub(super) fn take(&mut self, given: &GivenAnswer) -> Result<News, NotTaken> {
        let mut questions = self.questions.iter();
        let question = questions
            .find(|it| it.index == given.question)
            .ok_or_else(|| {
                NotTaken::Unclear(format!("there is no question #{}", given.question))
            })?;
        if let Some(earlier) = self.settled.get(&given.question) {
            return Err(NotTaken::Conflict(format!(
                "already answered, maybe on another page: {earlier}"
            )));
        }
        let chosen = answer(given.answer.trim(), question)
            .map_err(|why| NotTaken::Unclear(format!("{why}; {}", expected(question))))?;
        self.keeper.keep(question, &chosen).map_err(conflict)?;
        self.settled
            .insert(question.index, in_words(&chosen, question));
        self.history.push(question.index);
        self.version += 1;
        Ok(self.news())
    }

    /// Takes the last answer back.
    pub(super) fn undo(&mut self) -> Result<News, NotTaken> {
        let Some(last) = self.history.last() else {
            return Err(NotTaken::Conflict("there is no answer to undo".to_owned()));
        };
        self.keeper.undo(1).map_err(conflict)?;
        self.settled.remove(last);
        self.history.pop();
        self.version += 1;
        Ok(self.news())
    }

    /// Ends the review.
    pub(super) fn end(&mut self) -> News {
        self.over = true;
        self.version += 1;
        self.news()
    }
}

/// A failure to keep an answer: another program has changed the profile, which stays as it is.
#[expect(clippy::needless_pass_by_value, reason = "called by `map_err`")]
fn conflict(failure: Failure) -> NotTaken {
    NotTaken::Conflict(failure.to_string())
}

fn in_words(answer: &ReviewAnswer, question: &Question) -> String {
    match answer {
        ReviewAnswer::This(at) => {
            let title = question.candidates.get(*at).map(|it| it.title.as_str());
            format!("{}: {}", at + 1, title.unwrap_or_default())
        }
        ReviewAnswer::Known(id) => id.to_string(),
        ReviewAnswer::NoneOfThese => "none of these".to_owned(),
    }
}
