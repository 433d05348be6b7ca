//! Identifiers that a reference pins, and the works that bear them.

use crate::{
    matching::compare_titles,
    model::{Record, WorkId},
    sync::{AskState, Surveyed},
};

/// A pinned identifier, and what the sources know of it.
#[derive(Debug, Clone)]
pub(super) struct Pin<'a> {
    pub(super) id: WorkId,
    /// The records that bear it.
    pub(super) bearers: Vec<&'a Record>,
    /// Whether the registry of such identifiers answered and has none like it.
    pub(super) is_unknown: bool,
}

/// Returns the pins of a reference.
pub(super) fn pins<'a>(
    pins: Vec<WorkId>,
    surveyed: &'a Surveyed,
    registries: &[crate::model::SourceName],
) -> Vec<Pin<'a>> {
    let of = |id: WorkId| {
        let bearers = surveyed.near.iter();
        let bearers: Vec<&Record> = bearers.filter(|it| id.is_in(&it.meta.ids)).collect();
        let mut asked = registries
            .iter()
            .filter_map(|name| surveyed.asked.get(name)?.ids.get(&id));
        let is_unknown = bearers.is_empty()
            && asked
                .next()
                .is_some_and(|reply| *reply == AskState::Answered)
            && asked.all(|reply| *reply == AskState::Answered);
        Pin {
            id,
            bearers,
            is_unknown,
        }
    };
    pins.into_iter().map(of).collect()
}

impl Pin<'_> {
    /// Returns its name among the findings: `doi`, `arxiv`, `dblp`.
    pub(super) fn field(&self) -> &'static str {
        self.id.field()
    }

    /// Returns the first bearer if all bearers have another title than this one.
    pub(super) fn bearer_of_another_title(&self, title: &str) -> Option<&Record> {
        let is_other = |record: &&Record| {
            let agreement = compare_titles(title, &record.meta.title.text());
            !agreement.is_same_title() && agreement.score < 0.5
        };
        let first = self.bearers.first()?;
        self.bearers.iter().all(is_other).then_some(*first)
    }
}
