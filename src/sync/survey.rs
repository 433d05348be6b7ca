//! A search whose findings are returned as they are, without works, keys or a lock.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    answer::Answer,
    event::Observer,
    failures::Failures,
    input::{Listed, targets},
    locked::LockedSet,
    plan::Plan,
    search::search,
    source_set::SourceSet,
};
use crate::{
    matching::Decision,
    model::{Record, SourceName},
    sources::{Capabilities, Id, Source, is_datacites},
};

/// What became of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AskState {
    /// It was answered, if only by "there is none".
    Answered,
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

impl Asked {
    /// Whether an answer is missing that the source should have given.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.replies().any(|reply| reply == AskState::Failed)
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

/// What is known about one listing after a search.
#[derive(Debug, Clone)]
pub struct Surveyed {
    /// Its number over all lists, from 0.
    pub index: usize,
    /// The number of its list, from 0.
    pub list: usize,
    /// The decision which work it means.
    pub decision: Decision,
    /// The records that may be meant, and those that bear an identifier it pins.
    pub near: Vec<Record>,
    /// The questions about it, by source.
    pub asked: BTreeMap<SourceName, Asked>,
}

/// A source of a survey.
#[derive(Debug, Clone, Copy)]
pub struct Surveyor {
    /// Its name.
    pub name: SourceName,
    /// What it can be asked.
    pub capabilities: Capabilities,
}

/// The findings on all listings.
#[derive(Debug, Clone)]
pub struct Survey {
    /// The findings on each listing, in the order of the lists.
    pub items: Vec<Surveyed>,
    /// The sources in use, in the order of their names.
    pub sources: Vec<Surveyor>,
    /// The failures by source, each message once.
    pub failures: BTreeMap<SourceName, Vec<String>>,
    /// Whether the run was interrupted before every question was answered.
    pub interrupted: bool,
}

/// Searches for all listings with `sources`, as [`super::resolve`] does, and returns what was found.
pub async fn survey(
    lists: &[Listed],
    sources: &[Box<dyn Source>],
    observer: &dyn Observer,
) -> Survey {
    let targets = targets(lists);
    let sources = SourceSet::of(sources);
    let plan = Plan::new(&targets, &LockedSet::default(), &BTreeSet::new());
    let mut found = search(&plan, &sources, observer).await;
    let mut asked = std::mem::take(&mut found.asked);
    let mut items = Vec::new();
    for (target, answer) in targets.iter().zip(found.answers) {
        let Answer::Decided(decision) = answer else {
            continue;
        };
        let known = found.evidence.list(target.list);
        let near = known.records.candidates(target.listing, target.person);
        items.push(Surveyed {
            index: target.index,
            list: target.list,
            decision,
            near: near.into_iter().cloned().collect(),
            asked: asked.remove(&target.index).unwrap_or_default(),
        });
    }
    let failures = Failures::of(found.failures, &sources);
    Survey {
        items,
        sources: sources
            .all()
            .map(|source| Surveyor {
                name: source.name(),
                capabilities: source.capabilities(),
            })
            .collect(),
        failures: failures.messages(),
        interrupted: failures.is_interrupted(),
    }
}

/// Whether a source that knows identifiers of this kind may know this one: Crossref has no DOI of
/// DataCite's.
pub(super) fn may_know(source: &dyn Source, id: &Id) -> bool {
    let lookup = source.capabilities().ids;
    let is_elsewhere = matches!(id, Id::Doi(doi) if is_datacites(doi));
    lookup.finds(id) && (source.capabilities().is_local || !is_elsewhere)
}
