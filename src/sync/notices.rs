//! Retractions, corrections and withdrawals of the works at hand.

use std::collections::{BTreeMap, BTreeSet};

use super::resolve::Item;
use crate::{
    lock::Lock,
    matching::Decision,
    model::{Doi, Notice, NoticeKind, SourceName, Verdict, Work, WorkStatus},
    sources::Source,
};

/// The notices on `works`, by key: what records say, what was `found` of their DOIs, and where that
/// was not asked, what `old` knew.
pub(super) fn of(
    works: &[Work],
    items: &[Item],
    withdrawn: &[Option<Notice>],
    found: &BTreeMap<Doi, Vec<Notice>>,
    old: Option<&Lock>,
) -> BTreeMap<String, Vec<Notice>> {
    let mut out: BTreeMap<String, BTreeSet<Notice>> = BTreeMap::new();
    for (item, notice) in items.iter().zip(withdrawn) {
        if let Some(notice) = notice {
            let of_work = out.entry(item.key.clone()).or_default();
            of_work.insert(notice.clone());
        }
    }
    for work in works {
        let known = old.and_then(|old| old.notices.get(&work.key));
        let known = known.into_iter().flatten();
        let told = work.meta.ids.doi.as_ref().and_then(|doi| found.get(doi));
        let kept = known.filter(|notice| {
            let of_doi = notice.source == SourceName::Crossref;
            of_doi && told.is_none() || !of_doi && !work.meta.kind.is_published()
        });
        let all: BTreeSet<Notice> = told.into_iter().flatten().chain(kept).cloned().collect();
        if !all.is_empty() {
            out.entry(work.key.clone()).or_default().extend(all);
        }
    }
    out.into_iter()
        .map(|(key, notices)| (key, notices.into_iter().collect()))
        .collect()
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

/// The notices on `works` that were found, by DOI, with those `known`, of which nobody is asked again.
pub(super) async fn ask(
    works: impl Iterator<Item = &Work>,
    sources: &[Box<dyn Source>],
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
    for source in sources {
        let reply = source.standing(&dois).await;
        for failure in &reply.failures {
            tracing::warn!("retractions could not be asked for: {failure}");
        }
        out.extend(reply.found.into_iter().map(|it| (it.doi, it.notices)));
    }
    out
}
