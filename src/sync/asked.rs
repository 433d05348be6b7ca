//! Which questions about a listing were put to which source, and what became of them.

use std::collections::BTreeMap;

use crate::{
    http::RequestError,
    sources::{Id, Source, is_datacites},
};

/// What became of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AskState {
    /// It was answered, if only by "there is none".
    Answered,
    /// It was not put, because the person wants no request sent.
    Offline,
    /// It was put, or was to be put, and no answer came.
    Failed,
    /// It was left out, because the run could not afford it.
    Unaffordable,
}

/// The questions about one listing that were put to one source.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Asked {
    /// The search for its title, if there was one.
    pub title: Option<AskState>,
    /// The identifiers that were looked up.
    pub ids: BTreeMap<Id, AskState>,
}

impl AskState {
    /// Returns what became of questions that failed in these ways.
    pub(super) fn of(failures: &[RequestError]) -> Self {
        let is_offline = |it: &RequestError| matches!(it, RequestError::Offline { .. });
        match failures {
            [] => Self::Answered,
            failures if failures.iter().all(is_offline) => Self::Offline,
            _ => Self::Failed,
        }
    }
}

impl Asked {
    /// Whether an answer is missing that the source should have given.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.replies().any(|reply| reply == AskState::Failed)
    }

    /// Whether a question was not put because the person wants no request sent.
    #[must_use]
    pub fn is_offline(&self) -> bool {
        self.replies().any(|reply| reply == AskState::Offline)
    }

    /// Whether anything was answered.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.replies().any(|reply| reply == AskState::Answered)
    }

    fn replies(&self) -> impl Iterator<Item = AskState> {
        self.title.into_iter().chain(self.ids.values().copied())
    }

    /// Notes the reply to a search for the title. A failure outweighs an answer to another search.
    pub(super) fn note_title(&mut self, reply: AskState) {
        self.title = self.title.max(Some(reply));
    }
}

/// Whether a source that knows identifiers of this kind may know this one: Crossref has no DOI of
/// DataCite's.
pub(super) fn may_know(source: &dyn Source, id: &Id) -> bool {
    let lookup = source.capabilities().ids;
    let is_elsewhere = matches!(id, Id::Doi(doi) if is_datacites(doi));
    lookup.finds(id) && (source.capabilities().is_local || !is_elsewhere)
}
