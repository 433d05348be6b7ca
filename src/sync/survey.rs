//! A search whose findings are returned as they are, without works, keys or a lock.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    answer::Answer,
    event::{Event, Observer},
    existence,
    failures::Failures,
    input::{Listed, targets},
    locked::LockedSet,
    plan::Plan,
    search::search,
    source_set::SourceSet,
    surveyed::Surveyed,
};
use crate::{
    model::SourceName,
    sources::{Capabilities, Source},
};

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
        let near = known
            .records
            .candidates(target.listing, &target.title, target.person);
        items.push(Surveyed {
            index: target.index,
            list: target.list,
            decision,
            near: near.into_iter().cloned().collect(),
            asked: asked.remove(&target.index).unwrap_or_default(),
            exists: BTreeMap::new(),
        });
    }
    let failed = existence::ask(&targets, &mut items, &sources, observer).await;
    found.failures.extend(failed);
    observer.on_event(&Event::Finished);
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
