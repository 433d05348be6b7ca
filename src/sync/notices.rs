//! Retractions, corrections and withdrawals of the works at hand.

use std::collections::{BTreeMap, BTreeSet};

use super::resolve::Item;
use crate::{
    lock::Lock,
    matching::Decision,
    model::{Doi, Notice, NoticeKind, Verdict, Work, WorkStatus},
    sources::Source,
};

/// The notices on `works`, by key: what records say, what was `found` of their DOIs, and where that
/// was not asked, what `old` knew.
pub(super) fn of(
    works: &[Work],
    items: &[Item],
    withdrawn: &[Option<Notice>],
    found: Option<&[(Doi, Notice)]>,
    old: Option<&Lock>,
) -> BTreeMap<String, Vec<Notice>> {
    let mut out: BTreeMap<String, BTreeSet<Notice>> = BTreeMap::new();
    for (item, notice) in items.iter().zip(withdrawn) {
        if let Some(notice) = notice {
            out.entry(item.key.clone())
                .or_default()
                .insert(notice.clone());
        }
    }
    for work in works {
        let known = old
            .and_then(|old| old.notices.get(&work.key))
            .into_iter()
            .flatten();
        let (told, kept): (Vec<&Notice>, Vec<&Notice>) = match (found, &work.meta.ids.doi) {
            (Some(found), Some(doi)) => (
                found
                    .iter()
                    .filter(|(of, _)| of == doi)
                    .map(|(_, notice)| notice)
                    .collect(),
                known.filter(|notice| still_holds(notice, work)).collect(),
            ),
            _ => (
                Vec::new(),
                known
                    .filter(|notice| notice.doi.is_some() || still_holds(notice, work))
                    .collect(),
            ),
        };
        if !told.is_empty() || !kept.is_empty() {
            let all = told.into_iter().chain(kept).cloned();
            out.entry(work.key.clone()).or_default().extend(all);
        }
    }
    out.into_iter()
        .map(|(key, notices)| (key, notices.into_iter().collect()))
        .collect()
}

/// What a record said of a preprint that was not looked up again holds until it is published.
fn still_holds(notice: &Notice, work: &Work) -> bool {
    notice.doi.is_none() && !work.meta.kind.is_published()
}

/// Whether the records that answer a listing say that it was withdrawn.
pub(super) fn withdrawal(decision: &Decision) -> Option<Notice> {
    let matched = matches!(decision.verdict, Verdict::Matched { .. });
    let published = decision
        .records
        .iter()
        .any(|record| record.meta.kind.is_published());
    let told = decision.records.iter().find(|record| record.withdrawn)?;
    (matched && !published).then_some(Notice {
        kind: NoticeKind::Withdrawal,
        source: told.source,
        doi: None,
        date: None,
    })
}

/// Asks the sources for notices on works that were found; `None` when one that should know fails.
pub(super) async fn ask(works: &[Work], sources: &[Box<dyn Source>]) -> Option<Vec<(Doi, Notice)>> {
    let found = works
        .iter()
        .filter(|work| work.status == WorkStatus::Matched);
    let dois: BTreeSet<Doi> = found.filter_map(|work| work.meta.ids.doi.clone()).collect();
    let dois: Vec<Doi> = dois.into_iter().collect();
    if dois.is_empty() {
        return Some(Vec::new());
    }
    let mut out = Vec::new();
    for source in sources {
        let reply = source.notices(&dois).await;
        for failure in &reply.failures {
            tracing::warn!("retractions could not be asked for: {failure}");
        }
        if !reply.failures.is_empty() {
            return None;
        }
        out.extend(reply.found);
    }
    Some(out)
}
