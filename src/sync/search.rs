//! Searches for listings, the cheapest questions first.
//!
//! Each step plans its questions from what is known, asks them, and decides all listings again; the
//! next step asks only for what is still open.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    answer::{Answer, is_matched},
    asked::{AskState, Asked, may_know},
    decide::{decide, open},
    event::{Event, Observer, Phase},
    evidence::GatheredEvidence,
    lookups::{self, Lookups, Wanted},
    people,
    plan::Plan,
    questions::{Answers, Questions, ask_all},
    source_set::SourceSet,
    titles,
};
use crate::{
    http::RequestError,
    model::{Record, SourceName, Unmatched, Verdict},
    sources::{Id, Source, TitleSearch},
};

/// What a search has found so far.
pub(super) struct Findings<'a> {
    pub(super) evidence: GatheredEvidence,
    /// The size of the evidence that the answers rest on.
    decided_on: (usize, usize),
    /// The answer to each listing, in order.
    pub(super) answers: Vec<Answer<'a>>,
    pub(super) failures: Vec<(SourceName, RequestError)>,
    /// The numbers of listings whose titles were not searched for everywhere.
    unsearched: BTreeSet<usize>,
    /// The questions about each listing, by its number and by source.
    pub(super) asked: BTreeMap<usize, BTreeMap<SourceName, Asked>>,
    /// The records that sources gave for identifiers.
    by_id: BTreeMap<(SourceName, Id), Vec<Record>>,
    /// The identifiers of records that sources have been asked for.
    followed: BTreeSet<(SourceName, Id)>,
}

/// Searches for the listings of a plan.
pub(super) async fn search<'a>(
    plan: &Plan<'a>,
    sources: &SourceSet<'_>,
    observer: &dyn Observer,
) -> Findings<'a> {
    let mut found = Findings::none(plan);
    for source in sources.local() {
        let mut questions = Questions::none(source);
        questions.ids = pins_of_all(plan);
        questions.titles = plan.searched().collect();
        found = put(Phase::Library, vec![questions], plan, found, observer).await;
    }
    for source in sources.local().chain(sources.services()) {
        if source.capabilities().has_people {
            let questions = people::questions(source, plan, &open(plan, &found.answers));
            found = put(Phase::People, vec![questions], plan, found, observer).await;
        }
    }
    let pins = lookups::pins(plan, &found.answers, sources);
    found = look_up(Phase::Pinned, pins, plan, sources, found, observer).await;
    for source in sources.in_title_order() {
        let named = titles::by_name(source, &open(plan, &found.answers));
        found = put(Phase::Titles, vec![named], plan, found, observer).await;
        let open = open(plan, &found.answers);
        let is_single = source.capabilities().titles == TitleSearch::Single;
        let questions = if plan.is_list_by_list && is_single {
            // What a run can afford depends on its listings.
            let lists = open.chunk_by(|a, b| a.list == b.list);
            let lists = lists.map(|open| {
                let listed = open.first().map_or(0, |it| plan.listed(it.list));
                titles::questions(source, open, listed)
            });
            lists.collect()
        } else {
            vec![titles::questions(source, &open, plan.targets.len())]
        };
        found = put(Phase::Titles, questions, plan, found, observer).await;
    }
    // The records of the first round may name more: a preprint its publication, a DOI its record.
    for _ in 0..2 {
        let leads = lookups::leads(plan, &found.answers, sources);
        let (known, leads) = found.without_asked(leads);
        found = look_up(
            Phase::Follow,
            leads,
            plan,
            sources,
            known.decided(plan),
            observer,
        )
        .await;
    }
    observer.on_event(&Event::Finished);
    found.with_reasons()
}

/// The identifiers that listings pin, in their order.
fn pins_of_all(plan: &Plan<'_>) -> Vec<(Id, BTreeSet<usize>)> {
    let pins = plan.targets.iter().flat_map(|target| {
        let pins = target.listing.pinned_ids().into_iter();
        pins.map(|id| (id, BTreeSet::from([target.list])))
    });
    pins.collect()
}

/// Asks services for identifiers at the same time, and then the backups of those that failed.
async fn look_up<'a>(
    phase: Phase,
    lookups: Lookups,
    plan: &Plan<'a>,
    sources: &SourceSet<'_>,
    found: Findings<'a>,
    observer: &dyn Observer,
) -> Findings<'a> {
    if lookups.values().all(Wanted::is_empty) {
        return found;
    }
    let (backups, services): (Vec<_>, Vec<_>) = sources
        .services()
        .partition(|source| source.capabilities().backup_for.is_some());
    let wanted = |name| lookups.get(&name).cloned().unwrap_or_default();
    let first = services.into_iter();
    let first = first.map(|source| for_ids(source, wanted(source.name())));
    let failed_before = found.failures.len();
    let mut found = put(phase, first.collect(), plan, found, observer).await;
    let failures = found.failures.iter().skip(failed_before);
    let failed: BTreeSet<SourceName> = failures.map(|(source, _)| *source).collect();
    for backup in backups {
        let replaced = backup.capabilities().backup_for;
        let wanted = match replaced.filter(|name| sources.get(*name).is_some()) {
            Some(name) if failed.contains(&name) => wanted(name),
            Some(_) => continue,
            None => wanted(backup.name()),
        };
        let wanted = lookups::unknown(wanted, &found.evidence);
        found = put(phase, vec![for_ids(backup, wanted)], plan, found, observer).await;
    }
    found
}

