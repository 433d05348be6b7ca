//! Retractions, corrections and withdrawals of works.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    answer::{Answer, is_matched},
    result::Item,
    source_set::SourceSet,
};
use crate::{
    lock::Lock,
    model::{Doi, Notice, NoticeKind, Work, WorkStatus},
};

/// Returns the notices on `works`, by key: those of the records, those `found` by their DOIs, and
/// where nobody was asked about a DOI, those of the `old` lock.
pub(super) fn of(
    works: &[Work],
    items: &[Item],
    withdrawn: &[Option<Notice>],
    found: &BTreeMap<Doi, Vec<Notice>>,
    old: Option<&Lock>,
) -> BTreeMap<String, Vec<Notice>> {
    let mut out: BTreeMap<String, BTreeSet<Notice>> = BTreeMap::new();
    // The works of which a notice says when and where they were retracted.
    let has_retraction = |work: &&Work| {
        let doi = work.meta.ids.doi.as_ref();
        let notices = doi.and_then(|doi| found.get(doi)).into_iter().flatten();
        notices.into_iter().any(is_retraction)
    };
    let retractions = works.iter().filter(has_retraction);
    let retractions: BTreeSet<&str> = retractions.map(|work| work.key.as_str()).collect();
    for (item, notice) in items.iter().zip(withdrawn) {
        let is_known =
            |notice: &Notice| retractions.contains(item.key.as_str()) && is_retraction(notice);
        if let Some(notice) = notice.as_ref().filter(|notice| !is_known(notice)) {
            let of_work = out.entry(item.key.clone()).or_default();
            of_work.insert(notice.clone());
        }
    }
    for work in works {
        let known = old.and_then(|old| old.notices.get(&work.key));
        let known = known.into_iter().flatten();
        let new = work.meta.ids.doi.as_ref().and_then(|doi| found.get(doi));
        let kept = known.filter(|notice| {
            if is_of_record(notice) && is_retraction(notice) {
                !retractions.contains(work.key.as_str())
            } else if is_of_record(notice) {
                !work.meta.kind.is_published()
            } else {
                new.is_none()
            }
        });
        let all: BTreeSet<Notice> = new.into_iter().flatten().chain(kept).cloned().collect();
        if !all.is_empty() {
            out.entry(work.key.clone()).or_default().extend(all);
        }
    }
    out.into_iter()
        .map(|(key, notices)| (key, notices.into_iter().collect()))
        .collect()
}

/// Returns a notice when the records that answer a listing state that the work was retracted or withdrawn.
pub(super) fn of_records(answer: &Answer<'_>) -> Option<Notice> {
    let decision = answer.decision()?;
    let retracted = decision.records.iter().find(|record| record.retracted);
    if let Some(retracted) = retracted.filter(|_| is_matched(decision)) {
        return Some(Notice {
            kind: NoticeKind::Retraction,
            source: retracted.source,
            doi: None,
            date: None,
        });
    }
    let mut records = decision.records.iter();
    let is_published = records.any(|record| record.meta.kind.is_published());
    let withdrawn = decision.records.iter().find(|record| record.withdrawn)?;
    (is_matched(decision) && !is_published).then_some(Notice {
        kind: NoticeKind::Withdrawal,
        source: withdrawn.source,
        doi: None,
        date: None,
    })
}

fn is_retraction(notice: &Notice) -> bool {
    notice.kind == NoticeKind::Retraction
}

/// Whether a notice is one that [`of_records`] made of a record.
fn is_of_record(notice: &Notice) -> bool {
    let is_one = matches!(notice.kind, NoticeKind::Withdrawal | NoticeKind::Retraction);
    is_one && notice.doi.is_none() && notice.date.is_none()
}

/// Asks the registries for notices on `works`, and returns them by DOI, together with those `known`, of
/// which nobody is asked again.
pub(super) async fn ask(
    works: impl Iterator<Item = &Work>,
    sources: &SourceSet<'_>,
    known: Option<BTreeMap<Doi, Vec<Notice>>>,
) -> BTreeMap<Doi, Vec<Notice>> {
    let mut out = known.unwrap_or_default();
    let dois: BTreeSet<&Doi> = works
        .filter(|work| work.status == WorkStatus::Matched)
        .filter_map(|work| work.meta.ids.doi.as_ref())
        .filter(|doi| !out.contains_key(doi))
        .collect();
    let dois: Vec<Doi> = dois.into_iter().cloned().collect();
    if dois.is_empty() {
        return out;
    }
    for source in sources
        .services()
        .filter(|it| it.capabilities().has_notices)
    {
        let reply = source.registrations(&dois).await;
        for failure in &reply.failures {
            tracing::warn!("retractions could not be asked for: {failure}");
        }
        out.extend(reply.found.into_iter().map(|it| (it.doi, it.notices)));
    }
    out
}