fn for_ids(source: &dyn Source, wanted: Wanted) -> Questions<'_> {
    Questions {
        ids: wanted.into_iter().collect(),
        ..Questions::none(source)
    }
}

/// Puts the questions of one step, and decides all listings by the answers.
async fn put<'a>(
    phase: Phase,
    questions: Vec<Questions<'_>>,
    plan: &Plan<'a>,
    found: Findings<'a>,
    observer: &dyn Observer,
) -> Findings<'a> {
    let questions: Vec<Questions<'_>> = questions.into_iter().filter(|it| !it.is_empty()).collect();
    if questions.is_empty() {
        return found;
    }
    let decisions = found.answers.iter().filter_map(Answer::decision);
    observer.on_event(&Event::Began {
        phase,
        settled: decisions.filter(|it| is_matched(it)).count(),
        listed: plan.targets.len(),
    });
    let asked: Vec<&dyn Source> = questions.iter().map(|it| it.source).collect();
    let answers = ask_all(questions).await;
    let mut found = found;
    for (source, answer) in asked.into_iter().zip(&answers) {
        found.note(source, answer, plan);
    }
    for answer in &answers {
        for failure in &answer.failures {
            observer.on_event(&Event::Failed {
                source: answer.source,
                message: failure.to_string(),
            });
        }
    }
    found.with(answers, plan).decided(plan)
}

impl<'a> Findings<'a> {
    /// Nothing has been asked yet.
    fn none(plan: &Plan<'a>) -> Self {
        let (evidence, answers) = decide(plan, GatheredEvidence::new(plan.lists()));
        Self {
            decided_on: evidence.size(),
            evidence,
            answers,
            failures: Vec::new(),
            unsearched: BTreeSet::new(),
            asked: BTreeMap::new(),
            by_id: BTreeMap::new(),
            followed: BTreeSet::new(),
        }
    }

    /// Notes which questions about each listing a source was asked, and whether it answered. Where one
    /// question of a step failed, all of that step count as failed.
    fn note(&mut self, source: &dyn Source, answers: &Answers, plan: &Plan<'_>) {
        let name = source.name();
        let (put, state) = &answers.titles;
        for index in put.iter().chain(&answers.unsearched) {
            let is_left_out = answers.unsearched.contains(index);
            let state = match state {
                AskState::Answered if is_left_out => AskState::Unaffordable,
                state => *state,
            };
            let asked = self.asked.entry(*index).or_default();
            asked.entry(name).or_default().note_title(state);
        }
        let (ids, state) = &answers.ids;
        if ids.is_empty() {
            return;
        }
        let ids: BTreeSet<&Id> = ids.iter().filter(|id| may_know(source, id)).collect();
        for (target, answer) in plan.targets.iter().zip(&self.answers) {
            let records = answer.decision().map_or(&[][..], |it| &it.records);
            let of_records = records.iter().flat_map(|it| Id::all_of(&it.meta.ids));
            let pins = target.listing.pinned_ids().into_iter();
            for id in pins.chain(of_records).filter(|id| ids.contains(id)) {
                let asked = self.asked.entry(target.index).or_default();
                let asked = asked.entry(name).or_default();
                let known = asked.ids.entry(id).or_insert(AskState::Answered);
                *known = (*known).max(*state);
            }
        }
    }

    /// Adds what sources answered.
    fn with(mut self, answers: Vec<Answers>, plan: &Plan<'_>) -> Self {
        for answer in answers {
            let source = answer.source;
            self.failures
                .extend(answer.failures.into_iter().map(|failure| (source, failure)));
            self.unsearched.extend(answer.unsearched);
            for (id, record) in answer.by_id {
                self.by_id.entry((source, id)).or_default().push(record);
            }
            for (record, lists) in answer.records {
                for list in lists {
                    self.evidence.add(list, [record.clone()]);
                }
            }
            for (list, page) in answer.pages {
                if people::is_believed(&page, list, plan) {
                    self.evidence.add_pages(list, page.pid);
                }
                // A namesake's record is still a record: its own evidence decides.
                self.evidence.add(list, page.records);
            }
        }
        self
    }

    /// Decides all listings again if there is new evidence.
    fn decided(self, plan: &Plan<'a>) -> Self {
        if self.evidence.size() == self.decided_on {
            return self;
        }
        let (evidence, answers) = decide(plan, self.evidence);
        Self {
            decided_on: evidence.size(),
            evidence,
            answers,
            ..self
        }
    }

    /// Removes the questions that sources have been asked already: one that did not know an identifier
    /// is not asked again, and what it answered to another list is added to those that ask now.
    fn without_asked(mut self, lookups: Lookups) -> (Self, Lookups) {
        let mut left = Lookups::new();
        for (source, wanted) in lookups {
            let left = left.entry(source).or_default();
            for (id, lists) in wanted {
                let question = (source, id.clone());
                for record in self.by_id.get(&question).into_iter().flatten() {
                    for list in &lists {
                        self.evidence.add(*list, [record.clone()]);
                    }
                }
                if self.followed.insert(question) {
                    left.insert(id, lists);
                }
            }
        }
        (self, left)
    }

    /// Says of listings that were not found that they were not searched for everywhere.
    fn with_reasons(mut self) -> Self {
        for index in &self.unsearched {
            if let Some(Answer::Decided(decision)) = self.answers.get_mut(*index)
                && let Verdict::Unmatched {
                    reason: reason @ (Unmatched::NotFound | Unmatched::NearOnly),
                    ..
                } = &mut decision.verdict
            {
                *reason = Unmatched::NotSearched;
            }
        }
        self
    }
}
